import { useSearch } from '@tanstack/react-router'
import { Page } from '../../ui/page/page.tsx'
import { OpenProject } from './open-project.tsx'
import { ProjectList } from './project-list.tsx'

export function ResearchPage() {
  const { project } = useSearch({ strict: false }) as { project?: string }
  return (
    <Page title="Research">
      {project === undefined ? <ProjectList /> : <OpenProject key={project} projectId={project} />}
    </Page>
  )
}

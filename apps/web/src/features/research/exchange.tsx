import { Alert, Button, Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { svc } from '../../live/server.ts'
import { saveBytes } from '../../ui/copy/save-file.ts'
import { PickFiles } from '../../ui/forms/pick-files.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { changed } from './records.ts'
import type { Project } from './records.ts'

type Bundle = Parameters<typeof svc.research.import>[0]
type Outcome = Awaited<ReturnType<typeof svc.research.import>>

const formats = [
  { format: 'bibtex', label: 'References as BibTeX', ending: 'bib', type: 'application/x-bibtex' },
  { format: 'ris', label: 'References as RIS', ending: 'ris', type: 'application/x-research-info-systems' },
  { format: 'csl', label: 'References as CSL', ending: 'json', type: 'application/json' },
  { format: 'vault', label: 'Linked notes (ZIP)', ending: 'zip', type: 'application/zip' },
  { format: 'json', label: 'The whole project', ending: 'json', type: 'application/json' },
] as const

/** A project for other programs, or for another home. */
export function ExportProject({ project, onError }: { project: Project; onError: (error: unknown) => void }) {
  const save = async ({ format, ending, type }: (typeof formats)[number]): Promise<void> => {
    try {
      const name = project.title.replaceAll(/[\\/:*?"<>|]+/g, ' ').trim()
      saveBytes(await svc.research.export(project.research_project_id, { format }), `${name}.${ending}`, type)
    } catch (error) {
      onError(error)
    }
  }
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default">Export project</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(each => (
          <Menu.Item key={each.format} onClick={() => void save(each)}>
            {each.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Takes a project that another home exported, and says what no longer holds of it. */
export function ImportProject() {
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    setError(null)
    setOutcome(null)
    try {
      const taken = await svc.research.import(JSON.parse(await file.text()) as Bundle)
      await changed()
      if (taken.problems.length > 0) setOutcome(taken)
      else await navigate({ to: '.', search: { project: taken.research_project_id } } as never)
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <>
      <PickFiles accept=".json" onPick={([file]) => void take(file)}>
        Import project
      </PickFiles>
      {error !== null && <ErrorPanel error={error} />}
      {outcome !== null && (
        <Alert
          role="status"
          variant="light"
          color="warn"
          title="The project was imported, without what no longer holds"
        >
          <ul aria-label="What does not hold">
            {outcome.problems.slice(0, 20).map(({ code, message, claim, source_key }, index) => (
              <li key={`${code} ${index}`}>
                {claim ?? source_key}: {message}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

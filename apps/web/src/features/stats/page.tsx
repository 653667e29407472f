import { useParams } from '@tanstack/react-router'
import { Page } from '../../ui/page/page.tsx'
import { SavedAnalysis } from './saved-analysis.tsx'
import { Workbench } from './workbench.tsx'

export function StatsPage() {
  const { analysis_id: analysisId } = useParams({ strict: false }) as { analysis_id?: string }
  if (analysisId !== undefined) return <SavedAnalysis key={analysisId} analysisId={analysisId} />
  return (
    <Page title="Statistics">
      <Workbench />
    </Page>
  )
}

import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function StatsPage() {
  return (
    <Page title="Statistics">
      <EmptyState icon="chart-column">Tests and models with their assumptions checked.</EmptyState>
    </Page>
  )
}

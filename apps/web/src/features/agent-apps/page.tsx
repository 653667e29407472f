import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function AgentAppsPage() {
  return (
    <Page title="Agent apps">
      <EmptyState icon="bot">Small programs with a form, a run and a result.</EmptyState>
    </Page>
  )
}

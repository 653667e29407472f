import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function ToolsPage() {
  return (
    <Page title="Tools">
      <EmptyState icon="wrench">What an agent may do, and what waits for your decision.</EmptyState>
    </Page>
  )
}

import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function TasksPage() {
  return (
    <Page title="Tasks">
      <EmptyState icon="list-checks">What is to do, what is being done, what is done.</EmptyState>
    </Page>
  )
}

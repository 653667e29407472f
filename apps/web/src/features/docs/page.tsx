import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function DocsPage() {
  return (
    <Page title="Documentation">
      <EmptyState icon="book">The manual.</EmptyState>
    </Page>
  )
}

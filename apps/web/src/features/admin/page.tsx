import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function AdminPage() {
  return (
    <Page title="Admin">
      <EmptyState icon="shield">People, plugins, models, storage and the audit log.</EmptyState>
    </Page>
  )
}

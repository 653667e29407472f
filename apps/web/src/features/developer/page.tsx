import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function DeveloperPage() {
  return (
    <Page title="Developer">
      <EmptyState icon="code">Keys, usage, examples and webhooks.</EmptyState>
    </Page>
  )
}

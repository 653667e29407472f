import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function EmailPage() {
  return (
    <Page title="Email">
      <EmptyState icon="mail">The mailbox of the workspace, when it has an account.</EmptyState>
    </Page>
  )
}

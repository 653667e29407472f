import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function ChatPage() {
  return (
    <Page title="New conversation">
      <EmptyState icon="message-square">Ask what you would like to know.</EmptyState>
    </Page>
  )
}

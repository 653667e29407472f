import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function NotesPage() {
  return (
    <Page title="Notes">
      <EmptyState icon="notebook">Texts that you and the agent write.</EmptyState>
    </Page>
  )
}

import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function PlaybooksPage() {
  return (
    <Page title="Playbooks">
      <EmptyState icon="route">Steps that go on after a restart. No plugin for them is installed yet.</EmptyState>
    </Page>
  )
}

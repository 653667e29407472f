import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function SettingsPage() {
  return (
    <Page title="Settings">
      <EmptyState icon="settings">Your password, sessions and theme, and the name of the workspace.</EmptyState>
    </Page>
  )
}

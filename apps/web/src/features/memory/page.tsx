import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function MemoryPage() {
  return (
    <Page title="Memory">
      <EmptyState icon="brain">What the workspace remembers, found by words and by meaning.</EmptyState>
    </Page>
  )
}

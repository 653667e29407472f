import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function FilesPage() {
  return (
    <Page title="Files">
      <EmptyState icon="folder">Folders, versions and links.</EmptyState>
    </Page>
  )
}

import { EmptyState } from '../../ui/empty-state.tsx'

export function ExportPanel() {
  return <EmptyState icon="download">Signed documents of what you found. No plugin for it is installed yet.</EmptyState>
}

import { EmptyState } from '../../ui/empty-state.tsx'

export function DatasetsPanel() {
  return <EmptyState icon="database">Tables that you import, query and chart.</EmptyState>
}

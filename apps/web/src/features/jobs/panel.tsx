import { EmptyState } from '../../ui/empty-state.tsx'

export function JobsPanel() {
  return <EmptyState icon="refresh">What runs in the background, what failed, and how to put it right.</EmptyState>
}

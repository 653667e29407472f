import { EmptyState } from '../../ui/states/empty-state.tsx'

export function MachineLearningPanel() {
  return (
    <EmptyState icon="chart-column">
      Models that learn from your datasets. No plugin for it is installed yet.
    </EmptyState>
  )
}

import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../ui/states/empty-state.tsx'

/** There is nothing yet that could be analysed. */
export function NoDatasets() {
  return (
    <EmptyState
      icon="chart-column"
      manual="statistics"
      action={
        <Button component={Link} to="/data">
          Import data
        </Button>
      }
    >
      Tests and models with their assumptions checked. Statistics work on a dataset, and there is none yet.
    </EmptyState>
  )
}

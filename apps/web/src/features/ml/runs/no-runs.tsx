import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { MlflowVariables } from '../mlflow-variables.tsx'
import { trainOnSample } from '../start-training.ts'

/** Nothing was trained yet: a button that trains on the sample data, and the two variables for programs that log from elsewhere. */
export function NoRuns({ action }: { action: ReactNode }) {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const start = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await trainOnSample()
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  const actions = (
    <Group gap={8} justify="center">
      {action}
      <Button variant="default" loading={isBusy} onClick={() => void start()}>
        Train on the sample data
      </Button>
    </Group>
  )
  return (
    <>
      <EmptyState icon="brain" manual="ml-training" action={actions}>
        A model learns one column of a dataset from the others, and says how well it does on rows that it has not seen.
      </EmptyState>
      {error !== null && <ErrorPanel error={error} onRetry={() => void start()} />}
      <MlflowVariables />
    </>
  )
}

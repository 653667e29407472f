import { Button } from '@mantine/core'
import { useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { noticeWithUndo } from '../../../ui/overlays/notices.ts'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'

/** Deletes an experiment with its runs; the notice takes that back. */
export function DeleteExperiment({
  experiment: { experiment_id: id, name },
  onDeleted,
}: {
  experiment: { experiment_id: string; name: string }
  onDeleted: () => void
}) {
  const [error, setError] = useState<unknown>(null)
  const renew = () => queries.invalidateQueries({ queryKey: ['ml'] })
  const remove = async (): Promise<void> => {
    setError(null)
    try {
      await svc.ml.experiments.delete(id)
    } catch (problem) {
      setError(problem)
      return
    }
    onDeleted()
    await renew()
    noticeWithUndo(`Deleted with its runs: ${name}`, async () => {
      await svc.ml.experiments.restore(id)
      await renew()
    })
  }
  return (
    <>
      <Button variant="subtle" onClick={() => void remove()}>
        Delete experiment
      </Button>
      {error !== null && <ErrorPanel error={error} />}
    </>
  )
}

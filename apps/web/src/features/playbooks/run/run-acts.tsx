import { Button } from '@mantine/core'
import { useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import type { PlaybookRun } from '../types.ts'
import { isOver } from './run-words.ts'
import classes from './run.module.css'

type Act = 'cancel' | 'suspend' | 'resume'

/** What a person can do with a run as it is. */
export function RunActs({ run }: { run: PlaybookRun }) {
  const [busy, setBusy] = useState<Act | null>(null)
  const [error, setError] = useState<unknown>(null)
  const act = (what: Act, send: () => PromiseLike<unknown>) => async (): Promise<void> => {
    setBusy(what)
    setError(null)
    try {
      await send()
      await queries.invalidateQueries({ queryKey: ['playbooks'] })
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(null)
    }
  }
  const isSuspended = run.status === 'suspended'
  const button = (what: Act, text: string, send: () => PromiseLike<unknown>) => (
    <Button
      variant="default"
      size="compact-sm"
      loading={busy === what}
      disabled={busy !== null && busy !== what}
      onClick={() => void act(what, send)()}
    >
      {text}
    </Button>
  )
  return (
    <>
      <div className={classes.acts}>
        {(isSuspended || run.status === 'faulted') && button('resume', 'Resume', () => svc.playbooks.resume(run.id))}
        {!isOver(run.status) && !isSuspended && button('suspend', 'Suspend', () => svc.playbooks.suspend(run.id))}
        {!isOver(run.status) && button('cancel', 'Cancel run', () => svc.playbooks.cancel(run.id))}
      </div>
      {error !== null && <ErrorPanel error={error} />}
    </>
  )
}

import { setTimeout as wait } from 'node:timers/promises'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { WholeRun } from '@svc/plugin/contracts/ml/learning'
import { isOver } from '../tracking/records.ts'

const longestPauseMs = 2000

/** Until the run is over, saying on the way what its loss is. */
export async function waitForRun(context: CommandContext, runId: string): Promise<WholeRun> {
  let said = ''
  for (let pause = 100; ; pause = Math.min(pause * 1.5, longestPauseMs)) {
    const run = await context.client.request<WholeRun>('GET', `/api/ml/runs/${runId}`)
    if (isOver(run.status)) return run
    const loss = run.metrics['train_loss']
    const note = loss === undefined ? run.status : `${run.status}, loss ${String(loss)}`
    if (note !== said) context.io.note(note)
    said = note
    await wait(pause, undefined, { signal: context.signal })
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Run } from '@svc/plugin/contracts/ml/learning'
import type { TrainingResult } from '../hosts/trainer/learning/training/train.ts'
import { isOver } from '../tracking/records.ts'

const longestPauseMs = 2000

export interface TrainedRun extends Run {
  result: TrainingResult | null
}

/** Until the run is over, saying on the way what its loss is. */
export async function waitForRun(context: CommandContext, runId: string): Promise<TrainedRun> {
  let said = ''
  for (let pause = 100; ; pause = Math.min(pause * 1.5, longestPauseMs)) {
    const run = await context.client.request<TrainedRun>('GET', `/api/ml/runs/${runId}`)
    if (isOver(run.status)) return run
    const loss = run.metrics['train_loss']
    const note = loss === undefined ? run.status : `${run.status}, loss ${String(loss)}`
    if (note !== said) context.io.note(note)
    said = note
    await wait(pause, undefined, { signal: context.signal })
  }
}

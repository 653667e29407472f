import type { JsonValue } from '@svc/plugin'
import type { ListenTask } from '../../definitions/workflow.ts'
import { perform } from '../perform.ts'
import type { Result } from '../outcome.ts'
import type { Step } from '../step.ts'

/** Waits for events; gives a list of what they carry. */
export async function runListen(step: Step<ListenTask>): Promise<Result> {
  const { to, read } = step.task.listen
  return { output: await perform(step, { kind: 'listen', arguments: { to, read: read ?? 'data' } as JsonValue }) }
}

import type { ListenTask } from '../../definitions/workflow.ts'
import { perform } from '../perform.ts'
import type { Result } from '../outcome.ts'
import type { Step } from '../step.ts'

/** Waits for events; gives a list of what they carry. */
export async function runListen(step: Step<ListenTask>): Promise<Result> {
  const { frame, scope, isResumed } = step
  if (isResumed) return { output: await perform(step, { kind: 'listen', arguments: frame.arguments }) }
  const { to, read } = step.task.listen
  // In the journal with the task: what happens from now on counts, also when the process dies before it has listened.
  frame.position = scope.run.ports.effects.endOfEvents()
  return {
    output: await perform(step, { kind: 'listen', arguments: { to, read: read ?? 'data' } }),
  }
}

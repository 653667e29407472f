import type { DoTask } from '../../definitions/workflow.ts'
import { below } from '../frame.ts'
import { runList } from '../run-list.ts'
import type { Result } from '../outcome.ts'
import type { Step } from '../step.ts'

/** Tasks one after the other. */
export async function runDo({ task, frame, scope }: Step<DoTask>): Promise<Result> {
  const place = { reference: below(frame.reference, 'do'), iteration: frame.iteration, parent: frame }
  const { output, by } = await runList(task.do, place, frame.input, scope, frame.children)
  return by === 'end' ? { output, then: 'end' } : { output }
}

import type { SetTask } from '../../definitions/workflow.ts'
import type { Result } from '../outcome.ts'
import type { Step } from '../step.ts'

/** An object of its own making. */
export async function runSet({ task, frame, scope }: Step<SetTask>): Promise<Result> {
  await scope.commit()
  return { output: await scope.evaluate(task.set, frame.input, { frame, loose: true }) }
}

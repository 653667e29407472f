import type { RunTask } from '../../definitions/workflow.ts'
import { perform } from '../perform.ts'
import type { Result } from '../outcome.ts'
import type { Step } from '../step.ts'

/** Another playbook of the workspace, as a run of its own. */
export async function runWorkflowTask(step: Step<RunTask>): Promise<Result> {
  const { task, frame, scope, isResumed } = step
  if (isResumed) return { output: await perform(step, { kind: 'run', arguments: frame.arguments }) }
  const { namespace, name, version, input = {} } = task.run.workflow
  const inputs = await scope.evaluate(input, frame.input, { frame, loose: true })
  const waits = task.run.await ?? true
  return { output: await perform(step, { kind: 'run', arguments: { namespace, name, version, inputs, await: waits } }) }
}

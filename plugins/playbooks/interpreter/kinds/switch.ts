import type { SwitchTask } from '../../definitions/workflow.ts'
import { isTrue } from '../step.ts'
import type { Result } from '../outcome.ts'
import type { Step } from '../step.ts'
import { expressionOf } from '../rules/template.ts'

/** Goes where the first case that fits says. */
export async function runSwitch({ task, frame, scope }: Step<SwitchTask>): Promise<Result> {
  await scope.commit()
  const output = frame.input
  for (const entry of task.switch)
    for (const { when, then } of Object.values(entry)) {
      // One by one: a later case may be an error where an earlier one fits.
      const fits = when === undefined || isTrue(await scope.value(expressionOf(when), output, { frame }))
      if (fits) return then === undefined ? { output } : { output, then }
    }
  return { output }
}

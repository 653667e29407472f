import type { JsonLike } from '@svc/plugin'
import type { ErrorDefinition, RaiseTask } from '../../definitions/workflow.ts'
import { Fault, fault } from '../fault.ts'
import type { Result } from '../outcome.ts'
import type { Step } from '../step.ts'

/** Faults with the error it describes. */
export async function runRaise({ task, frame, scope }: Step<RaiseTask>): Promise<Result> {
  await scope.commit()
  const { error } = task.raise
  const described = typeof error === 'string' ? scope.run.facts.definition.use?.errors?.[error] : error
  if (described === undefined) throw fault('configuration', `There is no error "${String(error)}" in use.errors.`)
  const given: JsonLike = await scope.evaluate(described, frame.input, { frame, loose: false })
  const { type, status, title, detail, instance } = given as ErrorDefinition
  const code = Number(status)
  if (!Number.isInteger(code))
    throw fault('expression', `The status of a raised error is a whole number, not ${JSON.stringify(status)}.`)
  throw new Fault({
    type: String(type),
    status: code,
    title: title ?? '',
    ...(detail !== undefined && { detail }),
    ...(instance !== undefined && { instance }),
  })
}

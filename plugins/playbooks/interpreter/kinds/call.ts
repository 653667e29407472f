import type { JsonObject, JsonValue } from '@svc/plugin'
import type { CallTask } from '../../definitions/workflow.ts'
import { fault } from '../fault.ts'
import { functionName, functions, takesSecrets } from '../rules/functions.ts'
import { perform } from '../perform.ts'
import type { Result } from '../outcome.ts'
import type { Step } from '../step.ts'
import type { Scope } from '../scope.ts'

const mask = '***'
/** `$secrets.name` and `$secrets["name"]`, as they stand in JSON. */
const named = /\$secrets(?:\.([A-Za-z_]\w*)|\.?\[?\\"([^"\\]+)\\")/g
const mostFunctions = 16

interface Resolved {
  call: string
  /** What `with` says, with its expressions. */
  template: JsonObject
  /** What they are evaluated on. */
  input: JsonValue
}

/** Calls a function with its evaluated arguments. */
export async function runCall(step: Step<CallTask>): Promise<Result> {
  const { frame, scope, isResumed } = step
  const { call, template, input } = await resolved(step.task, frame.input, step)
  const secrets = secretsIn(template, scope)
  if (secrets !== null && !takesSecrets.includes(call))
    throw fault('authorization', `$secrets cannot be used in call: ${call}.`)
  // The journal keeps what was sent: an expression such as now gives the same after a crash.
  const kept = isResumed
    ? frame.arguments
    : await scope.evaluate(template, input, { frame, loose: true, secrets: masked(secrets) })
  if (secrets === null) return { output: await perform(step, { kind: 'call', call, arguments: kept }) }
  const whole = await scope.evaluate(template, input, { frame, loose: true, secrets })
  const secret = { arguments: whole, values: secrets }
  return { output: await perform(step, { kind: 'call', call, arguments: kept, secret }) }
}

/** The function itself: one of `use.functions` has arguments of its own, on which those of the task are the input. */
async function resolved(task: CallTask, input: JsonValue, step: Step): Promise<Resolved> {
  const { frame, scope } = step
  const named = scope.run.facts.definition.use?.functions ?? {}
  let at = task
  let on = input
  for (let count = 0; count < mostFunctions; count += 1) {
    const name = functionName(at.call)
    const next = Object.hasOwn(named, at.call) ? named[at.call] : undefined
    if (next === undefined) {
      if (functions.includes(name)) return { call: name, template: withUse(name, at.with ?? {}, scope), input: on }
      throw fault('configuration', `There is no function "${at.call}".`)
    }
    if (at.with !== undefined) on = await scope.evaluate(at.with, on, { frame, loose: true })
    at = next
  }
  throw fault('configuration', `The function "${task.call}" leads through more than ${mostFunctions} others.`)
}

/** An authentication that is used by its name stands in its place, so that its expressions are evaluated with the others. */
function withUse(call: string, template: JsonObject, scope: Scope): JsonObject {
  const endpoint = template['endpoint']
  if (call !== 'http' || typeof endpoint !== 'object' || endpoint === null || Array.isArray(endpoint)) return template
  const authentication = endpoint['authentication']
  const name = typeof authentication === 'string' ? authentication : (authentication as JsonObject | undefined)?.['use']
  if (typeof name !== 'string') return template
  const named = scope.run.facts.definition.use?.authentications?.[name]
  if (named === undefined) throw fault('configuration', `There is no authentication "${name}" in use.authentications.`)
  return { ...template, endpoint: { ...endpoint, authentication: named } }
}

function secretsIn(template: JsonObject, scope: Scope): JsonObject | null {
  const text = JSON.stringify(template)
  if (!text.includes('$secrets')) return null
  const listed = scope.run.facts.definition.use?.secrets ?? []
  const other = [...text.matchAll(named)]
    .map(([, name, quoted]) => name ?? quoted)
    .find(name => name !== undefined && !listed.includes(name))
  if (other !== undefined)
    throw fault('authorization', `The secret "${other}" is not among those that the playbook names in use.secrets.`)
  return scope.run.ports.secrets(listed)
}

function masked(secrets: JsonObject | null): JsonObject | undefined {
  return secrets === null ? undefined : Object.fromEntries(Object.keys(secrets).map(name => [name, mask]))
}

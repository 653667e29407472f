import type { JsonObject, JsonValue } from '@svc/plugin'
import type { ForTask } from '../../definitions/workflow.ts'
import { fault } from '../fault.ts'
import { below, isLive } from '../frame.ts'
import type { Frame } from '../frame.ts'
import { runList } from '../run-list.ts'
import { isTrue } from '../step.ts'
import type { Result } from '../outcome.ts'
import type { Step } from '../step.ts'
import type { Scope } from '../scope.ts'
import { expressionOf } from '../rules/template.ts'

/** Its tasks once for each item; each time with the output of the time before. `exit` leaves the loop. */
export async function runFor({ task, frame, scope, isResumed }: Step<ForTask>): Promise<Result> {
  // Its live child says which iteration it is in; what went before is in that one's input.
  const child = frame.children.find(isLive)
  if (!isResumed || child === undefined) frame.arguments = await itemsOf(task, frame, scope)
  const items = frame.arguments as JsonValue[]
  const depth = frame.iteration.length
  let saved: readonly Frame[] = frame.children
  let output = frame.input
  for (let index = child?.iteration[depth] ?? 0; index < items.length; index += 1) {
    const variables: JsonObject = { [task.for.each ?? 'item']: items[index] ?? null, [task.for.at ?? 'index']: index }
    const inner = scope.with({ variables })
    if (saved.length === 0 && !(await goesOn(task, output, frame, inner))) break
    const place = { reference: below(frame.reference, 'do'), iteration: [...frame.iteration, index], parent: frame }
    const end = await runList(task.do, place, output, inner, saved)
    saved = []
    output = end.output
    if (end.by === 'end') return { output, then: 'end' }
    if (end.by === 'exit') break
  }
  return { output }
}

async function goesOn(task: ForTask, value: JsonValue, frame: Frame, scope: Scope): Promise<boolean> {
  return task.while === undefined || isTrue(await scope.value(expressionOf(task.while), value, { frame }))
}

async function itemsOf(task: ForTask, frame: Frame, scope: Scope): Promise<JsonValue[]> {
  const items = await scope.value(expressionOf(task.for.in), frame.input, { frame })
  if (!Array.isArray(items))
    throw fault('expression', `for.in gives no list but ${items === null ? 'null' : typeof items}.`)
  const { forItems } = scope.run.ports.limits
  if (items.length > forItems)
    throw fault('runtime', `for.in gives ${items.length} items; a loop takes at most ${forItems}.`)
  scope.checkSize(items, 'for.in')
  scope.pending.frame(frame)
  return items
}

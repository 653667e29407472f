import type { JsonValue } from '@svc/plugin'
import type { Task, TaskList } from '../definitions/workflow.ts'
import { Fault, fault } from './fault.ts'
import { below, isLive } from './frame.ts'
import type { Frame } from './frame.ts'
import type { Scope } from './scope.ts'

/** Where a list of tasks stands. */
export interface ListPlace {
  /** Of the list itself: `/do`, `/do/0/loop/do`. */
  reference: string
  iteration: readonly number[]
  parent: Frame | null
}

export interface ListEnd {
  output: JsonValue
  /** How it ended: after its last task, by `exit`, or by `end`, which ends the run. */
  by: 'last' | 'exit' | 'end'
}

/**
 * Tasks one after the other, each with the output of the one before. Goes on with the live one among `children`, if there is one.
 * @throws Fault; Parked; the reason of the scope's signal
 */
export async function runList(
  tasks: TaskList,
  place: ListPlace,
  input: JsonValue,
  scope: Scope,
  children: readonly Frame[],
): Promise<ListEnd> {
  const references = tasks.map((entry, index) => below(place.reference, index, nameOf(entry)))
  let saved = children.find(frame => isLive(frame) && references.includes(frame.reference))
  let index = saved ? references.indexOf(saved.reference) : 0
  let value = input
  for (;;) {
    const entry = tasks[index]
    const reference = references[index]
    if (entry === undefined || reference === undefined) return { output: value, by: 'last' }
    const name = nameOf(entry)
    const at = { reference, name, iteration: place.iteration, parent: place.parent }
    const { output, then } = await scope.run.runTask(taskOf(entry), at, value, scope, saved)
    value = output
    saved = undefined
    if (then === 'end' || then === 'exit') return { output: value, by: then }
    index = then === 'continue' ? index + 1 : jump(tasks, then, { index, reference }, scope)
  }
}

/** The only key of an entry. */
export function nameOf(entry: Record<string, unknown>): string {
  return Object.keys(entry)[0] ?? ''
}

export function taskOf(entry: Record<string, Task>): Task {
  const task = Object.values(entry)[0]
  if (task) return task
  throw fault('configuration', 'A list of tasks has an entry without a task.')
}

function jump(tasks: TaskList, name: string, from: { index: number; reference: string }, scope: Scope): number {
  const { run } = scope
  const to = tasks.findIndex(entry => nameOf(entry) === name)
  if (to === -1) throw at(from.reference, fault('configuration', `then: there is no task "${name}" in this list.`))
  if (to > from.index) return to
  run.jumps += 1
  if (run.jumps <= run.ports.limits.pureSteps) return to
  const detail = `The run has jumped back ${run.jumps} times without an effect in between, and is taken for an endless loop.`
  throw at(from.reference, fault('runtime', detail))
}

function at(reference: string, found: Fault): Fault {
  return new Fault(found.at(reference))
}

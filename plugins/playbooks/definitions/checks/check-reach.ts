import type { JsonObject, JsonValue } from '@svc/plugin'
import { below } from '../../interpreter/frame.ts'
import { isObject } from '../mistakes.ts'
import type { Mistake } from '../mistakes.ts'

interface Entry {
  name: string
  task: JsonObject
}

/** Tasks of a list that no way leads to: what ends before them always goes elsewhere. A warning each. */
export function unreachableTasks(list: readonly JsonValue[], path: string): Mistake[] {
  const entries = list.map(entryOf)
  const names = entries.map(entry => entry?.name)
  const reached = new Set<number>()
  const waiting = [0]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entry = entries[at]
    if (reached.has(at) || at >= entries.length) continue
    reached.add(at)
    // What is no task is a mistake of its own.
    for (const next of entry ? waysOf(entry.task) : ['continue']) {
      const to = next === 'continue' ? at + 1 : names.indexOf(next)
      // `exit` and `end` leave the list.
      if (to >= 0) waiting.push(to)
    }
  }
  return entries.flatMap((entry, index) => {
    if (!entry || reached.has(index)) return []
    const message = `The task "${entry.name}" is never reached: no task before it goes on to it.`
    return [{ code: 'unreachable', path: below(path, index, entry.name), message, isKey: true }]
  })
}

/** Where a task may go: names, and directives. */
function waysOf(task: JsonObject): string[] {
  const then = typeof task['then'] === 'string' ? task['then'] : 'continue'
  const ways = [then]
  if (task['if'] !== undefined) ways.push('continue')
  if ('raise' in task) return task['if'] === undefined ? [] : ['continue']
  if (!Array.isArray(task['switch'])) return ways
  const cases = task['switch'].flatMap(each => (isObject(each) ? Object.values(each) : [])).filter(isObject)
  const chosen = cases.map(each => (typeof each['then'] === 'string' ? each['then'] : then))
  const hasDefault = cases.some(each => each['when'] === undefined)
  return hasDefault ? [...chosen, ...ways.slice(1)] : [...chosen, ...ways]
}

function entryOf(value: JsonValue): Entry | null {
  const [first] = isObject(value) ? Object.entries(value) : []
  return first && isObject(first[1]) ? { name: first[0], task: first[1] } : null
}

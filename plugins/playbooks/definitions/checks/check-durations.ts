import type { JsonObject, JsonValue } from '@svc/plugin'
import { below } from '../../interpreter/frame.ts'
import { dayMs, msOf, yearMs } from '../../interpreter/rules/durations.ts'
import { isObject } from '../mistakes.ts'
import type { Mistake } from '../mistakes.ts'
import type { Duration } from '../workflow.ts'
import type { FoundTask } from './check-tasks.ts'

interface Found {
  path: string
  duration: JsonValue | undefined
}

/** A timer of more than a year is a mistake: a run would outlive what it works with. */
export function durationMistakes(definition: JsonObject, tasks: readonly FoundTask[]): Mistake[] {
  const use = isObject(definition['use']) ? definition['use'] : {}
  const named = isObject(use['timeouts']) ? use['timeouts'] : {}
  const schedule = isObject(definition['schedule']) ? definition['schedule'] : {}
  const found: Found[] = [
    after('/timeout', definition['timeout']),
    ...Object.entries(named).map(([name, timeout]) => after(below('/use/timeouts', name), timeout)),
    ...['every', 'after'].map(name => ({ path: below('/schedule', name), duration: schedule[name] })),
    ...tasks.flatMap(({ task, path }) => [
      { path: below(path, 'wait'), duration: task['wait'] },
      after(below(path, 'timeout'), task['timeout']),
      { path: below(path, 'with', 'expires_in'), duration: expiryOf(task) },
    ]),
  ]
  return found.flatMap(({ path, duration }) => {
    const lastsMs = lengthOf(duration)
    if (lastsMs <= yearMs) return []
    const days = Math.ceil(lastsMs / dayMs)
    const shown = Number.isSafeInteger(days) ? `this one is ${days} days` : 'this one is far longer'
    return { code: 'too_long', path, message: `A duration is at most a year, ${yearMs / dayMs} days; ${shown}.` }
  })
}

function after(path: string, timeout: JsonValue | undefined): Found {
  return { path: below(path, 'after'), duration: isObject(timeout) ? timeout['after'] : undefined }
}

/** What an approval says of it, where that is no expression. */
function expiryOf({ call, with: given }: JsonObject): JsonValue | undefined {
  return call === 'approval' && isObject(given) ? given['expires_in'] : undefined
}

/** 0 of what is none: the schema has said so, or it is an expression. */
function lengthOf(duration: JsonValue | undefined): number {
  if (typeof duration !== 'string' && !isObject(duration)) return 0
  try {
    return msOf(duration as Duration)
  } catch {
    return 0
  }
}

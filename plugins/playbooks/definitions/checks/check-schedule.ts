import type { JsonObject } from '@svc/plugin'
import { msOf } from '../../interpreter/rules/durations.ts'
import { cronProblem, pauseProblem, timezoneOf, timezoneProblem } from '../../schedules/ticks.ts'
import { consumptionMistakes } from './check-events.ts'
import { isObject } from '../mistakes.ts'
import type { Mistake } from '../mistakes.ts'
import type { Duration } from '../workflow.ts'

const kinds = ['cron', 'every', 'after', 'on']

/** What is wrong with when a playbook is started by itself, beyond its schema. */
export function scheduleMistakes(definition: JsonObject): Mistake[] {
  const { schedule, document } = definition
  const metadata = isObject(document) && isObject(document['metadata']) ? document['metadata'] : {}
  const zone = metadata['timezone']
  const problem = (path: string, message: string | null): Mistake[] =>
    message === null ? [] : [{ code: 'invalid', path, message }]
  const ofZone =
    zone === undefined
      ? []
      : problem('/document/metadata/timezone', timezoneProblem(typeof zone === 'string' ? zone : ''))
  if (!isObject(schedule)) return ofZone
  const given = kinds.filter(kind => schedule[kind] !== undefined)
  if (given.length !== 1) return [...ofZone, ...problem('/schedule', `A schedule has one of ${kinds.join(', ')}.`)]
  const { cron, on } = schedule
  if (typeof cron === 'string' && ofZone.length === 0)
    return problem('/schedule/cron', cronProblem(cron, timezoneOf({ document: { metadata } as never })))
  if (isObject(on)) return [...ofZone, ...consumptionMistakes(on, '/schedule/on')]
  return [...ofZone, ...(['every', 'after'] as const).flatMap(kind => pauseMistake(kind, schedule[kind], problem))]
}

function pauseMistake(
  kind: 'every' | 'after',
  value: unknown,
  problem: (path: string, message: string | null) => Mistake[],
): Mistake[] {
  return value === undefined ? [] : problem(`/schedule/${kind}`, pauseProblem(kind, msOf(value as Duration)))
}

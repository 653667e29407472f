import { Cron } from 'croner'
import { messageOf } from '@svc/plugin'
import type { WorkflowDefinition } from '../definitions/workflow.ts'
import { msOf } from '../interpreter/rules/durations.ts'

const leastEveryMs = 60_000
const leastAfterMs = 1000

/** The time zone of a definition's cron. */
export function timezoneOf({ document }: Pick<WorkflowDefinition, 'document'>): string {
  const { timezone } = document.metadata ?? {}
  return typeof timezone === 'string' ? timezone : 'UTC'
}

/**
 * The first tick after `now`; null for schedules that wait for events, or for the end of a run. `last`: the tick before it, from which
 * `every` counts. What was missed in between is not made up for.
 */
export function nextTick(definition: WorkflowDefinition, { now, last }: { now: number; last: number }): number | null {
  const { schedule } = definition
  if (schedule?.cron !== undefined) {
    const cron = new Cron(schedule.cron, { timezone: timezoneOf(definition), mode: '5-part', paused: true })
    return cron.nextRun(new Date(now))?.getTime() ?? null
  }
  if (schedule?.every === undefined) return null
  const every = msOf(schedule.every)
  return last + every * (Math.floor(Math.max(0, now - last) / every) + 1)
}

/** What is wrong with a cron expression, as a sentence; null when nothing is. */
export function cronProblem(cron: string, timezone: string): string | null {
  try {
    if (new Cron(cron, { timezone, mode: '5-part', paused: true }).nextRun() !== null) return null
    return `"${cron}" never comes.`
  } catch (error) {
    return `"${cron}" is no cron expression of five fields: ${messageOf(error).replace(/^CronPattern: /, '')}`
  }
}

/** The same of a time zone. */
export function timezoneProblem(timezone: string): string | null {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone })
    return null
  } catch {
    return `"${timezone.slice(0, 100)}" is no time zone. Write an IANA name, such as Europe/London or UTC.`
  }
}

/** The same of the durations of `every` and `after`. */
export function pauseProblem(kind: 'every' | 'after', ms: number): string | null {
  const least = kind === 'every' ? leastEveryMs : leastAfterMs
  return ms >= least ? null : `${kind} is at least ${least / 1000} s.`
}

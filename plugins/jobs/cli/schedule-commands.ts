import { ValidationError } from '@svc/plugin'
import type { JobSchedule } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { everyItem } from '@svc/plugin/library/every-item'
import type { Commands } from '../generated/commands.ts'
import { scheduleTable } from './job-text.ts'
import { bodyOf } from './requests.ts'

// Recurring jobs from the command line, through the API.

/** `svc jobs schedules` */
export async function listSchedules({ client, io }: CommandContext): Promise<number> {
  const items = await everyItem<JobSchedule>(client, '/api/jobs/schedules')
  io.result(
    { items },
    items.length === 0
      ? `There is no schedule yet. Make one: ${io.svc} jobs schedule NAME --cron @daily --kind KIND`
      : scheduleTable(items),
  )
  return 0
}

/** `svc jobs schedule` */
export async function setSchedule(context: CommandContext<Commands['jobs schedule']>): Promise<number> {
  const { cron, kind, timezone, queue, payload, maxAttempts, skipMissed, off } = context.options
  if (cron === undefined || kind === undefined) {
    throw new ValidationError(
      'Say when and what: svc jobs schedule morning-report --cron "0 9 * * 1-5" --timezone Europe/London --kind reports.send',
    )
  }
  const job = bodyOf({ kind, queue, payload, max_attempts: maxAttempts })
  const body = bodyOf({ cron, timezone, misfire: skipMissed ? 'skip' : 'run_once', enabled: !off, job })
  const made = await context.client.request<JobSchedule>('PUT', pathOf(context.arguments.name), body)
  const next = made.next_run_at === null ? 'It is off.' : `It runs next at ${made.next_run_at}.`
  context.io.result(made, `The schedule ${made.name} is stored. ${next}`)
  return 0
}

/** `svc jobs unschedule` */
export async function deleteSchedule(context: CommandContext<Commands['jobs unschedule']>): Promise<number> {
  const { name } = context.arguments
  await context.client.request('DELETE', pathOf(name))
  context.io.result({ deleted: name }, `The schedule ${name} is deleted.`)
  return 0
}

function pathOf(name: string): string {
  return `/api/jobs/schedules/${encodeURIComponent(name)}`
}

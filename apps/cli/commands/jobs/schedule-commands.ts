import { ValidationError } from '@svc/plugin'
import type { JobSchedule, JsonValue, Page } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import type { LocalCommand } from '../../local-command.ts'
import { scheduleTable } from './job-text.ts'
import { bodyOf, numberOption, payloadOption, queryOf, textOptions } from './option-values.ts'

const pageSize = 200

const listCommand: LocalCommand = {
  name: 'jobs schedules',
  summary: 'List the schedules of recurring jobs',
  async run(context) {
    const items = await allSchedules(context)
    context.result(
      { items } as unknown as JsonValue,
      items.length === 0
        ? 'There is no schedule yet. Make one: svc jobs schedule NAME --cron @daily --kind KIND'
        : scheduleTable(items),
    )
    return 0
  },
}

const setCommand: LocalCommand = {
  name: 'jobs schedule',
  summary: 'Make or replace a schedule of recurring jobs',
  arguments: [{ name: 'name', description: 'unique in the workspace', required: true }],
  options: [
    { flags: '--cron <fields>', description: 'minute hour day month weekday, such as "0 9 * * 1-5", or @hourly' },
    { flags: '--timezone <zone>', description: 'an IANA name, such as Europe/London (UTC)' },
    { flags: '--kind <kind>', description: 'what is to be done each time' },
    { flags: '--payload <json>', description: 'what the worker is given' },
    { flags: '--queue <queue>', description: 'the queue its jobs wait in (default)' },
    { flags: '--max-attempts <n>', description: 'starts before one of its jobs is given up' },
    { flags: '--skip-missed', description: 'make no job for times that passed while no server ran' },
    { flags: '--off', description: 'keep it without running it' },
  ],
  async run(context) {
    const { options } = context
    const { cron, kind, timezone, queue } = textOptions(options, {
      cron: 'cron',
      kind: 'kind',
      timezone: 'timezone',
      queue: 'queue',
    })
    if (cron === undefined || kind === undefined) {
      throw new ValidationError(
        'Say when and what: svc jobs schedule morning-report --cron "0 9 * * 1-5" --timezone Europe/London --kind reports.send',
      )
    }
    const job = bodyOf({
      kind,
      queue,
      payload: payloadOption(options),
      max_attempts: numberOption(options, 'maxAttempts', '--max-attempts'),
    })
    const misfire = options['skipMissed'] === true ? 'skip' : 'run_once'
    const body = bodyOf({ cron, timezone, misfire, enabled: options['off'] !== true, job })
    const made = (await context.api('PUT', pathOf(context), body)) as unknown as JobSchedule
    const next = made.next_run_at === null ? 'It is off.' : `It runs next at ${made.next_run_at}.`
    context.result(made as unknown as JsonValue, `The schedule ${made.name} is stored. ${next}`)
    return 0
  },
}

const deleteCommand: LocalCommand = {
  name: 'jobs unschedule',
  summary: 'Delete a schedule; jobs that it made stay',
  arguments: [{ name: 'name', description: 'the name of a schedule', required: true }],
  async run(context) {
    const name = context.arguments['name'] ?? ''
    await context.api('DELETE', pathOf(context))
    context.result({ deleted: name }, `The schedule ${name} is deleted.`)
    return 0
  },
}

function pathOf(context: CliContext): string {
  return `/api/jobs/schedules/${encodeURIComponent(context.arguments['name'] ?? '')}`
}

async function allSchedules(context: CliContext): Promise<JobSchedule[]> {
  const items: JobSchedule[] = []
  let cursor: string | undefined
  do {
    const query = queryOf({ limit: pageSize, cursor })
    const page = (await context.api('GET', `/api/jobs/schedules${query}`)) as unknown as Page<JobSchedule>
    items.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return items
}

/** Recurring jobs from the command line, through the API. */
export const scheduleCommands: readonly LocalCommand[] = [listCommand, setCommand, deleteCommand]

import { Cron } from 'croner'
import { messageOf } from '@svc/plugin'

const hint = 'Write five fields, minute hour day month weekday, such as "0 9 * * 1-5", or @hourly and its like'
const fieldsOrName = /^(?:@[a-z]+|\S+(?:\s+\S+){4,5})$/i

/** The times of a cron expression in a time zone. */
export class CronTimes {
  readonly #cron: Cron

  /** @throws RangeError, TypeError for what {@link cronFault} and {@link timezoneFault} refuse */
  constructor(cron: string, timezone: string) {
    this.#cron = new Cron(cron.trim(), { timezone, mode: '5-or-6-parts', paused: true })
  }

  /** The first time after this one; null when none follows. */
  after(time: number): number | null {
    return this.#cron.nextRun(new Date(time))?.getTime() ?? null
  }
}

/** What is wrong with a cron expression, to be read after its name; null when nothing is. */
export function cronFault(cron: string, now: number): string | null {
  if (!fieldsOrName.test(cron.trim())) return `is "${cron}", which is no cron expression. ${hint}`
  try {
    return new CronTimes(cron, 'UTC').after(now) === null ? `is "${cron}", which never comes. ${hint}` : null
  } catch (error) {
    const reason = messageOf(error)
      .replace(/^CronPattern: /, '')
      .replace(/\.$/, '')
    return `is "${cron}", which is no cron expression: ${reason}. ${hint}`
  }
}

/** The same for a time zone. */
export function timezoneFault(timezone: string): string | null {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone })
    return null
  } catch {
    return `is "${timezone}", which is no time zone. Write an IANA name, such as Europe/London or UTC`
  }
}

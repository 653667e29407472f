import { describe, expect, it } from 'vitest'
import { cronFault, CronTimes, timezoneFault } from './cron-times.ts'

const winter = Date.parse('2026-01-31T12:00:00.000Z')

function timesAfter(from: string, cron: string, timezone: string, count: number): string[] {
  const times = new CronTimes(cron, timezone)
  const found: string[] = []
  for (let at: number | null = Date.parse(from); found.length < count;) {
    at = times.after(at)
    if (at === null) break
    found.push(new Date(at).toISOString())
  }
  return found
}

describe('cron times', () => {
  it('are those of the time zone, whatever its offset is that day', () => {
    expect(timesAfter('2026-03-27T12:00:00.000Z', '0 9 * * *', 'Europe/London', 3)).toEqual([
      '2026-03-28T09:00:00.000Z',
      '2026-03-29T08:00:00.000Z',
      '2026-03-30T08:00:00.000Z',
    ])
  })

  it('run at the end of the hour that the clock skips, and once in the hour that comes twice', () => {
    expect(timesAfter('2026-03-28T02:00:00.000Z', '30 1 * * *', 'Europe/London', 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
    expect(timesAfter('2026-10-24T12:00:00.000Z', '30 1 * * *', 'Europe/London', 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })

  it('may have seconds, or a name', () => {
    expect(timesAfter('2026-01-31T12:00:00.500Z', '*/20 * * * * *', 'UTC', 2)).toEqual([
      '2026-01-31T12:00:20.000Z',
      '2026-01-31T12:00:40.000Z',
    ])
    expect(timesAfter('2026-01-31T12:00:00.000Z', '@daily', 'Asia/Tokyo', 1)).toEqual(['2026-01-31T15:00:00.000Z'])
  })

  it.each([
    [
      '61 * * * *',
      /^is "61 \* \* \* \*", which is no cron expression: Invalid value for minute: 61\. Write five fields/,
    ],
    ['* * * *', /which is no cron expression\. Write five fields/],
    ['', /no cron expression/],
    ['0 0 30 2 *', /^is "0 0 30 2 \*", which never comes/],
    ['2026-05-01T00:00:00', /no cron expression/],
    ['@reboot', /no cron expression/],
    ['* * * * * * 2027', /no cron expression/],
  ])('are refused where there are none: %s', (cron, message) => {
    expect(cronFault(cron, winter)).toMatch(message)
  })

  it('name a zone that is none', () => {
    expect(timezoneFault('Mars/Olympus')).toMatch(/^is "Mars\/Olympus", which is no time zone\. Write an IANA name/)
    expect([cronFault('0 9 * * 1-5', winter), timezoneFault('Europe/London')]).toEqual([null, null])
  })
})

import { expect, it } from 'vitest'
import type { Schedule, WorkflowDefinition } from '../definitions/workflow.ts'
import { cronProblem, nextTick, timezoneProblem } from './ticks.ts'

const definitionOf = (schedule: Schedule, timezone = 'UTC'): WorkflowDefinition => ({
  document: { dsl: '1.0.3', namespace: 'default', name: 'test', version: '1.0.0', metadata: { timezone } },
  do: [],
  schedule,
})

/** The ticks that follow a moment. */
function ticks(definition: WorkflowDefinition, from: string, count: number): string[] {
  const found: string[] = []
  for (let at = Date.parse(from); found.length < count; at = Date.parse(found.at(-1) ?? ''))
    found.push(new Date(nextTick(definition, { now: at, last: at }) ?? NaN).toISOString())
  return found
}

it('gives the times of a cron expression in its time zone', () => {
  const daily = definitionOf({ cron: '30 9 * * 1-5' }, 'Europe/London')
  expect(ticks(daily, '2026-03-26T12:00:00.000Z', 3)).toEqual([
    '2026-03-27T09:30:00.000Z',
    '2026-03-30T08:30:00.000Z',
    '2026-03-31T08:30:00.000Z',
  ])
})

it('runs a time that the clock skips once, and one that comes twice once', () => {
  const nightly = definitionOf({ cron: '30 2 * * *' }, 'Europe/Berlin')
  const spring = ticks(nightly, '2026-03-28T12:00:00.000Z', 2)
  expect(spring[0]?.slice(0, 10)).toBe('2026-03-29')
  expect(spring[1]).toBe('2026-03-30T00:30:00.000Z')
  const autumn = ticks(nightly, '2026-10-24T12:00:00.000Z', 2)
  expect(autumn[0]?.slice(0, 10)).toBe('2026-10-25')
  expect(autumn[1]).toBe('2026-10-26T01:30:00.000Z')
})

it('counts every from the tick before, and leaves out what was missed', () => {
  const often = definitionOf({ every: { minutes: 10 } })
  const last = Date.parse('2026-01-01T00:00:00.000Z')
  const at = (now: string) => new Date(nextTick(often, { now: Date.parse(now), last }) ?? NaN).toISOString()
  expect(at('2026-01-01T00:00:00.000Z')).toBe('2026-01-01T00:10:00.000Z')
  expect(at('2026-01-01T05:03:00.000Z')).toBe('2026-01-01T05:10:00.000Z')
  expect(at('2025-12-31T23:00:00.000Z')).toBe('2026-01-01T00:10:00.000Z')
})

it('says what is no time', () => {
  expect(cronProblem('* * * *', 'UTC')).toMatch(/is no cron expression of five fields/)
  expect(cronProblem('0 0 30 2 *', 'UTC')).toMatch(/never comes/)
  expect(cronProblem('*/5 * * * *', 'UTC')).toBeNull()
  expect(timezoneProblem('Europe/Lodnon')).toMatch(/is no time zone/)
})

import { describe, expect, it } from 'vitest'
import { backoffMs, statsOf } from './job-answers.ts'

describe('backoffMs', () => {
  it('doubles up to an hour, give or take a fifth', () => {
    const attempts = [1, 2, 5, 11, 12, 100]
    const middles = attempts.map(attempt => backoffMs(attempt, 0.5))
    expect(middles).toEqual([2000, 4000, 32_000, 2_048_000, 3_600_000, 3_600_000])
    expect([backoffMs(1, 0), backoffMs(1, 1), backoffMs(100, 1)]).toEqual([1600, 2400, 4_320_000])
  })
})

describe('statsOf', () => {
  it('lists a thousand queues, those with jobs that wait or run first, and says how many more there are', () => {
    const ended = Array.from({ length: 1500 }, (_, n) => ({ queue: `a${n}`, state: 'dead' as const, count: 2 }))
    const live = Array.from({ length: 10 }, (_, n) => ({ queue: `z${n}`, state: 'queued' as const, count: 1 }))
    const { queues, queues_left_out, states } = statsOf([...ended, ...live], new Map([['z3', 0]]))
    expect([queues.length, queues_left_out, states.dead, states.queued]).toEqual([1000, 510, 3000, 10])
    expect(queues.slice(-10).map(({ queue }) => queue)).toEqual(live.map(({ queue }) => queue))
    expect(queues.at(-7)).toMatchObject({ queue: 'z3', queued: 1, oldest_queued_at: '1970-01-01T00:00:00.000Z' })
  })
})

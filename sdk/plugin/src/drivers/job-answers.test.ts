import { describe, expect, it } from 'vitest'
import { backoffMs } from './job-answers.ts'

describe('backoffMs', () => {
  it('doubles up to an hour, give or take a fifth', () => {
    const attempts = [1, 2, 5, 11, 12, 100]
    const middles = attempts.map(attempt => backoffMs(attempt, 0.5))
    expect(middles).toEqual([2000, 4000, 32_000, 2_048_000, 3_600_000, 3_600_000])
    expect([backoffMs(1, 0), backoffMs(1, 1), backoffMs(100, 1)]).toEqual([1600, 2400, 4_320_000])
  })
})

import { describe, expect, it } from 'vitest'
import { bucketOf, millisecondsOf, percentile } from './latency-buckets.ts'

describe('buckets', () => {
  it('give a duration back to within a tenth', () => {
    for (const duration of [0.2, 1, 3.7, 42, 999, 60_000]) {
      expect(Math.abs(millisecondsOf(bucketOf(duration)) / duration - 1)).toBeLessThan(0.1)
    }
  })

  it('take whatever a clock may say', () => {
    expect([0, -1, Number.NaN, 1e12].map(bucketOf)).toEqual([0, 0, 0, 88])
  })
})

describe('percentile', () => {
  const counts = [
    { bucket: 10, count: 90 },
    { bucket: 40, count: 10 },
  ]

  it('finds the bucket under which the fraction lies', () => {
    expect([percentile(counts, 0.5), percentile(counts, 0.95)]).toEqual([millisecondsOf(10), millisecondsOf(40)])
  })

  it('is null where nothing was counted', () => {
    expect(percentile([], 0.5)).toBeNull()
  })
})

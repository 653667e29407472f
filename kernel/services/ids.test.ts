import type { Clock } from '@svc/plugin'
import { describe, expect, it } from 'vitest'
import { createIds } from './ids.ts'

function idsAt(start: number) {
  const time = { now: start }
  return { time, ids: createIds({ now: () => time.now } as Clock) }
}

describe('ids', () => {
  it('are a prefix and a ULID', () => {
    const { ids } = idsAt(1_469_918_176_385)
    // The time part is the example of the ULID specification.
    expect(ids.create('run')).toMatch(/^run_01aryz6s41[0-9a-hjkmnp-tv-z]{16}$/)
  })

  it('sort in the order they were made, also within a millisecond and when the clock goes back', () => {
    const { ids, time } = idsAt(1000)
    const made: string[] = []
    for (let index = 0; index < 5000; index += 1) {
      if (index === 2000) time.now += 1
      if (index === 3000) time.now -= 500
      made.push(ids.create('job'))
    }
    expect(made.toSorted()).toEqual(made)
    expect(new Set(made).size).toBe(5000)
  })

  it('share no random part between two makers', () => {
    const [one, other] = [idsAt(5), idsAt(5)]
    expect(one.ids.create('key')).not.toBe(other.ids.create('key'))
  })

  it('make secrets of the asked length', () => {
    const { ids } = idsAt(0)
    expect([1, 32, 4096, 5000].map(bytes => Buffer.from(ids.secret(bytes), 'base64url').length)).toEqual([
      1, 32, 4096, 5000,
    ])
  })

  it('make no secret twice, and none of what is wiped', () => {
    const { ids } = idsAt(0)
    const made = Array.from({ length: 2000 }, () => ids.secret(18))
    expect(new Set(made).size).toBe(2000)
    expect(made.filter(secret => secret.includes('AAAAAAAA'))).toEqual([])
  })
})

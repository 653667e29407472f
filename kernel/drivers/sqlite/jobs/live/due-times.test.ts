import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DueTimes } from './due-times.ts'

const change = fc.record({
  how: fc.constantFrom('note' as const, 'set' as const, 'forget' as const),
  key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  at: fc.integer({ min: 0, max: 50 }),
})

describe('due times', () => {
  it('agree with a plain map, whatever comes', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 80 }), fc.integer({ min: 0, max: 50 }), (changes, now) => {
        const times = new DueTimes()
        const plain = new Map<string, number>()
        for (const { how, key, at } of changes) {
          if (how === 'note') {
            times.note(key, at)
            plain.set(key, Math.min(at, plain.get(key) ?? at))
          } else {
            times.set(key, how === 'set' ? at : null)
            if (how === 'set') plain.set(key, at)
            else plain.delete(key)
          }
        }
        const due = [...plain].filter(([, at]) => at <= now)
        expect(times.next()).toBe(plain.size === 0 ? null : Math.min(...plain.values()))
        expect(times.due(now, 10).toSorted()).toEqual(due.map(([key]) => key).toSorted())
        const [first] = times.due(now, 1)
        expect(first === undefined ? null : plain.get(first)).toBe(due.length === 0 ? null : times.next())
        times.setAll(now)
        expect(times.due(now, 10).length).toBe(plain.size)
      }),
      { examples: [[[3, 0, 3].map(at => ({ how: 'set' as const, key: 'b' as const, at })), 3]] },
    )
  })
})

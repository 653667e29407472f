import { expect, it } from 'vitest'
import { FreeKeys } from './source-keys.ts'

it('gives keys to many works of one name without counting up for each, and goes on behind those that are there', () => {
  const taken = new Set(['source', 'source-3', 'source-x', 'sourcery-9'])
  let asked = 0
  const keys = new FreeKeys({
    isTaken: key => {
      asked += 1
      return taken.has(key)
    },
    startingWith: start => [...taken].filter(key => key.startsWith(start)),
  })
  const given = Array.from({ length: 2000 }, () => {
    const key = keys.next({ type: 'book' })
    taken.add(key)
    return key
  })
  expect([given.slice(0, 2), new Set(given).size]).toEqual([['source-4', 'source-5'], 2000])
  expect(asked).toBeLessThan(2100)
  expect(keys.next({ type: 'book', title: 'On naps', author: [{ family: 'Doe' }], issued: 2020 } as never)).toMatch(
    /^doe/,
  )
})

import { expect, it } from 'vitest'
import { KeptBytes } from './kept-bytes.ts'

const megabyte = Buffer.alloc(1024 * 1024, 'x')

it('an answer that is kept is whole up to eight megabytes; of a longer one little is held, and its end', () => {
  const kept = new KeptBytes()
  for (let count = 0; count < 8; count += 1) kept.push(megabyte)
  expect([kept.isWhole, kept.text().length]).toEqual([true, 8 * megabyte.length])
  for (let count = 0; count < 20; count += 1) kept.push(megabyte)
  kept.push(Buffer.from('the end'))
  expect([kept.isWhole, kept.total, kept.tail(7)]).toEqual([false, 28 * megabyte.length + 7, 'the end'])
  expect(kept.text().length).toBeLessThanOrEqual(512 * 1024)
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inBackground } from './in-background.ts'

it('runs the pieces in their order, with turns of the event loop between them', async () => {
  const seen: string[] = []
  const pieces = ['a', 'b', 'c'].map(name => inBackground(() => seen.push(name)))
  const turns = (async () => {
    while (!seen.includes('c')) {
      seen.push('turn')
      await nextTurn()
    }
  })()
  await Promise.all([...pieces, turns])
  expect(seen.filter(name => name !== 'turn')).toEqual(['a', 'b', 'c'])
  expect(seen.slice(seen.indexOf('a'), seen.indexOf('b'))).toContain('turn')
  expect(seen.slice(seen.indexOf('b'), seen.indexOf('c'))).toContain('turn')
})

it('goes on after a piece that throws', async () => {
  const failed = inBackground(() => {
    throw new Error('no')
  })
  const next = inBackground(() => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
})

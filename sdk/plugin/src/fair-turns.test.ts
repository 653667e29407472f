import { expect, it } from 'vitest'
import { FairTurns } from './fair-turns.ts'

const never = new AbortController().signal

function started(most: number, mostEach: number, mostWaitingEach = 10) {
  const turns = new FairTurns({ most, mostEach, mostWaitingEach, refusal: 'too many' })
  const began: string[] = []
  const ends: (() => void)[] = []
  const ask = (who: string, name: string, signal = never) =>
    turns.run(who, signal, () => {
      began.push(name)
      return new Promise<void>(resolve => ends.push(resolve))
    })
  return { began, ends, ask }
}

it('one who asks for many leaves room for others, and they take turns', async () => {
  const { began, ends, ask } = started(2, 1)
  const all = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('b', 'b2'), ask('c', 'c1')]
  await expect.poll(() => began).toEqual(['a1', 'b1'])
  for (let ended = 0; ended < all.length; ended += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(ended)
    ends[ended]?.()
  }
  await Promise.all(all)
  expect(began).toEqual(['a1', 'b1', 'a2', 'b2', 'c1', 'a3'])
})

it('too many are refused, of one who asks and not of the others, and who leaves makes room', async () => {
  const { began, ends, ask } = started(1, 1, 1)
  const leaving = new AbortController()
  const first = ask('a', 'a1')
  const left = ask('a', 'a2', leaving.signal)
  await expect(ask('a', 'a3')).rejects.toThrow('too many')
  const other = ask('b', 'b1')
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  ends[0]?.()
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.()
  await Promise.all([first, other])
  expect(began).toEqual(['a1', 'b1'])
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { LoopTurns } from './loop-turns.ts'

const here = { destroyed: false }

function opened(options: { mostWaiting?: number; mostBytes?: number } = {}) {
  const turns = new LoopTurns({ mostWaiting: 1000, mostBytes: 1000, ...options })
  const began: string[] = []
  const enter = (person: string, { count = 1, bytes = 0, answer = here, work = () => {} } = {}) =>
    Array.from({ length: count }, () => {
      const go = () => {
        began.push(person)
        work()
      }
      return turns.enter({ person, bytes, answer, go })
    })
  return { began, enter }
}

const untilAll = async (began: string[], count: number) => {
  while (began.length < count) await nextTurn()
}

it('one who sends hundreds at once begins a few, and another begins in the same turn of the loop', async () => {
  const { began, enter } = opened()
  enter('eve', { count: 300 })
  enter('ada')
  expect(began.indexOf('ada')).toBe(began.length - 1)
  expect(began.length).toBeLessThanOrEqual(17)
  await untilAll(began, 301)
  expect(began.filter(person => person === 'eve')).toHaveLength(300)
})

it('heavy requests of one person begin one in a turn, and in each turn others come between them', async () => {
  const { began, enter } = opened()
  const work = () => {
    const until = performance.now() + 3
    while (performance.now() < until);
  }
  enter('eve', { count: 60, work })
  await untilAll(began, 40)
  const before = began.length
  enter('ada')
  enter('bob')
  expect(began.slice(before)).toEqual(['ada', 'bob'])
  await nextTurn()
  await nextTurn()
  expect(began.length - before - 2).toBeLessThanOrEqual(2)
  await untilAll(began, 62)
})

it('requests of one person keep their order, also those that come while others wait', async () => {
  const { enter } = opened()
  const order: number[] = []
  for (let index = 0; index < 50; index += 1) enter('eve', { work: () => void order.push(index) })
  await nextTurn()
  enter('eve', { work: () => void order.push(50) })
  while (order.length < 51) await nextTurn()
  expect(order).toEqual(Array.from({ length: 51 }, (_, index) => index))
})

it('those over the limits are refused and do not begin, and others are not refused for them', async () => {
  const { began, enter } = opened({ mostWaiting: 20, mostBytes: 100 })
  const taken = enter('eve', { count: 60 })
  expect(taken.filter(Boolean)).toHaveLength(began.length + 20)
  expect(enter('ada', { count: 17, bytes: 60 }).at(-1)).toBe(true)
  expect(enter('ada', { bytes: 60 })).toEqual([false])
  expect(enter('bob')).toEqual([true])
})

it('a request whose client has left does not begin', async () => {
  const { began, enter } = opened()
  enter('eve', { count: 100, answer: { destroyed: true } })
  const atOnce = began.length
  enter('eve')
  await untilAll(began, atOnce + 1)
  await nextTurn()
  expect(began).toHaveLength(atOnce + 1)
})

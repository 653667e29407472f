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

it('the persons of one who asks take turns too, also those who come later', async () => {
  const turns = new FairTurns({ most: 1, refusal: 'too many' })
  const began: string[] = []
  const ask = async (person: string, name: string, work = async () => {}) => {
    const end = await turns.take('a', never, person)
    began.push(name)
    await work()
    end()
  }
  let later: Promise<void> | undefined
  const comesLater = async () => void (later = ask('bob', 'b1'))
  const all = [ask('eve', 'e1'), ask('eve', 'e2', comesLater), ask('eve', 'e3'), ask('eve', 'e4')]
  await Promise.all([...all, ask('ada', 'a1'), ask('ada', 'a2')])
  await later
  expect(began).toEqual(['e1', 'a1', 'e2', 'a2', 'b1', 'e3', 'e4'])
})

it('where no more may wait, who has the most waiting gives way to who has fewer, and may come again', async () => {
  const turns = new FairTurns({ most: 1, mostWaitingEach: 3, mostWaiting: 4, refusal: 'too many' })
  const outcomes: string[] = []
  const ask = (callerId: string, person: string) => {
    const name = `${callerId} ${person}`
    const asked = turns.take(callerId, never, person)
    asked.catch((error: { status: number; retryAfterSeconds: number }) =>
      outcomes.push(`${name} ${error.status} ${error.retryAfterSeconds}`),
    )
    return asked
  }
  const end = await ask('a', 'eve')
  const waiting = [ask('a', 'eve'), ask('a', 'eve'), ask('a', 'eve'), ask('a', 'eve'), ask('a', 'ada'), ask('b', 'bob')]
  await expect.poll(() => outcomes).toEqual(['a eve 429 5', 'a eve 429 5'])
  waiting.push(ask('c', 'cy'))
  await expect.poll(() => outcomes.length).toBe(3)
  waiting.push(ask('d', 'dan'))
  await expect.poll(() => outcomes.length).toBe(4)
  waiting.push(ask('a', 'eve'))
  await expect.poll(() => outcomes).toEqual(Array(5).fill('a eve 429 5'))
  for (const each of waiting)
    each.then(
      done => done(),
      () => undefined,
    )
  end()
  await Promise.allSettled(waiting)
  expect(turns.waiting).toBe(0)
})

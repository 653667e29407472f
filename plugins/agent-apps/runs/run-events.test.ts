import { expect, test } from 'vitest'
import { logsOf, RunEvents } from './run-events.ts'
import type { RunEvent } from './run-events.ts'

const never = new AbortController().signal
const log = (message: string) => ({
  type: 'log' as const,
  at: '2026-01-31T12:00:00.000Z',
  level: 'info' as const,
  message,
})

async function idsOf(events: AsyncIterable<RunEvent>): Promise<number[]> {
  const ids: number[] = []
  for await (const event of events) ids.push(event.id)
  return ids
}

test('a reader gets what was, then what comes, until the end', async () => {
  const events = new RunEvents()
  events.add(log('one'))
  const early = idsOf(events.follow(0, never))
  const late = idsOf(events.follow(1, never))
  events.add(log('two'))
  await Promise.resolve()
  events.add({ type: 'progress', at: '', fraction: 1, note: null })
  events.close()
  expect(await early).toEqual([1, 2, 3])
  expect(await late).toEqual([2, 3])
  expect(logsOf(events.all).map(({ message }) => message)).toEqual(['one', 'two'])
})

test('a reader that leaves is let go, though nothing happens', async () => {
  const leave = new AbortController()
  const reading = idsOf(new RunEvents().follow(0, leave.signal))
  leave.abort()
  expect(await reading).toEqual([])
})

test('what is taken to be stored is taken once', () => {
  const events = new RunEvents()
  events.add(log('one'))
  expect(events.takeUnsaved()).toHaveLength(1)
  events.add(log('two'))
  expect(events.takeUnsaved().map(({ id }) => id)).toEqual([2])
  expect(events.takeUnsaved()).toEqual([])
})

test('a flood is cut off, and says so', () => {
  const events = new RunEvents()
  for (let n = 0; n < 6000; n++) events.add(log('again'))
  expect(events.all).toHaveLength(5001)
  expect(events.logs.at(-1)).toMatchObject({ level: 'warn', message: expect.stringContaining('5000 events') })
})

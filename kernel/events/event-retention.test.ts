import { afterEach, expect, it, vi } from 'vitest'
import type { WorkspaceEvent } from '@svc/plugin'
import { ids, range, TestEvents, workspaceId } from '../../test/rooms/events.ts'

const dayMs = 24 * 60 * 60 * 1000
const minuteMs = 60_000
let test: TestEvents

afterEach(() => test.stop())

const stored = () =>
  test.planes.data.use(
    workspaceId,
    db => db.get<{ count: number }>('SELECT count(*) AS count FROM kernel_events')?.count ?? 0,
  )

const idOf = (events: WorkspaceEvent[], index: number) => events.at(index)?.id ?? ''

/** What one look finds in the log goes at the next at the earliest. */
async function afterEightDays(): Promise<void> {
  test.clock.advance(8 * dayMs)
  test.write([0])
  await new Promise(setImmediate)
  test.clock.advance(minuteMs)
  test.write([1])
  await vi.waitFor(() => expect(stored()).toBe(2))
}

it('a process that starts leaves what it finds to its readers for a minute', async () => {
  test = await TestEvents.start()
  const old = test.write(range(1, 10))
  await new Promise(setImmediate)
  test.clock.advance(8 * dayMs)
  const begun = test.another()
  const reader = begun.follow(workspaceId, { after: idOf(old, 0), isAdmin: false }, new AbortController().signal)
  const heard = reader[Symbol.asyncIterator]()
  expect(stored()).toBe(10)
  expect((await heard.next()).value).toEqual(old[1])
  test.clock.advance(minuteMs)
  begun.follow(workspaceId, { after: null, isAdmin: false }, new AbortController().signal)
  expect(stored()).toBe(0)
  begun.close()
})

it('events go when they are too old, and a reader that was behind them gets a gap', async () => {
  test = await TestEvents.start()
  const old = test.write(range(1, 10))
  await afterEightDays()
  const reader = test.follow({ after: idOf(old, 3) })
  const gap = await reader.next()
  const resumesAt = await reader.next()
  expect(gap).toEqual({ type: 'gap', after: idOf(old, 3), resumes_at: (resumesAt as WorkspaceEvent).id })
  expect(await reader.take(1)).toEqual([1])
})

it('a reader that had read all that was pruned misses nothing, and gets no gap', async () => {
  test = await TestEvents.start()
  const old = test.write(range(1, 10))
  await afterEightDays()
  expect(await test.follow({ after: idOf(old, -1) }).take(1)).toEqual([0])
})

it('a gap is sent when nothing is left, and the next event follows it', async () => {
  test = await TestEvents.start()
  const old = test.write(range(1, 3))
  await new Promise(setImmediate)
  test.clock.advance(8 * dayMs)
  // Opening the log to read prunes it too.
  test.follow()
  expect(stored()).toBe(0)
  const reader = test.follow({ after: idOf(old, 0) })
  expect(await reader.next()).toEqual({ type: 'gap', after: idOf(old, 0), resumes_at: null })
  test.write([4])
  expect(await reader.take(1)).toEqual([4])
})

it('an id that is older than the log is a gap too: the log may have been pruned before it was known', async () => {
  test = await TestEvents.start()
  const lost = ids.create('evt')
  test.write([1, 2])
  const reader = test.follow({ after: lost })
  expect(await reader.take(3)).toEqual(['gap', 1, 2])
})

it('no more events are kept than there may be, and the newest stay', async () => {
  test = await TestEvents.start(1000)
  for (const step of range(0, 9)) {
    test.write(range(step * 300 + 1, step * 300 + 300))
    await new Promise(setImmediate)
  }
  await vi.waitFor(() => expect(stored()).toBeLessThan(1600))
  const oldest = test.planes.data.use(workspaceId, db =>
    db.get<{ id: string }>('SELECT event_id AS id FROM kernel_events'),
  )
  const reader = test.follow({ after: oldest?.id ?? '' })
  const heard = await reader.take(999)
  expect(heard.at(0)).toBe((heard.at(-1) as number) - 998)
  expect(stored()).toBeGreaterThanOrEqual(1000)
})

it('a reader whose place is pruned while it reads gets a gap there', async () => {
  test = await TestEvents.start()
  const [first] = test.write(range(1, 250))
  const reader = test.follow({ after: first?.id ?? '' })
  expect(await reader.take(50)).toEqual(range(2, 51))
  await afterEightDays()
  const [rest] = [await reader.take(52)]
  // The page that it held already, then the gap, then what is left.
  expect(rest).toEqual([...range(52, 101), 'gap', 0])
})

it('pruning goes on in steps as long as there is something to prune', async () => {
  test = await TestEvents.start()
  for (const step of range(0, 24)) test.write(range(step * 100 + 1, step * 100 + 100))
  await new Promise(setImmediate)
  test.clock.advance(8 * dayMs)
  for (const n of range(1, 3)) {
    test.write([n])
    await new Promise(setImmediate)
  }
  expect(stored()).toBe(3)
})

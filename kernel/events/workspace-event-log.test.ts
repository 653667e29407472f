import { InternalError, UnavailableError } from '@svc/plugin'
import type { DataPlane, WorkspaceDatabase, WorkspaceEvent } from '@svc/plugin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Followed, ids, otherWorkspaceId, range, TestEvents, workspaceId } from '../../test/rooms/events.ts'

let test: TestEvents

beforeEach(async () => {
  test = await TestEvents.start()
})

afterEach(() => test.stop())

describe('an event that is appended', () => {
  it('stands when its transaction stands, as it was given', async () => {
    const reader = test.follow()
    const [written] = test.write([1])
    expect(await reader.next()).toEqual({
      id: written?.id,
      type: 'note.written',
      at: '2026-01-31T12:00:00.000Z',
      data: { n: 1 },
    })
    expect(written?.id).toMatch(/^evt_[0-9a-z]{26}$/)
  })

  it('reaches nobody when its transaction fails', async () => {
    const reader = test.follow()
    const fails = () =>
      test.planes.data.use(workspaceId, db =>
        db.transaction(() => {
          test.events.append(db, workspaceId, [{ type: 'note.written', data: { n: 1 } }])
          throw new Error('the change was refused')
        }),
      )
    expect(fails).toThrow('the change was refused')
    test.write([2])
    expect(await reader.take(1)).toEqual([2])
  })

  it('must be of a type that somebody declares, and takes its transaction with it otherwise', async () => {
    const reader = test.follow()
    expect(() => test.write([1], { type: 'note.burnt' })).toThrow(InternalError)
    await test.events.publish(workspaceId, { type: 'note.deleted', data: { n: 2 } })
    expect(await reader.take(1)).toEqual([2])
  })

  it('stands on the page behind the place that a reader has kept', () => {
    const page = (place: number | null, limit = 10) =>
      test.planes.data.use(workspaceId, db => test.events.page(db, place, limit))
    test.write([1])
    const { place } = page(null)
    expect(page(place)).toEqual({ events: [], place, isTorn: false })
    const [second, third] = test.write([2, 3])
    const first = page(place, 1)
    expect(first).toEqual({ events: [second], place: place + 1, isTorn: false })
    expect(page(first.place)).toEqual({ events: [third], place: place + 2, isTorn: false })
    expect(page(place + 100)).toMatchObject({ events: [], isTorn: true })
  })

  it('fills the outboxes in its transaction, in their order, and only with what it appends', () => {
    const filled: string[] = []
    test.events.addOutbox((_db, id, events) => filled.push(`${id === workspaceId} first ${events.length}`))
    test.events.addOutbox((db, _id, events) => {
      filled.push(`second ${events.length}`)
      db.run('CREATE TABLE IF NOT EXISTS outbox (id TEXT) STRICT')
      for (const event of events) db.run('INSERT INTO outbox VALUES (?)', event.id)
    })
    const written = test.write([1, 2])
    const rows = test.planes.data.use(workspaceId, db => db.all<{ id: string }>('SELECT id FROM outbox'))
    expect([filled, rows.map(row => row.id)]).toEqual([['true first 2', 'second 2'], written.map(event => event.id)])
  })

  it('is announced once for all appends of a turn, after their commit', async () => {
    const announced = vi.fn()
    test.events.onCommitted(announced)
    test.write([1])
    test.write([2])
    test.write([3], { to: otherWorkspaceId })
    expect(announced).not.toHaveBeenCalled()
    await vi.waitFor(() =>
      expect(announced.mock.calls).toEqual([
        [workspaceId, false],
        [otherWorkspaceId, false],
      ]),
    )
  })

  it('is announced as foreign where another process may have appended, whatever this one appends in the same turn', async () => {
    const announced = vi.fn()
    test.events.onCommitted(announced)
    test.events.noticed(workspaceId)
    test.write([1])
    await vi.waitFor(() => expect(announced.mock.calls).toEqual([[workspaceId, true]]))
  })
})

describe('a reader', () => {
  it('hears only what follows when it names no event', async () => {
    test.write([1])
    const reader = test.follow()
    test.write([2])
    expect(await reader.take(1)).toEqual([2])
  })

  it('hears what was stored and then what comes, once each, in order, while two writers write on', async () => {
    const [first] = test.write(range(1, 250))
    const reader = test.follow({ after: first?.id ?? '' })
    const other = test.another()
    const elsewhere = new Followed(other, { after: first?.id ?? '' })
    const write = async () => {
      for (const n of range(251, 400)) {
        const log = n % 2 === 0 ? test.events : other
        test.planes.data.use(workspaceId, db =>
          db.transaction(() => log.append(db, workspaceId, [{ type: 'note.written', data: { n } }])),
        )
        // What a process hears from another one.
        if (n % 2 === 0) other.noticed(workspaceId)
        else test.events.noticed(workspaceId)
        if (n % 10 === 0) await new Promise(setImmediate)
      }
    }
    const [heard, heardElsewhere] = await Promise.all([reader.take(399), elsewhere.take(399), write()])
    expect([heard, heardElsewhere]).toEqual([range(2, 400), range(2, 400)])
    other.close()
  })

  it('shares what is read from the file with others at the same place', async () => {
    const [first] = test.write(range(1, 150))
    const readers = [test.follow({ after: first?.id ?? '' }), test.follow({ after: first?.id ?? '' })]
    const [one, other] = await Promise.all(readers.map(reader => reader.next()))
    expect(one).toBe(other)
    test.write([151])
    const heard = await Promise.all(readers.map(reader => reader.take(149)))
    expect(heard).toEqual([range(3, 151), range(3, 151)])
  })

  it('that falls far behind reads on from the file, and misses nothing', async () => {
    const slow = test.follow()
    const quick = test.follow()
    test.write([0])
    expect(await slow.take(1)).toEqual([0])
    for (const start of range(0, 29)) {
      test.write(range(start * 100 + 1, start * 100 + 100))
      await new Promise(setImmediate)
    }
    expect(await quick.take(3001)).toEqual(range(0, 3000))
    expect(await slow.take(3000)).toEqual(range(1, 3000))
    test.write([3001])
    expect([await slow.take(1), await quick.take(1)]).toEqual([[3001], [3001]])
  })

  it('hears its patterns, and what is for admins only as one', async () => {
    const deleted = test.follow({ patterns: ['note.deleted'] })
    const notes = test.follow({ patterns: ['note.*'] })
    const user = test.follow({ patterns: ['*'] })
    const admin = test.follow({ patterns: ['secret.*', 'note.deleted'], isAdmin: true })
    test.write([1])
    test.write([2], { type: 'secret.seen' })
    test.write([3], { type: 'note.deleted' })
    test.write([4])
    expect([await deleted.take(1), await notes.take(3), await user.take(3), await admin.take(2)]).toEqual([
      [3],
      [1, 3, 4],
      [1, 3, 4],
      [2, 3],
    ])
  })

  it('hears nothing of another workspace', async () => {
    const reader = test.follow()
    test.write([1], { to: otherWorkspaceId })
    test.write([2])
    expect(await reader.take(1)).toEqual([2])
  })

  it('ends with its signal, while it waits and before it began', async () => {
    const waiting = test.follow()
    const next = waiting.next()
    waiting.stop()
    const aborted = test.events.follow(workspaceId, { after: null, isAdmin: false }, AbortSignal.abort())
    expect([await next, await waiting.next(), await aborted[Symbol.asyncIterator]().next()]).toEqual([
      null,
      null,
      { done: true, value: undefined },
    ])
  })

  it('ends with the log', async () => {
    const reader = test.follow()
    const next = reader.next()
    test.events.close()
    expect(await next).toBeNull()
  })

  it('cannot begin behind an event that the workspace never had', () => {
    test.write([1])
    const [foreign] = test.write([1], { to: otherWorkspaceId })
    expect(() => test.follow({ after: foreign?.id ?? '' })).toThrow(/names no event of this workspace: evt_/)
  })

  it('is sent away when the log cannot be read, and can come back', async () => {
    let isBroken = false
    const data = {
      ...test.planes.data,
      use: <T>(id: string, work: (db: WorkspaceDatabase) => T) => {
        if (isBroken) throw new UnavailableError('The file cannot be used now.')
        return test.planes.data.use(id, work)
      },
    }
    const events = test.another(100_000, data as DataPlane)
    const [waiting, later] = [new Followed(events, {}), new Followed(events, {})]
    const next = waiting.next()
    const [missed] = test.write([1])
    isBroken = true
    events.noticed(workspaceId)
    await expect(next).rejects.toThrow('The file cannot be used now.')
    isBroken = false
    expect([await waiting.next(), await later.next()]).toEqual([null, null])
    test.write([2])
    expect(await new Followed(events, { after: missed?.id ?? '' }).take(1)).toEqual([2])
    events.close()
  })

  it('hears what an earlier process left in the log', async () => {
    const [first] = test.write([1, 2, 3])
    const later = test.another()
    expect(await new Followed(later, { after: first?.id ?? '' }).take(2)).toEqual([2, 3])
    later.close()
  })
})

describe('events that were committed elsewhere', () => {
  const made = (n: number): WorkspaceEvent => ({
    id: ids.create('evt'),
    type: 'note.written',
    at: '2026-01-31T11:00:00.000Z',
    data: { n },
  })

  it('are stored and read once, however often they are brought, and go to the outboxes once', async () => {
    const outbox = vi.fn()
    test.events.addOutbox((_db, _id, events) => outbox(events.map(({ data }) => data['n'])))
    const reader = test.follow()
    const [first, second, third] = [made(1), made(2), made(3)] as const
    test.events.relay(workspaceId, [first, second])
    test.events.relay(workspaceId, [first, second, third])
    test.events.relay(workspaceId, [third])
    test.write([4])
    expect([await reader.take(4), outbox.mock.calls]).toEqual([
      [1, 2, 3, 4],
      [[[1, 2]], [[3]], [[4]]],
    ])
  })
})

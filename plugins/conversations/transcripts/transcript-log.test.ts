import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '@svc/plugin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../test/rooms/planes.ts'
import conversations from '../migrations/0001-conversations.ts'
import memories from '../migrations/0002-memories.ts'
import { sessionStore } from '../sessions/session-store.ts'
import { TranscriptLog } from './transcript-log.ts'
import { transcriptStore } from './transcript-store.ts'

const workspaceId = `ws_${'1'.repeat(26)}`
const stop = new AbortController()
const systemClock: Clock = {
  now: () => Date.now(),
  timestamp: () => new Date().toISOString(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
}
let planes: TestPlanes
let log: TranscriptLog
let count = 0

beforeAll(async () => {
  planes = await openTestPlanes({ migrations: [{ owner: 'conversations', migrations: [conversations, memories] }] })
  log = new TranscriptLog({ data: planes.data, clock: systemClock, log: recordingLog(), signal: stop.signal })
})
afterAll(async () => {
  stop.abort()
  log.close()
  await planes.close()
})

function begin(): string {
  const session_id = `ses_${(count += 1)}`
  const now = systemClock.timestamp()
  planes.data.use(workspaceId, db =>
    sessionStore.insert(db, {
      session_id,
      title: null,
      title_by: 'nobody',
      model: null,
      system: null,
      tools: 'none',
      settings: { context: 'drop', step_limit: 16, token_limit: null },
      memory: null,
      source: 'api',
      user_id: 'usr_1',
      key_id: null,
      leaf_id: null,
      created_at: now,
      updated_at: now,
    }),
  )
  return session_id
}

const say = (id: string, delta: string) => log.add(workspaceId, id, { type: 'content', turn_id: 't', data: { delta } })
const append = (id: string, type: string) =>
  log.commit(workspaceId, id, (_db, add) => add({ type, turn_id: 't', data: {} }))
const read = (id: string, signal = stop.signal) =>
  log.follow({ workspace_id: workspaceId, session_id: id, turn_id: null, after: null }, signal, event => event.shown)
const stored = (id: string) => planes.data.use(workspaceId, db => transcriptStore.after(db, id, 0, 5000))

async function take<T>(reader: AsyncIterator<T>, most: number): Promise<T[]> {
  const taken: T[] = []
  while (taken.length < most) {
    const next = await reader.next()
    if (next.done) return taken
    taken.push(next.value)
  }
  return taken
}

describe('the log of a conversation', () => {
  it('puts pieces of one text together, and keeps the order of what lies between them', async () => {
    const id = begin()
    for (const piece of ['a', 'b', 'c']) say(id, piece)
    append(id, 'step')
    for (const piece of ['d', 'e']) say(id, piece)
    append(id, 'done')
    expect(stored(id).map(({ seq, event }) => [seq, event.type, event.data['delta']])).toEqual([
      [1, 'content', 'abc'],
      [2, 'step', undefined],
      [3, 'content', 'de'],
      [4, 'done', undefined],
    ])
  })

  it('shows nothing that is not stored', async () => {
    const id = begin()
    const reader = read(id)
    say(id, 'soon')
    const [event] = await take(reader, 1)
    expect(stored(id).map(each => each.event.id)).toEqual([event?.id])
    expect(() =>
      log.commit(workspaceId, id, (_db, add) => {
        add({ type: 'done', turn_id: 't', data: {} })
        throw new Error('no')
      }),
    ).toThrow('no')
    append(id, 'step')
    expect((await take(reader, 1))[0]?.type).toBe('step')
  })

  it('hands all readers one object, so that its bytes are made once', async () => {
    const id = begin()
    const readers = Array.from({ length: 50 }, () => read(id))
    const first = readers.map(reader => reader.next())
    append(id, 'step')
    const events = (await Promise.all(first)).map(({ value }) => value)
    expect(new Set(events).size).toBe(1)
  })

  it('keeps nothing for a reader that is slow, which reads on from the file', async () => {
    const id = begin()
    const slow = read(id)
    const first = slow.next()
    append(id, 'step')
    await first
    for (let number = 0; number < 1500; number += 1)
      log.add(workspaceId, id, { type: `e${number}`, turn_id: null, data: {} })
    append(id, 'done')
    expect((await take(slow, 1501)).map(({ id: each }) => each)).toEqual(
      stored(id)
        .slice(1)
        .map(({ event }) => event.id),
    )
  })

  it('ends a reader that leaves at once, though nothing happens', async () => {
    const leaving = new AbortController()
    const reader = read(begin(), leaving.signal)
    const waiting = reader.next()
    leaving.abort()
    expect((await waiting).done).toBe(true)
  })

  it('serves many conversations of a workspace with one transaction', async () => {
    const ids = Array.from({ length: 20 }, begin)
    const readers = ids.map(id => read(id))
    for (const id of ids) say(id, 'at once')
    const events = await Promise.all(readers.map(reader => take(reader, 1)))
    expect(new Set(events.flat().map(({ data }) => data['at'])).size).toBe(1)
  })

  it('stores what is said in others when one conversation cannot be stored', async () => {
    const [gone, other] = ['ses_gone', begin()]
    const reader = read(other)
    say(gone, 'to nobody')
    say(other, 'to you')
    expect((await take(reader, 1)).map(({ data }) => data['delta'])).toEqual(['to you'])
    expect(() => say(gone, 'again')).toThrow(/FOREIGN KEY/)
    log.forget(workspaceId, gone)
  })
})

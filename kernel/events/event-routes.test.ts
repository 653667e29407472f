import { once } from 'node:events'
import { connect } from 'node:net'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { DataPlane, WorkspaceEvent } from '@svc/plugin'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordingLog } from '../../test/support/recording-log.ts'
import { KnownCredentials, otherWorkspaceId, principalOf, startTestHttp, workspaceId } from '../../test/rooms/http.ts'
import type { TestHttp } from '../../test/rooms/http.ts'
import { createIds, systemClock } from '../services/index.ts'
import { WorkspaceEventLog } from './index.ts'
import { eventRoutes } from './event-routes.ts'
import { testMigrations, testTypes } from '../../test/rooms/events.ts'

interface Message {
  id: string
  event: string
  data: Record<string, unknown>
}

const ids = createIds(systemClock)
const auth = new KnownCredentials()
auth.keys.set('svc_member', principalOf({ user_id: 'usr_3', role: 'user' }))
auth.keys.set('svc_narrow', principalOf({ user_id: 'usr_4', scopes: ['events:read'] }))
auth.keys.set('svc_other', principalOf({ user_id: 'usr_5', workspace_id: otherWorkspaceId }))

let server: TestHttp
let events: WorkspaceEventLog

beforeEach(async () => {
  const later: Pick<DataPlane, 'use'> = { use: (id, work) => server.data.use(id, work) }
  events = new WorkspaceEventLog({
    data: later as DataPlane,
    clock: systemClock,
    ids,
    log: recordingLog(),
    types: testTypes,
    retention: { days: 7, count: 1000 },
  })
  server = await startTestHttp(eventRoutes(events), {
    options: { auth },
    limits: { streamStallMs: 200 },
    migrations: testMigrations,
  })
})

afterEach(async () => {
  events.close()
  await server[Symbol.asyncDispose]()
})

function write(numbers: readonly number[], { type = 'note.written', to = workspaceId } = {}): WorkspaceEvent[] {
  return server.data.use(to, db =>
    db.transaction(() =>
      events.append(
        db,
        to,
        numbers.map(n => ({ type, data: { n } })),
      ),
    ),
  )
}

/** Opens a stream; the messages as they come. */
async function listen(path: string, headers: Record<string, string> = {}) {
  const response = await server.call(path, { headers })
  if (!response.body) throw new Error('there is no stream')
  expect(response.status).toBe(200)
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  return {
    async take(count: number): Promise<Message[]> {
      const messages: Message[] = []
      while (messages.length < count) {
        const { value, done } = await reader.read()
        if (done) throw new Error(`the stream ended after ${messages.length} of ${count}`)
        messages.push({ id: value.id ?? '', event: value.event ?? '', data: JSON.parse(value.data) as Message['data'] })
      }
      return messages
    },
    cancel: () => reader.cancel(),
  }
}

describe('GET /api/events', () => {
  it('sends each event with its id, its type and when it happened', async () => {
    const stream = await listen('/api/events')
    const [event] = write([1])
    expect(await stream.take(1)).toEqual([
      {
        id: event?.id,
        event: 'note.written',
        data: { type: 'note.written', id: event?.id, at: event?.at, data: { n: 1 } },
      },
    ])
    await stream.cancel()
  })

  it('resumes behind the event that the header names, which is stronger than the query', async () => {
    const [first, second] = write([1, 2, 3])
    const byQuery = await listen(`/api/events?last_event_id=${first?.id}`)
    const byHeader = await listen(`/api/events?last_event_id=${first?.id}`, { 'last-event-id': second?.id ?? '' })
    const numbers = (messages: Message[]) => messages.map(({ data }) => (data['data'] as { n: number }).n)
    expect([numbers(await byQuery.take(2)), numbers(await byHeader.take(1))]).toEqual([[2, 3], [3]])
    await Promise.all([byQuery.cancel(), byHeader.cancel()])
  })

  it('begins with the id behind which it begins, so that a reader that is cut off before the first event loses none', async () => {
    const beginning = async (headers: Record<string, string> = {}): Promise<string | undefined> => {
      const { body } = await server.call('/api/events', { headers })
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
      const first = await reader?.read()
      await reader?.cancel()
      return first?.value
    }
    const beforeAll = `evt_${'0'.repeat(26)}`
    expect(await beginning()).toBe(`retry: 2000\nid: ${beforeAll}\n\n`)
    const early = await listen('/api/events', { 'last-event-id': beforeAll })
    const [first, second] = write([1, 2])
    expect((await early.take(3)).map(({ event }) => event)).toEqual(['gap', 'note.written', 'note.written'])
    expect(await beginning()).toBe(`retry: 2000\nid: ${second?.id}\n\n`)
    const resumed = await beginning({ 'last-event-id': first?.id ?? '' })
    expect(resumed).toMatch(new RegExp(`^retry: 2000\nid: ${first?.id}\n\n`))
    await early.cancel()
  })

  it('sends a gap under the id that the reader gave, so that a reader that is cut off then gets it again', async () => {
    const lost = ids.create('evt')
    const [kept] = write([1])
    const stream = await listen('/api/events', { 'last-event-id': lost })
    expect((await stream.take(2))[0]).toEqual({
      id: lost,
      event: 'gap',
      data: { type: 'gap', after: lost, resumes_at: kept?.id },
    })
    await stream.cancel()
  })

  it('sends each caller the events for them: admins with all scopes get more, and nobody gets those of another workspace', async () => {
    const callers = ['svc_owner', 'svc_member', 'svc_narrow', 'svc_other']
    const streams = await Promise.all(callers.map(key => listen('/api/events', { authorization: `Bearer ${key}` })))
    write([1], { type: 'secret.seen' })
    write([2])
    write([3], { to: otherWorkspaceId })
    const heard = await Promise.all(streams.map((stream, index) => stream.take(index === 0 ? 2 : 1)))
    expect(heard.map(messages => messages.map(({ data }) => (data['data'] as { n: number }).n))).toEqual([
      [1, 2],
      [2],
      [2],
      [3],
    ])
    await Promise.all(streams.map(stream => stream.cancel()))
  })

  it('filters by patterns', async () => {
    const stream = await listen('/api/events?types=note.deleted,%20secret.*')
    write([1])
    write([2], { type: 'note.deleted' })
    write([3], { type: 'secret.seen' })
    expect((await stream.take(2)).map(({ event }) => event)).toEqual(['note.deleted', 'secret.seen'])
    await stream.cancel()
  })

  it.each([
    ['/api/events?types=jobs.*', '"jobs.*" fits no event type. Did you mean "job.*"?'],
    ['/api/events?types=note.writen', 'Did you mean "note.written"?'],
    ['/api/events?types=note.*,,job.*', 'has an empty pattern'],
    ['/api/events?types=note*', 'fits no event type'],
    [`/api/events?types=${Array.from({ length: 51 }, (_, index) => `x${index}.*`).join(',')}`, 'send at most 50'],
    ['/api/events?last_event_id=evt_1', 'last_event_id'],
    ['/api/events?since=yesterday', 'since'],
  ])('refuses %s', async (path, reason) => {
    const response = await server.call(path)
    const problem = (await response.json()) as { code: string; detail: string }
    expect([response.status, problem.code]).toEqual([400, 'validation_error'])
    expect(problem.detail).toContain(reason)
  })

  it.each([
    ['17', 'must be the id of an event of this workspace'],
    [`evt_${'z'.repeat(26)}`, 'names no event of this workspace'],
  ])('refuses to resume behind %s', async (id, reason) => {
    const response = await server.call('/api/events', { headers: { 'last-event-id': id } })
    expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
      400,
      expect.stringContaining(reason),
    ])
  })

  it('drops a reader that does not read, keeps little for it, and lets it resume with what it missed', async () => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname).on('error', () => undefined)
    socket.write('GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer svc_owner\r\n\r\n')
    await once(socket, 'data')
    const [first] = write([0])
    await once(socket, 'data')
    socket.pause()
    const big = 'x'.repeat(100_000)
    for (let n = 1; n <= 150; n += 1) {
      await events.publish(workspaceId, { type: 'note.written', data: { n, big } })
      await new Promise(setImmediate)
    }
    const dropped = () => server.logged.find(line => String(line['msg']).startsWith('a slow event reader was dropped'))
    await expect.poll(dropped).toBeDefined()
    expect(Number(dropped()?.['queued_bytes'])).toBeLessThan(512 * 1024)
    socket.destroy()
    const resumed = await listen('/api/events', { 'last-event-id': first?.id ?? '' })
    const missed = await resumed.take(150)
    expect(missed.map(({ data }) => (data['data'] as { n: number }).n)).toEqual(
      Array.from({ length: 150 }, (_, index) => index + 1),
    )
    await resumed.cancel()
  })

  it('needs the scope events:read', async () => {
    const answers = await Promise.all([
      server.call('/api/events', { headers: { authorization: 'Bearer svc_reader' } }),
      fetch(`${server.url}/api/events`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 401])
  })
})

it('GET /api/events/types lists what there is to hear, to everybody', async () => {
  const response = await fetch(`${server.url}/api/events/types`)
  const { items } = (await response.json()) as { items: { type: string }[] }
  const types = items.map(({ type }) => type)
  expect(types).toEqual(types.toSorted())
  expect(items.find(({ type }) => type === 'secret.seen')).toEqual({
    type: 'secret.seen',
    title: 'For tests.',
    data: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    audience: 'admin',
    owner: 'test',
  })
})

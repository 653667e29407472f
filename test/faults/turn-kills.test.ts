import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '@svc/plugin'
import { TestStream } from '../support/event-stream.ts'
import type { StreamMessage } from '../support/event-stream.ts'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import { startTalker } from '../support/servers/talker.ts'
import type { FaultPoint } from '../support/programs/fault-points.ts'
import { repositoryRoot } from '../support/repository.ts'
import { startServerProcess } from '../support/programs/server-process.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'

const homes: string[] = []
const servers: ServerProcess[] = []
const admin = { username: 'owner', password: 'correct horse battery' }

afterAll(async () => {
  for (const server of servers) server.signal('SIGKILL')
  await Promise.all(servers.map(server => server.exited))
  for (const home of homes) await rm(home, { recursive: true, force: true })
})

async function start(home: string, modelUrl: string, env: Record<string, string> = {}) {
  const server = startServerProcess({
    home,
    env: {
      ...env,
      SVC_ADMIN_USERNAME: admin.username,
      SVC_ADMIN_PASSWORD: admin.password,
      SVC_MODEL_BASE_URL: modelUrl,
      SVC_MODEL_NAME: 'talker',
    },
  })
  servers.push(server)
  const url = await server.ready
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const headers = {
    cookie: login.headers
      .getSetCookie()
      .map(each => each.split(';')[0])
      .join('; '),
  }
  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const events = (id: string, after?: string, query = '') =>
    TestStream.open(`${url}/api/conversations/${id}/events${query}`, {
      ...headers,
      ...(after !== undefined && { 'last-event-id': after }),
    })
  const get = async (path: string) => (await fetch(url + path, { headers })).json() as Promise<JsonObject>
  return { server, post, get, events }
}

const textOf = (messages: readonly StreamMessage[]) => messages.map(({ data }) => data['delta'] ?? '').join('')

describe('a server that is killed in the middle of an answer', () => {
  it('has lost and repeats nothing that a reader saw, marks the turn, and answers when it is asked again', async () => {
    const home = await mkdtemp(join(tmpdir(), 'svc-turn-kills-'))
    homes.push(home)
    const talker = await startTalker()
    const first = await start(home, talker.baseUrl)
    const made = await first.post('/api/conversations', { title: 'Trial' })
    const { session_id } = (await made.json()) as { session_id: string }
    const stream = await TestStream.read(
      await first.post(`/api/conversations/${session_id}/messages`, { message: 'Talk.', stream: true }),
    )
    const other = await first.events(session_id)
    const seen = await stream.take(1)
    await talker.listener()
    // Killed while it is told words faster than it stores them.
    for (let round = 0; round < 20; round += 1) {
      talker.say(40)
      seen.push(...(await stream.take(1)))
    }
    talker.say(400)
    first.server.signal('SIGKILL')
    await first.server.exited
    seen.push(...(await stream.rest()))
    const seenElsewhere = await other.rest()

    const second = await start(home, talker.baseUrl)
    const stored = await (await second.events(session_id, undefined, '?follow=false')).rest()
    expect(stored.slice(0, seen.length)).toEqual(seen)
    expect(stored.slice(0, seenElsewhere.length)).toEqual(seenElsewhere)
    const rest = await (await second.events(session_id, seen.at(-1)?.id, '?follow=false')).rest()
    expect([...seen, ...rest]).toEqual(stored)
    expect(stored.at(-1)).toMatchObject({ event: 'done', data: { finish_reason: 'interrupted' } })
    // Every word once, in order, up to where it broke off.
    const words = textOf(stored).trim().split(' ')
    expect(words).toEqual(words.map((_, index) => `word${index + 1}`))

    const retried = await TestStream.read(await second.post(`/api/conversations/${session_id}/retry`, { stream: true }))
    await talker.listener()
    talker.say(1)
    talker.end()
    expect((await retried.rest()).at(-1)).toMatchObject({ event: 'done', data: { finish_reason: 'stop' } })
    talker.close()
  }, 60_000)
})

it('a server that is killed when it has just asked a person leaves no question that nobody waits for', async () => {
  const home = await mkdtemp(join(tmpdir(), 'svc-turn-kills-'))
  homes.push(home)
  const model = await startFakeModelServer()
  const call = { id: 'c', name: 'http_fetch', arguments: '{"url": "https://example.com/"}' }
  model.script({ text: 'I will look.', toolCalls: [call] }, { text: 'Here again.' })
  const fault: FaultPoint = { touching: 'INSERT INTO tools_approvals', at: 'after-commit', nth: 1 }
  const first = await start(home, model.baseUrl, {
    NODE_OPTIONS: `--import ${join(repositoryRoot, 'test/support/programs/fault-points.ts')}`,
    FAULT_POINT: JSON.stringify(fault),
  })
  const { session_id } = (await (await first.post('/api/conversations', { title: 'Trial' })).json()) as JsonObject
  const path = `/api/conversations/${String(session_id)}`
  await first.post(`${path}/messages`, { message: 'Look it up.' }).catch(() => null)
  expect(await first.server.exited).toMatchObject({ signal: 'SIGKILL' })

  const second = await start(home, model.baseUrl)
  expect(await second.get('/api/approvals')).toMatchObject({ items: [{ status: 'expired', tool_name: 'http_fetch' }] })
  const logged = (await (await second.events(String(session_id), undefined, '?follow=false')).rest()).map(
    ({ event, data }) => [event, data['finish_reason'] ?? (data['error'] as JsonObject | undefined)?.['code'] ?? null],
  )
  expect(logged.slice(-2)).toEqual([
    ['tool_result', 'cancelled'],
    ['done', 'interrupted'],
  ])
  const next = await second.post(`${path}/messages`, { message: 'Are you there?' })
  expect(await next.json()).toMatchObject({ content: 'Here again.', finish_reason: 'stop' })
  await model.close()
})

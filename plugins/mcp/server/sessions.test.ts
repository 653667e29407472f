import * as library from '@modelcontextprotocol/server'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Principal } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { Sessions } from './sessions.ts'

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

let clock: ManualClock
let sessions: Sessions

beforeEach(() => {
  let count = 0
  clock = new ManualClock()
  sessions = new Sessions({
    library,
    create: () => new library.Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } }),
    onerror: () => {},
    limits: { max_sessions: 8, max_sessions_per_person: 2, session_minutes: 30 },
    clock,
    ids: { create: prefix => prefix, secret: () => `session-${(count += 1)}` },
  })
})

/** `key_a` is Ada’s, and so is `key_a2`. */
const keyed = (key_id: string): Principal => ({
  user_id: `usr_${key_id.replace(/^(key_[a-z])\d/, '$1')}`,
  username: 'ada',
  role: 'user',
  workspace_id: 'ws_1',
  via: 'api_key',
  scopes: ['*'],
  key_id,
})

function requestOf(method: string, session?: string, signal?: AbortSignal): Request {
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': '2025-11-25',
    ...(session && { 'mcp-session-id': session }),
  }
  return new Request('http://127.0.0.1/mcp', { method, headers, ...(signal && { signal }) })
}

async function begin(key: string): Promise<string> {
  const answer = await sessions.begin(requestOf('POST'), { parsedBody: initialize }, keyed(key))
  await answer.text()
  return answer.headers.get('mcp-session-id') ?? ''
}

async function statusOf(id: string, key: string): Promise<number> {
  const answer = await sessions.handle(id, requestOf('POST', id), { parsedBody: ping }, keyed(key))
  await answer.text()
  return answer.status
}

describe('sessions of the older protocol', () => {
  it('make room for a new one by ending the oldest of the same person, whatever the key, and nobody else’s', async () => {
    const others = await begin('key_b')
    const [first, second, third] = [await begin('key_a'), await begin('key_a2'), await begin('key_a')]
    const keys = ['key_a', 'key_a2', 'key_a']
    const statuses = [first, second, third].map((id, index) => statusOf(id, keys[index] ?? ''))
    expect(await Promise.all(statuses)).toEqual([404, 200, 200])
    expect(await statusOf(others, 'key_b')).toBe(200)
  })

  it('are at most as many as the server keeps, of all callers together', async () => {
    const ids = []
    for (let number = 0; number < 9; number += 1) ids.push(await begin(`key_${number}`))
    const statuses = await Promise.all(ids.map((id, number) => statusOf(id, `key_${number}`)))
    expect(statuses).toEqual([404, ...Array.from({ length: 8 }, () => 200)])
  })

  it('of others stay when all places are taken and somebody at their own limit begins one more', async () => {
    const ids = []
    for (const key of ['key_0', 'key_1', 'key_2', 'key_3', 'key_4', 'key_5', 'key_a', 'key_a2'])
      ids.push(await begin(key))
    await begin('key_a')
    const statuses = await Promise.all(ids.slice(0, 6).map((id, number) => statusOf(id, `key_${number}`)))
    expect([...statuses, await statusOf(ids[6] ?? '', 'key_a')]).toEqual([200, 200, 200, 200, 200, 200, 404])
  })

  it('end when they are unused for long, and stay while their client listens', async () => {
    const [unused, listening] = [await begin('key_a'), await begin('key_b')]
    const leave = new AbortController()
    const stream = await sessions.handle(listening, requestOf('GET', listening, leave.signal), {}, keyed('key_b'))
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    clock.advance(31 * 60_000)
    await begin('key_c')
    expect([await statusOf(unused, 'key_a'), await statusOf(listening, 'key_b')]).toEqual([404, 200])
    const second = await sessions.handle(listening, requestOf('GET', listening), {}, keyed('key_b'))
    expect(second.status).toBe(409)
    leave.abort()
    clock.advance(31 * 60_000)
    await begin('key_c')
    expect(await statusOf(listening, 'key_b')).toBe(404)
  })

  it('notify their listeners that the list of tools is another one', async () => {
    const id = await begin('key_a')
    const stream = await sessions.handle(id, requestOf('GET', id), {}, keyed('key_a'))
    await sessions.notifyToolsChanged()
    await sessions.close()
    expect(await stream.text()).toContain('"method":"notifications/tools/list_changed"')
  })
})

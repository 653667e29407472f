import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { route } from '@svc/plugin'
import { startTestHttp } from '../../../test/rooms/http.ts'
import type { TestHttp, TestHttpOptions } from '../../../test/rooms/http.ts'

const hashed = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

const sum = route({
  method: 'POST',
  path: '/api/sums',
  operationId: 'sum',
  summary: 'Say what came',
  permission: 'memory:read',
  idempotent: false,
  body: { type: 'object' },
  bodyLimit: 64 * 1024 * 1024,
  keepBytes: true,
  example: { body: {} },
  responses: { 200: { description: 'What came', schema: {} } },
  handler: ({ body, bytes }) => ({ value: hashed(JSON.stringify(body)), bytes: hashed(bytes!) }),
})

const running: TestHttp[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server[Symbol.asyncDispose]()
})

async function start(given: TestHttpOptions = {}) {
  const server = await startTestHttp([sum], given)
  running.push(server)
  const post = (body: string | Uint8Array<ArrayBuffer>, key = 'svc_owner') =>
    server.call('/api/sums', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    })
  return { ...server, post }
}

const filler = `"filler":"${'\\n'.repeat(600_000)}"`

describe('a body of more than 1 MiB', () => {
  it('is the same value as a short one, with its bytes', async () => {
    const { post } = await start()
    const value = {
      text: 'naïve → \u2028 '.repeat(200_000),
      list: [1, 2.5, -1e-7, true, null, { a: [] }],
      '': { é: '' },
    }
    const text = JSON.stringify(value, null, 1)
    expect(await (await post(text)).json()).toEqual({ value: hashed(JSON.stringify(value)), bytes: hashed(text) })
    const twice = `{"a":1,${filler},"a":2}`
    const last = { a: 2, filler: '\n'.repeat(600_000) }
    expect(await (await post(twice)).json()).toEqual({ value: hashed(JSON.stringify(last)), bytes: hashed(twice) })
  })

  it.each([
    ['{"a":1,FILLER,}'],
    ['{FILLER,"a":{"__proto__":1}}'],
    ['{FILLER,"constructor":{"prototype":{}}}'],
    ['{FILLER,"a":[1,1e999]}'],
    [`{FILLER,"a":${'['.repeat(70)}${']'.repeat(70)}}`],
    [`{FILLER,"a":[${'1,'.repeat(10_001)}1]}`],
    [`{FILLER,"a":{${Array.from({ length: 2001 }, (_, index) => `"n${index}":1`).join()}}}`],
    ['"FILLER'],
    ['[1,FILLER'],
  ])('is refused in the same words: %#', async text => {
    const { post } = await start()
    const answer = async (fillerText: string) => {
      const response = await post(text.replace('FILLER', fillerText))
      const { request_id: _, ...problem } = (await response.json()) as Record<string, unknown>
      // The place in the text is another one.
      return JSON.stringify(problem).replaceAll(/(position|line|column) \d+/g, '$1')
    }
    const long = await answer(filler)
    expect(long).toBe(await answer('"filler":"\\n"'))
    expect(JSON.parse(long)).toMatchObject({ status: text.includes('"n2"') || text.includes('1,1,1') ? 413 : 400 })
  })

  it('is refused where it is not UTF-8', async () => {
    const { post } = await start()
    const bytes = Buffer.from(`{${filler},"a":"X"}`)
    bytes[bytes.indexOf('X')] = 0xff
    const answer = await post(bytes)
    expect([answer.status, await answer.json()]).toMatchObject([400, { detail: 'body is not valid UTF-8' }])
  })

  it('may come in pieces without a length, and is refused once it is over the limit', async () => {
    const { url } = await start()
    const send = async (pieces: number) => {
      const piece = Buffer.from('x'.repeat(999_999))
      const body = ReadableStream.from([
        Buffer.from('{"a":"'),
        ...Array.from({ length: pieces }, () => piece),
        Buffer.from('"}'),
      ])
      const headers = { authorization: 'Bearer svc_owner', 'content-type': 'application/json' }
      return fetch(`${url}/api/sums`, { method: 'POST', headers, body, duplex: 'half' })
    }
    const text = JSON.stringify({ a: 'x'.repeat(3 * 999_999) })
    expect(await (await send(3)).json()).toEqual({ value: hashed(text), bytes: hashed(text) })
    const refused = await send(68)
    expect([refused.status, await refused.json()]).toMatchObject([
      413,
      { code: 'payload_too_large', limit_bytes: 64 * 1024 * 1024 },
    ])
  })

  it('is parsed while others are answered', async () => {
    const { url, call } = await start()
    const text = `{"text":"${'\\n'.repeat(12_000_000)}"}`
    const order: string[] = []
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const head = `POST /api/sums HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer svc_owner\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n`
    await new Promise(resolve => socket.write(head + text.slice(0, -1), resolve))
    const answered = once(socket, 'data').then(([data]) => order.push(String(data).split('\r\n')[0]!))
    socket.write(text.slice(-1))
    // The last byte is at the server before the first of the next request.
    await nextTurn()
    expect((await call('/healthz')).status).toBe(200)
    order.push('health')
    await answered
    socket.destroy()
    expect(order).toEqual(['health', 'HTTP/1.1 200 OK'])
  })

  it('waits unread while four others of its sender come, and not for those of anybody else', async () => {
    const { url, post } = await start()
    const { hostname, port } = new URL(url)
    const head = `POST /api/sums HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer svc_owner\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n{`
    const begun = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const socket = connect(Number(port), hostname)
        await new Promise(resolve => socket.write(head, resolve))
        return socket
      }),
    )
    // So that they were seen before what follows.
    expect((await post('{}')).status).toBe(200)
    const order: string[] = []
    const fifth = post(`{${filler}}`).then(({ status }) => order.push(`fifth ${status}`))
    expect((await post(`{${filler}}`, 'svc_reader')).status).toBe(200)
    expect((await post('{}')).status).toBe(200)
    order.push('others')
    begun[0]!.destroy()
    await fifth
    expect(order).toEqual(['others', 'fifth 200'])
    for (const socket of begun) socket.destroy()
  })
})

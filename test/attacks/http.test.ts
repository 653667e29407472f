import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sampleRoutes, streamRoute } from '../support/sample-routes.ts'
import { startTestHttp } from '../rooms/http.ts'
import type { TestHttp } from '../rooms/http.ts'

const { routes, calls } = sampleRoutes()
const json = { 'content-type': 'application/json' }
let server: TestHttp

beforeAll(async () => {
  const flood = streamRoute(async function* () {
    for (let index = 0; ; index += 1) yield { id: String(index), type: 'part', data: { part: 'x'.repeat(32_000) } }
  })
  server = await startTestHttp([...routes, flood], {
    limits: { headersTimeoutMs: 400, requestTimeoutMs: 800, streamStallMs: 200 },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

// Whatever was sent, nobody else notices.
afterEach(async () => {
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
})

async function post(
  body: string,
  headers: Record<string, string> = json,
): Promise<{ status: number; code: unknown; detail: string }> {
  const response = await server.call('/api/notes', { method: 'POST', body, headers })
  const { code, detail } = (await response.json()) as { code: unknown; detail: string }
  return { status: response.status, code, detail }
}

/** Sends bytes as they are and collects what comes back until the server hangs up. */
function raw(bytes: string, keepSending?: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  return new Promise(resolve => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    const drip = keepSending === undefined ? undefined : setInterval(() => socket.write(keepSending), 50)
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(drip)
      resolve(answer)
    })
  })
}

describe('forged requests', () => {
  const cookie = { cookie: 'svc_session=good' }

  it('cannot ride on text/plain, which browsers send across sites without asking', async () => {
    const made = calls.length
    for (const type of [
      'text/plain',
      'text/plain;charset=application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      expect(await post('{"title":"forged"}', { ...cookie, 'content-type': type })).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
      })
    }
    expect(calls).toHaveLength(made)
  })

  it('are told by their origin, whatever else they claim', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { referer: 'https://evil.test/x' },
    ]
    for (const headers of foreign) {
      expect(await post('{"title":"forged"}', { ...json, ...cookie, ...headers })).toMatchObject({
        status: 403,
        code: 'csrf_rejected',
      })
    }
  })

  it('cannot come through a name that was pointed at loopback', async () => {
    const answer = await raw(
      'GET /api/me HTTP/1.1\r\nHost: evil.test\r\nCookie: svc_session=good\r\nConnection: close\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 421 /)
  })

  it.each([
    '[::1].evil.test',
    '[::1]evil.test',
    'localhost:80@evil.test',
    'localhost:80/evil"<x>',
    '127.0.0.1.evil.test',
  ])(
    'cannot come through %s, which only begins like loopback, nor have it in an address that is answered',
    async host => {
      const answer = await raw(
        `GET /api/me HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer svc_owner\r\nConnection: close\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 421 /)
      expect(answer).not.toContain('evil')
    },
  )
})

describe('requests that name two hosts', () => {
  const key = 'Authorization: Bearer svc_owner\r\nConnection: close\r\n\r\n'

  it.each(['/api/me', '/healthz'])('in two Host headers are refused at %s, whichever of them is ours', async path => {
    for (const [first, second] of [
      ['localhost', 'evil.test'],
      ['evil.test', 'localhost'],
      ['localhost', 'localhost'],
    ]) {
      const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: ${first}\r\nhOST: ${second}\r\n${key}`)
      expect(answer).toMatch(/^HTTP\/1\.1 400 .*The Host header must be sent once/s)
    }
  })

  it('in the target and in the header are refused, and one host in both is not', async () => {
    const ask = (target: string, host: string) => raw(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${key}`)
    expect(await ask('http://evil.test/api/me', 'localhost')).toMatch(/^HTTP\/1\.1 400 /)
    expect(await ask('http://localhost/api/me', 'evil.test')).toMatch(/^HTTP\/1\.1 400 /)
    expect(await ask('http://localhost:80/api/me', 'LOCALHOST')).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('bodies', () => {
  it('with a number that no double holds are refused, and told where it stands', async () => {
    expect(await post('{"title":"x","stars":1e999}')).toMatchObject({
      status: 400,
      code: 'validation_error',
      detail: 'body has a number at /stars that is too large: the largest is about 1.797e308',
    })
  })

  it('that do not parse leave nothing of their text in the log, nor in the answer', async () => {
    const { status, detail } = await post('{"title":hunter2-in-the-clear}')
    expect([status, detail]).toEqual([400, 'body is not valid JSON: Unexpected character "h"'])
    const line = server.logged.findLast(({ msg }) => String(msg).includes('not valid JSON'))
    expect(line).toBeDefined()
    expect(JSON.stringify(server.logged)).not.toContain('unter')
  })

  it.each(['gzip', 'br', 'identity, gzip'])('packed as %s are refused rather than guessed at', async coding => {
    const made = calls.length
    const answer = await post('{"title":"x"}', { ...json, 'content-encoding': coding })
    expect(answer).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    expect(calls).toHaveLength(made)
  })

  it('are not coerced into what the schema wants', async () => {
    for (const body of [
      '{"title":5}',
      '{"title":["Milk"]}',
      '{"title":"x","stars":"1"}',
      '{"title":"x","stars":true}',
      '{"title":null}',
      '[]',
      '"x"',
      'null',
    ]) {
      expect(await post(body)).toMatchObject({ status: 400, code: 'validation_error' })
    }
  })

  it('lose no unknown field in silence', async () => {
    expect(await post('{"title":"x","is_admin":true}')).toMatchObject({
      status: 400,
      detail: expect.stringContaining('is_admin is not a known field'),
    })
  })

  it('poison no prototype', async () => {
    for (const body of [
      '{"title":"x","__proto__":{"polluted":1}}',
      '{"title":"x","constructor":{"prototype":{"polluted":1}}}',
    ]) {
      expect(await post(body)).toMatchObject({ status: 400, code: 'validation_error' })
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('overflow no stack by nesting', async () => {
    const deep = `{"title":${'['.repeat(250_000)}${']'.repeat(250_000)}}`
    expect(await post(deep)).toMatchObject({
      status: 400,
      detail: 'body is nested deeper than 64 levels (SVC_JSON_DEPTH)',
    })
  })

  it('are refused over 1 MiB, by their announced length before a byte of them is read', async () => {
    expect(await post(JSON.stringify({ title: 'x'.repeat(1024 * 1024) }))).toMatchObject({
      status: 413,
      code: 'payload_too_large',
      detail: 'The body is over the limit of 1048576 bytes (1.00 MiB).',
    })
    const head =
      'POST /api/notes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer svc_owner\r\nContent-Type: application/json\r\n'
    expect(await raw(`${head}Content-Length: 99999999999\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('are refused over 1 MiB also when they come in chunks of unknown length', async () => {
    const head =
      'POST /api/notes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer svc_owner\r\nContent-Type: application/json\r\n'
    const chunk = `40000\r\n${' '.repeat(0x40000)}\r\n`
    expect(await raw(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}`)).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('are not even parsed for a caller who may not write', async () => {
    expect(await post('[[[[', { ...json, authorization: 'Bearer svc_reader' })).toMatchObject({ status: 403 })
  })

  it('with two thousand faults are answered with a few, and with more are refused by their shape', async () => {
    const wide = (count: number) => `{${Array.from({ length: count }, (_, index) => `"f${index}":1`).join(',')}}`
    const post = (count: number) => server.call('/api/notes', { method: 'POST', body: wide(count), headers: json })
    const [faulty, wider] = [await post(2000), await post(50_000)]
    expect([faulty.status, (await faulty.text()).length < 4000]).toEqual([400, true])
    expect([wider.status, (await wider.text()).length < 4000]).toEqual([413, true])
  })
})

describe('credentials', () => {
  it('are not accepted in a query string', async () => {
    const response = await fetch(`${server.url}/api/notes/1?api_key=svc_owner&authorization=Bearer%20svc_owner`)
    expect(response.status).toBe(401)
  })

  it('that were put into a query string are not written to the log', async () => {
    await server.call('/api/notes/1?api_key=svc_topsecret')
    expect(JSON.stringify(server.logged)).not.toContain('svc_topsecret')
  })

  it('cannot be smuggled as the operator of the machine', async () => {
    const response = await fetch(`${server.url}/api/settings`, {
      headers: { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=unix:' },
    })
    expect(response.status).toBe(401)
  })
})

describe('the address of a caller', () => {
  it.each([true, '127.0.0.1'])(
    'is the word of the proxy (trusting %s), not what a client wrote before it',
    async trustProxy => {
      await using behind = await startTestHttp(routes, { options: { trustProxy } })
      const answer = await behind.call('/api/me', { headers: { 'x-forwarded-for': '10.9.9.9, 203.0.113.7' } })
      expect(await answer.json()).toMatchObject({ ip: '203.0.113.7' })
    },
  )

  it('is that of the connection when no proxy is trusted', async () => {
    const answer = await server.call('/api/me', { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(await answer.json()).toMatchObject({ ip: '127.0.0.1' })
  })
})

describe('connections', () => {
  it('whose headers drip in are cut', async () => {
    expect(await raw('GET /healthz HTTP/1.1\r\nHost: localhost\r\n', 'X-Drip: 1\r\n')).toMatch(
      /^HTTP\/1\.1 408 .*problem\+json/s,
    )
  })

  it('whose body drips in are cut', async () => {
    const head =
      'POST /api/notes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer svc_owner\r\nContent-Type: application/json\r\n'
    expect(await raw(`${head}Content-Length: 100000\r\n\r\n{`, ' ')).toMatch(/^(?:HTTP\/1\.1 408 |$)/)
  })

  it('that speak no HTTP get a problem and the end', async () => {
    expect(await raw('HELLO\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*The request is not valid HTTP/s)
  })

  it('with two lengths are not let through to be read in two ways', async () => {
    const head = 'POST /api/notes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    expect(await raw(`${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 400 /,
    )
  })

  it('with endless headers are refused', async () => {
    expect(await raw(`GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    )
  })

  it('that read no events are dropped', async () => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write('GET /api/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer svc_owner\r\n\r\n')
    socket.pause()
    await expect
      .poll(() => server.logged.some(line => String(line['msg']).startsWith('a slow event reader was dropped')))
      .toBe(true)
    socket.destroy()
  })
})

describe('answers', () => {
  it('put no line break of the client into a header', async () => {
    const answer = await raw(
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: a%0d%0aSet-Cookie:x=1\r\nConnection: close\r\n\r\n',
    )
    expect(answer).not.toMatch(/set-cookie/i)
  })

  it('reflect no markup that a browser would run', async () => {
    const response = await server.call('/api/<script>alert(1)</script>')
    expect([response.headers.get('content-type'), response.headers.get('x-content-type-options')]).toEqual([
      'application/problem+json; charset=utf-8',
      'nosniff',
    ])
  })
})

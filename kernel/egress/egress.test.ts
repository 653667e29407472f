import { Readable } from 'node:stream'
import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nowAndThen } from '../../test/support/servers/fake-vendor-server.ts'
import { startFakeWebHost } from '../../test/support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../../test/support/servers/fake-web-host.ts'
import { recordingLog } from '../../test/support/recording-log.ts'
import { createEgress } from './index.ts'

const text = 'Grüße aus dem Netz. '.repeat(50)
const codings: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
}

let site: FakeWebHost
let other: FakeWebHost
let egress: ReturnType<typeof createEgress>

beforeAll(async () => {
  other = await startFakeWebHost((request, response) => response.end(JSON.stringify(request.headers)))
  site = await startFakeWebHost((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site')
    const coding = searchParams.get('coding')
    if (coding) return response.setHeader('content-encoding', coding).end(codings[coding]?.(Buffer.from(text)))
    if (pathname === '/latin1')
      return response.setHeader('content-type', 'text/plain; charset=iso-8859-1').end(Buffer.from('é', 'latin1'))
    if (pathname === '/empty-gzip') return response.setHeader('content-encoding', 'gzip').end()
    if (pathname === '/hang') return response.write('first')
    if (pathname === '/mute') return
    if (pathname === '/drip') return Readable.from(nowAndThen(['a', 'b', 'c', 'd'], 400)).pipe(response)
    if (pathname === '/endless') return Readable.from(nowAndThen(Array<string>(1000).fill('x'), 10)).pipe(response)
    if (pathname === '/drop') return response.destroy()
    if (pathname.startsWith('/status/'))
      return response.writeHead(Number(pathname.slice(8)), { location: searchParams.get('to') ?? '/' }).end()
    response.end(`${request.method} ${request.url}`)
  })
  egress = createEgress({ allow: [site.key, other.key], log: recordingLog() })
})

afterAll(async () => {
  await egress.close()
  await Promise.all([site.close(), other.close()])
})

const textOf = async (path: string, request = {}) => (await egress.fetch({ url: site.url + path, ...request })).text()

describe('egress', () => {
  it.each(['gzip', ''])('hands the pieces of a body on as they come, coding "%s"', async coding => {
    const path = coding === '' ? '/plain' : `/?coding=${coding}`
    const response = await egress.fetch({ url: site.url + path })
    const pieces: Uint8Array[] = []
    let running = 0
    await response.read(async piece => {
      running += 1
      pieces.push(piece)
      await new Promise(setImmediate)
      expect(running).toBe(1)
      running -= 1
    })
    expect(Buffer.concat(pieces).toString('utf8')).toBe(coding === '' ? 'GET /plain' : text)
    await expect(response.text()).rejects.toThrow('already been read')
  })

  it('stops handing on when the body is too long, is cut off, or is wanted no more', async () => {
    const read = async (path: string, request: object, take: () => void = () => undefined) =>
      (await egress.fetch({ url: site.url + path, ...request })).read(take)
    await expect(read('/?coding=gzip', { maxBytes: 100 })).rejects.toMatchObject({ code: 'payload_too_large' })
    const leaving = new AbortController()
    const left = read('/hang', { signal: leaving.signal }, () => leaving.abort(new Error('left')))
    await expect(left).rejects.toThrow('left')
    const full = () => {
      throw new Error('full')
    }
    await expect(read('/plain', {}, full)).rejects.toThrow('full')
  })

  it('sends method, headers and body, and gives status, headers and text', async () => {
    const response = await egress.fetch({
      url: `${site.url}/a?b=c`,
      method: 'post',
      headers: { 'X-Token': 't', 'Content-Type': 'text/csv' },
      body: 'x,y',
    })
    expect({ url: response.url, status: response.status, text: await response.text() }).toEqual({
      url: `${site.url}/a?b=c`,
      status: 200,
      text: 'POST /a?b=c',
    })
    expect(site.requests.at(-1)).toMatchObject({
      method: 'POST',
      body: 'x,y',
      headers: { 'x-token': 't', 'content-type': 'text/csv', 'user-agent': 'svc' },
    })
  })

  it.each(Object.keys(codings))('decompresses %s and drops the headers of the compressed form', async coding => {
    const response = await egress.fetch({ url: `${site.url}/?coding=${coding}` })
    expect(response.headers).not.toHaveProperty('content-encoding')
    expect(await response.text()).toBe(text)
  })

  it('reads an empty body that claims to be compressed as empty', async () => {
    expect(await textOf('/empty-gzip')).toBe('')
    expect(await textOf('/?coding=gzip', { method: 'HEAD' })).toBe('')
  })

  it('decodes text by the charset of its content type', async () => {
    expect(await textOf('/latin1')).toBe('é')
  })

  it('streams: the first bytes arrive while the rest is not there yet', async () => {
    const response = await egress.fetch({ url: `${site.url}/hang` })
    for await (const chunk of response.body) {
      expect(Buffer.from(chunk).toString()).toBe('first')
      break
    }
  })

  it('lets a body be read once', async () => {
    const response = await egress.fetch({ url: `${site.url}/` })
    await response.text()
    await expect(response.text()).rejects.toThrow('already been read')
  })

  it('rejects with the reason of the caller’s signal, before and during the body', async () => {
    const controller = new AbortController()
    const response = await egress.fetch({ url: `${site.url}/hang`, signal: controller.signal })
    const reading = response.text()
    controller.abort(new Error('the caller left'))
    await expect(reading).rejects.toThrow('the caller left')
    await expect(egress.fetch({ url: site.url, signal: controller.signal })).rejects.toThrow('the caller left')
  })

  it('ends a body that outlasts its time limit with a timeout', async () => {
    const response = await egress.fetch({ url: `${site.url}/hang`, timeoutMs: 100 })
    await expect(response.text()).rejects.toMatchObject({ code: 'timeout', status: 504 })
  })

  describe('of an answer that comes piece by piece', () => {
    const fetched = (path: string, timeoutMs: number, stream: { silenceMs: number; totalMs: number }) =>
      egress.fetch({ url: site.url + path, timeoutMs, stream })

    it('goes on for as long as something comes, whichever way it is read', async () => {
      const limits = { silenceMs: 1000, totalMs: 60_000 }
      expect(await (await fetched('/drip', 1000, limits)).text()).toBe('abcd')
      const pieces: string[] = []
      await (await fetched('/drip', 1000, limits)).read(piece => void pieces.push(Buffer.from(piece).toString()))
      expect(pieces.join('')).toBe('abcd')
    })

    it.each([
      ['does not begin', '/mute', [50, 60_000, 60_000], 'did not begin its answer within 50 ms'],
      ['is silent in the middle', '/hang', [60_000, 50, 60_000], 'sent nothing more of its answer for 50 ms'],
      ['never ends', '/endless', [60_000, 60_000, 200], 'did not finish its answer within 200 ms'],
    ])('is cut when it %s', async (_what, path, [timeoutMs = 0, silenceMs = 0, totalMs = 0], message) => {
      const whole = async () => (await fetched(path, timeoutMs, { silenceMs, totalMs })).text()
      await expect(whole()).rejects.toMatchObject({ code: 'timeout', message: `${site.key} ${message}.` })
    })
  })

  it('reports a connection that breaks, and one that is refused, as an upstream error', async () => {
    await expect(textOf('/drop')).rejects.toMatchObject({ code: 'upstream_error' })
    await expect(egress.fetch({ url: 'http://127.0.0.1:1/', trustedOrigins: ['127.0.0.1:1'] })).rejects.toMatchObject({
      code: 'upstream_error',
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [307, 'POST', 'POST'],
    [308, 'PUT', 'PUT'],
    [301, 'PUT', 'PUT'],
  ])('follows a %i of a %s with a %s', async (status, method, expected) => {
    const before = site.requests.length
    const response = await egress.fetch({
      url: `${site.url}/status/${status}?to=/next`,
      method,
      body: 'kept?',
      headers: { 'content-type': 'text/plain' },
    })
    expect(await response.text()).toBe(`${expected} /next`)
    expect(response.url).toBe(`${site.url}/next`)
    expect(site.requests.slice(before + 1)).toMatchObject([{ body: expected === 'GET' ? '' : 'kept?' }])
  })

  it('does not take a 304 or a redirect without a location for a redirect', async () => {
    expect((await egress.fetch({ url: `${site.url}/status/304` })).status).toBe(304)
  })

  it('reuses a connection for requests to one origin', async () => {
    const before = other.connections()
    for (let request = 0; request < 20; request++) await (await egress.fetch({ url: other.url })).text()
    expect(other.connections() - before).toBeLessThan(5)
  })
})

describe('a host that cannot be', () => {
  it.each([
    'x"',
    "a'b.example",
    'a..b',
    'a(b)',
    'a*',
    `${'a'.repeat(64)}.example`,
    'a;b',
    '.example',
    'a,b',
    '$HOST',
    'a{b}',
  ])('%j is refused with a sentence, trusted or not', host => {
    for (const trusted of [false, true])
      expect(() => egress.check(`https://${host}/v1`, { trusted })).toThrow(/^The URL is refused: .*nor an IP address/)
  })

  it.each(['my_model-1', 'a.b.example.', 'bücher.example', '[2606:4700::1111]', '1.1.1.1', 'XN--BCHER-KVA.example'])(
    '%s is none of them',
    host => {
      expect(() => egress.check(`https://${host}:8443/v1`)).not.toThrow()
    },
  )

  it('a private one passes where it is trusted', () => {
    expect(() => egress.check('http://127.0.0.1:1/v1', { trusted: true })).not.toThrow()
  })
})

describe('the allow-list', () => {
  it('decides what may be kept for later too; a name is left for when it is resolved', () => {
    expect(() => egress.check(`${site.url}/hook`)).not.toThrow()
    expect(() => egress.check('https://no-such-host.invalid/hook')).not.toThrow()
    expect(() => egress.check(`${site.url}/hook`, { allow: ['https://api.example.com/*'] })).toThrow(
      'none of the allowed',
    )
    expect(() => egress.check('http://127.0.0.1:1/hook')).toThrow('SVC_EGRESS_ALLOW=127.0.0.1:1')
  })

  it.each([
    'localhost',
    'http://localhost:80',
    'localhost:0',
    'localhost:99999',
    'local host:80',
    '',
    '::1:80',
    'a:b@host:80',
  ])('refuses %j and says how a pair is written', pair => {
    expect(() => createEgress({ allow: ['fine.test:80', pair], log: recordingLog() })).toThrow(
      /SVC_EGRESS_ALLOW: .*is not a host:port pair such as/,
    )
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProbeAnswer } from '@svc/plugin'
import { MetricsRelay } from '../services/index.ts'
import { sampleRoutes } from '../../test/support/sample-routes.ts'
import { KnownCredentials, principalOf, startTestHttp } from '../../test/rooms/http.ts'
import type { TestHttp } from '../../test/rooms/http.ts'

let server: TestHttp
let calls: unknown[]

beforeAll(async () => {
  const sample = sampleRoutes()
  calls = sample.calls
  server = await startTestHttp(sample.routes)
})
afterAll(() => server[Symbol.asyncDispose]())

const json = { 'content-type': 'application/json' }
const post = (body: string, headers: Record<string, string> = json): Promise<Response> =>
  server.call('/api/notes', { method: 'POST', body, headers })
const problem = async (response: Response): Promise<Record<string, unknown>> =>
  (await response.json()) as Record<string, unknown>

describe('an answer', () => {
  it('is what the response schema declares, and nothing else', async () => {
    const response = await server.call('/api/notes/7')
    expect(await response.json()).toEqual({ id: '7', title: 'a', limit: 50 })
  })

  it('has the status that the route declares for success', async () => {
    const created = await post('{"title":"Milk"}')
    const deleted = await server.call('/api/notes/1', { method: 'DELETE' })
    expect([created.status, created.headers.get('location'), deleted.status, await deleted.text()]).toEqual([
      201,
      '/api/notes/1',
      204,
      '',
    ])
  })

  it('carries the headers that keep browsers from misusing it', async () => {
    const { headers } = await server.call('/api/notes/7')
    expect(
      ['x-content-type-options', 'content-security-policy', 'referrer-policy', 'cache-control'].map(name =>
        headers.get(name),
      ),
    ).toEqual(['nosniff', "default-src 'none'; frame-ancestors 'none'", 'no-referrer', 'private, no-cache'])
  })

  it('is 304 for a client that has it already', async () => {
    const first = await server.call('/api/notes/7')
    const etag = first.headers.get('etag') ?? ''
    const again = await server.call('/api/notes/7', { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  })

  it('answers HEAD like GET, without the body', async () => {
    const response = await server.call('/api/notes/7', { method: 'HEAD' })
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '33', ''])
  })

  it('answers HEAD where there is nothing as the HEAD it was', async () => {
    const lengthOf = async (method: string) => {
      const answer = await server.call('/api/nothing', { method })
      return [answer.status, Number(answer.headers.get('content-length'))] as const
    }
    const [status, length] = await lengthOf('GET')
    // The sentence names the method.
    expect(await lengthOf('HEAD')).toEqual([status, length + 'HEAD'.length - 'GET'.length])
  })

  it('reports HEAD as HEAD, by the route that answered it', async () => {
    const finished: unknown[] = []
    server.http.server.onRequestFinished(({ method, route, status }) => finished.push([method, route, status]))
    await server.call('/api/notes/7', { method: 'HEAD' })
    await server.call('/api/notes', { method: 'HEAD' })
    await expect
      .poll(() => finished)
      .toEqual([
        ['HEAD', '/api/notes/:note_id', 200],
        ['HEAD', null, 404],
      ])
  })
})

describe('the request id', () => {
  it('is the client’s when it is fit to be logged', async () => {
    const response = await server.call('/api/notes/none', { headers: { 'x-request-id': 'trace.1-a_B' } })
    expect([response.headers.get('x-request-id'), (await problem(response))['request_id']]).toEqual([
      'trace.1-a_B',
      'trace.1-a_B',
    ])
  })

  it.each(['with spaces', 'x'.repeat(129), 'a"b'])('is made anew instead of %s', async given => {
    const response = await server.call('/healthz', { headers: { 'x-request-id': given } })
    expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/)
  })

  it('is also on a refusal to sign in', async () => {
    const response = await server.call('/api/notes/7', {
      headers: { authorization: 'Bearer svc_wrong', 'x-request-id': 'abc' },
    })
    expect([response.status, response.headers.get('x-request-id'), response.headers.get('www-authenticate')]).toEqual([
      401,
      'abc',
      'Bearer realm="svc"',
    ])
  })
})

describe('input', () => {
  it('is coerced in the query, also to arrays', async () => {
    const response = await server.call('/api/notes/7?limit=3&tag=a')
    expect(await response.json()).toMatchObject({ limit: 3, tag: ['a'] })
  })

  it('is never coerced in a body', async () => {
    const response = await post('{"title":"Milk","stars":"5"}')
    expect([response.status, (await problem(response))['errors']]).toEqual([
      400,
      [{ path: '/stars', message: 'must be a whole number' }],
    ])
  })

  it('takes the defaults of its schema', async () => {
    await post('{"title":"Bread"}')
    expect(calls.at(-1)).toEqual({ title: 'Bread', color: 'blue' })
  })

  it('is refused with all its faults at once, and with what was probably meant', async () => {
    const response = await post('{"titel":"Milk","stars":1.5}')
    expect(await problem(response)).toMatchObject({
      code: 'validation_error',
      detail: 'title is required. titel is not a known field; did you mean "title"? stars must be a whole number.',
    })
  })

  it('is refused when a body is missing', async () => {
    const response = await server.call('/api/notes', { method: 'POST' })
    expect((await problem(response))['detail']).toBe(
      'The body is missing: send a JSON object with "Content-Type: application/json".',
    )
  })

  it('keeps its connection after a body that is no JSON', async () => {
    const response = await post('{"title":')
    expect([response.status, response.headers.get('connection')]).toEqual([400, 'keep-alive'])
  })

  it('may not be a body where none is asked for, but may be an empty object', async () => {
    const remove = (body: string): Promise<Response> =>
      server.call('/api/notes/1', { method: 'DELETE', body, headers: json })
    const statuses = [await remove('{"force":true}'), await remove('{}'), await remove('')].map(
      response => response.status,
    )
    expect(statuses).toEqual([400, 204, 204])
  })

  it('lists no more than twenty faults of one body', async () => {
    const body = Object.fromEntries(Array.from({ length: 1000 }, (_unused, index) => [`field${index}`, 1]))
    const response = await post(JSON.stringify({ title: 'x', ...body }))
    expect((await problem(response))['errors']).toHaveLength(20)
  })
})

describe('refusals', () => {
  it('are problems, for a route that does not exist as well', async () => {
    const response = await server.call('/api/notes', { method: 'PATCH' })
    expect([response.headers.get('content-type'), await problem(response)]).toEqual([
      'application/problem+json; charset=utf-8',
      expect.objectContaining({
        status: 404,
        code: 'not_found',
        detail: 'There is no route PATCH /api/notes. This path takes POST.',
      }),
    ])
  })

  it('are no warning where a page is still being built', async () => {
    await using building = await startTestHttp([], {
      prepare: ({ server: pages }) =>
        pages.setUnknownPage(async () => ({ status: 503, html: '<p>Building', headers: { 'retry-after': '2' } })),
    })
    const response = await building.call('/chat', { headers: { accept: 'text/html' } })
    expect([response.status, await response.text()]).toEqual([503, '<p>Building'])
    expect(building.logged.filter(line => Number(line['level']) >= 40)).toEqual([])
  })

  it('say 400 to a path that is not valid percent-encoding', async () => {
    const response = await server.call('/api/%zz')
    expect([response.status, (await problem(response))['code']]).toEqual([400, 'validation_error'])
  })

  it('are 403 for a key without the scope, and come before the body is looked at', async () => {
    const response = await server.call('/api/notes', {
      method: 'POST',
      body: '{',
      headers: { ...json, authorization: 'Bearer svc_reader' },
    })
    expect([response.status, (await problem(response))['code']]).toEqual([403, 'forbidden'])
  })

  it('show nothing of a bug to the client, and log everything', async () => {
    const response = await server.call('/api/broken', { headers: { 'x-request-id': 'bug-1' } })
    const text = await response.text()
    const line = server.logged.find(entry => entry['request_id'] === 'bug-1')
    expect([response.status, text.includes('hunter2'), line?.['msg']]).toEqual([
      500,
      false,
      'request failed: the password is hunter2',
    ])
  })

  it('do not lock anybody out of a public route with a stale credential', async () => {
    const response = await server.call('/api/broken', { headers: { authorization: 'Bearer svc_wrong' } })
    expect(response.status).toBe(500)
  })
})

describe('a cookie', () => {
  const cookie = { cookie: 'svc_session=good' }

  it('signs requests of our own pages', async () => {
    const headers = { ...cookie, ...json, 'sec-fetch-site': 'same-origin', origin: server.url }
    expect((await server.call('/api/notes', { method: 'POST', body: '{"title":"x"}', headers })).status).toBe(201)
  })

  it('does not sign a write of another site', async () => {
    const headers = { ...cookie, ...json, origin: 'https://evil.test' }
    const response = await server.call('/api/notes', { method: 'POST', body: '{"title":"x"}', headers })
    expect([response.status, (await problem(response))['code']]).toEqual([403, 'csrf_rejected'])
  })
})

describe('configuration', () => {
  it('answers below a base path, and probes at the root too', async () => {
    await using based = await startTestHttp(sampleRoutes().routes, {
      options: { basePath: '/svc', publicUrl: 'https://x.test' },
    })
    const me = await based.call('/api/me')
    const root = new URL('/', based.url).href
    const statuses = [
      await fetch(`${root}healthz`),
      await fetch(`${root}svc/healthz`),
      await fetch(`${root}api/me`),
    ].map(answer => answer.status)
    expect([
      ((await me.json()) as Record<string, unknown>)['base_url'],
      me.headers.get('strict-transport-security'),
      statuses,
    ]).toEqual(['https://x.test/svc', 'max-age=31536000', [200, 200, 404]])
  })

  it('limits each caller, and says so in headers', async () => {
    await using limited = await startTestHttp(sampleRoutes().routes, { options: { rateLimitPerMinute: 2 } })
    await limited.call('/api/settings')
    const last = await limited.call('/api/settings')
    const over = await limited.call('/api/settings')
    const other = await limited.call('/api/notes/1', { headers: { authorization: 'Bearer svc_reader' } })
    expect([
      last.headers.get('ratelimit-remaining'),
      over.status,
      Number(over.headers.get('retry-after')) > 0,
      other.status,
    ]).toEqual(['0', 429, true, 200])
  })

  it('counts a person with all of their keys together, up to twice what one key may do', async () => {
    const auth = new KnownCredentials()
    for (const key of ['one', 'two', 'three']) auth.keys.set(`svc_${key}`, principalOf({ key_id: `key_${key}` }))
    await using limited = await startTestHttp(sampleRoutes().routes, { options: { auth, rateLimitPerMinute: 1 } })
    const ask = async (key: string) => {
      const answer = await limited.call('/api/settings', { headers: { authorization: `Bearer svc_${key}` } })
      return [answer.status, answer.status === 429 ? (await problem(answer))['detail'] : null]
    }
    const answers = [await ask('one'), await ask('two'), await ask('three'), await ask('reader')]
    expect(answers.map(([status]) => status)).toEqual([200, 200, 429, 403])
    expect(answers[2]?.[1]).toMatch(/^More than 2 requests in a minute with all of your keys\. Try again in \d+ s\.$/)
  })

  it('counts no request of a public route that says so', async () => {
    const { routes } = sampleRoutes()
    const files = routes.map(route => (route.permission === 'public' ? { ...route, rateLimited: false } : route))
    await using limited = await startTestHttp(files, { options: { rateLimitPerMinute: 1 } })
    const reader = { headers: { authorization: 'Bearer svc_reader' } }
    const answers = [await limited.call('/api/me', reader), await limited.call('/api/me', reader)]
    expect(answers.map(({ status, headers }) => [status, headers.has('ratelimit-limit')])).toEqual([
      [200, false],
      [200, false],
    ])
  })

  it('counts wrong credentials by address', async () => {
    await using limited = await startTestHttp(sampleRoutes().routes, { options: { rateLimitPerMinute: 1 } })
    const wrong = (): Promise<Response> =>
      limited.call('/api/settings', { headers: { authorization: 'Bearer svc_wrong' } })
    expect([(await wrong()).status, (await wrong()).status]).toEqual([401, 429])
  })

  it('answers 503 for a plugin that failed, with its reason', async () => {
    await using failed = await startTestHttp(sampleRoutes().routes, {
      unavailable: () => 'The plugin "sample" did not start.',
    })
    const response = await failed.call('/api/settings')
    expect([response.status, response.headers.get('retry-after'), (await problem(response))['detail']]).toEqual([
      503,
      '5',
      'The plugin "sample" did not start.',
    ])
  })

  it('reports each check of readiness, without the words of errors that were not written for callers', async () => {
    await using half = await startTestHttp([], {
      prepare: http => {
        http.addReadyCheck({ name: 'disk', check: () => undefined })
        const check = async () => {
          throw new Error('postgres://user:hunter2@db')
        }
        http.addReadyCheck({ name: 'database', check })
      },
    })
    const response = await half.call('/readyz')
    expect([response.status, await response.json()]).toEqual([
      503,
      {
        status: 'not_ready',
        checks: [
          { name: 'disk', ok: true, detail: 'ok' },
          { name: 'database', ok: false, detail: 'failed; the log says why' },
        ],
      },
    ])
  })

  it('measures requests by their route, not by their URL', async () => {
    const metrics = new MetricsRelay()
    const seen = Promise.withResolvers<unknown>()
    const observe = (_seconds: number, labels: unknown): void => seen.resolve(labels)
    metrics.collectWith({
      gauge: () => undefined,
      counter: () => ({ add: () => undefined }),
      histogram: () => ({ observe }),
    })
    await using counted = await startTestHttp(sampleRoutes().routes, { options: { metrics } })
    await counted.call('/api/notes/secret-id')
    expect(await seen.promise).toEqual({ method: 'GET', route: '/api/notes/:note_id', status: '200' })
  })

  it('serves the probes of plugins, at the root and below the base path', async () => {
    const answer = async (): Promise<ProbeAnswer> => ({ contentType: 'text/plain', text: 'one 1' })
    await using probed = await startTestHttp([], {
      options: { basePath: '/svc' },
      prepare: ({ server }) => server.addProbe('/numbers', answer),
    })
    const root = new URL(probed.url).origin
    const texts = ['/numbers', '/svc/numbers'].map(async path => (await fetch(root + path)).text())
    expect(await Promise.all(texts)).toEqual(['one 1', 'one 1'])
    expect((await server.call('/numbers')).status).toBe(404)
  })
})

it('says what to do when its port is taken', async () => {
  const port = Number(new URL(server.url).port)
  await expect(startTestHttp([], { options: { port } })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or choose another port with SVC_PORT.`,
  )
})

it('calls its listeners for each finished request', async () => {
  const finished: unknown[] = []
  await using heard = await startTestHttp(sampleRoutes().routes, {
    prepare: http =>
      http.server.onRequestFinished(request =>
        finished.push({ ...request, at: 0, duration_ms: 0, principal: request.principal?.user_id }),
      ),
  })
  await heard.call('/api/notes/9')
  await expect
    .poll(() => finished)
    .toEqual([{ at: 0, duration_ms: 0, principal: 'usr_1', method: 'GET', route: '/api/notes/:note_id', status: 200 }])
})

import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { JsonObject } from '@svc/plugin'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

let fake: FakeModelServer
let svc: TestKernel

const mostOpen = 20

beforeAll(async () => {
  fake = await startFakeModelServer()
  svc = await startTestKernel({
    plugins: ['models', 'openai', 'developer'],
    env: {
      SVC_MODEL_BASE_URL: fake.baseUrl,
      SVC_MODEL_API_KEY: 'sk-provider',
      SVC_V1_MAX_OPEN_CALLS: String(mostOpen),
    },
  })
})
beforeEach(() => {
  fake.requests.length = 0
  fake.script({ text: 'Good day.' })
})
afterAll(async () => {
  await svc?.stop()
  await fake?.close()
})

const hello = { model: 'fake-model', messages: [{ role: 'user', content: 'Hi' }] }
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const asked = () => fake.requests.filter(request => request.path === '/v1/chat/completions')
const word = (content: string) => event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
const stop = event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })

function post(
  body: string | Buffer | object,
  init: { headers?: Record<string, string>; signal?: AbortSignal; path?: string } = {},
) {
  return fetch(`${svc.url}/v1${init.path ?? '/chat/completions'}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${svc.key}`, ...init.headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    ...(init.signal && { signal: init.signal }),
  })
}

async function errorOf(answer: Response | Promise<Response>) {
  const { status, ...response } = await Promise.resolve(answer).then(async got => ({
    status: got.status,
    text: await got.text(),
  }))
  const { error } = JSON.parse(response.text) as { error: JsonObject }
  expect(Object.keys(error)).toEqual(['message', 'type', 'param', 'code'])
  return { status, type: error['type'], param: error['param'], code: error['code'], message: String(error['message']) }
}

async function keyWith(limits: JsonObject): Promise<Record<string, string>> {
  const { body } = await svc.request('POST', '/api/developer/keys', { body: { name: 'k', ...limits }, as: 'owner' })
  return { authorization: `Bearer ${body.key}` }
}

describe('who may call /v1', () => {
  it.each([
    ['a session', () => ({ authorization: '', cookie: svc.owner.cookie }), ''],
    ['nobody', () => ({ authorization: '' }), ''],
    [
      'a key in the address',
      () => ({ authorization: '' }),
      () => `?api_key=${svc.key}&key=${svc.key}&access_token=${svc.key}`,
    ],
    ['a key in another header', () => ({ authorization: '', 'x-api-key': svc.key, 'api-key': svc.key }), ''],
  ])('is not %s', async (_who, headers, query) => {
    const path = `/chat/completions${typeof query === 'string' ? query : query()}`
    expect(await errorOf(post(hello, { headers: headers(), path }))).toMatchObject({
      status: 401,
      code: 'invalid_api_key',
    })
    expect(fake.requests).toEqual([])
  })

  it('gets an error in the form of OpenAI wherever the path leads', async () => {
    for (const path of ['/files', '/chat', '/chat/completions/x', '/models/%00', '/models/%zz', '/..%2fapi', '']) {
      const { status, type } = await errorOf(post(hello, { path }))
      expect({ path, type, isCallers: status === 404 || status === 400 }).toEqual({
        path,
        type: 'invalid_request_error',
        isCallers: true,
      })
    }
  })

  it.each([
    ['no body', {}],
    ['an object', { headers: { 'content-type': 'application/json' }, body: '{"prompt":"a cat"}' }],
    ['no JSON', { headers: { 'content-type': 'application/json' }, body: '{' }],
    ['a form', { body: new FormData() }],
    ['a body of 3 MB', { headers: { 'content-type': 'audio/mpeg' }, body: Buffer.alloc(3_000_000) }],
  ])('gets 404 in the form of OpenAI for what is not here, with %s', async (_what, init) => {
    for (const path of ['/images/generations', '/assistants', '/audio/transcriptions']) {
      const answer = fetch(`${svc.url}/v1${path}`, { method: 'POST', ...init })
      const { message, ...error } = await errorOf(answer)
      expect(error).toEqual({ status: 404, type: 'invalid_request_error', param: null, code: 'not_found' })
      expect(message).toContain(`POST /v1${path}`)
    }
  })

  it('gets its own form below /v1 alone', async () => {
    const answer = await fetch(`${svc.url}/v10/models`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ])
  })
})

describe('what a key may spend', () => {
  it('is refused before the call once it is used up, and clients are told not to try again', async () => {
    const headers = await keyWith({ token_budget: { day: 50 } })
    const answer = await post({ ...hello, messages: [{ role: 'user', content: 'x'.repeat(4000) }] }, { headers })
    const received = Object.fromEntries(answer.headers)
    expect(await errorOf(answer)).toMatchObject({ status: 429, type: 'insufficient_quota', code: 'insufficient_quota' })
    expect(received).toMatchObject({ 'x-should-retry': 'false', 'retry-after': expect.stringMatching(/^\d+$/) })
    expect(asked()).toEqual([])
  })

  it.each([
    ['outright', (id: string) => JSON.stringify({ ...hello, model: id })],
    ['twice', (id: string) => `{"model":"${id}","messages":[],"model":"fake-model"}`],
    ['in capitals', (id: string) => `{"Model":"${id}","messages":[],"model":"fake-model"}`],
    ['in escapes', (id: string) => `{"mode\\u006c":"${id}","messages":[],"model":"fake-model"}`],
    ['as a second choice', (id: string) => `{"models":["${id}"],"messages":[],"model":"fake-model"}`],
  ])('keeps to its models, also when another is named %s', async (_how, body) => {
    const headers = await keyWith({ models: ['fake-model'] })
    const { status } = await errorOf(post(body('other-model'), { headers }))
    expect([400, 403]).toContain(status)
    expect(asked()).toEqual([])
    const { data } = (await (await fetch(`${svc.url}/v1/models`, { headers })).json()) as { data: { id: string }[] }
    expect(data.map(({ id }) => id)).not.toContain('other-model')
  })

  it('is a bounded number of answers at once, and places come free when clients leave', async () => {
    fake.script({ rawChunks: [word('Good')], ending: 'hang' })
    const leaving = new AbortController()
    const stream = { ...hello, stream: true }
    const answers = await Promise.all(
      Array.from({ length: mostOpen + 10 }, () => post(stream, { signal: leaving.signal })),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(10)
    expect(await errorOf(refused[0] as Response)).toMatchObject({ code: 'rate_limit_exceeded' })
    expect(fake.requests).toHaveLength(mostOpen)
    leaving.abort()
    await Promise.all(fake.requests.map(({ left }) => left))
    fake.script({ text: 'Good day.' })
    await expect.poll(async () => (await post(hello)).status).toBe(200)
  })
})

describe('a stream that the server does not open', () => {
  it.each([
    ['/chat/completions', { messages: hello.messages }],
    ['/messages', { messages: hello.messages, max_tokens: 100 }],
    ['/responses', { input: 'Hi', store: false }],
  ])('of %s ends its call of the model, which is counted, and takes no place', async (path, body) => {
    const other = await startTestKernel({
      plugins: ['models', 'openai', 'developer'],
      env: { SVC_MODEL_BASE_URL: fake.baseUrl, SVC_ANSWER_STREAMS_PER_PRINCIPAL: '1', SVC_V1_MAX_OPEN_CALLS: '2' },
    })
    onTestFinished(() => other.stop())
    const ask = (to: string, asked: object, signal?: AbortSignal) =>
      fetch(`${other.url}/v1${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${other.key}` },
        body: JSON.stringify({ ...asked, stream: true }),
        ...(signal && { signal }),
      })
    const leaving = new AbortController()
    fake.script({ rawChunks: [word('Good')], ending: 'hang' })
    expect((await ask('/chat/completions', hello, leaving.signal)).status).toBe(200)
    const texts = []
    for (let turn = 0; turn < 3; turn += 1)
      texts.push(await (await ask(path, { ...body, model: 'svc/offline' })).text())
    expect(texts).toEqual(texts.map(() => expect.stringContaining('1 streams are open at once')))
    leaving.abort()
    const usage = await other.request('GET', '/api/developer/usage?group_by=model', { as: 'owner' })
    const { items } = usage.body as { items: { model: string; prompt_tokens: number }[] }
    expect(items.find(({ model }) => model === 'svc/offline')?.prompt_tokens).toBeGreaterThanOrEqual(texts.length)
  })
})

describe('bodies', () => {
  it('of 2 MB go through untouched', async () => {
    const content = 'ü👋🏽\u0000"\\'.repeat(200_000)
    const answer = await post({ ...hello, messages: [{ role: 'user', content }] })
    expect(answer.status).toBe(200)
    expect(fake.requests.at(-1)?.body.messages[0].content === content).toBe(true)
  })

  it.each([
    ['deeper than is read', `{"model":"fake-model","messages":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400],
    ['cut off', '{"model":"fake-model","messages":[', 400],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400],
    ['of a prototype', '{"model":"fake-model","messages":[{"__proto__":{"x":1}}]}', 400],
    ['no object', '[]', 400],
    ['too large', () => `{"model":"fake-model","messages":["${'x'.repeat(33 * 1024 * 1024)}"]}`, 413],
  ])('that are %s are refused in the form of OpenAI', async (_what, body, status) => {
    expect(await errorOf(post(typeof body === 'function' ? body() : body))).toMatchObject({
      status,
      type: 'invalid_request_error',
    })
  })

  it('with half a character in them are answered in whole characters', async () => {
    const body = `{"model":"svc/offline","messages":[{"role":"user","content":"What is it?\\n\\nIt is \\ud83d half."}]}`
    const bytes = Buffer.from(await (await post(body)).arrayBuffer())
    expect(bytes.toString('utf8')).toContain('It is \uFFFD half.')
    expect(bytes.toString('utf8')).not.toContain('\\ud83d')
  })
})

describe('what a provider sends', () => {
  const streamed = async () => (await post({ ...hello, stream: true })).text()

  it('comes out as it went in, cut inside a character and inside `data:`', async () => {
    const whole = `${word('Grüße 👋🏽\n\ndata: [DONE]\n\n')}${stop}data: [DONE]\n\n`
    const bytes = Buffer.from(whole)
    const cuts = [0, 3, bytes.indexOf(0xc3) + 1, bytes.indexOf(0xf0) + 2, bytes.length - 1, bytes.length]
    fake.script({ rawChunks: cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end)) })
    expect(await streamed()).toBe(whole)
  })

  it.each([
    ['is cut off in an event', { rawChunks: [word('Good'), 'data: {"choi'], ending: 'break' as const }],
    ['ends without an end', { rawChunks: [word('Good')] }],
    ['sends what is not JSON', { rawChunks: [word('Good'), 'data: <html>\n\n', `${stop}data: [DONE]\n\n`] }],
    ['sends half of a JSON', { rawChunks: [word('Good'), 'data: {"choices":[\n\n', `${stop}data: [DONE]\n\n`] }],
    ['sends a number', { rawChunks: [word('Good'), 'data: 7\n\n', `${stop}data: [DONE]\n\n`] }],
  ])('and %s ends with an error that every client raises, and no [DONE]', async (_what, answer) => {
    fake.script(answer)
    const text = await streamed()
    const [said, ...last] = text.split(/(?=event: error)/)
    expect(said).toBe(word('Good'))
    expect(last.join('')).toMatch(
      /^event: error\ndata: \{"error":\{"message":".+","type":"api_error","param":null,"code":"upstream_error"\}\}\n\n$/,
    )
  })

  it.each([
    [401, 502],
    [403, 502],
    [500, 502],
  ])('as status %i is a %i that says why and never shows the key', async (status, expected) => {
    fake.script({ status, body: '{"error":{"message":"no: sk-provider"}}' })
    const error = await errorOf(post({ ...hello, stream: true }))
    expect(error).toMatchObject({ status: expected, type: 'api_error', code: 'upstream_error' })
    expect(error.message).not.toContain('sk-provider')
  })

  const json = { 'content-type': 'application/json' }

  it.each([
    ['a page of HTML', { status: 400, headers: { 'content-type': 'text/html' }, body: '<html>Bad request</html>' }],
    ['plain text', { status: 422, headers: { 'content-type': 'text/plain' }, body: 'no' }],
    ['half of a JSON', { status: 200, headers: json, body: '{"choices":[' }],
    ['a JSON of another form', { status: 200, headers: json, body: '{"result":"ok"}' }],
    ['a list', { status: 200, headers: json, body: '[]' }],
    ['an error with status 200', { status: 200, headers: json, body: '{"error":{"message":"no: sk-provider"}}' }],
  ])('that is %s is an upstream error', async (_what, answer) => {
    for (const body of [hello, { ...hello, stream: true }]) {
      fake.script(answer)
      const { message, ...error } = await errorOf(post(body))
      expect(error).toEqual({ status: 502, type: 'api_error', param: null, code: 'upstream_error' })
      expect(message).not.toContain('sk-provider')
    }
  })

  it('as a completion in place of a stream is an upstream error, since no client would read it', async () => {
    fake.script({ status: 200, headers: json, body: '{"choices":[{"message":{"content":"Good day."}}]}' })
    expect(await errorOf(post({ ...hello, stream: true }))).toMatchObject({ status: 502, code: 'upstream_error' })
  })

  it.each([
    [
      'in the form of OpenAI',
      { message: 'Too many tokens.', type: 'x', param: 'messages', code: 'context_length_exceeded' },
    ],
    ['in the words of vLLM', { message: "This model's maximum context length is 4096 tokens.", code: 400 }],
    ['in the words of llama.cpp', { message: 'the request exceeds the available context size, try increasing it' }],
  ])('keeps the code of a prompt that is too long, %s', async (_whose, error: { message: string; param?: string }) => {
    for (const body of [hello, { ...hello, stream: true }]) {
      fake.script({ status: 400, body: JSON.stringify({ error }) })
      expect(await errorOf(post(body))).toEqual({
        status: 400,
        type: 'invalid_request_error',
        param: error.param ?? null,
        code: 'context_length_exceeded',
        message: expect.stringContaining(error.message) as string,
      })
    }
  })

  it('never holds a provider that hangs when the client has left', async () => {
    fake.script({ rawChunks: [], ending: 'hang' })
    const leaving = new AbortController()
    const asking = post({ ...hello, stream: true }, { signal: leaving.signal }).then(answer => answer.text())
    await expect.poll(() => fake.requests.length).toBe(1)
    await pause(0)
    leaving.abort()
    await expect(asking).rejects.toThrow('abort')
    await fake.requests[0]?.left
  })
})

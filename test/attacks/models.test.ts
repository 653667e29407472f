import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '@svc/plugin'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeAnswer, FakeModelServer } from '../support/servers/fake-model-server.ts'
import { writePlugin } from '../support/plugin-folder.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

let fake: FakeModelServer
let svc: TestKernel
let folder: string

beforeAll(async () => {
  fake = await startFakeModelServer()
  folder = await mkdtemp(join(tmpdir(), 'svc-models-'))
  const say = { name: 'say', title: 'Say', description: 'Says so.', input: './say.json', effect: 'read' }
  const trial = await writePlugin(folder, 'trial', {
    manifest: { tools: [say] },
    files: { 'say.json': '{"type":"object"}' },
    setup: "env.tool('say', async () => 'said')",
  })
  svc = await startTestKernel({
    plugins: ['models', 'openai', 'developer', 'tools', 'conversations'],
    pluginFolders: [trial],
    env: { SVC_MODEL_BASE_URL: fake.baseUrl, SVC_MODEL_NAME: 'fake-model' },
  })
})
beforeEach(() => {
  fake.requests.length = 0
  fake.script({ text: 'Good day.' })
})
afterAll(async () => {
  await svc?.stop()
  await fake?.close()
  await rm(folder, { recursive: true, force: true })
})

type Headers = Record<string, string>
const hello = { model: 'fake-model', messages: [{ role: 'user', content: 'Hi' }] }
const event = (value: JsonValue) => `data: ${JSON.stringify(value)}\n\n`
const end = `${event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}data: [DONE]\n\n`

function post(path: string, body: JsonValue, headers: Headers = {}, signal?: AbortSignal) {
  return fetch(svc.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${svc.key}`, ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
}

async function keyWith(made: JsonObject): Promise<Headers> {
  const { body } = await svc.request('POST', '/api/developer/keys', { as: 'owner', body: { name: 'k', ...made } })
  return { authorization: `Bearer ${body.key}` }
}

describe('what a provider writes where something else belongs', () => {
  const delta = (value: JsonValue) => ({ choices: [{ index: 0, delta: value }] })
  it.each<[string, JsonObject]>([
    ['an object for words', delta({ content: { a: 1 } })],
    ['a list for words', delta({ content: ['a'] })],
    ['an object for thoughts', delta({ reasoning: { a: 1 } })],
    ['an object for calls', delta({ tool_calls: {} })],
    ['nothing for a call', delta({ tool_calls: [null] })],
    [
      'numbers for a call’s parts',
      delta({ tool_calls: [{ index: 'x', id: { x: 1 }, function: { name: 7, arguments: {} } }] }),
    ],
    ['nothing for a choice', { choices: [null] }],
    ['a number for a model', { model: { a: 1 }, choices: [] }],
    ['an object for an error’s words', { error: { message: { a: 1 } } }],
    ['impossible usage', { choices: [], usage: { prompt_tokens: -1, completion_tokens: 1e300 } }],
  ])('breaks nothing: %s', async (_what, chunk) => {
    fake.script({ rawChunks: [event(chunk), end] })
    const passed = await (await post('/v1/chat/completions', { ...hello, stream: true, store: true })).text()
    expect(passed.endsWith(end)).toBe(true)
    for (const [path, more] of [
      ['/v1/messages', { max_tokens: 9 }],
      ['/v1/chat/completions', { model: 'agent' }],
    ] as const) {
      const answer = await post(path, { ...hello, ...more })
      expect({ path, said: await answer.text() }).toEqual({
        path,
        said: expect.not.stringContaining('unexpected error'),
      })
    }
  })

  it('ends a turn that calls ten thousand tools at once, and nothing is called', async () => {
    const calls = Array.from({ length: 10_000 }, (_, index) => ({
      index,
      id: `c${index}`,
      function: { name: 'calculator', arguments: '{"expression":"1"}' },
    }))
    fake.script({ rawChunks: [event(delta({ tool_calls: calls })), end] })
    const answer = await post('/v1/chat/completions', { ...hello, model: 'agent' })
    expect(answer.status).toBe(502)
    const made = await svc.request('GET', '/api/tools/calls')
    expect(made.body.items).toEqual([])
  })

  it.each(['9'.repeat(400), '99999999', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'makes nobody wait longer than a day: Retry-After %j',
    async header => {
      fake.script({ status: 429, headers: { 'retry-after': header } })
      const answer = await post('/v1/chat/completions', hello)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '86400'])
    },
  )

  it('names its answer in a header that can be sent on', async () => {
    fake.script({ text: 'Good day.', headers: { 'content-type': 'text/event-stream; x="\u00ff\u00fe"' } })
    const answer = await post('/v1/chat/completions', { ...hello, stream: true })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/event-stream/),
    ])
    await answer.text()
  })
})

describe('a budget of tokens', () => {
  const words = 'x'.repeat(4000)

  /** What counts of an answer that the client reads to its end, leaves in the middle, or leaves before it has begun. */
  async function usedBy(body: JsonObject, answer: FakeAnswer, leaves?: 'before' | 'between'): Promise<number> {
    const key = await keyWith({ token_budget: { day: 1_000_000 } })
    fake.script(answer)
    const leaving = new AbortController()
    const asked = post('/v1/chat/completions', { ...hello, ...body }, key, leaving.signal)
    if (leaves === undefined) await (await asked).text()
    else {
      await expect.poll(() => fake.requests.length).toBe(1)
      if (leaves === 'between') await (await asked).body?.getReader().read()
      leaving.abort()
      await asked.catch(() => null)
      await fake.requests[0]?.left
    }
    const budget = () => svc.request('GET', '/api/models/budget', { as: 'none', headers: key })
    await expect.poll(async () => (await budget()).body.day.used).toBeGreaterThan(0)
    return (await budget()).body.day.used
  }
  const said = (more: JsonObject, index = 0) => event({ choices: [{ index, delta: more, finish_reason: null }] })

  it('counts what was asked of a provider that is left before it answers', async () => {
    const asked = { messages: [{ role: 'user', content: words }], stream: true }
    expect(await usedBy(asked, { rawChunks: [], ending: 'hang' }, 'before')).toBeGreaterThanOrEqual(1000)
  })

  it('counts every answer of several, and thoughts, where the provider counts nothing', async () => {
    const several = [said({ content: words }), said({ content: words }, 1), said({ reasoning_content: words }, 2)]
    expect(await usedBy({ stream: true, n: 3 }, { rawChunks: [...several, end] })).toBeGreaterThanOrEqual(3000)
  })

  it('counts what was said until the client left', async () => {
    const answer = { rawChunks: [said({ content: words }), said({ reasoning: words }, 1)], ending: 'hang' as const }
    expect(await usedBy({ stream: true, n: 2 }, answer, 'between')).toBeGreaterThanOrEqual(1000)
  })

  it('counts words that only look like an image', async () => {
    const question = [{ role: 'user', content: `data:${words}` }]
    expect(await usedBy({ stream: true, messages: question }, { rawChunks: [end] })).toBeGreaterThanOrEqual(1000)
  })
})

describe('a key of few scopes', () => {
  it('that may ask models leads nobody’s questions elsewhere', async () => {
    const key = await keyWith({ scopes: ['models:read', 'models:write'] })
    const provider = { name: 'mine', kind: 'openai-compatible', base_url: 'https://models.test/v1' }
    expect((await post('/api/models/providers', provider, key)).status).toBe(403)
    const settings = await svc.request('PUT', '/api/models/settings', {
      as: 'none',
      headers: key,
      body: { default_model: 'other-model' },
    })
    expect(settings.status).toBe(403)
  })

  it('that may converse runs no agent app by naming it as a model', async () => {
    const key = await keyWith({ scopes: ['conversations:read', 'conversations:write'] })
    const { id } = (await (await post('/api/conversations', {}, key)).json()) as { id: string }
    const answers = [
      await post(`/api/conversations/${id}/messages`, { message: 'Hi', model: 'app:any' }, key),
      await post('/api/conversations', { model: 'app:any' }, key),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
  })

  it('that may ask models calls no tool by way of them', async () => {
    const key = await keyWith({ scopes: ['models:read', 'models:write'] })
    fake.script({ toolCalls: [{ id: 'c1', name: 'say', arguments: '{}' }] }, { text: 'Good day.' })
    const answer = await post('/v1/chat/completions', { ...hello, model: 'agent' }, key)
    const asked = fake.requests.filter(({ path }) => path === '/v1/chat/completions').map(({ body }) => body)
    const sent = asked[1]?.messages.find(({ role }: JsonObject) => role === 'tool')?.content
    expect([answer.status, asked[0]?.tools, sent]).toEqual([
      200,
      undefined,
      expect.stringContaining('There is no tool'),
    ])
    expect((await post('/api/tools/say/call', { arguments: {} })).status).toBe(200)
  })

  it('that may do everything makes itself no key that decides in a person’s place', async () => {
    const made = await post('/api/developer/keys', { name: 'approver', scopes: ['tools:approve'] })
    expect(made.status).toBe(403)
  })
})

describe('a key that is denied a tool', () => {
  it('is not told what another key of the same user was answered', async () => {
    const body = { name: 'denied', scopes: ['tools:write'] }
    const { body: denied } = await svc.request('POST', '/api/developer/keys', { as: 'owner', body })
    const grant = { grant: 'deny', key_id: denied.id }
    await svc.request('PUT', '/api/tools/calculator/grant', { as: 'owner', body: grant })
    const call = (headers: Headers) =>
      post('/api/tools/calculator/call', { arguments: { expression: '6*7' } }, { 'idempotency-key': 'one', ...headers })
    expect((await call({})).status).toBe(200)
    expect((await call({ authorization: `Bearer ${denied.key}` })).status).toBe(403)
  })
})

describe('what a client writes', () => {
  it.each<[string, JsonObject]>([
    ['properties of nothing', { type: 'object', properties: { a: null } }],
    ['one branch that is none', { anyOf: [null] }],
    ['branches that are none', { anyOf: 'x' }],
    ['a number of required members', { type: 'object', properties: {}, required: 5 }],
    ['a reference that cannot be read', { $ref: '#/%E0%A4%A' }],
    ['a choice that is no text', { enum: [{ toString: 1 }, 2] }],
  ])('as a schema is refused in words: %s', async (_what, schema) => {
    const format = { type: 'json_schema', json_schema: { name: 'x', schema } }
    const question = {
      model: 'svc/offline',
      messages: [{ role: 'user', content: 'It is good. It is.' }],
      response_format: format,
    }
    expect((await post('/v1/chat/completions', question)).status).toBe(400)
  })

  it('as a path is answered in the form of OpenAI, at the root too', async () => {
    for (const path of ['/v1', '/v1/', '/v1/x']) {
      const answer = await fetch(svc.url + path, { headers: { authorization: `Bearer ${svc.key}` } })
      expect({ path, status: answer.status, body: await answer.json() }).toMatchObject({
        path,
        status: 404,
        body: { error: { type: 'invalid_request_error' } },
      })
    }
  })

  it('as a model’s name breaks no line and no address', async () => {
    for (const model of ['openai-compatible/a\nb', 'openai-compatible/a b', 'openai-compatible/\u0000', 'x\u202ey'])
      expect((await post('/v1/chat/completions', { ...hello, model })).status).toBe(404)
    expect(fake.requests.filter(({ path }) => path !== '/v1/models')).toEqual([])
  })
})

import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { collected } from '../support/collected.ts'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk

let fake: FakeModelServer
let svc: TestKernel
let client: OpenAI

beforeAll(async () => {
  fake = await startFakeModelServer()
  svc = await startTestKernel({
    plugins: ['models', 'openai', 'conversations', 'tools', 'developer'],
    env: { SVC_MODEL_BASE_URL: fake.baseUrl, SVC_MODEL_API_KEY: 'sk-provider', SVC_MODEL_NAME: 'fake-model' },
  })
  client = new OpenAI({ baseURL: `${svc.url}/v1`, apiKey: svc.key, maxRetries: 0 })
})
beforeEach(() => {
  fake.requests.length = 0
  fake.script({ text: 'Good day.' })
})
afterAll(async () => {
  await svc?.stop()
  await fake?.close()
})

const messages = [{ role: 'user' as const, content: 'Hi' }]
const asked = () => fake.requests.filter(request => request.path === '/v1/chat/completions')
const textOf = (chunks: Chunk[]) => chunks.map(chunk => chunk.choices[0]?.delta.content ?? '').join('')
const addTool = {
  type: 'function' as const,
  function: { name: 'add', parameters: { type: 'object', properties: { a: { type: 'number' } } } },
}

async function failure(asking: Promise<unknown>) {
  const error = await asking.catch((caught: unknown) => caught)
  if (!(error instanceof OpenAI.APIError)) throw new Error('the client raised no error of the API', { cause: error })
  const { status, type, code, param } = error
  return { name: error.constructor.name, status, type, code, param }
}

describe('a base URL', () => {
  it.each([
    ['', 'ends with /v1'],
    ['/v1/v1', 'has /v1 twice'],
  ])('that ends with "%s" is named in the error', async (end, remedy) => {
    const misled = new OpenAI({ baseURL: `${svc.url}${end}`, apiKey: svc.key, maxRetries: 0 })
    const asking = [
      () => misled.chat.completions.create({ model: 'agent', messages }),
      () => misled.embeddings.create({ model: 'agent', input: 'Hi' }),
      () => misled.models.list(),
      () => misled.responses.create({ model: 'agent', input: 'Hi' }),
    ]
    for (const ask of asking) {
      const error: unknown = await Promise.resolve(ask()).catch((caught: unknown) => caught)
      expect(error).toMatchObject({ status: 404, code: 'not_found', message: expect.stringContaining(remedy) })
    }
  })

  it('of a client of Anthropic has no /v1, and other unknown paths get no such advice', async () => {
    const errorAt = async (path: string) => {
      const answer = await fetch(`${svc.url}${path}`, { method: 'POST' })
      return ((await answer.json()) as { error: { message: string } }).error.message
    }
    expect(await errorAt('/v1/v1/messages')).toContain('of a client of Anthropic has no /v1')
    expect(await errorAt('/v1/images/generations')).toBe('There is no route POST /v1/images/generations.')
  })
})

describe('models', () => {
  it("are the agent and the provider's", async () => {
    const ids = (await collected(client.models.list())).map(model => model.id)
    expect(ids).toEqual(['agent', 'fake-model', 'other-model', 'svc/offline'])
  })

  it('can be asked for one by one, also with a slash in the id or a prefix', async () => {
    expect(await client.models.retrieve('svc/offline')).toMatchObject({ id: 'svc/offline', owned_by: 'svc' })
    expect(await client.models.retrieve('openai-compatible/fake-model')).toMatchObject({ id: 'fake-model' })
    expect(await failure(client.models.retrieve('nobody/nothing'))).toMatchObject({
      name: 'NotFoundError',
      code: 'model_not_found',
      param: 'model',
    })
  })
})

describe("a provider's model", () => {
  it('answers whole, its bytes and those of the request untouched', async () => {
    const { data, response } = await client.chat.completions
      .create({ model: 'fake-model', messages, n: 2, logprobs: true, seed: 7, ...({ unknown: { x: 1 } } as object) })
      .withResponse()
    expect(data).toMatchObject({
      choices: [{ message: { content: 'Good day.' }, finish_reason: 'stop' }],
      usage: { total_tokens: 10 },
    })
    expect(asked()).toMatchObject([
      {
        body: { model: 'fake-model', n: 2, logprobs: true, seed: 7, unknown: { x: 1 } },
        headers: { authorization: 'Bearer sk-provider' },
      },
    ])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-request-id': expect.stringMatching(/^req_/),
      'openai-processing-ms': expect.stringMatching(/^\d+$/),
      'x-ratelimit-limit-requests': '1200',
      'x-ratelimit-remaining-requests': expect.stringMatching(/^\d+$/),
      'x-ratelimit-reset-requests': expect.stringMatching(/^(?:1m0|\d+)s$/),
    })
  })

  it('streams, and tells usage to those alone who ask for it', async () => {
    const plain = await collected(await client.chat.completions.create({ model: 'fake-model', messages, stream: true }))
    const stream_options = { include_usage: true }
    const counted = await collected(
      await client.chat.completions.create({ model: 'fake-model', messages, stream: true, stream_options }),
    )
    expect(textOf(plain)).toBe('Good day.')
    expect(counted.slice(0, -1)).toEqual(plain)
    expect(counted.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } })
  })

  it('is found by its prefix, which the provider never sees', async () => {
    await client.chat.completions.create({ model: 'openai-compatible/other-model', messages })
    expect(asked()[0]?.body).toEqual({ model: 'other-model', messages })
  })

  it("runs the client's own tools", async () => {
    fake.script({ toolCalls: [{ id: 'call_1', name: 'add', arguments: '{"a":1}' }] }, { text: 'It is 2.' })
    const runner = client.chat.completions.runTools({
      model: 'fake-model',
      messages,
      stream: true,
      tools: [
        {
          type: 'function',
          function: {
            name: 'add',
            description: 'Adds one',
            parameters: { type: 'object', properties: { a: { type: 'number' } } },
            parse: JSON.parse,
            function: ({ a }: { a: number }) => String(a + 1),
          },
        },
      ],
    })
    expect(await runner.finalContent()).toBe('It is 2.')
    expect(asked()[1]?.body.messages.at(-1)).toEqual({ role: 'tool', tool_call_id: 'call_1', content: '2' })
  })

  it('answers by a schema', async () => {
    fake.script({ text: '{"sum":2}' })
    const response_format = {
      type: 'json_schema' as const,
      json_schema: { name: 'sum', strict: true, schema: { type: 'object', properties: { sum: { type: 'number' } } } },
    }
    const parsed = await client.chat.completions.parse({ model: 'fake-model', messages, response_format })
    expect(JSON.parse(parsed.choices[0]?.message.content ?? '')).toEqual({ sum: 2 })
    expect(asked()[0]?.body.response_format).toEqual(response_format)
  })

  it('is kept as a conversation with `store: true`', async () => {
    await client.chat.completions.create({ model: 'fake-model', messages, store: true })
    const kept = async () => (await svc.request('GET', '/api/conversations')).body.items[0]?.session_id
    await expect.poll(kept).toBeDefined()
    const log = await svc.request('GET', `/api/conversations/${await kept()}/messages`)
    expect(log.body.items).toMatchObject([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Good day.' },
    ])
  })

  it('is no longer asked once the client leaves', async () => {
    fake.script({ rawChunks: ['data: {"choices":[{"index":0,"delta":{"content":"Good"}}]}\n\n'], ending: 'hang' })
    const stream = await client.chat.completions.create({ model: 'fake-model', messages, stream: true })
    for await (const chunk of stream) {
      expect(chunk.choices[0]?.delta.content).toBe('Good')
      break
    }
    await asked()[0]?.left
  })

  it('embeds texts as floats and as base64, which the client asks for by itself', async () => {
    const input = ['a', 'bbb']
    const floats = await client.embeddings.create({ model: 'fake-embedding', input, encoding_format: 'float' })
    const packed = await client.embeddings.create({ model: 'fake-embedding', input })
    expect(packed.data).toEqual(floats.data)
    expect(floats).toMatchObject({ data: [{ embedding: [1, 0.5, -0.25] }, { embedding: [3, 0.5, -0.25] }] })
  })
})

describe('svc/offline, which speaks no wire format', () => {
  it('streams in the same form', async () => {
    const stream_options = { include_usage: true }
    const chunks = await collected(
      await client.chat.completions.create({ model: 'svc/offline', messages, stream: true, stream_options }),
    )
    expect(chunks[0]?.choices[0]?.delta).toMatchObject({ role: 'assistant', content: '' })
    expect(textOf(chunks)).toContain('no language model')
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } })
  })

  it("calls the client's tools when they are asked for by name", async () => {
    const ask = [{ role: 'user' as const, content: '/add {"a":1}' }]
    const runner = client.chat.completions.stream({ model: 'svc/offline', messages: ask, tools: [addTool] })
    expect(await runner.finalMessage()).toMatchObject({
      tool_calls: [{ type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
    })
  })

  it('reads every kind of message', async () => {
    const answer = await client.chat.completions.create({
      model: 'svc/offline',
      messages: [
        { role: 'developer', content: [{ type: 'text', text: 'Be brief.' }] },
        { role: 'user', name: 'ada', content: [{ type: 'text', text: 'Add.' }] },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'add', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: '42' }] },
      ],
    })
    expect(answer.choices[0]?.message.content).toContain('42')
  })

  it.each([
    ['n', { n: 2 }],
    ['logprobs', { logprobs: true }],
    ['audio', { audio: { voice: 'alloy', format: 'mp3' } }],
    ['temperature', { temperature: 3 }],
    ['tool_choice', { tool_choice: { type: 'function', function: { name: 'none' } } }],
    ['response_format.type', { response_format: { type: 'xml' } }],
    ['stream_options', { stream_options: { include_usage: true } }],
    ['messages[0].content[0].type', { messages: [{ role: 'user', content: [{ type: 'input_audio' }] }] }],
    ['messages[0].role', { messages: [{ role: 'king', content: 'x' }] }],
    ['tools[0].function.name', { tools: [{ type: 'function', function: { name: 'a b' } }] }],
  ])('refuses %s and names it', async (param, part) => {
    const asking = client.chat.completions.create({ model: 'svc/offline', messages, ...(part as object) })
    expect(await failure(asking)).toEqual({
      name: 'BadRequestError',
      status: 400,
      type: 'invalid_request_error',
      code: null,
      param,
    })
  })
})

describe('errors', () => {
  const chat = (params: object = {}, from = client) =>
    from.chat.completions.create({ model: 'fake-model', messages, ...params })
  const withKey = (apiKey: string) => new OpenAI({ baseURL: `${svc.url}/v1`, apiKey, maxRetries: 0 })

  it.each([
    ['BadRequestError', { status: 400 }, { status: 400, type: 'invalid_request_error' }],
    ['NotFoundError', { status: 404 }, { status: 404, code: 'model_not_found', param: 'model' }],
    ['RateLimitError', { status: 429, headers: { 'retry-after': '60' } }, { status: 429, code: 'rate_limit_exceeded' }],
    ['InternalServerError', { status: 401 }, { status: 502, type: 'api_error' }],
    ['InternalServerError', { rawChunks: ['<html>'], headers: { 'content-type': 'text/html' } }, { status: 502 }],
  ])('of the provider are raised as %s', async (name, answer, expected) => {
    fake.script(answer)
    expect(await failure(chat({ stream: true }))).toMatchObject({ name, ...expected })
  })

  it('of a wrong key, a missing scope, an unknown path and a malformed body have their classes', async () => {
    const { body } = await svc.request('POST', '/api/developer/keys', {
      body: { name: 'r', scopes: ['models:read'] },
      as: 'owner',
    })
    expect(await failure(chat({}, withKey('svc_wrong')))).toMatchObject({
      name: 'AuthenticationError',
      code: 'invalid_api_key',
    })
    expect(await failure(chat({}, withKey(body.key)))).toMatchObject({
      name: 'PermissionDeniedError',
      type: 'permission_error',
    })
    expect(await failure(Promise.resolve(client.files.list()))).toMatchObject({ name: 'NotFoundError', status: 404 })
    expect(await failure(chat({ messages: 'Hi' }))).toMatchObject({ name: 'BadRequestError', param: 'messages' })
  })

  it('in the middle of a stream are raised after what was said', async () => {
    fake.script({
      rawChunks: ['data: {"choices":[{"index":0,"delta":{"content":"Good"}}]}\n\ndata: {"cho'],
      ending: 'break',
    })
    const said: string[] = []
    const reading = (async () => {
      for await (const chunk of await client.chat.completions.create({ model: 'fake-model', messages, stream: true }))
        said.push(chunk.choices[0]?.delta.content ?? '')
    })()
    expect(await failure(reading)).toMatchObject({ type: 'api_error', code: 'upstream_error' })
    expect(said).toEqual(['Good'])
  })
})

describe('the agent', () => {
  const call = { id: 'call_1', name: 'calculator', arguments: '{"expression":"6 * 7"}' }
  const question = [{ role: 'user' as const, content: 'What is 6 times 7?' }]

  it('shows that a call waits, and how to decide, and goes on with the decision', async () => {
    await svc.request('PUT', '/api/tools/calculator/grant', { body: { grant: 'ask' }, as: 'owner' })
    fake.script({ toolCalls: [call] }, { text: 'It is 42.' })
    const stream = await client.chat.completions.create({ model: 'agent', messages: question, stream: true })
    let shown = ''
    let text = ''
    for await (const { choices } of stream) {
      const { content, reasoning_content } = (choices[0]?.delta ?? {}) as {
        content?: string
        reasoning_content?: string
      }
      text += content ?? ''
      shown += reasoning_content ?? ''
      const id = /svc approvals approve (apr_\w+)/.exec(reasoning_content ?? '')?.[1]
      if (id !== undefined) await svc.request('POST', `/api/approvals/${id}/approve`, { as: 'owner' })
    }
    expect([shown.trim(), text]).toEqual([
      expect.stringMatching(
        /^A call of calculator waits for a person: svc approvals approve apr_\w+, or svc approvals deny/,
      ),
      'It is 42.',
    ])
    await svc.request('DELETE', '/api/tools/calculator/grant', { as: 'owner' })
  })

  it("uses the workspace's tools, sums the usage up, and is read again through the conversation's events", async () => {
    fake.script({ text: 'Let me see.', toolCalls: [call] }, { text: 'It is 42.' })
    const stream_options = { include_usage: true }
    const { data, response } = await client.chat.completions
      .create({ model: 'agent', messages: question, stream: true, stream_options })
      .withResponse()
    const chunks = await collected(data)
    expect(textOf(chunks)).toBe('Let me see.\n\nIt is 42.')
    expect(chunks.flatMap(chunk => chunk.choices[0]?.delta.tool_calls ?? [])).toEqual([])
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
    expect(chunks.at(-1)?.usage).toEqual({ prompt_tokens: 14, completion_tokens: 6, total_tokens: 20 })
    const steps = chunks.flatMap(chunk => ('svc' in chunk ? [(chunk.svc as { type: string }).type] : []))
    expect(steps).toEqual(['tool_call', 'tool_result', 'done'])

    const session = response.headers.get('x-svc-session-id')
    const { body } = await svc.request<string>('GET', `/api/conversations/${session}/events?follow=false`)
    const deltas = [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '').delta ?? '')
    expect(deltas.join('')).toBe('Let me see.It is 42.')
    expect(asked()[1]?.body.messages.at(-1)).toMatchObject({ role: 'tool', content: expect.stringContaining('42') })
  })

  it('answers whole too, and the next question continues the same conversation', async () => {
    fake.script({ text: 'Let me see.', toolCalls: [call] }, { text: 'It is 42.' })
    const first = await client.chat.completions.create({ model: 'agent', messages: question }).withResponse()
    const answer = first.data.choices[0]?.message
    expect(first.data.choices).toMatchObject([
      { message: { content: 'Let me see.\n\nIt is 42.' }, finish_reason: 'stop' },
    ])
    const history = [...question, { role: 'assistant' as const, content: answer?.content ?? '' }, ...messages]
    const second = await client.chat.completions.create({ model: 'agent', messages: history }).withResponse()
    expect(second.response.headers.get('x-svc-session-id')).toBe(first.response.headers.get('x-svc-session-id'))
  })

  it("ends the turn where a tool of the client's is called, and goes on with its result", async () => {
    fake.script({ toolCalls: [{ id: 'call_9', name: 'add', arguments: '{"a":1}' }] }, { text: 'It is 2.' })
    const first = await client.chat.completions.create({ model: 'agent', messages, tools: [addTool] })
    expect(first.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ id: 'call_9', function: { name: 'add', arguments: '{"a":1}' } }] },
    })
    const said = first.choices[0]?.message
    const second = await client.chat.completions.create({
      model: 'agent',
      messages: [...messages, ...(said ? [said] : []), { role: 'tool', tool_call_id: 'call_9', content: '2' }],
      tools: [addTool],
    })
    expect(second.choices[0]?.message.content).toBe('It is 2.')
  })

  it('goes on when the client leaves', async () => {
    fake.script({ text: 'Good day.' })
    const { data, response } = await client.chat.completions
      .create({ model: 'agent', messages: question, stream: true })
      .withResponse()
    data.controller.abort()
    const session = response.headers.get('x-svc-session-id')
    await expect
      .poll(async () => (await svc.request('GET', `/api/conversations/${session}/messages`)).body.items)
      .toMatchObject([{ role: 'user' }, { role: 'assistant', content: 'Good day.' }])
  })

  it('fails with the words of what failed', async () => {
    fake.script({ status: 400 })
    expect(await failure(client.chat.completions.create({ model: 'agent', messages }))).toMatchObject({ status: 400 })
  })
})

import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { strictDeepSeek } from '../support/servers/strict-models.ts'
import { jsonAnswer, sseOf, startFakeVendorServer } from '../support/servers/fake-vendor-server.ts'
import type { FakeVendorServer } from '../support/servers/fake-vendor-server.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const hi = { role: 'user' as const, content: 'Hi' }
const ask = { model: 'fake-model', max_tokens: 100, messages: [hi] }
const weather: Anthropic.Tool = {
  name: 'weather',
  description: 'The weather of a place',
  input_schema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
}

let models: FakeModelServer
let vendor: FakeVendorServer
let server: TestKernel
let client: Anthropic

beforeAll(async () => {
  models = await startFakeModelServer()
  vendor = await startFakeVendorServer()
  vendor.script(jsonAnswer({ data: [{ id: 'claude-sonnet-4-5' }] }))
  const claude = { id: 'claude', kind: 'anthropic', base_url: `${vendor.url}/v1`, api_key: 'sk-ant-secret' }
  server = await startTestKernel({
    plugins: ['developer', 'models', 'model-providers', 'tools', 'conversations', 'openai'],
    env: { SVC_MODEL_BASE_URL: models.baseUrl, SVC_MODELS_PROVIDERS: JSON.stringify([claude]) },
  })
  client = new Anthropic({ baseURL: server.url, apiKey: server.key, maxRetries: 0 })
})
beforeEach(() => {
  models.requests.length = 0
  models.script({ text: 'Hello there.' })
})
afterAll(async () => {
  await server.stop()
  await models.close()
  await vendor.close()
})

it('the thoughts that a provider wants back with a call come back to it, though the client is not shown them', async () => {
  const call = { id: 'call_0123456789', name: 'weather', arguments: '{"place":"Ulm"}' }
  const deepSeek = strictDeepSeek(call)
  models.script(deepSeek.answer)
  const first = await client.messages.create({ ...ask, tools: [weather] })
  const result = { type: 'tool_result' as const, tool_use_id: call.id, content: 'Rain.' }
  const messages = [
    hi,
    { role: 'assistant' as const, content: first.content },
    { role: 'user' as const, content: [result] },
  ]
  const second = await client.messages.create({ ...ask, tools: [weather], messages })
  expect(second.content).toEqual([{ type: 'text', text: 'Done.' }])
  const asked = models.requests.filter(({ method }) => method === 'POST')
  expect(asked).toHaveLength(2)
  expect(asked[1]?.body.messages[1].reasoning_content).toBe(deepSeek.secret)
})

describe('a message of a model', () => {
  it('is Anthropic’s, whole', async () => {
    expect(await client.messages.create(ask)).toEqual({
      id: expect.stringMatching(/^msg_/),
      type: 'message',
      role: 'assistant',
      model: 'fake-model',
      content: [{ type: 'text', text: 'Hello there.' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 7, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 3 },
    })
  })

  it('is streamed in the events that the client puts together', async () => {
    const types: string[] = []
    const stream = client.messages.stream(ask).on('streamEvent', event => types.push(event.type))
    const message = await stream.finalMessage()
    expect(types).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
    expect(message).toMatchObject({
      content: [{ type: 'text', text: 'Hello there.' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 7, output_tokens: 3 },
    })
  })

  it('calls the client’s tools, side by side, and reads their results', async () => {
    const calls = ['Rome', 'Oslo'].map((place, index) => ({
      id: `call_${index}`,
      name: 'weather',
      arguments: JSON.stringify({ place }),
    }))
    models.script({ text: 'Let me look.', toolCalls: calls }, { text: 'Warm and cold.' })
    const asked = { ...ask, tools: [weather], tool_choice: { type: 'any' as const } }
    const first = await client.messages.stream(asked).finalMessage()
    expect(first).toMatchObject({
      stop_reason: 'tool_use',
      content: [
        { type: 'text', text: 'Let me look.' },
        { type: 'tool_use', id: 'call_0', name: 'weather', input: { place: 'Rome' } },
        { type: 'tool_use', id: 'call_1', name: 'weather', input: { place: 'Oslo' } },
      ],
    })
    const second = await client.messages.create({
      ...ask,
      tools: [weather],
      messages: [
        hi,
        { role: 'assistant', content: first.content },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call_0', content: '30 °C' },
            { type: 'tool_result', tool_use_id: 'call_1', content: [{ type: 'text', text: 'gone' }], is_error: true },
            { type: 'text', text: 'Well?' },
          ],
        },
      ],
    })
    expect(second.content).toEqual([{ type: 'text', text: 'Warm and cold.' }])
    const [asking, answering] = models.requests.slice(-2)
    expect(asking?.body).toMatchObject({ tool_choice: 'required', tools: [{ function: { name: 'weather' } }] })
    expect(answering?.body.messages.slice(1)).toMatchObject([
      { role: 'assistant', content: 'Let me look.', tool_calls: [{ id: 'call_0' }, { id: 'call_1' }] },
      { role: 'tool', tool_call_id: 'call_0', content: '30 °C' },
      { role: 'tool', tool_call_id: 'call_1', content: 'The tool failed: gone' },
      { role: 'user', content: 'Well?' },
    ])
  })

  it('takes a system prompt, images, and how to write', async () => {
    // The client has no name for it any more; its older versions send it.
    const warm: object = { temperature: 0.5 }
    await client.messages.create({
      ...ask,
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
            { type: 'text', text: 'What is this?' },
          ],
        },
      ],
      ...warm,
      stop_sequences: ['END'],
    })
    expect(models.requests.at(-1)?.body).toMatchObject({
      temperature: 0.5,
      max_tokens: 100,
      stop: ['END'],
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
          ],
        },
      ],
    })
  })

  it('may come from Anthropic itself, with what the model thought', async () => {
    vendor.script({
      chunks: sseOf(
        { type: 'message_start', message: { id: 'msg_1', model: 'claude-sonnet-4-5', usage: { input_tokens: 12 } } },
        { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
        { type: 'content_block_stop', index: 0 },
        { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Yes.' } },
        { type: 'content_block_stop', index: 1 },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } },
        { type: 'message_stop' },
      ),
    })
    const message = await client.messages.stream({ ...ask, model: 'claude/claude-sonnet-4-5' }).finalMessage()
    expect(message).toMatchObject({
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'Yes.' },
      ],
      usage: { input_tokens: 12, output_tokens: 7 },
    })
    expect(vendor.requests.at(-1)?.headers['x-api-key']).toBe('sk-ant-secret')
  })

  it('stops its provider when the client leaves', async () => {
    models.script({ rawChunks: ['data: {"choices":[{"index":0,"delta":{"content":"Well"}}]}\n\n'], ending: 'hang' })
    const stream = client.messages.stream(ask)
    stream.on('text', () => stream.abort())
    await expect(stream.finalMessage()).rejects.toBeInstanceOf(Anthropic.APIUserAbortError)
    await models.requests.at(-1)?.left
  })
})

describe('a message of the agent', () => {
  it('is made with the workspace’s tools, and is a turn of a conversation', async () => {
    models.script(
      { toolCalls: [{ id: 'call_1', name: 'calculator', arguments: '{"expression": "6 * 7"}' }] },
      { text: 'It is 42.' },
    )
    const stream = client.messages.stream({
      ...ask,
      model: 'agent',
      messages: [{ role: 'user', content: 'Six by seven?' }],
    })
    const message = await stream.finalMessage()
    expect(message).toMatchObject({
      model: 'agent',
      content: [{ type: 'text', text: 'It is 42.' }],
      stop_reason: 'end_turn',
    })
    const { response } = await stream.withResponse()
    const session = response.headers.get('x-svc-session-id')
    const { body } = await server.request('GET', `/api/conversations/${session}/messages`)
    expect(body.items.map(({ role, content }: { role: string; content: string }) => [role, content])).toEqual(
      expect.arrayContaining([
        ['user', 'Six by seven?'],
        ['assistant', 'It is 42.'],
      ]),
    )
  })

  it('goes on in the conversation whose answer the client’s history repeats', async () => {
    const asked = { ...ask, model: 'agent', messages: [{ role: 'user' as const, content: 'I am Ada.' }] }
    const first = await client.messages.create(asked).withResponse()
    const next = {
      ...asked,
      messages: [
        ...asked.messages,
        { role: 'assistant' as const, content: first.data.content },
        { role: 'user' as const, content: 'Who am I?' },
      ],
    }
    const second = await client.messages.create(next).withResponse()
    const [one, two] = [first, second].map(({ response }) => response.headers.get('x-svc-session-id'))
    expect(two).toBe(one)
  })

  it('calls the client’s tools too', async () => {
    models.script({ toolCalls: [{ id: 'call_1', name: 'weather', arguments: '{"place": "Rome"}' }] })
    const message = await client.messages.create({ ...ask, model: 'agent', tools: [weather] })
    expect(message).toMatchObject({
      stop_reason: 'tool_use',
      content: [{ type: 'tool_use', id: 'call_1', name: 'weather', input: { place: 'Rome' } }],
    })
  })
})

describe('a refusal', () => {
  it('without a key of its own is an authentication error', async () => {
    const stranger = new Anthropic({ baseURL: server.url, apiKey: 'svc_wrong', maxRetries: 0 })
    await expect(stranger.messages.create(ask)).rejects.toBeInstanceOf(Anthropic.AuthenticationError)
    const { status, body } = await server.request('POST', '/v1/messages', { as: 'owner', body: ask })
    expect([status, body.type]).toEqual([401, 'error'])
  })

  it('names what cannot be had, in Anthropic’s form', async () => {
    const { status, body } = await server.request('POST', '/v1/messages', {
      body: {
        ...ask,
        top_k: 3,
        messages: [{ role: 'user', content: [{ type: 'video' }] }],
        tools: [{ type: 'web_search_20250305', name: 'web_search' }],
      },
    })
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: expect.stringMatching(/^messages\[0\]\.content\[0\]\.type /),
        },
        request_id: expect.any(String),
      },
    })
    for (const [more, words] of [
      [{ top_k: 3 }, /top_k cannot be had/],
      [{ tools: [{ type: 'web_search_20250305', name: 'web_search' }] }, /web_search_20250305 cannot be had/],
      [{ max_tokens: undefined }, /max_tokens/],
    ] as const) {
      const answer = await server.request('POST', '/v1/messages', { body: { ...ask, ...more } as never })
      expect(answer).toMatchObject({ status: 400, body: { error: { message: expect.stringMatching(words) } } })
    }
  })

  it('of an unknown model, and of the provider, keeps its meaning', async () => {
    await expect(client.messages.create({ ...ask, model: 'app:none' })).rejects.toMatchObject({ status: 404 })
    models.script({ status: 400, body: '{"error": {"message": "too long"}}' })
    await expect(client.messages.create(ask)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/too long/),
    })
    models.script({ status: 401, body: '{"error": {"message": "bad key"}}' })
    await expect(client.messages.create(ask)).rejects.toMatchObject({ status: 502 })
  })

  it('of a key that has spent its tokens, or may not ask the model, is Anthropic’s', async () => {
    const keyed = async (limits: object) => {
      const answer = await server.request('POST', '/api/developer/keys', {
        as: 'owner',
        body: { name: 'limited', ...limits },
      })
      return new Anthropic({ baseURL: server.url, apiKey: answer.body.key, maxRetries: 0 })
    }
    const poor = await keyed({ token_budget: { day: 1 } })
    await expect(poor.messages.create(ask)).rejects.toBeInstanceOf(Anthropic.RateLimitError)
    const narrow = await keyed({ models: ['svc/offline'] })
    await expect(narrow.messages.create(ask)).rejects.toBeInstanceOf(Anthropic.PermissionDeniedError)
  })

  it('in the middle of a stream is an error of the client', async () => {
    models.script({ rawChunks: ['data: {"choices":[{"index":0,"delta":{"content":"Well"}}]}\n\n'], ending: 'break' })
    const failure = await client.messages
      .stream(ask)
      .finalMessage()
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Anthropic.APIError)
    expect(String(failure)).toMatch(/broke off/)
  })
})

it('counts tokens without asking a model', async () => {
  const { input_tokens } = await client.messages.countTokens({ model: 'fake-model', messages: [hi], tools: [weather] })
  expect(input_tokens).toBeGreaterThan(20)
  expect(models.requests).toEqual([])
})

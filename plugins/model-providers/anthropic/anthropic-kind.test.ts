import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChatEvent, ChatRequest, ProviderSettings } from '@svc/plugin/contracts/models'
import { collected } from '../../../test/support/collected.ts'
import {
  jsonAnswer,
  nowAndThen,
  sseOf,
  startFakeVendorServer,
} from '../../../test/support/servers/fake-vendor-server.ts'
import type { FakeVendorServer } from '../../../test/support/servers/fake-vendor-server.ts'
import { openEgress } from '../../../test/rooms/open-rooms.ts'
import { ManualClock } from '@svc/plugin/testing'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import { anthropicKind } from './anthropic-kind.ts'

const principal = testPrincipal({ via: 'api_key' })
const key = 'sk-ant-secret'
const egress = openEgress()
let vendor: FakeVendorServer

beforeAll(async () => {
  vendor = await startFakeVendorServer()
})
beforeEach(() => void vendor.requests.splice(0))
afterAll(async () => {
  await egress.close()
  await vendor.close()
})

function provider(settings: Partial<ProviderSettings> = {}) {
  const kind = anthropicKind({ egress, clock: new ManualClock(), log: recordingLog() })
  const base_url = `${vendor.url}/v1`
  return kind.open({ id: 'claude', base_url, api_key: key, timeout_ms: 10_000, trusted: true, ...settings })
}

function answer(more: Partial<ChatRequest> = {}): Promise<ChatEvent[]> {
  const messages = [{ role: 'user' as const, content: 'Hi' }]
  const { signal } = new AbortController()
  return collected(provider().stream({ messages, principal, signal, ...more, model: 'claude-sonnet-4-5' }))
}

const start = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5-20250929',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 12, output_tokens: 1 },
  },
}
const text = (index: number, ...deltas: string[]) => [
  { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
  ...deltas.map(delta => ({ type: 'content_block_delta', index, delta: { type: 'text_delta', text: delta } })),
  { type: 'content_block_stop', index },
]
const end = (stop_reason: string) => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 7 } },
  { type: 'message_stop' },
]

describe('an answer of Claude', () => {
  it('is thought, text and calls, in pieces however the bytes are cut', async () => {
    const events = sseOf(
      start,
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } },
      { type: 'content_block_stop', index: 0 },
      ...text(1, 'Grüße ', '\n\ndata: {"x"}'),
      {
        type: 'content_block_start',
        index: 2,
        content_block: { type: 'tool_use', id: 'toolu_1', name: 'add', input: {} },
      },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"a": 1' } },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: ', "b": 2}' } },
      { type: 'content_block_stop', index: 2 },
      ...end('tool_use'),
    )
    const bytes = Buffer.from(events.join(''))
    const cut = bytes.indexOf('ü') + 1
    vendor.script({ chunks: [bytes.subarray(0, cut), bytes.subarray(cut, cut + 40), bytes.subarray(cut + 40)] })
    expect(await answer()).toEqual([
      { type: 'reasoning', delta: 'Hm.' },
      { type: 'content', delta: 'Grüße ' },
      { type: 'content', delta: '\n\ndata: {"x"}' },
      {
        type: 'tool_call',
        call: expect.objectContaining({ id: 'toolu_1', name: 'add', arguments: '{"a": 1, "b": 2}' }),
      },
      {
        type: 'done',
        finish_reason: 'tool_calls',
        usage: { prompt_tokens: 12, completion_tokens: 7 },
        model: 'claude-sonnet-4-5-20250929',
      },
    ])
  })

  it('with calls is sent back as it was said: thoughts with their signatures, texts and calls in their order', async () => {
    const thought = (index: number, text: string, signature: string) => [
      { type: 'content_block_start', index, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking: text } },
      { type: 'content_block_delta', index, delta: { type: 'signature_delta', signature } },
      { type: 'content_block_stop', index },
    ]
    const call = (index: number, id: string) => [
      { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name: 'add', input: {} } },
      { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: '{"a":1}' } },
      { type: 'content_block_stop', index },
    ]
    const hidden = { type: 'redacted_thinking', data: 'aGlkZGVu' }
    vendor.script({
      chunks: sseOf(
        start,
        ...thought(0, 'Hm.', 'b25l'),
        { type: 'content_block_start', index: 1, content_block: hidden },
        { type: 'content_block_stop', index: 1 },
        ...text(2, 'I ', 'add.'),
        ...call(3, 'toolu_1'),
        ...thought(4, 'And so on.', 'dHdv'),
        ...call(5, 'toolu_2'),
        ...end('tool_use'),
      ),
    })
    const question = { role: 'user' as const, content: 'Add.' }
    const said = await answer({ messages: [question] })
    const tool_calls = said.flatMap(event => (event.type === 'tool_call' ? [event.call] : []))
    vendor.script({ chunks: sseOf(start, ...text(0, 'Added.'), ...end('end_turn')) })
    const results = tool_calls.map(({ id }) => ({ role: 'tool' as const, content: '2', tool_call_id: id }))
    // As it comes back from where it is stored.
    const kept = JSON.parse(JSON.stringify({ role: 'assistant', content: 'I add.', tool_calls }))
    await answer({ messages: [question, kept, ...results] })
    const use = { type: 'tool_use', name: 'add', input: { a: 1 } }
    expect(vendor.requests.at(-1)?.body.messages[1].content).toEqual([
      { type: 'thinking', thinking: 'Hm.', signature: 'b25l' },
      hidden,
      { type: 'text', text: 'I add.' },
      { ...use, id: 'toolu_1' },
      { type: 'thinking', thinking: 'And so on.', signature: 'dHdv' },
      { ...use, id: 'toolu_2' },
    ])
  })

  it('counts what was read from the cache and written into it as parts of the question', async () => {
    const usage = { ...start.message.usage, cache_read_input_tokens: 100, cache_creation_input_tokens: 20 }
    const cached = { ...start, message: { ...start.message, usage } }
    vendor.script({ chunks: sseOf(cached, ...text(0, 'ok'), ...end('end_turn')) })
    expect((await answer()).at(-1)).toMatchObject({
      usage: { prompt_tokens: 132, completion_tokens: 7, cached_tokens: 100, cache_write_tokens: 20 },
    })
  })

  it('is kept in its cache up to the tools, the instructions and the last message, where the same will be asked again', async () => {
    const user = { role: 'user' as const, content: 'Hi' }
    const system = { role: 'system' as const, content: 'Be brief.' }
    const tool = (name: string) => ({ name, description: name, parameters: { type: 'object', properties: {} } })
    const asked = [
      { messages: [system, user], tools: [tool('look'), tool('find')] },
      { messages: [system, user, { role: 'assistant' as const, content: 'Yes?' }, user] },
      { messages: [system, user] },
    ]
    const marks: unknown[] = []
    for (const request of asked) {
      vendor.script({ chunks: sseOf(start, ...text(0, 'ok'), ...end('end_turn')) })
      await answer(request)
      const { tools = [], system: instructions, messages } = vendor.requests.at(-1)?.body
      const parts = [...tools, ...instructions, ...messages.flatMap(({ content }: { content: unknown[] }) => content)]
      marks.push(parts.map((part: { cache_control?: { type: string } }) => part.cache_control?.type ?? null))
    }
    const kept = 'ephemeral'
    expect(marks).toEqual([
      [null, kept, kept, kept],
      [kept, null, null, kept],
      [null, null],
    ])
  })

  it('is asked with everything in Anthropic’s own form', async () => {
    vendor.script({ chunks: sseOf(start, ...text(0, 'ok'), ...end('end_turn')) })
    await answer({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'What is this?', images: [{ url: 'data:image/png;base64,iVBORw0KGgo=' }] },
        {
          role: 'assistant',
          content: 'Let me see.',
          tool_calls: [{ id: 'functions.look:0', name: 'look', arguments: '{"at":1}' }],
        },
        { role: 'tool', content: 'a cat', tool_call_id: 'functions.look:0' },
        { role: 'system', content: 'And kind.' },
      ],
      tools: [
        { name: 'look', description: 'Looks', parameters: { type: 'object', properties: { at: { type: 'number' } } } },
      ],
      tool_choice: 'required',
      parallel_tool_calls: false,
      temperature: 0.5,
      max_tokens: 100,
      stop: ['END'],
    })
    const [{ path, headers, body } = vendor.requests[0]!] = vendor.requests
    expect({ path, key: headers['x-api-key'], version: headers['anthropic-version'] }).toEqual({
      path: '/v1/messages',
      key,
      version: '2023-06-01',
    })
    expect(body).toMatchObject({
      model: 'claude-sonnet-4-5',
      max_tokens: 100,
      temperature: 0.5,
      stop_sequences: ['END'],
      stream: true,
      system: [
        { type: 'text', text: 'Be brief.' },
        { type: 'text', text: 'And kind.' },
      ],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Let me see.' },
            { type: 'tool_use', id: '2e9ce3be5', name: 'look', input: { at: 1 } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: '2e9ce3be5', content: 'a cat' }] },
      ],
      tools: [{ name: 'look', description: 'Looks', input_schema: { type: 'object' } }],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
    })
  })

  it('that was cut off by its limit, or refused, says so', async () => {
    vendor.script({ chunks: sseOf(start, ...text(0, 'a'), ...end('max_tokens')) })
    expect((await answer()).at(-1)).toMatchObject({ finish_reason: 'length' })
    vendor.script({ chunks: sseOf(start, ...text(0, 'a'), ...end('refusal')) })
    expect((await answer()).at(-1)).toMatchObject({ finish_reason: 'content_filter' })
  })
})

describe('a failure of Anthropic', () => {
  const error = (type: string, message: string) => ({ type: 'error', error: { type, message } })

  it.each([
    [400, 'invalid_request_error', { status: 400, message: /It said: max_tokens: \[redacted\] is too large/ }],
    [401, 'authentication_error', { status: 502, message: /refused its key \(status 401\)\. Check/ }],
    [404, 'not_found_error', { status: 404, message: /has no model/ }],
    [429, 'rate_limit_error', { status: 429, retryAfterSeconds: 7 }],
    [529, 'overloaded_error', { status: 502, message: /failed \(status 529\)/ }],
  ])('with status %i keeps its meaning and never shows the key', async (status, type, expected) => {
    vendor.script(jsonAnswer(error(type, `max_tokens: ${key} is too large`), status, { 'retry-after': '7' }))
    const failed = await answer().catch((thrown: unknown) => thrown)
    expect(failed).toMatchObject(
      'message' in expected ? { ...expected, message: expect.stringMatching(expected.message) } : expected,
    )
    expect(String(failed)).not.toContain(key)
  })

  it('in the middle of an answer is passed on with its words', async () => {
    vendor.script({ chunks: sseOf(start, ...text(0, 'Well'), error('overloaded_error', 'Overloaded')) })
    await expect(answer()).rejects.toMatchObject({ status: 502, message: expect.stringMatching(/Overloaded/) })
  })

  it.each([
    ['a cut connection', { chunks: sseOf(start, ...text(0, 'Well')), ending: 'break' as const }],
    ['an end without an end', { chunks: sseOf(start, ...text(0, 'Well')) }],
    ['an event that is no JSON', { chunks: [...sseOf(start), 'event: content_block_start\ndata: {oops\n\n'] }],
    ['a page of HTML', { chunks: ['<html>gateway</html>'], headers: { 'content-type': 'text/html' } }],
  ])('by %s is an upstream error', async (_name, scripted) => {
    vendor.script(scripted)
    await expect(answer()).rejects.toMatchObject({ code: 'upstream_error' })
  })

  it('at an address that is not public, and not the owner’s choice, is never reached', async () => {
    const { signal } = new AbortController()
    const untrusted = provider({ trusted: false })
    const messages = [{ role: 'user' as const, content: 'Hi' }]
    await expect(collected(untrusted.stream({ messages, principal, signal, model: 'm' }))).rejects.toMatchObject({
      code: 'upstream_error',
      message: expect.stringMatching(/cannot be asked/),
    })
    expect(vendor.requests).toEqual([])
  })
})

it('reads an answer for as long as something of it comes', async () => {
  vendor.script({ chunks: nowAndThen(sseOf(start, { type: 'ping' }, ...text(0, 'Well.'), ...end('end_turn')), 250) })
  const { signal } = new AbortController()
  const request = {
    messages: [{ role: 'user' as const, content: 'Hi' }],
    principal,
    signal,
    model: 'claude-sonnet-4-5',
  }
  const events = await collected(provider({ timeout_ms: 1000 }).stream(request))
  expect(events).toMatchObject([{ delta: 'Well.' }, { finish_reason: 'stop' }])
})

it('leaves Anthropic at once when its reader leaves', async () => {
  vendor.script({ chunks: sseOf(start, ...text(0, 'Well')), ending: 'hang' })
  const leaving = new AbortController()
  const messages = [{ role: 'user' as const, content: 'Hi' }]
  const events = provider().stream({ messages, principal, signal: leaving.signal, model: 'm' })
  const reading = (async () => {
    for await (const event of events) if (event.type === 'content') leaving.abort()
  })()
  await expect(reading).rejects.toThrow(/abort/i)
  await vendor.requests[0]?.left
})

it('lists the models with their windows', async () => {
  vendor.script(
    jsonAnswer({
      data: [
        { type: 'model', id: 'claude-a', created_at: '2026-01-31T12:00:00Z', max_input_tokens: 200_000 },
        { type: 'model', id: 'claude-b' },
      ],
    }),
  )
  expect(await provider().list(new AbortController().signal)).toEqual([
    { id: 'claude-a', provider: 'claude', offline: false, context_window: 200_000, created: 1_769_860_800 },
    { id: 'claude-b', provider: 'claude', offline: false, context_window: null, created: null },
  ])
  expect(vendor.requests[0]).toMatchObject({ path: '/v1/models?limit=1000', headers: { 'x-api-key': key } })
})

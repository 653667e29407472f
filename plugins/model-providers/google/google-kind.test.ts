import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChatEvent, ChatRequest } from '@svc/plugin/contracts/models'
import { collected } from '../../../test/support/collected.ts'
import { jsonAnswer, sseOf, startFakeVendorServer } from '../../../test/support/servers/fake-vendor-server.ts'
import type { FakeVendorServer } from '../../../test/support/servers/fake-vendor-server.ts'
import { openEgress } from '../../../test/rooms/open-rooms.ts'
import { ManualClock } from '@svc/plugin/testing'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import { googleKind } from './google-kind.ts'

const principal = testPrincipal({ via: 'api_key' })
const key = 'AIza-secret'
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

function provider() {
  const kind = googleKind({ egress, clock: new ManualClock(), log: recordingLog() })
  const base_url = `${vendor.url}/v1beta`
  return kind.open({ id: 'gemini', base_url, api_key: key, timeout_ms: 10_000, trusted: true })
}

function answer(more: Partial<ChatRequest> = {}, model = 'gemini-3-pro'): Promise<ChatEvent[]> {
  const messages = [{ role: 'user' as const, content: 'Hi' }]
  const { signal } = new AbortController()
  return collected(provider().stream({ messages, principal, signal, ...more, model }))
}

function chunk(parts: unknown[], finishReason?: string) {
  return {
    candidates: [{ content: { parts, role: 'model' }, index: 0, ...(finishReason && { finishReason }) }],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 4, thoughtsTokenCount: 2, totalTokenCount: 15 },
    modelVersion: 'gemini-3-pro-001',
  }
}

describe('an answer of Gemini', () => {
  it('is thought, text and calls', async () => {
    vendor.script({
      chunks: sseOf(
        chunk([{ text: 'Hm.', thought: true }]),
        chunk([{ text: 'Grüße' }]),
        chunk([{ functionCall: { name: 'add', args: { a: 1 } } }], 'STOP'),
      ),
    })
    expect(await answer()).toEqual([
      { type: 'reasoning', delta: 'Hm.' },
      { type: 'content', delta: 'Grüße' },
      { type: 'tool_call', call: { id: expect.any(String), name: 'add', arguments: '{"a":1}' } },
      {
        type: 'done',
        finish_reason: 'tool_calls',
        usage: { prompt_tokens: 9, completion_tokens: 6 },
        model: expect.stringMatching(/^gemini-3-pro/),
      },
    ])
  })

  it('with calls is sent back with the signature of its thought', async () => {
    const functionCall = { name: 'add', args: { a: 1 } }
    const signed = { functionCall, thoughtSignature: 'c2lnbmVk' }
    vendor.script({ chunks: sseOf(chunk([{ text: 'Well: ' }]), chunk([signed, { functionCall }], 'STOP')) })
    const question = { role: 'user' as const, content: 'Add.' }
    const said = await answer({ messages: [question] })
    const tool_calls = said.flatMap(event => (event.type === 'tool_call' ? [event.call] : []))
    vendor.script({ chunks: sseOf(chunk([{ text: 'ok' }], 'STOP')) })
    const results = tool_calls.map(({ id }) => ({ role: 'tool' as const, content: '2', tool_call_id: id }))
    const kept = JSON.parse(JSON.stringify({ role: 'assistant', content: 'Well: ', tool_calls }))
    await answer({ messages: [question, kept, ...results] })
    const { parts } = vendor.requests.at(-1)?.body.contents[1]
    expect(parts).toMatchObject([{ text: 'Well: ' }, signed, { functionCall }])
  })

  it('is asked with everything in Google’s own form', async () => {
    vendor.script({ chunks: sseOf(chunk([{ text: 'ok' }], 'STOP')) })
    await answer({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'What is this?', images: [{ url: 'data:image/png;base64,iVBORw0KGgo=' }] },
        { role: 'assistant', content: '', tool_calls: [{ id: 'call_1', name: 'look', arguments: '{"at":1}' }] },
        { role: 'tool', content: 'a cat', tool_call_id: 'call_1' },
      ],
      tools: [
        { name: 'look', description: 'Looks', parameters: { type: 'object', properties: { at: { type: 'number' } } } },
      ],
      tool_choice: { name: 'look' },
      seed: 3,
      presence_penalty: 0.5,
      stop: ['END'],
    })
    const { path, headers, body } = vendor.requests[0]!
    expect({ path, key: headers['x-goog-api-key'] }).toEqual({
      path: '/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse',
      key,
    })
    expect(body).toMatchObject({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        {
          role: 'user',
          parts: [{ text: 'What is this?' }, { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }],
        },
        { role: 'model', parts: [{ functionCall: { name: 'look', args: { at: 1 } } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'look' } }] },
      ],
      tools: [{ functionDeclarations: [{ name: 'look' }] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['look'] } },
      generationConfig: { seed: 3, presencePenalty: 0.5, stopSequences: ['END'] },
    })
  })

  it('to a schema is asked for as JSON', async () => {
    vendor.script({ chunks: sseOf(chunk([{ text: '{"n":1}' }], 'STOP')) })
    await answer({ response_schema: { type: 'object', properties: { n: { type: 'number' } } } })
    expect(vendor.requests[0]?.body.generationConfig).toMatchObject({ responseMimeType: 'application/json' })
  })

  it('that was stopped by its limit or for safety says so', async () => {
    vendor.script({ chunks: sseOf(chunk([{ text: 'a' }], 'MAX_TOKENS')) })
    expect((await answer()).at(-1)).toMatchObject({ finish_reason: 'length' })
    vendor.script({ chunks: sseOf(chunk([], 'SAFETY')) })
    expect((await answer()).at(-1)).toMatchObject({ finish_reason: 'content_filter' })
  })
})

describe('a failure of Google', () => {
  const error = (code: number, message: string) => ({ error: { code, message, status: 'FAILED' } })

  it.each([
    ['a wrong key', 400, `API key not valid: ${key}`, { status: 502, code: 'upstream_error' }],
    ['a bad request', 400, 'contents is empty', { status: 400, code: 'validation_error' }],
    ['no such model', 404, 'models/x is not found', { status: 404, code: 'not_found' }],
    ['too many requests', 429, 'Quota', { status: 429, code: 'rate_limited' }],
    ['its own', 503, 'Overloaded', { status: 502, code: 'upstream_error' }],
  ])('for %s keeps its meaning and never shows the key', async (_name, status, message, expected) => {
    vendor.script(jsonAnswer([error(status, message)], status))
    const failed = await answer().catch((thrown: unknown) => thrown)
    expect(failed).toMatchObject(expected)
    expect(String(failed)).not.toContain(key)
  })

  it.each([
    ['a cut connection', { chunks: sseOf(chunk([{ text: 'Well' }])), ending: 'break' as const }],
    ['an end without an end', { chunks: sseOf(chunk([{ text: 'Well' }])) }],
    ['an error among its events', { chunks: sseOf(chunk([{ text: 'Well' }]), error(500, 'Internal')) }],
    ['an event that is no JSON', { chunks: ['data: {oops\n\n'] }],
  ])('by %s is an upstream error', async (_name, scripted) => {
    vendor.script(scripted)
    await expect(answer()).rejects.toMatchObject({ code: 'upstream_error' })
  })

  it('to read an image at a private address is our refusal, and Google is not asked', async () => {
    const images = [{ url: 'http://127.0.0.1:9/cat.png' }]
    await expect(answer({ messages: [{ role: 'user', content: '', images }] })).rejects.toMatchObject({
      code: 'url_blocked',
    })
    expect(vendor.requests).toEqual([])
  })
})

describe('embeddings of Google', () => {
  const embed = (input: string[]) =>
    provider().embed?.({
      model: 'embedding-001',
      input,
      dimensions: 2,
      principal,
      signal: new AbortController().signal,
    })

  it('are made a hundred texts at a time, in order', async () => {
    const vectors = (from: number, count: number) =>
      jsonAnswer({ embeddings: Array.from({ length: count }, (_, index) => ({ values: [from + index, 1] })) })
    // One text alone has a route of its own.
    vendor.script(vectors(0, 100), jsonAnswer({ embedding: { values: [100, 1] } }))
    const answer = await embed(Array.from({ length: 101 }, (_, index) => `text ${index}`))
    expect(answer).toMatchObject({ model: 'embedding-001', usage: { completion_tokens: 0 } })
    expect(answer?.vectors).toEqual(Array.from({ length: 101 }, (_, index) => [index, 1]))
    expect(vendor.requests.map(({ body }) => body.requests?.length ?? 1)).toEqual([100, 1])
    expect(vendor.requests[0]?.body.requests[0]).toMatchObject({ outputDimensionality: 2 })
  })

  it('that are too few are an upstream error', async () => {
    vendor.script(jsonAnswer({ embeddings: [{ values: [1, 2] }] }))
    await expect(embed(['a', 'b'])).rejects.toMatchObject({ code: 'upstream_error' })
  })
})

it('lists the models that write or make embeddings, with their windows', async () => {
  vendor.script(
    jsonAnswer({
      models: [
        { name: 'models/gemini-3-pro', inputTokenLimit: 1_000_000, supportedGenerationMethods: ['generateContent'] },
        { name: 'models/embedding-001', inputTokenLimit: 2048, supportedGenerationMethods: ['embedContent'] },
        { name: 'models/veo', inputTokenLimit: 480, supportedGenerationMethods: ['predictLongRunning'] },
      ],
    }),
  )
  expect(await provider().list(new AbortController().signal)).toEqual([
    { id: 'gemini-3-pro', provider: 'gemini', offline: false, context_window: 1_000_000, created: null },
    { id: 'embedding-001', provider: 'gemini', offline: false, context_window: 2048, created: null },
  ])
})

it.each(['cachedContents?x=', '../v1/files', 'models/../corpora/secret', 'a#', 'tunedModels/a/b', 'a%2e%2e/b', 'm\n'])(
  'a model by the name of %j leads nowhere with the key',
  async model => {
    await expect(answer({}, model)).rejects.toMatchObject({ status: 404 })
    expect(vendor.requests).toEqual([])
  },
)

it('no more images are fetched for a question than Gemini takes', async () => {
  const images = Array.from({ length: 101 }, () => ({ url: 'http://127.0.0.1:9/a.png' }))
  await expect(answer({ messages: [{ role: 'user', content: 'Hi', images }] })).rejects.toMatchObject({
    code: expect.stringMatching(/^(validation_error|url_blocked)$/),
  })
})

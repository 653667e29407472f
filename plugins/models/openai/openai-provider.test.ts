import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Clock } from '@svc/plugin'
import type { ChatEvent, ChatRequest, ProviderSettings } from '@svc/plugin/contracts/models'
import { collected } from '../../../test/support/collected.ts'
import { startFakeModelServer } from '../../../test/support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../../../test/support/servers/fake-model-server.ts'
import { openEgress } from '../../../test/rooms/open-rooms.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import { streamWithRetries } from '../retry.ts'
import { OpenAiEndpoint } from './open-ai-endpoint.ts'
import { OpenAiProvider } from './openai-provider.ts'

const principal = testPrincipal({ via: 'api_key' })
const apiKey = 'sk-very-secret-key'

let server: FakeModelServer
let slept: number[]
const egress = openEgress()
const clock: Clock = {
  now: () => Date.parse('2026-01-31T12:00:00Z'),
  timestamp: () => '2026-01-31T12:00:00.000Z',
  sleep: async ms => void slept.push(ms),
}

beforeAll(async () => {
  server = await startFakeModelServer()
})
beforeEach(() => {
  slept = []
  server.requests.length = 0
})
afterAll(async () => {
  await egress.close()
  await server.close()
})

function provider(base_url = server.baseUrl, settings: Partial<ProviderSettings> = {}): OpenAiProvider {
  const common = { id: 'openai-compatible', api_key: apiKey, timeout_ms: 10_000, trusted: true }
  return new OpenAiProvider(new OpenAiEndpoint({ settings: { ...common, ...settings, base_url }, egress, clock }))
}

function request(more: Partial<ChatRequest> = {}): ChatRequest & { model: string } {
  return {
    messages: [{ role: 'user', content: 'Hi' }],
    principal,
    signal: new AbortController().signal,
    ...more,
    model: 'fake-model',
  }
}

/** With the catalogue's patience: tried again while nothing has come. */
async function eventsOf(more: Partial<ChatRequest> = {}, from = provider()): Promise<ChatEvent[]> {
  const asked = request(more)
  const patience = { clock, log: recordingLog(), signal: asked.signal, provider: from.id }
  return collected(streamWithRetries(() => from.stream(asked), patience))
}

async function textOf(): Promise<string> {
  return (await eventsOf()).map(event => (event.type === 'content' ? event.delta : '')).join('')
}

const sse = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const content = (text: string) => sse({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] })
const ended = (finish_reason: string) => sse({ choices: [{ index: 0, delta: {}, finish_reason }] })
const stop = ended('stop')

describe('an answer', () => {
  it('streams its words, then gives usage, reason and model', async () => {
    server.script({ text: 'Good day.' })
    expect(await eventsOf()).toEqual([
      { type: 'content', delta: 'Good ' },
      { type: 'content', delta: 'day.' },
      { type: 'done', finish_reason: 'stop', usage: { prompt_tokens: 7, completion_tokens: 3 }, model: 'fake-model' },
    ])
  })

  it('is asked for in the wire format, with the key as a bearer token', async () => {
    server.script({ text: 'ok' })
    const schema = { type: 'object' }
    await eventsOf({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'assistant', content: '', tool_calls: [{ id: 'c1', name: 'add', arguments: '{"a":1}' }] },
        { role: 'tool', content: '1', tool_call_id: 'c1' },
      ],
      tools: [{ name: 'add', description: 'Adds', parameters: schema }],
      response_schema: schema,
      temperature: 0.5,
      max_tokens: 9,
    })
    expect(server.requests).toMatchObject([
      {
        path: '/v1/chat/completions',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: {
          model: 'fake-model',
          stream: true,
          stream_options: { include_usage: true },
          temperature: 0.5,
          max_tokens: 9,
          messages: [
            { role: 'system', content: 'Be brief.' },
            {
              role: 'assistant',
              content: null,
              tool_calls: [{ id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }],
            },
            { role: 'tool', content: '1', tool_call_id: 'c1' },
          ],
          tools: [{ type: 'function', function: { name: 'add', description: 'Adds', parameters: schema } }],
          response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
        },
      },
    ])
  })

  it('is asked for with images, a choice of tools and every way to sample', async () => {
    server.script({ text: 'ok' })
    const image = { url: 'data:image/png;base64,AAAA', detail: 'low' as const }
    await eventsOf({
      messages: [{ role: 'user', content: 'What is it?', images: [image] }],
      tools: [{ name: 'add', description: 'Adds', parameters: {} }],
      tool_choice: { name: 'add' },
      parallel_tool_calls: false,
      json_object: true,
      stop: ['END'],
      seed: 7,
      top_p: 0.9,
      presence_penalty: 0.1,
      frequency_penalty: 0.2,
    })
    expect(server.requests[0]?.body).toEqual({
      model: 'fake-model',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image_url', image_url: image },
          ],
        },
      ],
      stream: true,
      stream_options: { include_usage: true },
      tools: [{ type: 'function', function: { name: 'add', description: 'Adds', parameters: {} } }],
      tool_choice: { type: 'function', function: { name: 'add' } },
      parallel_tool_calls: false,
      response_format: { type: 'json_object' },
      stop: ['END'],
      seed: 7,
      top_p: 0.9,
      presence_penalty: 0.1,
      frequency_penalty: 0.2,
    })
  })

  it('is limited by the name that the model knows for it', async () => {
    const message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
    server.script({ status: 400, body: JSON.stringify({ error: { message } }) }, { text: 'ok' })
    const asked = provider()
    await eventsOf({ max_tokens: 9 }, asked)
    await eventsOf({ max_tokens: 9 }, asked)
    expect(server.requests.map(({ body }) => [body.max_tokens, body.max_completion_tokens])).toEqual([
      [9, undefined],
      [undefined, 9],
      [undefined, 9],
    ])
  })

  it.each(['reasoning_content', 'reasoning'])('keeps what the model thinks apart, sent as %s', async name => {
    const thought = sse({ choices: [{ index: 0, delta: { [name]: 'Hm. ' }, finish_reason: null }] })
    server.script({ rawChunks: [thought, content('Four.'), stop] })
    expect((await eventsOf()).slice(0, 2)).toEqual([
      { type: 'reasoning', delta: 'Hm. ' },
      { type: 'content', delta: 'Four.' },
    ])
  })

  it('gathers tool calls whose pieces come interleaved', async () => {
    const toolCalls = [
      { id: 'a', name: 'first', arguments: '{"x":"grüße"}' },
      { id: 'b', name: 'second', arguments: '{"y":[1,2,3]}' },
    ]
    server.script({ toolCalls })
    const events = await eventsOf()
    expect(events.filter(event => event.type === 'tool_call')).toEqual(
      toolCalls.map(call => ({ type: 'tool_call', call })),
    )
    expect(events.at(-1)).toMatchObject({ finish_reason: 'tool_calls' })
  })

  it('keeps calls apart that a server sends whole under one index, without ids, or without arguments', async () => {
    const call = (part: object) => sse({ choices: [{ delta: { tool_calls: [part] }, finish_reason: null }] })
    server.script({
      rawChunks: [
        call({ index: 0, id: 'a', function: { name: 'one', arguments: '{}' } }),
        call({ index: 0, id: 'b', function: { name: 'two' } }),
        call({ function: { name: 'three', arguments: '{"z"' } }),
        call({ function: { arguments: ':1}' } }),
        stop,
      ],
    })
    const calls = (await eventsOf()).flatMap(event => (event.type === 'tool_call' ? [event.call] : []))
    expect(calls).toEqual([
      { id: 'a', name: 'one', arguments: '{}' },
      { id: 'b', name: 'two', arguments: '{}' },
      { id: 'call_2', name: 'three', arguments: '{"z":1}' },
    ])
  })

  it('is read whichever way its bytes are cut', async () => {
    const bytes = Buffer.from(`: a comment\r\n\r\n${content('Grüße ')}${content('👋🏽')}${stop}data: [DONE]\n\n`)
    server.script({ rawChunks: Array.from(bytes, byte => Uint8Array.of(byte)) })
    expect(await textOf()).toBe('Grüße 👋🏽')
  })

  it('is read with CRLF, comments, other fields, several data lines and no blank line at the end', async () => {
    server.script({
      rawChunks: [
        ': keep-alive\r\n\r\nid: 1\r\nevent: message\r\nretry: 10\r\ndata: {"choices":[{"delta":\r\ndata: {"content":"Good"}}]}\r\n\r\n',
        'data:{"choices":[{"delta":{"content":" day"},"finish_reason":"stop"}]}',
      ],
    })
    expect(await textOf()).toBe('Good day')
  })

  it('is read from a server that does not stream', async () => {
    server.script({
      text: 'whole',
      rawChunks: [
        JSON.stringify({ model: 'm', choices: [{ message: { content: 'whole' }, finish_reason: 'length' }] }),
      ],
      headers: { 'content-type': 'application/json' },
    })
    expect(await eventsOf()).toMatchObject([{ delta: 'whole' }, { finish_reason: 'length', model: 'm' }])
  })

  it('is counted at four characters a token where the provider does not count', async () => {
    server.script({ text: 'twelve chars', usage: null })
    expect((await eventsOf({ messages: [{ role: 'user', content: '12345678' }] })).at(-1)).toMatchObject({
      usage: { prompt_tokens: 2, completion_tokens: 3 },
    })
  })
})

describe('a stream that goes wrong', () => {
  it.each([
    ['breaks off', { rawChunks: [content('Good')], ending: 'break' as const }],
    ['ends too early', { rawChunks: [content('Good')] }],
    ['is not JSON', { rawChunks: ['data: {"choi\n\n'] }],
    ['is no object', { rawChunks: ['data: 7\n\n'] }],
    ['reports an error', { rawChunks: [content('Good'), sse({ error: { message: `boom for ${apiKey}` } })] }],
    ['ends by a fault', { rawChunks: [content('Good'), ended('insufficient_system_resource')] }],
    ['is HTML', { rawChunks: ['<html>'], headers: { 'content-type': 'text/html' } }],
  ])('that %s is an upstream error, is not tried again and never shows the key', async (_what, answer) => {
    server.script(answer)
    const error = await eventsOf().catch((caught: Error) => caught)
    expect(error).toMatchObject({ code: 'upstream_error' })
    expect(String((error as Error).message)).not.toContain(apiKey)
    expect(server.requests).toHaveLength(1)
  })

  it('that breaks off before its first word is tried again', async () => {
    server.script({ rawChunks: [': thinking\n\n'], ending: 'break' }, { text: 'Here.' })
    expect(await textOf()).toBe('Here.')
    expect(slept).toEqual([500])
  })

  it.each(['before its first word', 'in the middle'])('that hangs %s ends at the time limit', async place => {
    server.script({ rawChunks: place === 'in the middle' ? [content('Good')] : [], ending: 'hang' })
    const hanging = provider(server.baseUrl, { timeout_ms: 60 })
    await expect(eventsOf({}, hanging)).rejects.toMatchObject({ code: 'timeout', status: 504 })
    expect(server.requests).toHaveLength(1)
    await server.requests[0]?.left
  })

  it('that the caller leaves is closed at the provider at once', async () => {
    server.script({ rawChunks: [content('Good')], ending: 'hang' })
    const controller = new AbortController()
    const stream = provider().stream(request({ signal: controller.signal }))
    expect(await stream.next()).toMatchObject({ value: { delta: 'Good' } })
    controller.abort(new Error('the reader left'))
    await expect(stream.next()).rejects.toThrow('the reader left')
    await server.requests[0]?.left
  })

  it('whose reader stops reading is closed at the provider too', async () => {
    server.script({ rawChunks: [content('Good')], ending: 'hang' })
    for await (const event of provider().stream(request())) {
      expect(event).toEqual({ type: 'content', delta: 'Good' })
      break
    }
    await server.requests[0]?.left
  })
})

describe('a provider that refuses', () => {
  const failure = async () => eventsOf().catch((error: unknown) => error)

  it.each([
    [400, { code: 'validation_error', status: 400, message: expect.stringContaining('scripted failure') }],
    [401, { code: 'upstream_error', status: 502, message: expect.stringContaining('SVC_MODEL_API_KEY') }],
    [403, { code: 'upstream_error', status: 502 }],
    [404, { code: 'not_found', status: 404, message: expect.stringContaining('fake-model') }],
    [418, { code: 'upstream_error', status: 502 }],
  ])('with %i is asked once', async (status, expected) => {
    server.script({ status })
    expect(await failure()).toMatchObject(expected)
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    [429, { code: 'rate_limited', status: 429, retryAfterSeconds: 10 }],
    [500, { code: 'upstream_error', status: 502 }],
    [503, { code: 'upstream_error', status: 502 }],
  ])('with a lasting %i is asked three times, with growing pauses', async (status, expected) => {
    server.script({ status })
    expect(await failure()).toMatchObject(expected)
    expect(server.requests).toHaveLength(3)
    expect(slept).toEqual([500, 1000])
  })

  it('for a moment answers at the next try', async () => {
    server.script({ status: 503 }, { text: 'Back again.' })
    expect(await textOf()).toBe('Back again.')
  })

  it.each([
    ['2', [2000]],
    ['Sat, 31 Jan 2026 12:00:05 GMT', [5000]],
    ['Sat, 31 Jan 2026 11:00:00 GMT', [0]],
  ])('and says Retry-After: %s is given that time', async (retryAfter, pauses) => {
    server.script({ status: 429, headers: { 'retry-after': retryAfter } }, { text: 'ok' })
    expect(await textOf()).toBe('ok')
    expect(slept).toEqual(pauses)
  })

  it('for longer than anyone waits is not asked again, and the caller hears how long', async () => {
    server.script({ status: 429, headers: { 'retry-after': '3600' } })
    expect(await failure()).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 3600 })
    expect(server.requests).toHaveLength(1)
  })

  it.each([401, 400, 500])('with %i while quoting the key does not get it shown', async status => {
    server.script({ status, body: JSON.stringify({ error: { message: `Incorrect API key provided: ${apiKey}` } }) })
    expect(String(((await failure()) as Error).message)).not.toContain(apiKey)
  })

  it('with a page of HTML does not get it shown', async () => {
    server.script({
      status: 502,
      headers: { 'content-type': 'text/html' },
      body: '<html><h1>Bad gateway nginx</h1></html>',
    })
    expect(((await failure()) as Error).message).toBe('The model provider openai-compatible failed (status 502).')
  })

  it('with a redirect is not followed with the key', async () => {
    server.script({ status: 307, headers: { location: 'http://127.0.0.1:1/' } })
    expect(await failure()).toMatchObject({ code: 'upstream_error', message: expect.stringContaining('redirect') })
  })

  it('every connection is an upstream error after three tries', async () => {
    await expect(eventsOf({}, provider('http://127.0.0.1:1/v1'))).rejects.toMatchObject({ code: 'upstream_error' })
    expect(slept).toEqual([500, 1000])
  })
})

describe('the list of models', () => {
  it('is what the provider lists', async () => {
    const known = { provider: 'openai-compatible', offline: false, context_window: null, created: 1_700_000_000 }
    expect(await provider().list(new AbortController().signal)).toEqual([
      { id: 'fake-model', ...known },
      { id: 'other-model', ...known },
    ])
  })
})

describe('an address that an admin chose', () => {
  it.each(['http://127.0.0.1:9/v1', 'http://169.254.169.254/v1', 'http://[::1]:9/v1', 'http://localhost:9/v1'])(
    'is never dialled when it is private: %s',
    async address => {
      const asking = eventsOf({}, provider(address, { trusted: false }))
      await expect(asking).rejects.toMatchObject({ code: 'upstream_error', cause: { code: 'url_blocked' } })
      expect(slept).toEqual([])
    },
  )

  it('is not sent a key that would write headers of its own', async () => {
    const asking = eventsOf({}, provider(server.baseUrl, { api_key: 'sk-1\r\nx-evil: 1' }))
    await expect(asking).rejects.toMatchObject({ code: 'upstream_error' })
    expect(server.requests).toEqual([])
  })
})

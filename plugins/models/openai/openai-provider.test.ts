import { describe, expect, it } from 'vitest'
import { apiKey, content, ended, sse, stop, useOpenAiProvider } from '../../../test/rooms/plugins/openai-provider.ts'
import { nowAndThen } from '../../../test/support/servers/fake-vendor-server.ts'

const room = useOpenAiProvider()
const { eventsOf, provider, request, textOf } = room

describe('an answer', () => {
  it('streams its words, then gives usage, reason and model', async () => {
    room.server.script({ text: 'Good day.' })
    expect(await eventsOf()).toEqual([
      { type: 'content', delta: 'Good ' },
      { type: 'content', delta: 'day.' },
      { type: 'done', finish_reason: 'stop', usage: { prompt_tokens: 7, completion_tokens: 3 }, model: 'fake-model' },
    ])
  })

  it('is asked for in the wire format, with the key as a bearer token', async () => {
    room.server.script({ text: 'ok' })
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
    expect(room.server.requests).toMatchObject([
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
    room.server.script({ text: 'ok' })
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
    expect(room.server.requests[0]?.body).toEqual({
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

  it('gathers tool calls whose pieces come interleaved', async () => {
    const toolCalls = [
      { id: 'a', name: 'first', arguments: '{"x":"grüße"}' },
      { id: 'b', name: 'second', arguments: '{"y":[1,2,3]}' },
    ]
    room.server.script({ toolCalls })
    const events = await eventsOf()
    expect(events.filter(event => event.type === 'tool_call')).toEqual(
      toolCalls.map(call => ({ type: 'tool_call', call })),
    )
    expect(events.at(-1)).toMatchObject({ finish_reason: 'tool_calls' })
  })

  it('is read whichever way its bytes are cut', async () => {
    const bytes = Buffer.from(`: a comment\r\n\r\n${content('Grüße ')}${content('👋🏽')}${stop}data: [DONE]\n\n`)
    room.server.script({ rawChunks: Array.from(bytes, byte => Uint8Array.of(byte)) })
    expect(await textOf()).toBe('Grüße 👋🏽')
  })

  it('is read with CRLF, comments, other fields, several data lines and no blank line at the end', async () => {
    room.server.script({
      rawChunks: [
        ': keep-alive\r\n\r\nid: 1\r\nevent: message\r\nretry: 10\r\ndata: {"choices":[{"delta":\r\ndata: {"content":"Good"}}]}\r\n\r\n',
        'data:{"choices":[{"delta":{"content":" day"},"finish_reason":"stop"}]}',
      ],
    })
    expect(await textOf()).toBe('Good day')
  })

  it('is read from a server that does not stream', async () => {
    room.server.script({
      text: 'whole',
      rawChunks: [
        JSON.stringify({ model: 'm', choices: [{ message: { content: 'whole' }, finish_reason: 'length' }] }),
      ],
      headers: { 'content-type': 'application/json' },
    })
    expect(await eventsOf()).toMatchObject([{ delta: 'whole' }, { finish_reason: 'length', model: 'm' }])
  })

  it('is counted at four characters a token where the provider does not count, with the tools that were offered', async () => {
    room.server.script({ text: 'twelve chars', usage: null })
    const messages = [{ role: 'user' as const, content: '12345678' }]
    const tools = [{ name: 'add', description: 'Adds two numbers', parameters: { type: 'object' } }]
    const usage = { prompt_tokens: 2, completion_tokens: 3 }
    expect((await eventsOf({ messages })).at(-1)).toMatchObject({ usage })
    const offered = { ...usage, prompt_tokens: 2 + Math.ceil(JSON.stringify(tools[0]).length / 4) }
    expect((await eventsOf({ messages, tools })).at(-1)).toMatchObject({ usage: offered })
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
    room.server.script(answer)
    const error = await eventsOf().catch((caught: Error) => caught)
    expect(error).toMatchObject({ code: 'upstream_error' })
    expect(String((error as Error).message)).not.toContain(apiKey)
    expect(room.server.requests).toHaveLength(1)
  })

  it('that breaks off before its first word is tried again', async () => {
    room.server.script({ rawChunks: [': thinking\n\n'], ending: 'break' }, { text: 'Here.' })
    expect(await textOf()).toBe('Here.')
    expect(room.slept).toEqual([500])
  })

  it.each(['before its first word', 'in the middle'])('that hangs %s ends at the time limit', async place => {
    room.server.script({ rawChunks: place === 'in the middle' ? [content('Good')] : [], ending: 'hang' })
    const hanging = provider(room.server.baseUrl, { timeout_ms: 500 })
    await expect(eventsOf({}, hanging)).rejects.toMatchObject({ code: 'timeout', status: 504 })
    expect(room.server.requests).toHaveLength(1)
    await room.server.requests[0]?.left
  })

  it('that thinks longer than the time limit is no such stream, as long as it is alive', async () => {
    const alive = () => nowAndThen([': thinking\n\n', ': thinking\n\n', content('Good.'), stop], 400)
    const patient = provider(room.server.baseUrl, { timeout_ms: 1000 })
    room.server.script(() => ({ rawChunks: alive() }))
    expect(await eventsOf({}, patient)).toMatchObject([{ delta: 'Good.' }, { finish_reason: 'stop' }])
    const { principal, signal, model } = request()
    const body = Buffer.from('{"stream":true}')
    const passed = await patient.openAiWire.send({ path: '/chat/completions', body, model, principal, signal })
    const pieces: Uint8Array[] = []
    await passed.read(piece => void pieces.push(piece))
    expect(Buffer.concat(pieces).toString()).toContain('Good.')
  })

  it('that the caller leaves is closed at the provider at once', async () => {
    room.server.script({ rawChunks: [content('Good')], ending: 'hang' })
    const controller = new AbortController()
    const stream = provider().stream(request({ signal: controller.signal }))
    expect(await stream.next()).toMatchObject({ value: { delta: 'Good' } })
    controller.abort(new Error('the reader left'))
    await expect(stream.next()).rejects.toThrow('the reader left')
    await room.server.requests[0]?.left
  })

  it('whose reader stops reading is closed at the provider too', async () => {
    room.server.script({ rawChunks: [content('Good')], ending: 'hang' })
    for await (const event of provider().stream(request())) {
      expect(event).toEqual({ type: 'content', delta: 'Good' })
      break
    }
    await room.server.requests[0]?.left
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
    room.server.script({ status })
    expect(await failure()).toMatchObject(expected)
    expect(room.server.requests).toHaveLength(1)
  })

  it.each([
    [429, { code: 'rate_limited', status: 429, retryAfterSeconds: 10 }],
    [500, { code: 'upstream_error', status: 502 }],
    [503, { code: 'upstream_error', status: 502 }],
  ])('with a lasting %i is asked three times, with growing pauses', async (status, expected) => {
    room.server.script({ status })
    expect(await failure()).toMatchObject(expected)
    expect(room.server.requests).toHaveLength(3)
    expect(room.slept).toEqual([500, 1000])
  })

  it('for a moment answers at the next try', async () => {
    room.server.script({ status: 503 }, { text: 'Back again.' })
    expect(await textOf()).toBe('Back again.')
  })

  it.each([
    ['2', [2000]],
    ['Sat, 31 Jan 2026 12:00:05 GMT', [5000]],
    ['Sat, 31 Jan 2026 11:00:00 GMT', [0]],
  ])('and says Retry-After: %s is given that time', async (retryAfter, pauses) => {
    room.server.script({ status: 429, headers: { 'retry-after': retryAfter } }, { text: 'ok' })
    expect(await textOf()).toBe('ok')
    expect(room.slept).toEqual(pauses)
  })

  it('for longer than anyone waits is not asked again, and the caller hears how long', async () => {
    room.server.script({ status: 429, headers: { 'retry-after': '3600' } })
    expect(await failure()).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 3600 })
    expect(room.server.requests).toHaveLength(1)
  })

  it.each([401, 400, 500])('with %i while quoting the key does not get it shown', async status => {
    room.server.script({
      status,
      body: JSON.stringify({ error: { message: `Incorrect API key provided: ${apiKey}` } }),
    })
    expect(String(((await failure()) as Error).message)).not.toContain(apiKey)
  })

  it('with a page of HTML does not get it shown', async () => {
    room.server.script({
      status: 502,
      headers: { 'content-type': 'text/html' },
      body: '<html><h1>Bad gateway nginx</h1></html>',
    })
    expect(((await failure()) as Error).message).toBe('The model provider openai-compatible failed (status 502).')
  })

  it('with a redirect is not followed with the key', async () => {
    room.server.script({ status: 307, headers: { location: 'http://127.0.0.1:1/' } })
    expect(await failure()).toMatchObject({ code: 'upstream_error', message: expect.stringContaining('redirect') })
  })

  it('every connection is an upstream error after three tries', async () => {
    await expect(eventsOf({}, provider('http://127.0.0.1:1/v1'))).rejects.toMatchObject({ code: 'upstream_error' })
    expect(room.slept).toEqual([500, 1000])
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
      expect(room.slept).toEqual([])
    },
  )

  it('is not sent a key that would write headers of its own', async () => {
    const asking = eventsOf({}, provider(room.server.baseUrl, { api_key: 'sk-1\r\nx-evil: 1' }))
    await expect(asking).rejects.toMatchObject({ code: 'upstream_error' })
    expect(room.server.requests).toEqual([])
  })
})

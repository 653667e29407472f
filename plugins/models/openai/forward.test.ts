import { describe, expect, it } from 'vitest'
import { CallerError } from '@svc/plugin'
import type { EgressResponse, JsonObject, Principal } from '@svc/plugin'
import type { ForwardRequest, ForwardSummary, TokenUsage } from '@svc/plugin/contracts/models'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import { forward } from './forward.ts'

const principal = testPrincipal({ via: 'api_key' })

interface Provider {
  pieces: (string | Uint8Array)[]
  contentType?: string
  /** What no request may name. */
  refuses?: string
  /** Thrown after the pieces. */
  breaks?: Error
}

interface Passed {
  /** What the provider was sent. */
  sent: string
  /** What the client was sent, piece by piece. */
  pieces: string[]
  text: string
  summary: ForwardSummary | null
  error: Error | null
  metered: TokenUsage[]
}

const chat = (more: JsonObject = {}) => ({
  model: 'm',
  stream: true,
  stream_options: { include_usage: true },
  messages: [{ role: 'user', content: 'Hi' }],
  ...more,
})

async function pass(
  body: string | JsonObject,
  provider: Provider,
  more: { collect?: boolean; model?: string; principal?: Principal; path?: ForwardRequest['path'] } = {},
): Promise<Passed> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const passed: Passed = { sent: '', pieces: [], text: '', summary: null, error: null, metered: [] }
  const request: ForwardRequest = {
    path: more.path ?? '/chat/completions',
    body: Buffer.from(text),
    json: JSON.parse(text.replace(/^\uFEFF/, '')) as JsonObject,
    model: {
      id: 'other/m',
      provider: 'other',
      provider_model: more.model ?? 'm',
      offline: false,
      context_window: null,
      created: null,
      forwards: new Set(['/chat/completions']),
    },
    principal: more.principal ?? principal,
    signal: new AbortController().signal,
  }
  const answer = await forward(request, {
    provider,
    send: async bytes => {
      passed.sent = Buffer.from(bytes).toString('utf8')
      const refused = provider.refuses !== undefined && passed.sent.includes(provider.refuses)
      if (refused) throw new CallerError(400, 'validation_error', `It said: ${provider.refuses}: not permitted`)
      return responseOf(provider)
    },
    redact: words => words.replaceAll('sk-secret', '[redacted]'),
    meter: usage => void passed.metered.push(usage),
  })
  const took: Buffer[] = []
  try {
    const take = (bytes: Uint8Array) => void took.push(Buffer.from(bytes))
    passed.summary = await answer.pipe(take, { collect: more.collect ?? false })
  } catch (error) {
    passed.error = error as Error
  }
  passed.pieces = took.map(piece => piece.toString('utf8'))
  passed.text = Buffer.concat(took).toString('utf8')
  return passed
}

function responseOf({ pieces, contentType = 'text/event-stream', breaks }: Provider): EgressResponse {
  return {
    url: 'http://provider.test/v1',
    status: 200,
    headers: { 'content-type': contentType },
    body: (async function* () {})(),
    text: async () => '',
    read: async take => {
      for (const piece of pieces) await take(Buffer.from(piece))
      if (breaks) throw breaks
    },
  }
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const word = (content: string) => event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
const stop = event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
const usage = event({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } })
const done = 'data: [DONE]\n\n'
const expectedUsage = { prompt_tokens: 3, completion_tokens: 4 }

describe('a stream that is passed through', () => {
  it('comes out byte for byte, however it was cut: in a character, in `data:`, in a line end', async () => {
    const whole = `: hello\r\n\r\n${word('Grüße 👋🏽')}${word('\n\ndata: [DONE]\n\n')}${stop}${usage}${done}`
    const bytes = Buffer.from(whole)
    for (const size of [1, 2, 3, 7, 64, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      )
      const passed = await pass(chat(), { pieces })
      expect({ size, text: passed.text, metered: passed.metered }).toEqual({
        size,
        text: whole,
        metered: [expectedUsage],
      })
    }
  })

  it('hands on each event when it is complete, and never a part of one', async () => {
    const { pieces } = await pass(chat(), { pieces: [word('a'), word('b').slice(0, 9), word('b').slice(9), done] })
    expect(pieces).toEqual([word('a'), word('b'), done])
  })

  it('keeps an event that is longer than any chat event from being held for ever', async () => {
    const long = 'x'.repeat(300_000)
    const { text } = await pass(chat(), { pieces: [`data: ${long}`, '\n\n', done] })
    expect(text).toBe(`data: ${long}\n\n${done}`)
  })

  it.each(['data: <html>\n\n', 'data: {"choices":[\n\n', 'data: 7\n\n'])('ends at %j', async wrong => {
    const { text, error } = await pass(chat(), { pieces: [word('a'), wrong, stop, done] })
    expect([text, error]).toEqual([word('a'), expect.objectContaining({ code: 'upstream_error' })])
  })

  it('hands on what came before a wrong event in the same piece, and nothing after it', async () => {
    const passed = await pass(chat(), {
      pieces: [`${word('Grüße')}${word('b')}data: <html>\n\n${stop}${usage}${done}`],
    })
    expect(passed).toMatchObject({
      text: word('Grüße') + word('b'),
      error: { code: 'upstream_error' },
      metered: [{ completion_tokens: 2 }],
    })
  })

  it('asks for usage when the client does not, and takes that one chunk out again', async () => {
    const passed = await pass(chat({ stream_options: null }), { pieces: [word('a'), stop + usage, done] })
    expect(JSON.parse(passed.sent)).toMatchObject({ stream_options: { include_usage: true } })
    expect({ text: passed.text, metered: passed.metered }).toEqual({
      text: word('a') + stop + done,
      metered: [expectedUsage],
    })
  })

  it('is not asked for its usage where the provider refuses that, unless the client asks', async () => {
    const provider = { refuses: 'stream_options', pieces: [word('a'), stop, done] }
    const { stream_options: _, ...plain } = chat()
    const { sent, text } = await pass(plain, provider)
    expect([sent, text]).toEqual([JSON.stringify(plain), word('a') + stop + done])
    await expect(pass(chat(), provider)).rejects.toMatchObject({ code: 'validation_error' })
  })

  it('keeps a chunk with usage that also says something, and usage that is null', async () => {
    const first = event({ choices: [{ index: 0, delta: { content: 'a' } }], usage: null })
    const both = event({
      choices: [{ index: 0, delta: { content: '"usage":{' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 4 },
    })
    const { stream_options: _none, ...body } = chat()
    const passed = await pass(body, { pieces: [first, both, done] })
    expect({ text: passed.text, metered: passed.metered }).toEqual({
      text: first + both + done,
      metered: [expectedUsage],
    })
  })

  it('collects the first answer with its calls when it is to be kept', async () => {
    const call = (part: object) => event({ choices: [{ index: 0, delta: { tool_calls: [part] } }] })
    const second = event({ choices: [{ index: 1, delta: { content: 'second' } }] })
    const pieces = [
      word('Let me '),
      second,
      word('see.'),
      call({ index: 0, id: 'a', function: { name: 'add', arguments: '{"x"' } }),
      call({ index: 0, function: { arguments: ':1}' } }),
      event({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }),
      usage + done,
    ]
    const { summary } = await pass(chat(), { pieces }, { collect: true })
    expect(summary).toEqual({
      usage: expectedUsage,
      answer: {
        content: 'Let me see.',
        finish_reason: 'tool_calls',
        tool_calls: [{ id: 'a', name: 'add', arguments: '{"x":1}' }],
      },
    })
  })

  it('is counted at four characters a token where the provider does not count', async () => {
    const { metered } = await pass(chat(), { pieces: [word('twelve chars'), stop, done] })
    expect(metered).toEqual([{ prompt_tokens: 2, completion_tokens: 3 }])
  })

  it.each([
    ['is cut off', { pieces: [word('a'), 'data: {"cho'], breaks: new Error('cut') }, 'cut'],
    ['ends before its answer does', { pieces: [word('a')] }, 'broke off'],
    ['only talks of its end', { pieces: [word('data: [DONE]')] }, 'broke off'],
  ])('that %s fails after its last whole event, and is metered', async (_what, provider, message) => {
    const { text, error, metered } = await pass(chat(), provider)
    expect({ text, message: error?.message, metered: metered.length }).toEqual({
      text: provider.pieces[0],
      message: expect.stringContaining(message),
      metered: 1,
    })
  })

  it('never shows the key that a provider quotes in an error', async () => {
    const { text } = await pass(chat(), { pieces: [event({ error: { message: 'bad key sk-secret' } }), done] })
    expect(text).toBe(event({ error: { message: 'bad key [redacted]' } }) + done)
  })
})

describe('a document that is passed through', () => {
  it('comes out byte for byte, its usage read from its end', async () => {
    const text = `{ "choices": [{"message":{"content":"hi"},"finish_reason":"stop"}],\n "usage" : {"prompt_tokens": 3, "completion_tokens":4}}\n`
    const passed = await pass(chat({ stream: false }), { pieces: [text], contentType: 'application/json' })
    expect({ text: passed.text, metered: passed.metered }).toEqual({ text, metered: [expectedUsage] })
  })

  it('is refused when it is a page of HTML', async () => {
    const page = { pieces: ['<html>'], contentType: 'text/html' }
    await expect(pass(chat(), page)).rejects.toMatchObject({ code: 'upstream_error' })
  })

  it.each([
    ['/chat/completions', '{"data":[]}'],
    ['/embeddings', '{"choices":[]}'],
    ['/embeddings', '{"error":"no"}'],
    ['/embeddings', '{"data":'],
  ] as const)('of %s fails when it is %s', async (path, text) => {
    const { stream: _none, stream_options: _neither, ...body } = chat()
    const passed = await pass(body, { pieces: [text], contentType: 'application/json' }, { path })
    expect(passed.error).toMatchObject({ code: 'upstream_error', fields: { lasting: true } })
  })
})

describe('the body of a request', () => {
  it('is sent as it came', async () => {
    const body = '\uFEFF {"stream":false , "seed":12345678901234567890, "model" : "m","x":"\\ud800"} '
    const answer = { pieces: ['{}'], contentType: 'application/json' }
    expect((await pass(body, answer)).sent).toBe(body)
  })

  it('has its model replaced in place, and nowhere else', async () => {
    const body =
      '{"a":{"model":"other/m"},"messages":[{"content":"\\"model\\": \\"other/m\\" \\\\"}], "model" : "other\\/m" ,"z":[1,{"model":2}]}'
    const answer = { pieces: ['{}'], contentType: 'application/json' }
    expect((await pass(body, answer, { model: 'm"}' })).sent).toBe(body.replace('"other\\/m" ,', '"m\\"}" ,'))
  })

  it.each([
    ['{"model":"dear","model":"m"}'],
    ['{"model":"m","MODEL":"dear"}'],
    ['{"mod\\u0065l":"dear","model":"m"}'],
    ['{"model":"m","\\u017ftream":true}'],
    ['{"model":"m","stream":true,"Stream":false}'],
  ])('that says one thing twice is refused: %s', async body => {
    await expect(pass(body, { pieces: [] })).rejects.toMatchObject({ code: 'validation_error' })
  })

  it('names no other models when the key may ask only some', async () => {
    const limited = { ...principal, key_limits: { models: ['m'] } }
    const asking = pass(chat({ models: ['dear'] }), { pieces: [] }, { principal: limited })
    await expect(asking).rejects.toMatchObject({ code: 'validation_error', errors: [{ path: '/models' }] })
  })
})

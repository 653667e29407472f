import { describe, expect, it } from 'vitest'
import { UpstreamError, ValidationError } from '@svc/plugin'
import type { JsonSchema } from '@svc/plugin'
import type { ChatRequest, ModelUse } from '@svc/plugin/contracts/models'
import { collected } from '../../test/support/collected.ts'
import { providerError } from '@svc/plugin/library/provider-errors'
import { recordingLog } from '../../test/support/recording-log.ts'
import {
  keptCalls,
  openCatalog,
  principal,
  ScriptedProvider,
  signal,
  useTestLedger,
} from '../../test/rooms/plugins/catalog.ts'

useTestLedger()

describe('a request for what the provider has not', () => {
  it.each<[string, Partial<ChatRequest>]>([
    ['tools', { tools: [{ name: 't', description: '', parameters: {} }] }],
    ['images', { messages: [{ role: 'user', content: '', images: [{ url: 'data:image/png;base64,AA' }] }] }],
    ['json_object', { json_object: true }],
    ['seed', { seed: 1 }],
    ['stop', { stop: ['x'] }],
    ['penalties', { frequency_penalty: 1 }],
    ['parallel_tool_calls', { parallel_tool_calls: false }],
  ])('is refused with the name of it: %s', async (feature, more) => {
    const provider = new ScriptedProvider('p', ['m'])
    const request = { messages: [{ role: 'user' as const, content: 'Hi' }], model: 'm', principal, signal, ...more }
    await expect(collected(openCatalog([provider]).stream(request))).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining(`p has no ${feature}`),
    })
    expect(provider.asked).toEqual([])
  })

  it('is refused where it makes no embeddings', async () => {
    const asking = openCatalog([new ScriptedProvider('p', ['m'])]).embed({
      model: 'm',
      input: ['a'],
      principal,
      signal,
    })
    await expect(asking).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('no embeddings'),
    })
  })
})

describe('a provider that fails', () => {
  const message = { role: 'user' as const, content: 'Hi' }

  it('is asked again before its first word, and never after it', async () => {
    const passing = new ScriptedProvider('p', ['m'], [new UpstreamError('down'), 'up'])
    expect(await openCatalog([passing]).ask({ prompt: 'Hi', principal, signal })).toMatchObject({ text: 'up' })
    const breaking = new ScriptedProvider('p', ['m'])
    let tries = 0
    breaking.stream = async function* () {
      tries += 1
      yield { type: 'content', delta: 'Good' }
      throw new UpstreamError('broke off')
    }
    const stream = openCatalog([breaking]).stream({ messages: [message], principal, signal })
    await expect(collected(stream)).rejects.toThrow('broke off')
    expect(tries).toBe(1)
  })
})

describe('what an answer used', () => {
  it('is reported with who asked, each try of an answer by itself', async () => {
    const uses: ModelUse[] = []
    const provider = new ScriptedProvider('p', ['m'], ['no', '{}'])
    const models = openCatalog([provider], { onUse: use => uses.push(use) })
    await models.ask({ prompt: 'Hi', schema: { type: 'object' }, principal, signal })
    const use = {
      principal,
      model: 'm',
      provider: 'p',
      usage: { prompt_tokens: 10, completion_tokens: 5 },
      cost_usd: null,
    }
    expect(uses).toEqual([use, use])
  })

  it('is kept with its cost, however the call ends', async () => {
    const prices = { input_usd_per_million: 1_000_000, output_usd_per_million: 2_000_000 }
    const priced = new ScriptedProvider('p', [], ['hello', new ValidationError('no')])
    const list = [{ id: 'm', provider: 'p', offline: false, context_window: null, created: null, prices }]
    priced.list = async () => list
    const catalog = openCatalog([priced])
    const request = { messages: [{ role: 'user' as const, content: '12345678' }], principal, signal, model: 'm' }
    await collected(catalog.stream(request))
    await expect(collected(catalog.stream(request))).rejects.toThrow('no')
    priced.stream = async function* () {
      yield { type: 'content', delta: '1234567890ab' }
      await new Promise(() => undefined)
    }
    for await (const event of catalog.stream(request)) if (event.type === 'content') break
    catalog.ledger.flush()
    const kept = keptCalls(3)
    expect(
      kept.map(({ outcome, prompt_tokens, completion_tokens, cost_usd, model, provider, kind }) => ({
        outcome,
        tokens: [prompt_tokens, completion_tokens],
        cost_usd,
        asked: [model, provider, kind],
      })),
    ).toEqual([
      { outcome: 'cancelled', tokens: [2, 3], cost_usd: 8, asked: ['m', 'p', 'chat'] },
      { outcome: 'failed', tokens: [0, 0], cost_usd: 0, asked: ['m', 'p', 'chat'] },
      { outcome: 'succeeded', tokens: [10, 5], cost_usd: 20, asked: ['m', 'p', 'chat'] },
    ])
  })

  it('costs what the provider takes for its cache, as far as it was read and written', async () => {
    const prices = { input_usd_per_million: 1_000_000, output_usd_per_million: 2_000_000 }
    const cache = { cache_read_usd_per_million: 100_000, cache_write_usd_per_million: 1_250_000 }
    const usage = { prompt_tokens: 100, completion_tokens: 1, cached_tokens: 80, cache_write_tokens: 8 }
    const costs: unknown[] = []
    for (const stated of [prices, { ...prices, ...cache }]) {
      const provider = new ScriptedProvider('p', [], [])
      const model = { id: 'm', provider: 'p', offline: false, context_window: null, created: null, prices: stated }
      provider.list = async () => [model]
      provider.stream = async function* () {
        yield { type: 'done', finish_reason: 'stop', usage, model: 'm' }
      }
      const catalog = openCatalog([provider])
      await collected(catalog.stream({ messages: [{ role: 'user', content: 'Hi' }], principal, signal, model: 'm' }))
      catalog.ledger.flush()
      const [kept] = keptCalls(1)
      costs.push([kept?.cost_usd, kept?.cached_tokens, kept?.cache_write_tokens])
    }
    // 100 + 2; and 12 + 80 / 10 + 8 * 1.25 + 2.
    expect(costs).toEqual([
      [102, 80, 8],
      [32, 80, 8],
    ])
  })

  it('costs nobody the answer when it cannot be counted', async () => {
    const log = recordingLog()
    const models = openCatalog([new ScriptedProvider('p', ['m'], ['hello'])], {
      log,
      onUse: () => {
        throw new Error('no room')
      },
    })
    expect(await models.ask({ prompt: 'Hi', principal, signal })).toMatchObject({ text: 'hello' })
    expect(log.entries).toMatchObject([{ level: 'warn', fields: { model: 'm' } }])
  })
})

describe('an answer that fits a schema', () => {
  const schema = {
    type: 'object',
    required: ['n'],
    properties: { n: { type: 'integer' } },
    additionalProperties: false,
  }
  const ask = (provider: ScriptedProvider, given: JsonSchema = schema) =>
    openCatalog([provider]).ask({ prompt: 'Count', schema: given, principal, signal })

  it('is parsed, also out of a code fence', async () => {
    expect(await ask(new ScriptedProvider('p', ['m'], ['{"n": 3}']))).toMatchObject({
      value: { n: 3 },
      usage: { prompt_tokens: 10 },
    })
    expect(await ask(new ScriptedProvider('p', ['m'], ['```json\n{"n": 4}\n```']))).toMatchObject({ value: { n: 4 } })
  })

  it('is asked for once more when it does not fit, with the fault named, and both tries are counted', async () => {
    const provider = new ScriptedProvider('p', ['m'], ['{"n": "three"}', '{"n": 3}'])
    expect(await ask(provider)).toMatchObject({ value: { n: 3 }, usage: { prompt_tokens: 20, completion_tokens: 10 } })
    expect(provider.asked[1]?.messages.slice(-2)).toEqual([
      { role: 'assistant', content: '{"n": "three"}' },
      { role: 'user', content: expect.stringContaining('answer.n must be a whole number') },
    ])
  })

  it('is given up after the second try', async () => {
    const provider = new ScriptedProvider('p', ['m'], ['no', 'still no', '{"n": 3}'])
    await expect(ask(provider)).rejects.toMatchObject({ code: 'unprocessable', status: 422 })
    expect(provider.asked).toHaveLength(2)
  })

  it('is asked for in the format that the server does not refuse', async () => {
    const refused = (message: string) =>
      providerError({
        provider: 'p',
        model: 'm',
        status: 400,
        headers: {},
        body: JSON.stringify({ error: { message } }),
        now: 0,
        redact: text => text,
        settings: { key: 'api_key', address: 'base_url' },
      })
    const noSchema = refused('This response_format type is unavailable now')
    const noJson = refused("This model does not support response format 'json_object'")
    const formatsFor = async (...faults: Error[]) => {
      const provider = new ScriptedProvider('p', ['m'], [...faults, '{"n": 3}'])
      Object.assign(provider, { features: new Set(['json_schema', 'json_object']) })
      expect(await ask(provider)).toMatchObject({ value: { n: 3 } })
      return provider.asked.map(({ response_schema, json_object }) =>
        response_schema ? 'schema' : (json_object ?? null),
      )
    }
    expect(await formatsFor()).toEqual(['schema'])
    expect(await formatsFor(noSchema)).toEqual(['schema', true])
    expect(await formatsFor(noSchema, noJson)).toEqual(['schema', true, null])
  })

  it('comes from svc/offline too, when the text has it', async () => {
    expect(await openCatalog().ask({ prompt: 'Count.\n\nn: 12', schema, principal, signal })).toMatchObject({
      value: { n: 12 },
      offline: true,
    })
  })

  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `d${i}`,
      { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
    ]),
  )
  it.each<[string, JsonSchema]>([
    ['refers to itself', { type: 'array', items: { $ref: '#' } }],
    ['doubles at each reference', { $ref: '#/$defs/d0', $defs: { ...doubling, d40: { type: 'string' } } }],
    ['refers to another host', { $ref: 'https://evil.test/schema.json' }],
    ['refers to nothing', { $ref: '#/$defs/none' }],
    ['moves what references start from', { properties: { a: { $id: 'https://x.test/', $ref: '#/$defs/b' } } }],
    [
      'refers to itself in another spelling',
      { $defs: { 'a b': { items: { $ref: '#/$defs/a%20b' } } }, $ref: '#/$defs/a%20b' },
    ],
    ['is very deep', Array.from({ length: 40 }).reduce<JsonSchema>(inner => ({ properties: { a: inner } }), {})],
    ['is very large', { enum: Array.from({ length: 20_000 }, (_, i) => `value ${i}`) }],
    ['is no schema', { type: 'lots' }],
    ['has a pattern that RE2 does not know', { type: 'string', pattern: '(a)\\1' }],
  ])('is refused when the schema %s', async (_what, bad) => {
    const provider = new ScriptedProvider('p', ['m'])
    await expect(ask(provider, bad)).rejects.toMatchObject({ code: 'validation_error', errors: [{ path: '/schema' }] })
    expect(provider.asked).toHaveLength(0)
  })

  it('is checked against each of several patterns', async () => {
    const two = {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^a+$' }, b: { type: 'string', pattern: '^b+$' } },
    }
    expect(
      (await ask(new ScriptedProvider('p', ['m'], ['{"a": "b", "b": "b"}', '{"a": "a", "b": "b"}']), two)).value,
    ).toEqual({ a: 'a', b: 'b' })
  })

  it('is checked in linear time against a pattern made to hang', async () => {
    const provider = new ScriptedProvider('p', ['m'], [JSON.stringify(`${'a'.repeat(50_000)}!`), '"aaa"'])
    expect((await ask(provider, { type: 'string', pattern: '^(a+)+$' })).value).toBe('aaa')
  })

  it('is checked for equal items without comparing each with every other', async () => {
    const items = JSON.stringify(Array.from({ length: 40_000 }, (_, i) => ({ i })))
    expect(await ask(new ScriptedProvider('p', ['m'], [items]), { type: 'array', uniqueItems: true })).toMatchObject({
      offline: false,
    })
  })
})

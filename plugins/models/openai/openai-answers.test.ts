import { describe, expect, it } from 'vitest'
import { testPrincipal } from '../../../test/support/test-principal.ts'
import { readEmbeddings } from './embeddings.ts'
import { readModelList } from './model-list-wire.ts'

const principal = testPrincipal({ via: 'api_key' })

describe('a list of models', () => {
  it('reads sizes and prices in whichever words a server has for them', () => {
    const data = [
      { id: 'router/one', context_length: 128_000, pricing: { prompt: '0.00000015', completion: '0.0000006' } },
      { id: 'groq', context_window: 8192, pricing: { prompt: '-1', completion: '0' } },
      { id: 'vllm', max_model_len: 4096, created: 'yesterday' },
      { id: 'llama', meta: { n_ctx_train: 2048 } },
      {
        id: 'cached',
        pricing: { prompt: '0.000003', completion: '0', input_cache_read: '0.0000003', input_cache_write: 'x' },
      },
    ]
    const read = readModelList(JSON.stringify({ data }), 'p')
    expect(read.map(({ id, context_window, created, prices }) => [id, context_window, created, prices])).toEqual([
      ['router/one', 128_000, null, { input_usd_per_million: 0.15, output_usd_per_million: 0.6 }],
      ['groq', 8192, null, undefined],
      ['vllm', 4096, null, undefined],
      ['llama', 2048, null, undefined],
      ['cached', null, null, { input_usd_per_million: 3, output_usd_per_million: 0, cache_read_usd_per_million: 0.3 }],
    ])
  })

  it('leaves out ids that would break a line, a header or a log', () => {
    const ids = ['fine', 'a\nb', 'a b', '\u202eevil', '', 'x'.repeat(257), 7, null]
    const data = [...ids.map(id => ({ id })), null, 'text']
    expect(readModelList(JSON.stringify({ data }), 'p').map(({ id }) => id)).toEqual(['fine'])
  })

  it.each(['<html>', '[]', '{"data": {}}', 'null'])('that is %s is an upstream error', text => {
    expect(() => readModelList(text, 'p')).toThrow(/list of models/)
  })
})

describe('embeddings', () => {
  const ask = { input: ['a', 'b'], principal, signal: new AbortController().signal, model: 'm' }
  const read = (answer: unknown, more: { dimensions?: number } = {}) =>
    readEmbeddings(JSON.stringify(answer), { ...ask, ...more })
  const base64 = (numbers: number[]) => Buffer.from(Float32Array.from(numbers).buffer).toString('base64')

  it('come in the order of the texts, as numbers or as base64', () => {
    const data = [
      { index: 1, embedding: base64([0.5, -1]) },
      { index: 0, embedding: [1, 2] },
    ]
    expect(read({ data, usage: { prompt_tokens: 2 } })).toEqual({
      model: 'm',
      vectors: [
        [1, 2],
        [0.5, -1],
      ],
      usage: { prompt_tokens: 2, completion_tokens: 0 },
    })
  })

  it.each<[string, unknown, RegExp]>([
    ['too few', { data: [{ embedding: [1] }] }, /1 vectors for 2 texts/],
    ['none', {}, /no vectors for 2 texts/],
    ['of two lengths', { data: [{ embedding: [1] }, { embedding: [1, 2] }] }, /of 1 and of 2 numbers/],
    ['empty', { data: [{ embedding: [] }, { embedding: [] }] }, /empty vectors/],
    ['not numbers', { data: [{ embedding: [1] }, { embedding: ['1'] }] }, /not a list of numbers/],
    ['broken base64', { data: [{ embedding: 'AAA=' }, { embedding: 'AAA=' }] }, /not base64/],
    [
      'twice the same',
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 0, embedding: [1] },
        ],
      },
      /cannot be told/,
    ],
  ])('that are %s are an upstream error', (_what, answer, message) => {
    expect(() => read(answer)).toThrow(message)
  })

  it('of another size than was asked for are an upstream error', () => {
    expect(() => read({ data: [{ embedding: [1, 2] }, { embedding: [3, 4] }] }, { dimensions: 3 })).toThrow(/asked for/)
  })
})

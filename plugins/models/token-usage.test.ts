import { expect, it } from 'vitest'
import { usageOf } from './token-usage.ts'

const counted = { prompt_tokens: 100, completion_tokens: 5 }

it('counts what a model thinks, also where its server has it in the total alone', () => {
  const reported = { ...counted, completion_tokens_details: { reasoning_tokens: 20 } }
  expect(usageOf({ ...reported, total_tokens: 125 })).toEqual({ ...counted, completion_tokens: 25 })
  expect(usageOf({ ...reported, total_tokens: 0 })).toEqual(counted)
})

it.each([
  ['OpenAI', { prompt_tokens_details: { cached_tokens: 64, audio_tokens: 0 } }, { cached_tokens: 64 }],
  [
    'OpenRouter',
    { prompt_tokens_details: { cached_tokens: 64, cache_write_tokens: 8 } },
    { cached_tokens: 64, cache_write_tokens: 8 },
  ],
  ['DeepSeek', { prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 }, { cached_tokens: 64 }],
  ['a server without a cache', { prompt_tokens_details: null }, {}],
  ['a server that counts no tokens', { prompt_tokens_details: { cached_tokens: 'many' } }, {}],
  ['a server that counts more than there were', { prompt_tokens_details: { cached_tokens: 101 } }, {}],
])('what %s read from its cache is a part of the prompt', (_server, reported, cached) => {
  expect(usageOf({ ...counted, ...reported })).toEqual({ ...counted, ...cached })
})

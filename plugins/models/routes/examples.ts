export const exampleModel = {
  id: 'gpt-4o-mini',
  provider: 'openai',
  offline: false,
  is_default: true,
  context_window: 128000,
  prices: { input_usd_per_million: 0.15, output_usd_per_million: 0.6 },
  created: 1721172741,
}

export const offlineExample = {
  id: 'svc/offline',
  provider: 'svc',
  offline: true,
  is_default: false,
  context_window: null,
  prices: null,
  created: null,
}

export const exampleProvider = {
  id: 'prv_01jzcq3m5n8v7x2k4w6y9a0b1c',
  name: 'openai',
  kind: 'openai-compatible',
  origin: 'workspace',
  base_url: 'https://api.openai.com/v1',
  has_api_key: true,
  models: [{ id: 'gpt-4o-mini', context_window: 128000, input_usd_per_million: 0.15, output_usd_per_million: 0.6 }],
  timeout_seconds: 300,
  trusted: false,
  error: null,
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
}

export const exampleCall = {
  id: 'call_01jzcq3m5n8v7x2k4w6y9a0b1d',
  at: '2026-01-31T12:00:00.000Z',
  key_id: 'key_01hx3v9k2m8t5r7w4y6z0q1n3p',
  user_id: 'usr_01hx3v9k2m8t5r7w4y6z0q1n3q',
  model: 'gpt-4o-mini',
  provider: 'openai',
  kind: 'chat',
  prompt_tokens: 420,
  completion_tokens: 96,
  cached_tokens: 0,
  cache_write_tokens: 0,
  cost_usd: 0.0001206,
  duration_ms: 812,
  outcome: 'succeeded',
}

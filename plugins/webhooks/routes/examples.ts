export const exampleEndpoint = {
  id: 'wh_01jzcq3m5n8v7x2k4w6y9a0b1c',
  url: 'https://example.com/hooks/svc',
  description: 'notifies the shop',
  events: ['job.*'],
  status: 'enabled',
  disabled_reason: null,
  failing_since: null,
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
}

export const exampleSecret = 'whsec_…'

export const exampleDelivery = {
  id: 'whd_01jzcq3m5n8v7x2k4w6y9a0b1d',
  webhook_id: exampleEndpoint.id,
  event_id: 'evt_01jzcq3m5n8v7x2k4w6y9a0b1e',
  event_type: 'job.succeeded',
  status: 'succeeded',
  error: null,
  next_attempt_at: null,
  created_at: '2026-01-31T12:00:00.000Z',
  finished_at: '2026-01-31T12:00:05.310Z',
  attempts: [
    {
      at: '2026-01-31T12:00:00.000Z',
      duration_ms: 84,
      status: 503,
      error: 'The receiver answered 503.',
      answer: 'try later',
    },
    { at: '2026-01-31T12:00:05.200Z', duration_ms: 92, status: 204, error: null, answer: '' },
  ],
}

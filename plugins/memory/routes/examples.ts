export const exampleDocument = {
  id: 'mem_01jzcq3m5n8v7x2k4w6y9a0b1c',
  content: 'The staging database listens on port 6543.',
  source: 'runbook',
  tags: ['staging'],
  metadata: {},
  provenance: { via: 'api', user_id: 'usr_01jzcq3m5n8v7x2k4w6y9a0b1d', username: 'ada' },
  valid_from: null,
  valid_until: null,
  version: 1,
  chunks: 1,
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
}

export const exampleResult = {
  ...exampleDocument,
  score: 0.98,
  chunk: { ordinal: 0, text: exampleDocument.content, heading: [], start: 0, end: 42 },
}

export const exampleVersion = {
  version: 1,
  by: exampleDocument.provenance,
  at: exampleDocument.created_at,
  changed: [],
  content: exampleDocument.content,
  source: 'runbook',
  tags: ['staging'],
  metadata: {},
  valid_from: null,
  valid_until: null,
}

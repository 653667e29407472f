export const exampleProject = {
  research_project_id: 'rp_01jzcq3m5n8v7x2k4w6y9a0b1c',
  title: 'Sleep and memory',
  question: 'Does a nap after learning help to remember?',
  description: null,
  tags: ['sleep'],
  style: 'apa',
  locale: 'en-US',
  counts: { sources: 3, claims: 5, reports: 1, problems: 0 },
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
}

export const exampleSnapshot = {
  file_id: null,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  size: 48211,
  content_type: 'text/html',
  fetched_at: '2026-01-31T12:00:00.000Z',
  url: 'https://example.org/naps',
  final_url: 'https://example.org/naps/',
}

export const exampleSource = {
  source_id: 'src_01jzcq3m5n8v7x2k4w6y9a0b1c',
  kind: 'url' as const,
  key: 'lovelace2024naps',
  csl: {
    type: 'webpage',
    title: 'Naps and recall',
    author: [{ family: 'Lovelace', given: 'Ada' }],
    issued: { 'date-parts': [[2024]] },
    URL: 'https://example.org/naps/',
  },
  tags: [],
  snapshot: exampleSnapshot,
  text: {
    sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
    chars: 12840,
    extractor: { name: 'svc-documents', version: '1' },
  },
  state: 'ok' as const,
  claims: 2,
  created_at: '2026-01-31T12:00:00.000Z',
}

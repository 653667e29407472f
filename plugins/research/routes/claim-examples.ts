import { exampleSnapshot, exampleSource } from './examples.ts'

export const exampleClaim = {
  claim_id: 'clm_01jzcq3m5n8v7x2k4w6y9a0b1c',
  text: 'A nap of an hour helps to remember word pairs.',
  kind: 'finding' as const,
  tags: [],
  status: 'supported' as const,
  problem: null,
  evidence: [
    {
      evidence_id: 'evd_01jzcq3m5n8v7x2k4w6y9a0b1c',
      type: 'quote' as const,
      relation: 'supports' as const,
      note: null,
      problem: null,
      source_id: exampleSource.source_id,
      quote: 'recalled 42 of 50 word pairs after a nap',
      selector: {
        exact: 'recalled 42 of 50 word pairs after a nap',
        prefix: 'Those who had slept ',
        suffix: ', and 31 without one.',
        start: 1204,
        end: 1244,
        snapshot_sha256: exampleSnapshot.sha256,
        text_sha256: exampleSource.text.sha256,
      },
      created_by: { user_id: 'usr_01jzcq3m5n8v7x2k4w6y9a0b1c' },
      created_at: '2026-01-31T12:00:00.000Z',
    },
  ],
  created_by: { user_id: 'usr_01jzcq3m5n8v7x2k4w6y9a0b1c' },
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
  verified_at: '2026-01-31T12:00:00.000Z',
}

export const exampleNewClaim = {
  text: exampleClaim.text,
  evidence: [{ type: 'quote', source_id: exampleSource.source_id, quote: exampleClaim.evidence[0]!.quote }],
}

export const exampleVerification = {
  ok: false,
  checked: { claims: 5, evidence: 7, sources: 3 },
  problems: [
    {
      code: 'source_altered',
      message: 'The bytes that were kept of the source have another SHA-256 than when they were quoted.',
      claim_id: exampleClaim.claim_id,
      evidence_id: 'evd_01jzcq3m5n8v7x2k4w6y9a0b1c',
      source_id: exampleSource.source_id,
    },
  ],
  verified_at: '2026-01-31T12:00:00.000Z',
}

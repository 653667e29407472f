import { exampleClaim } from './claim-examples.ts'
import { exampleProject, exampleSource } from './examples.ts'

export const exampleReport = {
  report_id: 'rpt_01jzcq3m5n8v7x2k4w6y9a0b1c',
  research_project_id: exampleProject.research_project_id,
  title: 'Naps help',
  body: `A nap helps [[claim:${exampleClaim.claim_id}]], as @${exampleSource.key} found.`,
  style: null,
  locale: null,
  authors: ['Ada Lovelace'],
  citations: [exampleSource.key],
  claims: [exampleClaim.claim_id],
  version: 1,
  etag: '"1"',
  created_by: { user_id: 'usr_01jzcq3m5n8v7x2k4w6y9a0b1c' },
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
}

export const exampleLint = {
  ok: false,
  errors: [
    {
      code: 'citation_unknown',
      message: 'No source of the project has the key "lovelace2024nap". Did you mean "lovelace2024naps"?',
      line: 1,
      column: 60,
      key: 'lovelace2024nap',
      fix: { title: 'Cite lovelace2024naps', line: 1, column: 61, length: 15, text: 'lovelace2024naps' },
    },
  ],
  warnings: [],
  stats: { claims: 1, with_evidence: 1, citations: 1 },
}

export const exampleStyle = {
  style: 'apa',
  title: 'APA, 7th edition',
  kind: 'in-text' as const,
  locale: null,
  builtin: true,
  created_at: null,
}

export const exampleLink = {
  link_id: 'lnk_01jzcq3m5n8v7x2k4w6y9a0b1c',
  type: 'note' as const,
  id: 'note_01jzcq3m5n8v7x2k4w6y9a0b1c',
  version: null,
  created_at: '2026-01-31T12:00:00.000Z',
}

export const exampleCited = {
  style: 'apa',
  locale: 'en-US',
  bibliography: {
    html: '<div class="csl-bib-body"><div class="csl-entry">Lovelace, A. (2024). <i>Naps and recall</i>.</div></div>',
    entries: ['<div class="csl-entry">Lovelace, A. (2024). <i>Naps and recall</i>.</div>'],
    ids: [exampleSource.key],
  },
  citations: ['(Lovelace, 2024, p. 12)'],
  warnings: [],
}

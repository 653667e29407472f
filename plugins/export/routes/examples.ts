import type { ExportRecord } from '../exports/export-record.ts'

export const exampleExport: ExportRecord = {
  export_id: 'xpt_01k9x2m3n4p5q6r7s8t9',
  format: 'pdf',
  title: 'Minutes of March',
  items: [
    {
      type: 'note',
      id: 'note_01k9x2m3n4p5q6r7s8t9',
      version: 3,
      title: 'Minutes of March',
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
  ],
  sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  size: 48213,
  pages: 3,
  file_name: 'Minutes of March.pdf',
  available: true,
  signature: null,
  manifest: null,
  warnings: [],
  status: 'succeeded',
  error: null,
  job_id: null,
  created_by: 'usr_01k9x2m3n4p5q6r7s8t9',
  created_at: '2026-03-31T12:00:00.000Z',
  expires_at: '2026-04-30T12:00:00.000Z',
}

export const exampleOrder = {
  items: [{ type: 'markdown', content: '# Minutes of March\n\nWe agreed on the plan.' }],
  format: 'html',
  cover: { organisation: 'Analytical Engines', authors: ['Ada Lovelace'] },
  signatories: [{ name: 'Ada Lovelace', role: 'Head of Engines' }],
}

export const exampleManifest = {
  manifest: 1,
  export_id: exampleExport.export_id,
  created_at: exampleExport.created_at,
  title: exampleExport.title,
  instance: 'reports.example.org',
  key_id: 'key_0f1e2d3c4b5a69788796',
  public_key: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
  files: [{ path: exampleExport.file_name, size: exampleExport.size, sha256: exampleExport.sha256 }],
  items: exampleExport.items.map(({ type, id, version, sha256 }) => ({ type, id, version, sha256 })),
}

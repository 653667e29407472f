import type { PreparedDocument } from '../document/prepared-document.ts'

/** The records as the API shows them, with what they were exported as. */
export function writeJson({ title, createdAt, cover, signatories, records }: PreparedDocument): string {
  const shown = cover === null ? null : Object.fromEntries(Object.entries(cover).filter(([name]) => name !== 'logo'))
  return `${JSON.stringify({ title, created_at: createdAt, cover: shown, signatories, items: records }, null, 2)}\n`
}

import { zipSync } from 'fflate'
import type { JsonObject } from '@svc/plugin'

/** References as other programs read them. */
export interface WrittenReferences {
  format: 'bibtex' | 'ris'
  items: ({ id: string } & JsonObject)[]
}

/** A file of a ZIP, by its path. */
export interface ZippedFile {
  path: string
  text: string
}

/** The earliest time that a ZIP can hold: the same project gives the same bytes. */
const earliest = new Date(1980, 0, 1)

/** BibTeX with the keys of the project, or RIS. Runs in a thread. */
export async function writeReferences({ format, items }: WrittenReferences): Promise<{ text: string }> {
  if (items.length === 0) return { text: '' }
  const { plugins } = await import('@citation-js/core')
  if (format === 'bibtex') await import('@citation-js/plugin-bibtex')
  else await import('@citation-js/plugin-ris')
  const keyed = items.map(item => ({ ...item, 'citation-key': item.id, 'citation-label': item.id }))
  return {
    text: String(plugins.output.format(format as 'bibtex', keyed as Parameters<typeof plugins.output.format>[1])),
  }
}

/** Runs in a thread. */
export function zipTexts({ files }: { files: readonly ZippedFile[] }): { zip: Uint8Array } {
  const encoder = new TextEncoder()
  const entries = files.map(({ path, text }) => [path, encoder.encode(text)] as const)
  return { zip: zipSync(Object.fromEntries(entries), { level: 6, mtime: earliest }) }
}

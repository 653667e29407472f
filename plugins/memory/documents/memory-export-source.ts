import type { ExportSource } from '@svc/plugin/contracts/export'
import type { MemoryDocuments } from './memory-documents.ts'

const mostTitle = 80

/** A memory as a chapter: its text, and where it came from. */
export function memoryExportSource(documents: MemoryDocuments): ExportSource {
  return {
    type: 'memory',
    title: 'Memory',
    permission: 'memory:read',
    async read({ id = '' }, { principal }) {
      const document = documents.get(principal.workspace_id, id)
      const { content, source, tags, version, updated_at } = document
      const first =
        content
          .trim()
          .split('\n')[0]
          ?.replaceAll(/[#*_`]/g, '')
          .trim() ?? ''
      const title = source ?? (first.length > mostTitle ? `${first.slice(0, mostTitle - 1)}…` : first || 'Memory')
      const tagged = tags.length === 0 ? '' : ` · ${tags.map(tag => `#${tag}`).join(' ')}`
      return {
        title,
        version,
        chapters: [
          {
            title,
            about: `Memory, version ${version}, changed ${updated_at.slice(0, 10)}${tagged}`,
            blocks: [{ type: 'markdown', text: content }],
          },
        ],
        record: { ...document, provenance: { ...document.provenance, original: null } },
      }
    },
  }
}

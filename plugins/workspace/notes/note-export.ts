import type { ExportSource } from '@svc/plugin/contracts/export'
import type { Notes } from './notes.ts'

/** A note as a chapter of a document. */
export function noteExport(notes: Notes): ExportSource {
  return {
    type: 'note',
    title: 'Note',
    permission: 'workspace:read',
    async read({ id = '' }, { principal }) {
      const note = notes.get(principal.workspace_id, id)
      const tags = note.tags.length === 0 ? '' : ` · ${note.tags.map(tag => `#${tag}`).join(' ')}`
      return {
        title: note.title,
        version: note.version,
        chapters: [
          {
            title: note.title,
            about: `Note, version ${note.version}, changed ${note.updated_at.slice(0, 10)}${tags}`,
            blocks: [{ type: 'markdown', text: note.body }],
          },
        ],
        record: {
          ...note,
          links: note.links.map(link => ({ ...link })),
          backlinks: note.backlinks.map(link => ({ ...link })),
        },
      }
    },
  }
}

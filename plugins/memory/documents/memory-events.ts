import type { NewEvent } from '@svc/plugin'

/** The plugin's own events, as `plugin.json` declares them. */
export const memoryEvents = {
  created: (document: { id: string; source: string | null; version: number }): NewEvent => ({
    type: 'memory.created',
    data: { ...document },
  }),
  updated: (document: { id: string; source: string | null; version: number }): NewEvent => ({
    type: 'memory.updated',
    data: { ...document },
  }),
  /** One document, or all of a source; what is left out of a large deletion comes with the next event. */
  deleted: (gone: { id: string | null; source: string | null; documents: number }): NewEvent => ({
    type: 'memory.deleted',
    data: { ...gone },
  }),
  imported: (came: {
    documents: number
    duplicates: number
    source: string | null
    job_id: string | null
  }): NewEvent => ({
    type: 'memory.imported',
    data: { ...came },
  }),
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DataPlane } from '@svc/plugin'
import { documentOf } from '../documents/document-row.ts'
import { documentStore } from '../documents/document-store.ts'

/** Documents whose heads are read at once, and characters that are written at once. */
const rowsAtOnce = 50
const charactersAtOnce = 256 * 1024

/** All documents of a workspace as lines. */
export class MemoryExport {
  readonly #data: DataPlane

  constructor(data: DataPlane) {
    this.#data = data
  }

  /** The oldest first; what is added meanwhile may be among them. */
  async *lines(workspaceId: string, filter: { source: string | null; tag: string | null }): AsyncGenerator<string> {
    let place = { created_at: Number.MIN_SAFE_INTEGER, id: '' }
    for (;;) {
      const rows = this.#data.use(workspaceId, db =>
        documentStore.pageAfter(db, { ...place, limit: rowsAtOnce, ...filter }),
      )
      let text = ''
      for (const row of rows) {
        text += this.#line(workspaceId, row.id)
        if (text.length < charactersAtOnce) continue
        yield text
        text = ''
        await nextTurn()
      }
      if (text !== '') yield text
      const last = rows.at(-1)
      if (!last || rows.length < rowsAtOnce) return
      place = { created_at: last.created_at, id: last.id }
      await nextTurn()
    }
  }

  /** As it is now: the text of an earlier version may be gone. Nothing where it was deleted. */
  #line(workspaceId: string, id: string): string {
    return this.#data.use(workspaceId, db => {
      const row = documentStore.get(db, id)
      return row === undefined ? '' : `${JSON.stringify(documentOf(row, documentStore.content(db, row)))}\n`
    })
  }
}

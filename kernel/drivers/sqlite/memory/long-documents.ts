import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock, Passage, PreparedPassages, WorkspaceDatabase, WorkspaceFiles } from '@svc/plugin'
import { UnavailableError } from '@svc/plugin'
import { passageStore } from './passage-store.ts'
import { vectorStore } from './vector-store.ts'

/** More passages than these are not written in one go: the server would stand still for it. */
export const mostAtOnce = 60

// How long one transaction may take; the one that a slice ends with is waited for besides.
const sliceMs = 12
const readAtOnce = 200

interface Prepared extends PreparedPassages {
  documentKey: number | null
}

/**
 * Documents of many passages, written and removed a few passages at a time. What is under way belongs to a document that nobody finds;
 * only its name changes when all of it is there, so that a document is found whole or not at all, also after a crash.
 */
export class LongDocuments {
  readonly #data: WorkspaceFiles
  readonly #clock: Clock

  constructor(data: WorkspaceFiles, clock: Clock) {
    this.#data = data
    this.#clock = clock
  }

  /** @throws the signal's reason */
  async prepare(
    workspaceId: string,
    documentId: string | null,
    passages: readonly Passage[],
    signal: AbortSignal,
  ): Promise<PreparedPassages> {
    if (passages.length <= mostAtOnce) return { passages, documentKey: null } as Prepared
    const documentKey = this.#data.use(workspaceId, db =>
      db.transaction(() => passageStore.addHidden(db, Math.max(1, this.#clock.now()))),
    )
    const prepared: Prepared = { passages, documentKey }
    try {
      const before = documentId === null ? new Map<string, number[]>() : await this.#before(workspaceId, documentId)
      let done = 0
      while (done < passages.length) {
        done += this.#slice(workspaceId, documentKey, passages, done, before)
        await nextTurn()
        signal.throwIfAborted()
      }
    } catch (error) {
      this.discard(workspaceId, prepared)
      throw error
    }
    return prepared
  }

  /** Within a transaction. @throws UnavailableError when it is no longer all there */
  reveal(
    db: WorkspaceDatabase,
    document: Parameters<typeof passageStore.reveal>[3] & { document_id: string },
    prepared: PreparedPassages,
  ): void {
    const { documentKey, passages } = prepared as Prepared
    if (documentKey === null) throw new TypeError('there is nothing hidden to reveal')
    const count = passageStore.countPassages(db, documentKey, passages.length + 1)
    if (!passageStore.isBeingPrepared(db, documentKey) || count !== passages.length)
      throw new UnavailableError('What was prepared of the document is no longer there. Try again.')
    const known = passageStore.document(db, document.document_id)
    if (known !== undefined) passageStore.hide(db, known)
    passageStore.reveal(db, documentKey, document.document_id, document)
  }

  /** What was prepared will not be put. */
  discard(workspaceId: string, prepared: PreparedPassages): void {
    const { documentKey } = prepared as Prepared
    if (documentKey === null) return
    this.#data.use(workspaceId, db =>
      db.transaction(() => {
        if (passageStore.isBeingPrepared(db, documentKey))
          passageStore.hide(db, { document_key: documentKey, tags: '[]' })
      }),
    )
  }

  isTidy(workspaceId: string): boolean {
    return this.#data.use(workspaceId, db => passageStore.hidden(db, Number.MAX_SAFE_INTEGER) === null)
  }

  /** @throws the signal's reason */
  async tidy(workspaceId: string, before: number, signal: AbortSignal): Promise<void> {
    while (this.#removeSome(workspaceId, before)) {
      await nextTurn()
      signal.throwIfAborted()
    }
  }

  /** The ids of the passages that the document has, by heading and text. */
  async #before(workspaceId: string, documentId: string): Promise<Map<string, number[]>> {
    const before = new Map<string, number[]>()
    let last = -1
    for (;;) {
      const rows = this.#data.use(workspaceId, db => {
        const known = passageStore.document(db, documentId)
        return known === undefined ? [] : passageStore.somePassages(db, known.document_key, last, readAtOnce)
      })
      for (const { heading, text, passage_id } of rows) {
        const key = `${heading}\n${text}`
        before.set(key, [...(before.get(key) ?? []), passage_id])
      }
      if (rows.length < readAtOnce) return before
      last = rows.at(-1)?.ordinal ?? last
      await nextTurn()
    }
  }

  /** Returns how many passages were written. */
  #slice(
    workspaceId: string,
    documentKey: number,
    passages: readonly Passage[],
    from: number,
    before: ReadonlyMap<string, number[]>,
  ): number {
    return this.#data.use(workspaceId, db =>
      db.transaction(() => {
        if (!passageStore.isBeingPrepared(db, documentKey))
          throw new UnavailableError('What was prepared of the document is no longer there. Try again.')
        const end = performance.now() + sliceMs
        const spaces = before.size === 0 ? [] : vectorStore.spaces(db)
        let done = 0
        for (const passage of passages.slice(from, from + readAtOnce)) {
          const passage_id = passageStore.addPassage(db, documentKey, passage)
          const same = before.get(`${JSON.stringify(passage.heading)}\n${passage.text}`)?.shift()
          if (same !== undefined)
            for (const { space_id } of spaces)
              vectorStore.copy(db, space_id, same, { passage_id, document_key: documentKey })
          done += 1
          if (performance.now() >= end) break
        }
        for (const space of spaces) vectorStore.advance(db, space)
        return done
      }),
    )
  }

  #removeSome(workspaceId: string, before: number): boolean {
    return this.#data.use(workspaceId, db => {
      if (passageStore.hidden(db, before) === null) return false
      return db.transaction(() => {
        const end = performance.now() + sliceMs
        const documentKey = passageStore.hidden(db, before)
        if (documentKey === null) return false
        let removed = 0
        const rows = passageStore.somePassages(db, documentKey, -1, readAtOnce)
        for (const row of rows) {
          passageStore.removePassage(db, row)
          removed += 1
          if (performance.now() >= end) break
        }
        if (removed === rows.length && rows.length < readAtOnce)
          passageStore.removeDocument(db, { document_key: documentKey, tags: '[]' })
        vectorStore.pruneRemovals(db)
        return true
      })
    })
  }
}

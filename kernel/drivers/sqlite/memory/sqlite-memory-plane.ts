import type {
  Clock,
  Logger,
  MemoryFindings,
  MemoryPlane,
  MemorySearch,
  Passage,
  PassageDocument,
  PassageFacts,
  PlaneStatus,
  PreparedPassages,
  VectorCount,
  VectorSpace,
  WorkspaceDatabase,
  WorkspaceFiles,
} from '@svc/plugin'
import { InternalError } from '@svc/plugin'
import { systemClock } from '../../../services/index.ts'
import type { CandidateSource, VectorChanges } from './candidate-source.ts'
import { LongDocuments, mostAtOnce } from './long-documents.ts'
import { passageStore } from './passage-store.ts'
import { SearchRunner } from './search-runner.ts'
import { bytesOfSketch, decodeVector, encodeVector, normalized, sketchOf } from './vector-numbers.ts'
import { vectorStore } from './vector-store.ts'
import type { TextRow } from './vector-store.ts'

export interface SqliteMemoryPlaneOptions {
  data: WorkspaceFiles
  log: Logger
  clock?: Clock
}

const candidatesWanted = 200

/** Memory in the workspaces' own SQLite files: words in FTS5, vectors beside them. */
export class SqliteMemoryPlane implements MemoryPlane {
  readonly #data: WorkspaceFiles
  readonly #runner: SearchRunner
  readonly #long: LongDocuments
  #candidates: CandidateSource | null = null

  constructor({ data, log, clock = systemClock }: SqliteMemoryPlaneOptions) {
    this.#data = data
    this.#runner = new SearchRunner(log)
    this.#long = new LongDocuments(data, clock)
  }

  /** Who names candidates from now on; null: the sketches. */
  useCandidates(source: CandidateSource | null): void {
    this.#candidates = source
  }

  put(db: WorkspaceDatabase, document: PassageDocument): void {
    db.transaction(() => {
      const had = passageStore.document(db, document.document_id)
      const isLong = had !== undefined && isLongDocument(db, had)
      if (isLong) passageStore.hide(db, had)
      const known = isLong ? undefined : had
      if (known !== undefined) passageStore.describe(db, known, document)
      const key = known?.document_key ?? passageStore.addDocument(db, document.document_id, document)
      const before = new Map<string, ReturnType<typeof passageStore.passages>>()
      for (const row of passageStore.passages(db, key)) {
        const text = `${row.heading}\n${row.text}`
        before.set(text, [...(before.get(text) ?? []), row])
      }
      const added = document.passages.filter(passage => {
        const same = before.get(`${JSON.stringify(passage.heading)}\n${passage.text}`)?.shift()
        if (same !== undefined) passageStore.movePassage(db, same, passage)
        return same === undefined
      })
      for (const row of [...before.values()].flat()) passageStore.removePassage(db, row)
      for (const passage of added) passageStore.addPassage(db, key, passage)
      vectorStore.pruneRemovals(db)
    })
  }

  async prepare(
    workspaceId: string,
    documentId: string | null,
    passages: readonly Passage[],
    signal: AbortSignal,
  ): Promise<PreparedPassages> {
    if (documentId !== null) this.#candidates?.changed(workspaceId)
    const prepared = await this.#long.prepare(workspaceId, documentId, passages, signal)
    // Vectors were copied all the while.
    if (documentId !== null) this.#candidates?.changed(workspaceId)
    return prepared
  }

  putPrepared(
    db: WorkspaceDatabase,
    document: PassageFacts & { document_id: string },
    prepared: PreparedPassages,
  ): void {
    const { passages } = prepared
    if (passages.length <= mostAtOnce) this.put(db, { ...document, passages })
    else db.transaction(() => this.#long.reveal(db, document, prepared))
  }

  discard(workspaceId: string, prepared: PreparedPassages): void {
    this.#long.discard(workspaceId, prepared)
  }

  tidy(workspaceId: string, before: number, signal: AbortSignal): Promise<void> {
    return this.#long.tidy(workspaceId, before, signal)
  }

  isTidy(workspaceId: string): boolean {
    return this.#long.isTidy(workspaceId)
  }

  describe(db: WorkspaceDatabase, documentId: string, facts: PassageFacts): void {
    const known = passageStore.document(db, documentId)
    if (known !== undefined) db.transaction(() => passageStore.describe(db, known, facts))
  }

  remove(db: WorkspaceDatabase, documentIds: readonly string[]): void {
    db.transaction(() => {
      for (const documentId of documentIds) {
        const known = passageStore.document(db, documentId)
        if (known === undefined) continue
        if (isLongDocument(db, known)) {
          passageStore.hide(db, known)
          continue
        }
        for (const row of passageStore.passages(db, known.document_key)) passageStore.removePassage(db, row)
        passageStore.removeDocument(db, known)
      }
      vectorStore.pruneRemovals(db)
    })
  }

  unembedded(
    workspaceId: string,
    space: VectorSpace,
    { limit, documentIds }: { limit: number; documentIds?: readonly string[] },
  ): { passage_id: number; text: string }[] {
    return this.#data.use(workspaceId, db => {
      const known = vectorStore.space(db, space.key) ?? { space_id: 0, embedded_through: 0 }
      const rows =
        documentIds === undefined
          ? vectorStore.unembedded(db, known, limit)
          : vectorStore.unembeddedOf(db, known.space_id, documentIds, limit)
      return rows.map(row => ({ passage_id: row.passage_id, text: textOf(row) }))
    })
  }

  addVectors(
    workspaceId: string,
    space: VectorSpace,
    vectors: readonly { passage_id: number; values: Float32Array }[],
  ): void {
    const ready = vectors.map(({ passage_id, values }) => {
      const unit = normalized(values, space)
      return { passage_id, bits: bytesOfSketch(sketchOf(unit)), numbers: encodeVector(unit) }
    })
    if (ready.length === 0) return
    this.#candidates?.changed(workspaceId)
    this.#data.use(workspaceId, db =>
      db.transaction(() => {
        const known = vectorStore.makeSpace(db, space)
        if (known.dimensions !== space.dimensions) throw otherDimensions(space, known.dimensions)
        for (const vector of ready) vectorStore.add(db, known.space_id, vector)
        vectorStore.advance(db, known)
      }),
    )
  }

  count(workspaceId: string, space: VectorSpace): VectorCount {
    return this.#data.use(workspaceId, db => ({
      passages: vectorStore.state(db).passages,
      embedded: vectorStore.space(db, space.key)?.embedded ?? 0,
    }))
  }

  spaces(workspaceId: string): VectorSpace[] {
    return this.#data.use(workspaceId, db => vectorStore.spaces(db).map(({ key, dimensions }) => ({ key, dimensions })))
  }

  dropVectors(workspaceId: string, key: string, limit: number): boolean {
    this.#candidates?.changed(workspaceId)
    return this.#data.use(workspaceId, db =>
      db.transaction(() => {
        const space = vectorStore.space(db, key)
        if (space === undefined) return true
        vectorStore.resetThrough(db, space.space_id)
        vectorStore.removeSome(db, space.space_id, limit)
        vectorStore.pruneRemovals(db)
        return space.embedded <= limit
      }),
    )
  }

  async search(workspaceId: string, search: MemorySearch, signal: AbortSignal): Promise<MemoryFindings> {
    signal.throwIfAborted()
    const { vector } = search
    const values = vector === null ? null : normalized(vector.values, vector.space)
    // The file is there and of this version before the thread opens it.
    const space = this.#data.use(workspaceId, db =>
      vector === null ? undefined : vectorStore.space(db, vector.space.key),
    )
    if (vector !== null && space !== undefined && space.dimensions !== vector.space.dimensions) {
      throw otherDimensions(vector.space, space.dimensions)
    }
    const question = { ...search, vector: vector === null || values === null ? null : { ...vector, values } }
    const outside = space === undefined ? null : await this.#outside(workspaceId, question, signal)
    const path = this.#data.pathOf(workspaceId)
    // The caller's transaction, if it is still open, has ended by then: the thread sees what it wrote.
    await Promise.resolve()
    return this.#runner.run({ path, search: question, outside }, signal)
  }

  /** What happened to a workspace's vectors after `seq`, for a source of candidates that keeps its own copy. */
  changesSince(workspaceId: string, seq: number, limit: number): VectorChanges {
    return this.#data.use(workspaceId, db => {
      const state = vectorStore.state(db)
      const added = vectorStore.added(db, seq, limit)
      const removed = vectorStore.removed(db, seq, limit)
      // Both lists end where the one that was cut short ends.
      const ends = [state.seq]
      if (added.length === limit) ends.push(added.at(-1)?.vector_id ?? state.seq)
      if (removed.length === limit) ends.push(removed.at(-1)?.seq ?? state.seq)
      const through = Math.min(...ends)
      return {
        instance: state.instance,
        added: added
          .filter(row => row.vector_id <= through)
          .map(({ vector_id, key, dimensions, passage_id, numbers }) => ({
            seq: vector_id,
            space: { key, dimensions },
            passage_id,
            values: decodeVector(numbers),
          })),
        removed: removed
          .filter(row => row.seq <= through)
          .map(({ seq: at, key, passage_id }) => ({ seq: at, space_key: key, passage_id })),
        through,
        newest: state.seq,
        complete: seq >= state.removals_pruned,
      }
    })
  }

  async status(): Promise<PlaneStatus> {
    const files = await this.#data.status()
    if (files.driver === 'none' || !files.healthy) return files
    const hasWords = this.#data.useKernelFile(db => vectorStore.hasFts5(db))
    if (!hasWords)
      return { ...files, healthy: false, detail: 'this SQLite has no FTS5: nothing can be found by its words' }
    const thread = this.#runner.isRunning ? 'the search thread runs' : 'the search thread starts at the first search'
    return { ...files, detail: `words (FTS5) and vectors stand in the workspaces' files; ${thread}` }
  }

  /** Before the data plane: the files are let go of. */
  close(): Promise<void> {
    return this.#runner.close()
  }

  async #outside(
    workspaceId: string,
    { mode, vector, filter, limit }: MemorySearch,
    signal: AbortSignal,
  ): Promise<{ passageIds: readonly number[]; through: number } | null> {
    if (this.#candidates === null || vector === null || mode === 'keyword') return null
    return this.#candidates.candidates(
      {
        workspaceId,
        space: vector.space,
        vector: vector.values,
        filter,
        limit: Math.max(candidatesWanted, limit * 4),
      },
      signal,
    )
  }
}

function isLongDocument(db: WorkspaceDatabase, { document_key }: { document_key: number }): boolean {
  return passageStore.countPassages(db, document_key, mostAtOnce + 1) > mostAtOnce
}

function textOf({ heading, text }: TextRow): string {
  const headings = JSON.parse(heading) as string[]
  return headings.length === 0 ? text : `${headings.join(' › ')}\n${text}`
}

function otherDimensions(space: VectorSpace, known: number): InternalError {
  return new InternalError(
    `The space ${space.key} has ${known} dimensions here, and ${space.dimensions} were asked for: its key must name them.`,
  )
}

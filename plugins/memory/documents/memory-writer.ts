import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageOf, NotFoundError, PreconditionFailedError, UnprocessableError } from '@svc/plugin'
import type {
  ByteQuota,
  Clock,
  DataPlane,
  EventLog,
  Ids,
  Logger,
  MemoryPlane,
  NewEvent,
  Passage,
  PassageFacts,
  PreparedPassages,
  WorkspaceDatabase,
  WorkspaceMarks,
} from '@svc/plugin'
import type { MemoryProvenance } from '@svc/plugin/contracts/memory'
import type { CheckedMemory } from './check-memory.ts'
import { requireWindow } from './check-memory.ts'
import { headOf } from './document-row.ts'
import type { DocumentRow, TextFormat } from './document-row.ts'
import { documentStore } from './document-store.ts'
import { fingerprintInPieces } from './fingerprint.ts'
import { memoryEvents } from './memory-events.ts'
import { memoryLimits } from './memory-limits.ts'
import { versionStore } from './version-store.ts'

/** A document that is about to be written, its passages cut. */
export interface PreparedDocument {
  /** As it is kept when it is new; null: one of our own making. */
  id: string | null
  created_at: number | null
  content: string
  format: TextFormat
  fingerprint: string
  source: string | null
  tags: string[]
  metadata: CheckedMemory['metadata']
  valid_from: number | null
  valid_until: number | null
  provenance: MemoryProvenance
  passages: readonly Passage[]
}

export interface Written {
  row: DocumentRow
  duplicate: boolean
}

export interface DocumentChange extends CheckedMemory {
  /** The version that the caller has seen; null: whichever there is. */
  expected: number | null
}

export interface MemoryWriterOptions {
  data: DataPlane
  plane: MemoryPlane
  marks: WorkspaceMarks
  events: EventLog
  maxDocuments: number
  quota: Pick<ByteQuota, 'measure'>
  split: (content: string, format: TextFormat, signal: AbortSignal) => Promise<readonly Passage[]>
  ids: Ids
  clock: Clock
  log: Logger
  /** Aborts when the server stops. */
  signal: AbortSignal
}

interface Pieces {
  /** The document that has others now. */
  id: string | null
  passages: readonly Passage[]
}

/** Writes documents: record, passages, history and event in one transaction. */
export class MemoryWriter {
  readonly #options: MemoryWriterOptions

  constructor(options: MemoryWriterOptions) {
    this.#options = options
  }

  async prepare(
    memory: CheckedMemory & { content: string },
    from: Pick<PreparedDocument, 'provenance'> &
      Partial<Pick<PreparedDocument, 'format' | 'id' | 'created_at' | 'fingerprint'>>,
    signal: AbortSignal,
  ): Promise<PreparedDocument> {
    const { content, source = null, tags = [], metadata, valid_from = null, valid_until = null } = memory
    const format = from.format ?? 'markdown'
    return {
      id: from.id ?? null,
      created_at: from.created_at ?? null,
      content,
      format,
      fingerprint: from.fingerprint ?? (await fingerprintInPieces(content, signal)),
      source,
      tags,
      metadata,
      valid_from,
      valid_until,
      provenance: from.provenance,
      passages: await this.#options.split(content, format, signal),
    }
  }

  /** Writes those that are not there yet, all at once; passages of long ones are kept beforehand, where nobody finds them. */
  async insert(
    workspaceId: string,
    documents: readonly PreparedDocument[],
    options: { keepsIds?: boolean; emitsEach: boolean; signal: AbortSignal },
  ): Promise<Written[]> {
    const { data, marks, events } = this.#options
    // Before anything is written: a crash right after it leaves nothing without a vector for long.
    marks.add(workspaceId)
    return this.#withPassages(workspaceId, this.#unknown(workspaceId, documents), options.signal, kept =>
      data.use(workspaceId, db =>
        db.transaction(() => {
          const written = documents.map(document =>
            this.#insertOne(db, document, kept.get(document.passages), options.keepsIds ?? false),
          )
          const created = options.emitsEach ? written.filter(({ duplicate }) => !duplicate).map(createdEvent) : []
          if (created.length > 0) events.append(db, workspaceId, created)
          return written
        }),
      ),
    )
  }

  #unknown(workspaceId: string, documents: readonly PreparedDocument[]): Pieces[] {
    const { data, clock } = this.#options
    const isNew = (document: PreparedDocument): boolean =>
      data.use(workspaceId, db => documentStore.same(db, document, clock.now()) === undefined)
    return documents.filter(isNew).map(({ passages }) => ({ id: null, passages }))
  }

  /** Has the passages ready for the one transaction that `write` is; what it does not take is removed. */
  async #withPassages<T>(
    workspaceId: string,
    pieces: readonly Pieces[],
    signal: AbortSignal,
    write: (kept: ReadonlyMap<readonly Passage[], PreparedPassages>) => T,
  ): Promise<T> {
    const { plane } = this.#options
    const kept = new Map<readonly Passage[], PreparedPassages>()
    try {
      for (const { id, passages } of pieces) kept.set(passages, await plane.prepare(workspaceId, id, passages, signal))
      return write(kept)
    } finally {
      // This leaves passages alone that were stored.
      for (const each of kept.values()) plane.discard(workspaceId, each)
      await this.#tidy(workspaceId)
    }
  }

  /** Removes what is left of long documents; what was written stands, whether that succeeds or is left to the next start. */
  async #tidy(workspaceId: string): Promise<void> {
    const { plane, signal, log } = this.#options
    try {
      await plane.tidy(workspaceId, 1, signal)
    } catch (error) {
      if (!signal.aborted) log.warn({ workspace_id: workspaceId, err: error }, messageOf(error))
    }
  }

  #insertOne(
    db: WorkspaceDatabase,
    document: PreparedDocument,
    kept: PreparedPassages | undefined,
    keepsId: boolean,
  ): Written {
    const { plane, maxDocuments, quota, ids, clock } = this.#options
    const now = clock.now()
    const same = documentStore.same(db, document, now)
    if (same) return { row: same, duplicate: true }
    if (documentStore.totals(db).documents >= maxDocuments) throw tooMany(maxDocuments)
    const isFree = keepsId && document.id !== null && documentStore.get(db, document.id) === undefined
    const provenance = JSON.stringify(document.provenance)
    const row: DocumentRow = {
      id: isFree && document.id !== null ? document.id : ids.create('mem'),
      head: headOf(document.content),
      length: document.content.length,
      text_version: 1,
      format: document.format,
      fingerprint: document.fingerprint,
      source: document.source,
      tags: JSON.stringify(document.tags),
      metadata: JSON.stringify(document.metadata ?? {}),
      provenance,
      valid_from: document.valid_from,
      valid_until: document.valid_until,
      version: 1,
      chunks: document.passages.length,
      changed: '[]',
      changed_by: provenance,
      created_at: Math.min(document.created_at ?? now, now),
      updated_at: now,
    }
    quota.measure(db, () => documentStore.insert(db, row, document.content))
    const { passages } = document
    if (kept === undefined) plane.put(db, { document_id: row.id, ...factsOf(row), passages })
    else plane.putPrepared(db, { document_id: row.id, ...factsOf(row) }, kept)
    return { row, duplicate: false }
  }

  /** What the document is now; the one before it goes into the history. @throws NotFoundError, PreconditionFailedError */
  async update(
    workspaceId: string,
    id: string,
    change: DocumentChange,
    by: MemoryProvenance,
    signal: AbortSignal,
  ): Promise<DocumentRow> {
    const { data, plane, marks, events, quota, split, clock } = this.#options
    const { content } = change
    const { format, text } = this.#require(workspaceId, id)
    const passages = content === undefined || content === text ? null : await split(content, format, signal)
    const fingerprint = passages === null || content === undefined ? '' : await fingerprintInPieces(content, signal)
    const pieces = passages === null ? [] : [{ id, passages }]
    marks.add(workspaceId)
    const write = (kept: ReadonlyMap<readonly Passage[], PreparedPassages>) => (db: WorkspaceDatabase) =>
      db.transaction(() => {
        const before = documentStore.get(db, id)
        if (!before) throw notFound(id)
        if (change.expected !== null && change.expected !== before.version) throw stale(before.version)
        const after = changedRow(before, change)
        requireWindow(after)
        const changed = changesOf(before, after, content !== undefined && content !== documentStore.content(db, before))
        if (changed.length === 0) return before
        const version = before.version + 1
        const isNewText = changed.includes('content') && content !== undefined
        const row: DocumentRow = {
          ...after,
          ...(isNewText && textOf(content, { version, fingerprint, chunks: passages?.length ?? 0 })),
          version,
          changed: JSON.stringify(changed),
          changed_by: JSON.stringify(by),
          updated_at: clock.now(),
        }
        quota.measure(db, () => {
          versionStore.add(db, before, memoryLimits.versions)
          documentStore.update(db, before, row)
          if (isNewText) documentStore.keepText(db, row, content)
        })
        if (isNewText) {
          // Null where somebody else has changed the same text meanwhile, and it is changed back.
          const prepared = passages && kept.get(passages)
          if (!prepared) throw stale(before.version)
          plane.putPrepared(db, { document_id: id, ...factsOf(row) }, prepared)
        } else plane.describe(db, id, factsOf(row))
        events.append(db, workspaceId, [memoryEvents.updated({ id, source: row.source, version })])
        return row
      })
    return this.#withPassages(workspaceId, pieces, signal, kept => data.use(workspaceId, write(kept)))
  }

  async delete(workspaceId: string, id: string): Promise<DocumentRow> {
    const { data, marks } = this.#options
    marks.add(workspaceId)
    await this.#forgetLongTexts(workspaceId, id)
    const row = data.use(workspaceId, db =>
      db.transaction(() => {
        const found = documentStore.get(db, id)
        if (!found) throw notFound(id)
        this.#remove(db, workspaceId, [id], memoryEvents.deleted({ id, source: found.source, documents: 1 }))
        return found
      }),
    )
    await this.#tidy(workspaceId)
    return row
  }

  /** A hundred versions of a long document are a gigabyte, which takes its time to delete. */
  async #forgetLongTexts(workspaceId: string, id: string): Promise<void> {
    const forgetOne = () => this.#options.data.use(workspaceId, db => versionStore.forgetLongText(db, id))
    while (forgetOne()) await nextTurn()
  }

  /** Deletes some of a source's documents, at most as many as take a moment; how many, and 0 when none are left. */
  async deleteSomeOf(workspaceId: string, source: string): Promise<number> {
    const mostDocuments = 100
    const mostPassages = 100
    this.#options.marks.add(workspaceId)
    const deleted = this.#options.data.use(workspaceId, db =>
      db.transaction(() => {
        let passages = 0
        const some = documentStore.ofSource(db, source, mostDocuments).filter(({ chunks }, index) => {
          passages += chunks
          return index === 0 || passages <= mostPassages
        })
        if (some.length === 0) return 0
        const event = memoryEvents.deleted({ id: null, source, documents: some.length })
        this.#remove(
          db,
          workspaceId,
          some.map(({ id }) => id),
          event,
        )
        return some.length
      }),
    )
    await this.#tidy(workspaceId)
    return deleted
  }

  #remove(db: WorkspaceDatabase, workspaceId: string, ids: readonly string[], event: NewEvent): void {
    documentStore.delete(db, ids)
    this.#options.plane.remove(db, ids)
    this.#options.events.append(db, workspaceId, [event])
  }

  #require(workspaceId: string, id: string): { format: TextFormat; text: string } {
    return this.#options.data.use(workspaceId, db => {
      const row = documentStore.get(db, id)
      if (!row) throw notFound(id)
      return { format: row.format, text: documentStore.content(db, row) }
    })
  }
}

export function notFound(id: string): NotFoundError {
  return new NotFoundError(`There is no memory ${JSON.stringify(id.slice(0, 64))} in this workspace.`)
}

export function stale(version: number): PreconditionFailedError {
  return new PreconditionFailedError(
    `The document has changed since: it is at version ${version}. Read it again, and send its ETag as If-Match.`,
  )
}

function tooMany(most: number): UnprocessableError {
  const message = `This workspace has ${most.toLocaleString('en')} documents, which is all it may have (SVC_MEMORY_MAX_DOCUMENTS). Delete some first.`
  return new UnprocessableError('memory_full', message)
}

function createdEvent({ row: { id, source, version } }: Written): NewEvent {
  return memoryEvents.created({ id, source, version })
}

function factsOf(row: DocumentRow): PassageFacts {
  const { source, created_at, valid_from, valid_until } = row
  return { source, tags: JSON.parse(row.tags) as string[], created_at, valid_from, valid_until }
}

function textOf(content: string, text: { version: number; fingerprint: string; chunks: number }) {
  const { version: text_version, fingerprint, chunks } = text
  return { head: headOf(content), length: content.length, text_version, fingerprint, chunks }
}

function changedRow(before: DocumentRow, change: DocumentChange): DocumentRow {
  const { source, tags, metadata, valid_from, valid_until } = change
  return {
    ...before,
    ...(source !== undefined && { source }),
    ...(tags !== undefined && { tags: JSON.stringify(tags) }),
    ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
    ...(valid_from !== undefined && { valid_from }),
    ...(valid_until !== undefined && { valid_until }),
  }
}

const plainFields = ['source', 'tags', 'metadata', 'valid_from', 'valid_until'] as const

function changesOf(before: DocumentRow, after: DocumentRow, isNewText: boolean): string[] {
  const changed: string[] = plainFields.filter(field => before[field] !== after[field])
  return isNewText ? ['content', ...changed] : changed
}

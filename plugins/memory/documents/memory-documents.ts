import { setImmediate as nextTurn } from 'node:timers/promises'
import { decodeCursor, pageOf } from '@svc/plugin'
import type { Clock, DataPlane, Page } from '@svc/plugin'
import type {
  MemoryDocument,
  MemoryProvenance,
  NewMemory,
  RememberedDocument,
  Remembering,
} from '@svc/plugin/contracts/memory'
import type { KnownEchoes } from '../echo/known-echoes.ts'
import type { WorkspaceEmbedding } from '../embedders/workspace-embedding.ts'
import { checkMemory } from './check-memory.ts'
import type { MemoryFields } from './check-memory.ts'
import { documentOf, shownDocument } from './document-row.ts'
import type { DocumentRow, ShownDocument, TextFormat } from './document-row.ts'
import { documentStore } from './document-store.ts'
import { fingerprintInPieces } from './fingerprint.ts'
import { notFound } from './memory-writer.ts'
import type { MemoryWriter } from './memory-writer.ts'

export interface MemoryDocumentsOptions {
  data: DataPlane
  writer: MemoryWriter
  echoes: KnownEchoes
  embedding: WorkspaceEmbedding
  clock: Clock
}

export interface DocumentList {
  limit: number
  cursor?: string | undefined
  source?: string | undefined
  tag?: string | undefined
}

/** The documents of a workspace: made, read, changed and deleted one by one, or a source at a time. */
export class MemoryDocuments {
  readonly #options: MemoryDocumentsOptions

  constructor(options: MemoryDocumentsOptions) {
    this.#options = options
  }

  /** With `force` an echo is kept all the same. */
  async add(
    memory: NewMemory,
    remembering: Remembering,
    options: { force?: boolean; format?: TextFormat } = {},
  ): Promise<RememberedDocument> {
    const { data, writer, echoes, clock } = this.#options
    const { principal, provenance, signal } = remembering
    const { workspace_id: workspaceId } = principal
    const checked = { ...checkMemory(memory), content: memory.content }
    const { source = null, valid_until = null } = checked
    const fingerprint = await fingerprintInPieces(checked.content, signal)
    const same = data.use(workspaceId, db => documentStore.same(db, { fingerprint, source, valid_until }, clock.now()))
    if (same) return this.#remembered(workspaceId, same, true)
    if (options.force !== true) await echoes.refuse({ content: checked.content, fingerprint, valid_until }, remembering)
    const document = await writer.prepare(
      checked,
      { provenance, format: options.format ?? 'markdown', fingerprint },
      signal,
    )
    const [written] = await writer.insert(workspaceId, [document], { emitsEach: true, signal })
    if (!written) throw new Error('nothing was written')
    if (!written.duplicate) await this.#embed(workspaceId, written.row.id, signal)
    return this.#remembered(workspaceId, written.row, written.duplicate)
  }

  get(workspaceId: string, id: string): MemoryDocument {
    return this.#options.data.use(workspaceId, db => {
      const row = documentStore.get(db, id)
      if (!row) throw notFound(id)
      return documentOf(row, documentStore.content(db, row))
    })
  }

  list(workspaceId: string, { limit, cursor, source, tag }: DocumentList): Page<ShownDocument> {
    const [created_at, id] =
      cursor === undefined
        ? [Number.MAX_SAFE_INTEGER, '']
        : decodeCursor<[number, string]>(cursor, ['number', 'string'])
    const place = { created_at, id, limit: limit + 1, source: source ?? null, tag: tag ?? null }
    const rows = this.#options.data.use(workspaceId, db => documentStore.page(db, place))
    return pageOf(rows, limit, row => [row.created_at, row.id], shownDocument)
  }

  /** @throws NotFoundError, PreconditionFailedError when `expected` is not its version, ValidationError, PayloadTooLargeError */
  async update(
    workspaceId: string,
    id: string,
    change: MemoryFields,
    by: { expected: number | null; provenance: MemoryProvenance; signal: AbortSignal },
  ): Promise<MemoryDocument> {
    const checked = { ...checkMemory(change), expected: by.expected }
    const row = await this.#options.writer.update(workspaceId, id, checked, by.provenance, by.signal)
    if (checked.content !== undefined) await this.#embed(workspaceId, id, by.signal)
    return this.#whole(workspaceId, row)
  }

  delete(workspaceId: string, id: string): Promise<DocumentRow> {
    return this.#options.writer.delete(workspaceId, id)
  }

  /** How many a source has. */
  countOf(workspaceId: string, source: string): number {
    return this.#options.data.use(workspaceId, db => documentStore.countOf(db, source))
  }

  /** All documents of a source, a few at a time. */
  async deleteSource(workspaceId: string, source: string, signal: AbortSignal): Promise<number> {
    let deleted = 0
    for (;;) {
      const some = await this.#options.writer.deleteSomeOf(workspaceId, source)
      if (some === 0) return deleted
      deleted += some
      await nextTurn()
      signal.throwIfAborted()
    }
  }

  async #embed(workspaceId: string, id: string, signal: AbortSignal): Promise<void> {
    await this.#options.embedding.embedNow(workspaceId, [id], signal)
  }

  #remembered(workspaceId: string, row: DocumentRow, duplicate: boolean): RememberedDocument {
    return { document: this.#whole(workspaceId, row), duplicate }
  }

  #whole(workspaceId: string, row: DocumentRow): MemoryDocument {
    return this.#options.data.use(workspaceId, db => documentOf(row, documentStore.content(db, row)))
  }
}

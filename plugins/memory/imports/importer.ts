import { setImmediate as nextTurn } from 'node:timers/promises'
import { stat } from 'node:fs/promises'
import { PayloadTooLargeError, SvcError } from '@svc/plugin'
import type { DataPlane, EventLog, JsonObject } from '@svc/plugin'
import type { DocumentFile, ImportedDocument, MemoryProvenance, Remembering } from '@svc/plugin/contracts/memory'
import { checkMemory } from '../documents/check-memory.ts'
import { documentOf } from '../documents/document-row.ts'
import { documentStore } from '../documents/document-store.ts'
import { memoryEvents } from '../documents/memory-events.ts'
import type { MemoryWriter, PreparedDocument } from '../documents/memory-writer.ts'
import type { WorkspaceEmbedding } from '../embedders/workspace-embedding.ts'
import type { DocumentReader } from '../reading/document-reader.ts'
import { OutcomeCount } from './import-outcome.ts'
import type { ImportOutcome } from './import-outcome.ts'
import { isMemoryLines, linesOf, readMemoryLine } from './memory-lines.ts'
import type { ImportProgress } from './staging.ts'

export interface ImporterOptions {
  data: DataPlane
  events: EventLog
  writer: MemoryWriter
  reader: DocumentReader
  embedding: WorkspaceEmbedding
}

export interface ImportRun {
  workspaceId: string
  files: readonly DocumentFile[]
  source: string | null
  tags: readonly string[]
  provenance: MemoryProvenance
  signal: AbortSignal
  /** What was done before a restart. */
  done?: ImportProgress
  /** Called after each committed step, with the share of the bytes that are done. */
  onProgress?: (progress: ImportProgress, fraction: number) => Promise<void>
}

interface FileReading {
  workspaceId: string
  source?: string | null
  tags?: readonly string[]
  provenance: MemoryProvenance
  signal: AbortSignal
}

/** Documents in one transaction; a long one comes with none or few others. */
const mostDocuments = 50
const mostPassages = 60
/** What was read is written by then, so that a restart has little to do again. */
const waitingMs = 1000

interface WaitingDocument {
  fileName: string
  /** Of an export. */
  line?: number
  document: PreparedDocument
  warnings: string[]
}

/** Reads files into documents. */
export class Importer {
  readonly #options: ImporterOptions

  constructor(options: ImporterOptions) {
    this.#options = options
  }

  /** One file as one document. @throws what reading it throws */
  async file(
    file: DocumentFile,
    options: { source?: string | null; tags?: readonly string[] },
    remembering: Remembering,
  ): Promise<ImportedDocument> {
    const { workspace_id: workspaceId } = remembering.principal
    const { signal, provenance } = remembering
    const { document, warnings } = await this.#read(file, { ...options, workspaceId, provenance, signal })
    const [written] = await this.#options.writer.insert(workspaceId, [document], { emitsEach: true, signal })
    if (!written) throw new Error('nothing was written')
    const { row, duplicate } = written
    if (!duplicate) await this.#options.embedding.embedNow(workspaceId, [row.id], signal)
    const content = this.#options.data.use(workspaceId, db => documentStore.content(db, row))
    return { document: documentOf(row, content), duplicate, warnings }
  }

  /** All files, JSONL of an export line by line; what fails is counted and the rest goes on. */
  async run(run: ImportRun): Promise<{ outcome: ImportOutcome; firstError: unknown }> {
    const { files, workspaceId, signal } = run
    const done = run.done ?? { files: 0, lines: 0, outcome: null }
    const count = new OutcomeCount(run.source, done.outcome)
    const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size))
    const total = sizes.reduce((sum, size) => sum + size, 0) || 1
    let bytes = sizes.slice(0, done.files).reduce((sum, size) => sum + size, 0)
    const batch = new Batch(async waiting => this.#write(run, waiting, count))
    const report = async (place: { files: number; lines: number }): Promise<void> => {
      await run.onProgress?.({ ...place, outcome: count.outcome }, bytes / total)
      await nextTurn()
      signal.throwIfAborted()
    }
    for (const [index, file] of files.entries()) {
      if (index < done.files) continue
      signal.throwIfAborted()
      if (await isMemoryLines(file)) {
        await batch.flush()
        const from = index === done.files ? done.lines : 0
        await this.#lines(file, run, { batch, count, from, report: lines => report({ files: index, lines }) })
      } else await this.#one(file, run, { batch, count })
      bytes += sizes[index] ?? 0
      if (batch.isDue || index === files.length - 1) {
        await batch.flush()
        await report({ files: index + 1, lines: 0 })
      }
    }
    const { outcome, firstError } = count
    if (outcome.documents + outcome.duplicates > 0) this.#emit(workspaceId, outcome, run.provenance.job_id ?? null)
    return { outcome, firstError }
  }

  async #one(file: DocumentFile, run: ImportRun, { batch, count }: Pick<Lines, 'batch' | 'count'>): Promise<void> {
    try {
      batch.add({ fileName: file.name, ...(await this.#read(file, run)) })
    } catch (error) {
      run.signal.throwIfAborted()
      count.failed(error, { file_name: file.name })
    }
  }

  async #lines(file: DocumentFile, run: ImportRun, { batch, count, from, report }: Lines): Promise<void> {
    let last = from
    try {
      for await (const { number, text } of linesOf(file.path)) {
        if (number <= from) continue
        try {
          const document = await this.#line(text, file.name, run)
          batch.add({ fileName: file.name, line: number, document, warnings: [] })
        } catch (error) {
          run.signal.throwIfAborted()
          count.failed(error, { file_name: file.name, line: number })
        }
        last = number
        if (!batch.isDue) continue
        await batch.flush()
        await report(last)
      }
    } catch (error) {
      run.signal.throwIfAborted()
      // A line that is longer than any document ends its file, not the others.
      count.failed(error, { file_name: file.name, line: last + 1 })
    }
    await batch.flush()
  }

  #line(text: string, fileName: string, run: ImportRun): Promise<PreparedDocument> {
    const { id, created_at, memory, original } = readMemoryLine(text)
    const { tags = [] } = checkMemory({ tags: [...new Set([...(memory.tags ?? []), ...run.tags])] })
    const checked = { ...memory, source: memory.source ?? run.source, tags }
    const provenance = { ...run.provenance, file_name: fileName, ...(original && { original }) }
    return this.#options.writer.prepare(checked, { provenance, id, created_at }, run.signal)
  }

  async #read(
    file: DocumentFile,
    { workspaceId, source = null, tags = [], provenance, signal }: FileReading,
  ): Promise<{ document: PreparedDocument; warnings: string[] }> {
    const reading = { workspaceId, person: provenance.user_id, signal }
    const { text, format, title, warnings } = await this.#options.reader.read(file, reading)
    const content = text.toWellFormed().replaceAll('\0', '')
    const metadata: JsonObject =
      title === null ? {} : { title: title.toWellFormed().replaceAll('\0', '').slice(0, 500) }
    const checked = checkMemory({ content, source: source ?? labelOf(file.name), tags, metadata })
    const from = { provenance: { ...provenance, file_name: file.name.toWellFormed() }, format }
    const document = await this.#options.writer.prepare({ ...checked, content }, from, signal)
    return { document, warnings }
  }

  async #write(run: ImportRun, waiting: WaitingDocument[], count: OutcomeCount): Promise<void> {
    const insert = async (some: readonly WaitingDocument[]): Promise<void> => {
      const { workspaceId, signal } = run
      const documents = some.map(({ document }) => document)
      const options = { emitsEach: false, keepsIds: true, signal }
      const written = await this.#options.writer.insert(workspaceId, documents, options)
      for (const [index, { row, duplicate }] of written.entries()) {
        const { fileName: file_name = '', warnings = [] } = some[index] ?? {}
        count.came({ id: row.id, file_name, chunks: row.chunks, duplicate, warnings })
        // Each step sees to its own vectors, so a process that dies leaves none without.
        if (!duplicate) this.#options.embedding.later(workspaceId, [row.id])
      }
    }
    try {
      await insert(waiting)
    } catch (error) {
      if (!isFull(error)) throw error
      // There is room for some of them; one that is too large keeps no smaller one out.
      for (const each of waiting) {
        const again = waiting.length === 1 ? Promise.reject(error as Error) : insert([each])
        await again.catch((fault: unknown) => {
          run.signal.throwIfAborted()
          count.failed(fault, { file_name: each.fileName, ...(each.line !== undefined && { line: each.line }) })
        })
      }
    }
  }

  #emit(workspaceId: string, { documents, duplicates, source }: ImportOutcome, job_id: string | null): void {
    const event = memoryEvents.imported({ documents, duplicates, source, job_id })
    this.#options.data.use(workspaceId, db =>
      db.transaction(() => this.#options.events.append(db, workspaceId, [event])),
    )
  }
}

interface Lines {
  batch: Batch
  count: OutcomeCount
  from: number
  report: (lines: number) => Promise<void>
}

/** Documents that wait to be written together. */
class Batch {
  readonly #write: (waiting: WaitingDocument[]) => Promise<void>
  #waiting: WaitingDocument[] = []
  #passages = 0
  #flushedAt = performance.now()

  constructor(write: (waiting: WaitingDocument[]) => Promise<void>) {
    this.#write = write
  }

  get isDue(): boolean {
    const isFull = this.#waiting.length >= mostDocuments || this.#passages >= mostPassages
    return isFull || performance.now() - this.#flushedAt >= waitingMs
  }

  add(waiting: WaitingDocument): void {
    this.#waiting.push(waiting)
    this.#passages += waiting.document.passages.length
  }

  async flush(): Promise<void> {
    const waiting = this.#waiting.splice(0)
    this.#passages = 0
    if (waiting.length > 0) await this.#write(waiting)
    this.#flushedAt = performance.now()
  }
}

/** No room for as many documents, or for as many bytes. */
function isFull(error: unknown): boolean {
  return error instanceof PayloadTooLargeError || (error instanceof SvcError && error.code === 'memory_full')
}

/** A file's name as the source of its document, when nobody says another. */
function labelOf(name: string): string | null {
  const label = name.toWellFormed().replaceAll('\0', '').slice(0, 500)
  return label === '' ? null : label
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { stat } from 'node:fs/promises'
import type { DataPlane, EventLog, JsonObject } from '@svc/plugin'
import type { DocumentFile, ImportedDocument, MemoryProvenance, Remembering } from '@svc/plugin/contracts/memory'
import { checkMemory } from '../documents/check-memory.ts'
import { documentOf } from '../documents/document-row.ts'
import { documentStore } from '../documents/document-store.ts'
import { memoryEvents } from '../documents/memory-events.ts'
import type { MemoryWriter, PreparedDocument, Written } from '../documents/memory-writer.ts'
import type { WorkspaceEmbedding } from '../embedders/workspace-embedding.ts'
import type { DocumentReader } from '../reading/document-reader.ts'
import { OutcomeCount } from './import-outcome.ts'
import type { ImportOutcome } from './import-outcome.ts'
import { isMemoryLines, linesOf, readMemoryLine } from './memory-lines.ts'
import type { ImportProgress } from './staging.ts'

export interface ImporterParts {
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
  /** Told after each step that is committed, with the share of the bytes that are done. */
  onProgress?: (progress: ImportProgress, fraction: number) => Promise<void>
}

interface FileReading {
  workspaceId: string
  source?: string | null
  tags?: readonly string[]
  provenance: MemoryProvenance
  signal: AbortSignal
}

/** Lines in one transaction; a long document has one of its own. */
const mostLines = 50
const mostPassages = 200

interface PlacedDocument {
  line: number
  document: PreparedDocument
}

/** Reads files into documents. */
export class Importer {
  readonly #parts: ImporterParts

  constructor(parts: ImporterParts) {
    this.#parts = parts
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
    const [written] = this.#parts.writer.insert(workspaceId, [document], { tellsEach: true })
    if (!written) throw new Error('nothing was written')
    const { row, duplicate } = written
    if (!duplicate) await this.#parts.embedding.embedNow(workspaceId, [row.id], signal)
    const content = this.#parts.data.use(workspaceId, db => documentStore.content(db, row))
    return { document: documentOf(row, content), duplicate, warnings }
  }

  /** All files, JSONL of an export line by line; what fails is counted and the rest goes on. */
  async run(run: ImportRun): Promise<{ outcome: ImportOutcome; firstError: unknown }> {
    const { files, workspaceId, signal } = run
    const count = new OutcomeCount(run.source)
    const done = run.done ?? { files: 0, lines: 0 }
    const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size))
    const total = sizes.reduce((sum, size) => sum + size, 0) || 1
    let bytes = sizes.slice(0, done.files).reduce((sum, size) => sum + size, 0)
    for (const [index, file] of files.entries()) {
      if (index < done.files) continue
      signal.throwIfAborted()
      const within = (lines: number) => run.onProgress?.({ files: index, lines }, bytes / total)
      if (await isMemoryLines(file))
        await this.#lines(file, run, count, { from: index === done.files ? done.lines : 0, within })
      else await this.#one(file, run, count)
      bytes += sizes[index] ?? 0
      await run.onProgress?.({ files: index + 1, lines: 0 }, bytes / total)
      await nextTurn()
    }
    const { outcome, firstError } = count
    if (outcome.documents + outcome.duplicates > 0) this.#tell(workspaceId, outcome, run.provenance.job_id ?? null)
    return { outcome, firstError }
  }

  async #one(file: DocumentFile, run: ImportRun, count: OutcomeCount): Promise<void> {
    const place = { file_name: file.name }
    try {
      const { document, warnings } = await this.#read(file, run)
      for (const written of this.#write(run.workspaceId, [document]))
        count.came({ ...itemOf(written, file.name), warnings })
    } catch (error) {
      run.signal.throwIfAborted()
      count.failed(error, place)
    }
  }

  async #lines(
    file: DocumentFile,
    run: ImportRun,
    count: OutcomeCount,
    place: { from: number; within: (lines: number) => Promise<void> | undefined },
  ): Promise<void> {
    let waiting: PlacedDocument[] = []
    let passages = 0
    let last = place.from
    const flush = async (): Promise<void> => {
      const documents = waiting.map(({ document }) => document)
      for (const written of this.#write(run.workspaceId, documents, true)) count.came(itemOf(written, file.name))
      waiting = []
      passages = 0
      await place.within(last)
      await nextTurn()
      run.signal.throwIfAborted()
    }
    try {
      for await (const { number, text } of linesOf(file.path)) {
        if (number <= place.from) continue
        try {
          const document = await this.#line(text, file.name, run)
          waiting.push({ line: number, document })
          passages += document.passages.length
        } catch (error) {
          run.signal.throwIfAborted()
          count.failed(error, { file_name: file.name, line: number })
        }
        last = number
        if (waiting.length >= mostLines || passages >= mostPassages) await flush()
      }
    } finally {
      if (waiting.length > 0 && !run.signal.aborted) await flush()
    }
  }

  #line(text: string, fileName: string, run: ImportRun): Promise<PreparedDocument> {
    const { id, created_at, memory, original } = readMemoryLine(text)
    const { content, ...rest } = memory
    const checked = {
      ...rest,
      content,
      source: memory.source ?? run.source,
      tags: [...new Set([...(memory.tags ?? []), ...run.tags])],
    }
    const provenance = { ...run.provenance, file_name: fileName, ...(original && { original }) }
    return this.#parts.writer.prepare(checked, { provenance, id, created_at }, run.signal)
  }

  async #read(
    file: DocumentFile,
    { workspaceId, source = null, tags = [], provenance, signal }: FileReading,
  ): Promise<{ document: PreparedDocument; warnings: string[] }> {
    const { text, format, title, warnings } = await this.#parts.reader.read(file, { workspaceId, signal })
    const content = text.toWellFormed().replaceAll('\0', '')
    const metadata: JsonObject =
      title === null ? {} : { title: title.toWellFormed().replaceAll('\0', '').slice(0, 500) }
    const checked = checkMemory({ content, source: source ?? labelOf(file.name), tags, metadata })
    const from = { provenance: { ...provenance, file_name: file.name.toWellFormed() }, format }
    const document = await this.#parts.writer.prepare({ ...checked, content }, from, signal)
    return { document, warnings }
  }

  #write(workspaceId: string, documents: readonly PreparedDocument[], keepsIds = false): Written[] {
    const written = this.#parts.writer.insert(workspaceId, documents, { tellsEach: false, keepsIds })
    // Each step sees to its own vectors, so a process that dies leaves none without.
    if (written.some(({ duplicate }) => !duplicate)) this.#parts.embedding.later(workspaceId)
    return written
  }

  #tell(workspaceId: string, { documents, duplicates, source }: ImportOutcome, job_id: string | null): void {
    const event = memoryEvents.imported({ documents, duplicates, source, job_id })
    this.#parts.data.use(workspaceId, db => db.transaction(() => this.#parts.events.append(db, workspaceId, [event])))
  }
}

function itemOf({ row, duplicate }: Written, file_name: string) {
  return { id: row.id, file_name, chunks: row.chunks, duplicate, warnings: [] as string[] }
}

/** A file's name as the source of its document, when nobody says another. */
function labelOf(name: string): string | null {
  const label = name.toWellFormed().replaceAll('\0', '').slice(0, 500)
  return label === '' ? null : label
}

import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { KeptAnswerStore, NotFoundError, PayloadTooLargeError } from '@svc/plugin'
import type {
  ByteQuota,
  Clock,
  Contents,
  DataPlane,
  IdempotentRequest,
  Principal,
  Reservation,
  StagedContent,
} from '@svc/plugin'
import type { Files, OpenedFile, StoredFile } from '@svc/plugin/contracts/files'
import { cleanPath } from '@svc/plugin/library/contents/file-path'
import type { UnderWay } from '@svc/plugin/library/contents/under-way'
import { contentRecords } from '../content/content-records-store.ts'
import { contentTypeOf } from '../content/content-type.ts'
import { checkConditions } from './conditions.ts'
import type { Conditions } from './conditions.ts'
import type { FileChange, FileRecords } from './file-records.ts'
import { fileStore } from './file-store.ts'
import type { FileRow } from './file-store.ts'
import { storedFileOf } from './stored-file.ts'

const keptUploads = new KeptAnswerStore('files_requests', 'upload')

/** A file that has come whole and is still to be recorded. */
export interface IncomingFile {
  path: string
  staged: StagedContent
  content_type: string | null
}

type ComeFile = Omit<IncomingFile, 'path'> & { path: string | null }

export interface ReceiveOptions {
  conditions?: Conditions
  request?: IdempotentRequest | null
  /** Asked when all have come, for those whose path was not known before. */
  pathsOf?: () => string[]
  signal?: AbortSignal
}

export type WriteOutcome = 'created' | 'replaced' | 'same'

export interface WrittenFiles {
  files: StoredFile[]
  outcomes: WriteOutcome[]
  /** True: a request of before did it, with the same `Idempotency-Key`. */
  isReplay: boolean
}

/** Who writes, and where. */
export type Writer = Pick<Principal, 'workspace_id' | 'user_id'>

export interface RecordOptions {
  conditions?: Conditions
  request?: IdempotentRequest | null
  /** What else happens in the transaction, before the files are recorded and after it. */
  before?: (change: FileChange) => void
  within?: (change: FileChange, files: FileRow[]) => void
}

export interface LibraryOptions {
  data: DataPlane
  contents: Contents
  quota: ByteQuota
  records: FileRecords
  underWay: UnderWay
  clock: Clock
  /** Bytes of one file. */
  maxBytes: number
}

/** The files of all workspaces: reading them, and writing what comes. */
export class Library implements Files {
  readonly #options: LibraryOptions

  constructor(options: LibraryOptions) {
    this.#options = options
  }

  get maxBytes(): number {
    return this.#options.maxBytes
  }

  get(workspaceId: string, fileId: string): StoredFile {
    return storedFileOf(this.row(workspaceId, fileId))
  }

  row(workspaceId: string, fileId: string): FileRow {
    const { data, records } = this.#options
    return data.use(workspaceId, db => records.live(db, fileId))
  }

  /** @throws NotFoundError */
  atPath(workspaceId: string, path: string): FileRow {
    const row = this.#options.data.use(workspaceId, db => fileStore.atPath(db, cleanPath(path)))
    if (!row) throw new NotFoundError(`There is no file at ${JSON.stringify(path)}.`)
    return row
  }

  async open(workspaceId: string, fileId: string, range?: { start: number; end: number }): Promise<OpenedFile> {
    const file = this.get(workspaceId, fileId)
    const handle = await this.#options.contents.open(workspaceId, file.sha256)
    return { file, content: handle.createReadStream({ ...range, autoClose: true }) }
  }

  withPath<T>(workspaceId: string, fileId: string, work: (path: string, file: StoredFile) => Promise<T>): Promise<T> {
    const { contents, underWay } = this.#options
    return underWay.during(workspaceId, async () => {
      const file = this.get(workspaceId, fileId)
      return contents.withPath(workspaceId, file.sha256, path => work(path, file))
    })
  }

  async write(
    { path, content, content_type = null }: Parameters<Files['write']>[0],
    { principal, signal }: Parameters<Files['write']>[1],
  ): Promise<StoredFile> {
    signal.throwIfAborted()
    const length = content instanceof Uint8Array ? content.byteLength : null
    const incoming = { path, content, content_type, length }
    const { files } = await this.receive(principal, [incoming], { signal })
    const [file] = files
    if (!file) throw new NotFoundError('The file is gone.')
    return file
  }

  /**
   * Takes files as they come, then records them all together: either each of them is kept or none.
   * @throws ValidationError, PayloadTooLargeError, StorageFullError, PreconditionFailedError, ConflictError; UnprocessableError `idempotency_mismatch`
   */
  receive(
    writer: Writer,
    incoming: Iterable<NewContent> | AsyncIterable<NewContent>,
    options: ReceiveOptions = {},
  ): Promise<WrittenFiles> {
    const { workspace_id } = writer
    const { contents, maxBytes, quota, underWay } = this.#options
    const { conditions = {}, request = null, pathsOf, signal } = options
    return underWay.during(workspace_id, async () => {
      const reservation = quota.reserve(workspace_id)
      const come: ComeFile[] = []
      try {
        for await (const { path: given, content, content_type, length } of incoming) {
          const path = given === null ? null : cleanPath(given)
          if (length !== null && length > maxBytes) throw tooLarge(path, maxBytes)
          // Whether the request is a repeated one is known with its content; what it wrote itself must not be in its way.
          if (path !== null && request === null) this.#checkPath(workspace_id, path, conditions)
          const stopped = abortWith(content, signal)
          try {
            const staged = await contents.stage(workspace_id, content, this.#limited(reservation, path, length))
            come.push({ path, staged, content_type })
          } finally {
            stopped()
          }
        }
        signal?.throwIfAborted()
        const paths = pathsOf?.().map(path => cleanPath(path)) ?? []
        const named = come.map((file, index) => ({ ...file, path: file.path ?? paths[index] ?? '' }))
        // From the transaction on they count as what is kept.
        return await this.record(writer, named, { conditions, request, before: () => reservation.release() })
      } finally {
        for (const { staged } of come) await contents.discard(staged)
        reservation.release()
      }
    })
  }

  /** Records what has come. */
  async record(
    { workspace_id, user_id }: Writer,
    come: readonly IncomingFile[],
    options: RecordOptions = {},
  ): Promise<WrittenFiles> {
    const { contents, data } = this.#options
    const gone = new Set<string>()
    try {
      return await contents.place(
        come.map(({ staged }) => staged),
        () =>
          data.use(workspace_id, db =>
            db.transaction(() => this.#record({ db, workspace_id, user_id, gone }, come, options)),
          ),
      )
    } finally {
      for (const { staged } of come) gone.add(staged.sha256)
      await contents.sweep(workspace_id, gone)
    }
  }

  #record(
    change: FileChange,
    come: readonly IncomingFile[],
    { conditions = {}, request = null, before, within }: RecordOptions,
  ): WrittenFiles {
    const { db } = change
    const now = this.#options.clock.now()
    const named = request && { ...request, body_hash: bodyHashOf(come) }
    const kept = named && keptUploads.find(db, named, now)
    if (kept) return { ...(kept.answer as Omit<WrittenFiles, 'isReplay'>), isReplay: true }
    before?.(change)
    const rows: FileRow[] = []
    const outcomes: WriteOutcome[] = []
    for (const one of come) {
      const { file, outcome } = this.#put(change, one, conditions)
      rows.push(file)
      outcomes.push(outcome)
    }
    within?.(change, rows)
    const files = rows.map(storedFileOf)
    if (named) keptUploads.keep(db, named, { status: 201, answer: { files, outcomes } }, now)
    return { files, outcomes, isReplay: false }
  }

  #put(
    change: FileChange,
    { path, staged, content_type }: IncomingFile,
    conditions: Conditions,
  ): { file: FileRow; outcome: WriteOutcome } {
    const { contents, quota, records } = this.#options
    const { db } = change
    const before = fileStore.atPath(db, path)
    checkConditions(before, conditions)
    const { sha256, size } = staged
    const type = contentTypeOf(staged.head, content_type, path)
    if (before?.sha256 === sha256) return { file: before, outcome: 'same' }
    if (!contentRecords.has(db, sha256)) quota.check(contentRecords.usedBytes(db), size)
    contents.confirm(staged)
    const content = { sha256, size, content_type: type }
    if (before) return { file: records.replace(change, before, content), outcome: 'replaced' }
    records.assertFree(db, path, 'Choose another path.')
    return { file: records.create(change, path, content), outcome: 'created' }
  }

  /** What can be refused before the bytes come. */
  #checkPath(workspaceId: string, path: string, conditions: Conditions): void {
    const { data, records } = this.#options
    data.use(workspaceId, db => {
      const before = fileStore.atPath(db, path)
      checkConditions(before, conditions)
      if (!before) records.assertFree(db, path, 'Choose another path.')
    })
  }

  /** Limits one file. A known length reserves its room at once, so that of many simultaneous files those that fit are kept. */
  #limited(reservation: Reservation, path: string | null, length: number | null): Reservation {
    const { maxBytes } = this.#options
    if (length !== null) reservation.add(length)
    let room = length ?? 0
    let size = 0
    return {
      add(bytes) {
        size += bytes
        if (size > maxBytes) throw tooLarge(path, maxBytes)
        if (size <= room) return
        reservation.add(size - room)
        room = size
      },
      release: () => undefined,
    }
  }
}

/** A file that comes. `length`: as far as it is known before. */
export interface NewContent {
  /** Null here: `pathsOf` fills it in when all records are there. */
  path: string | null
  content: Readable | Uint8Array
  content_type: string | null
  length: number | null
}

function bodyHashOf(come: readonly IncomingFile[]): string {
  return hash('sha256', JSON.stringify(come.map(({ path, staged }) => [path, staged.sha256])), 'base64url')
}

function tooLarge(path: string | null, limit: number): PayloadTooLargeError {
  const what = path === null ? 'A file' : JSON.stringify(path)
  return new PayloadTooLargeError(`${what} is over the limit of ${limit} bytes a file (SVC_FILES_MAX_MB).`)
}

/** Ends a stream with the signal. */
function abortWith(content: Readable | Uint8Array, signal: AbortSignal | undefined): () => void {
  if (!signal || content instanceof Uint8Array) return () => undefined
  const abort = () => void content.destroy(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
  signal.addEventListener('abort', abort, { once: true })
  return () => signal.removeEventListener('abort', abort)
}

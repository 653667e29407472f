import { hash } from 'node:crypto'
import { CallerError, KeptAnswerStore, UnprocessableError } from '@svc/plugin'
import type {
  AnalyticsPlane,
  ByteQuota,
  Clock,
  DataPlane,
  IdempotentRequest,
  ImportLimits,
  KeptAnswer,
  StagedTable,
  WorkspaceDatabase,
} from '@svc/plugin'
import type { VersionOrigin } from '@svc/plugin/contracts/datasets'
import type { VersionRecord } from '../catalog/records.ts'
import { requireDatasetVersion } from '../catalog/reference.ts'
import type { Author, Publisher } from '../versions/publisher.ts'
import { labelOf, nameOfFile } from './import-settings.ts'
import type { ImportSettings } from './import-settings.ts'
import { IncomingUpload } from './incoming-upload.ts'

/** The version, or the job that makes it. */
type ImportAnswer = VersionRecord | { job_id: string }

const keptImports = new KeptAnswerStore<ImportAnswer>('data_requests', 'import')

/** Longer than a job may be tried again. */
const rememberedMs = 30 * 86_400_000

/** Names an import that a job makes, which may be tried again. */
export function ownRequest(name: string, now: number): IdempotentRequest {
  const key = hash('sha256', name, 'base64url')
  return { key_hash: key, body_hash: key, expires_at: now + rememberedMs }
}

export type TableLimits = Omit<ImportLimits, 'memory_mb' | 'threads'>

export interface ImporterOptions {
  data: DataPlane
  plane: AnalyticsPlane
  publisher: Publisher
  quota: ByteQuota
  clock: Clock
  maxUploadBytes: number
  limits: TableLimits
  timeoutMs: number
  counted: { add(value: number, labels: { outcome: string }): void }
}

/** Where the bytes came from. */
export interface ImportSource {
  filename: string | null
  file_id: string | null
}

export interface ImportRun {
  author: Author
  signal: AbortSignal
  progress?: (fraction: number) => void
  /** Names the request: what it was answered before is answered again. */
  request?: IdempotentRequest | null
  /** In place of `import`. */
  origin?: VersionOrigin
}

export interface ImportOutcome {
  version: VersionRecord
  isReplay: boolean
}

/** Files become versions of datasets. */
export class Importer {
  readonly #options: ImporterOptions

  constructor(options: ImporterOptions) {
    this.#options = options
  }

  get maxUploadBytes(): number {
    return this.#options.maxUploadBytes
  }

  get limits(): TableLimits {
    return this.#options.limits
  }

  /** A place for a file, which is there as long as `work` lasts. */
  async during<T>(workspaceId: string, work: (upload: IncomingUpload) => Promise<T>): Promise<T> {
    const { plane, quota, maxUploadBytes } = this.#options
    const reservation = quota.reserve(workspaceId)
    reservation.add(0)
    const open = (isImportSoon: boolean) => plane.stage(workspaceId, { isImportSoon })
    const upload = new IncomingUpload(open, { reservation, maxBytes: maxUploadBytes })
    try {
      return await work(upload)
    } finally {
      await upload.discard()
    }
  }

  /** @throws NotFoundError for a dataset that there is not: before its file is read */
  check(workspaceId: string, { dataset_id, name }: ImportSettings): void {
    if (name !== null) labelOf(name)
    if (dataset_id !== null) this.#options.data.use(workspaceId, db => requireDatasetVersion(db, dataset_id))
  }

  /** What a request of before with the same key was answered; null when it is the first. */
  replayed(workspaceId: string, request: IdempotentRequest | null): KeptAnswer<ImportAnswer> | null {
    if (!request) return null
    return this.#options.data.use(workspaceId, db => this.#kept(db, request))
  }

  keep(workspaceId: string, request: IdempotentRequest, answer: KeptAnswer<ImportAnswer>): void {
    const { clock, data } = this.#options
    data.use(workspaceId, db => db.transaction(() => keptImports.keep(db, request, answer, clock.now())))
  }

  async import(
    upload: IncomingUpload,
    settings: ImportSettings,
    source: ImportSource,
    run: ImportRun,
  ): Promise<ImportOutcome> {
    const { counted } = this.#options
    try {
      const outcome = await this.#import(upload, settings, source, run)
      counted.add(1, { outcome: 'imported' })
      return outcome
    } catch (error) {
      counted.add(1, { outcome: error instanceof CallerError ? 'refused' : 'failed' })
      throw error
    }
  }

  async #import(
    upload: IncomingUpload,
    settings: ImportSettings,
    source: ImportSource,
    run: ImportRun,
  ): Promise<ImportOutcome> {
    const { data, plane, publisher, limits, timeoutMs, clock } = this.#options
    const { author, request = null, signal, progress } = run
    this.check(author.workspace_id, settings)
    const before = this.replayed(author.workspace_id, request)
    if (before) return { version: before.answer as VersionRecord, isReplay: true }
    const options = { ...settings.options, ...(source.filename !== null && { filename: source.filename }) }
    const table = await plane.import(upload.stage, options, limits, {
      signal,
      timeoutMs,
      ...(progress && { progress: fraction => progress(fraction) }),
    })
    assertKey(settings.key, table)
    signal.throwIfAborted()
    upload.settle()
    try {
      const origin = run.origin ?? originOf(source, table)
      const version = await publisher.publish(targetOf(settings, source), table, origin, author, {
        within: (db, made) => {
          // Another with the same key may have come first: then this one did not happen.
          if (request && this.#kept(db, request)) throw new AlreadyDone()
          if (request) keptImports.keep(db, request, { status: 201, answer: made }, clock.now())
        },
      })
      return { version, isReplay: false }
    } catch (error) {
      if (!(error instanceof AlreadyDone) || !request) throw error
      const kept = data.use(author.workspace_id, db => this.#kept(db, request))
      if (!kept) throw error
      return { version: kept.answer as VersionRecord, isReplay: true }
    }
  }

  #kept(db: WorkspaceDatabase, request: IdempotentRequest): KeptAnswer<ImportAnswer> | null {
    return keptImports.find(db, request, this.#options.clock.now())
  }
}

class AlreadyDone extends Error {}

function targetOf(settings: ImportSettings, { filename }: ImportSource) {
  const { dataset_id, name, description, tags, key } = settings
  return {
    dataset_id,
    name: name === null ? nameOfFile(filename ?? '') : labelOf(name),
    ...(description !== null && { description }),
    ...(tags !== null && { tags }),
    key,
  }
}

function originOf({ filename, file_id }: ImportSource, { reading }: StagedTable): VersionOrigin {
  const { columns: _columns, ...how } = reading
  return { kind: 'import', detail: { filename, file_id, ...how } }
}

function assertKey(key: readonly string[] | null, { columns }: StagedTable): void {
  const missing = key?.find(name => !columns.some(column => column.name === name))
  if (missing === undefined) return
  const some = columns.slice(0, 20).map(({ name }) => JSON.stringify(name))
  throw new UnprocessableError(
    'import_failed',
    `The key names the column ${JSON.stringify(missing)}, which the file does not have; it has ${some.join(', ')}${columns.length > 20 ? ', …' : ''}.`,
  )
}

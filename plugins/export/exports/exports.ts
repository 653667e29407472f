import { decodeCursor, messageOf, NotFoundError, pageOf, SvcError, UnprocessableError } from '@svc/plugin'
import type {
  Actor,
  AuditLog,
  ByteQuota,
  Clock,
  DataPlane,
  EventLog,
  Ids,
  Page,
  PageQuery,
  Principal,
  WorkspaceMarks,
} from '@svc/plugin'
import type { DocumentExports, ExportOrder, MadeExport } from '@svc/plugin/contracts/export'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import { titleOf } from '../document/compose.ts'
import type { Sources } from '../reading/sources.ts'
import { overTime } from '../rendering/renderer.ts'
import type { ExportFiles, KeptPart } from './export-files.ts'
import type { ExportMaker } from './export-maker.ts'
import { contentTypes, fileNameOf } from './export-record.ts'
import type { ExportRecord } from './export-record.ts'
import { exportStore } from './export-store.ts'
import { checkOrder } from './order-checks.ts'

export interface ExportsOptions {
  data: DataPlane
  exportFiles: ExportFiles
  maker: ExportMaker
  sources: Sources
  marks: WorkspaceMarks
  events: EventLog
  audit: AuditLog
  clock: Clock
  ids: Ids
  /** Of the files that are kept. */
  quota: Pick<ByteQuota, 'grow'>
  keepDays: number
  /** How long one may take in its request. */
  requestMs: number
}

const dayMs = 86_400_000

/** The exports of the caller's workspace. */
export class Exports implements DocumentExports {
  readonly #options: ExportsOptions

  constructor(options: ExportsOptions) {
    this.#options = options
  }

  /** Makes one now. @throws as its sources; UnprocessableError `export_limit`, StorageFullError, ForbiddenError, ValidationError */
  async create(
    order: ExportOrder,
    { principal, signal }: { principal: Principal | Actor; signal: AbortSignal },
  ): Promise<MadeExport> {
    const record = this.begin(order, principal)
    const { requestMs } = this.#options
    const limit = AbortSignal.timeout(requestMs)
    const done = await this.make(record, order, principal, {
      signal: AbortSignal.any([signal, limit]),
      timeoutMs: requestMs,
    }).catch((error: unknown) => {
      throw limit.aborted && !signal.aborted ? overTime(requestMs, error) : error
    })
    const { content } = await this.open(principal.workspace_id, done.export_id, 'content')
    return {
      export_id: done.export_id,
      file_name: done.file_name,
      content_type: contentTypes[done.format],
      size: done.size ?? 0,
      sha256: done.sha256 ?? '',
      warnings: done.warnings,
      content,
    }
  }

  /** The record of an order that will be made. @throws ValidationError, ForbiddenError, UnprocessableError `export_limit` */
  begin(order: ExportOrder, principal: Principal): ExportRecord {
    const { data, sources, marks, ids, clock, keepDays } = this.#options
    checkOrder(order)
    sources.check(order.items, principal)
    const now = clock.now()
    const exportId = ids.create('xpt')
    const title = titleOf(order, [])
    marks.add(principal.workspace_id)
    return data.use(principal.workspace_id, db => {
      exportStore.insert(db, {
        export_id: exportId,
        format: order.format,
        title,
        file_name: fileNameOf(title, order.format),
        order,
        created_by: principal.user_id,
        created_at: now,
        expires_at: now + keepDays * dayMs,
      })
      return required(exportStore.get(db, exportId))
    })
  }

  /** Makes the file of a record, and says in it what came of it. @throws what kept it from being made */
  async make(
    { export_id, created_at }: ExportRecord,
    order: ExportOrder,
    principal: Principal | Actor,
    { signal, timeoutMs, isLast = true }: { signal: AbortSignal; timeoutMs: number; isLast?: boolean },
  ): Promise<ExportRecord> {
    const { maker, data, events, audit, exportFiles, quota } = this.#options
    const workspaceId = principal.workspace_id
    try {
      const made = await maker.make({ export_id, order, principal, createdAt: created_at, signal, timeoutMs })
      const { parts, ...rest } = made
      const contents = parts.map(({ part, staged }) => ({ part, sha256: staged.sha256 }))
      const files = parts.map(({ staged }) => staged)
      const record = await exportFiles.contents
        .place(files, () =>
          data.use(workspaceId, db =>
            db.transaction(() => {
              quota.grow(db, made.size)
              for (const staged of files) exportFiles.contents.confirm(staged)
              exportStore.finish(db, { ...rest, export_id, contents })
              const data = { export_id, format: order.format, user_id: principal.user_id }
              events.append(db, workspaceId, [{ type: 'export.created', data }])
              return exportStore.get(db, export_id)
            }),
          ),
        )
        // For an export that was cancelled meanwhile, or is over the quota.
        .finally(() => exportFiles.contents.sweep(workspaceId, new Set(contents.map(({ sha256 }) => sha256))))
      const { ip = null, request_id = null } = principal as Actor
      const items = made.items.map(({ type, id }) => (id === null ? type : `${type}:${id}`)).slice(0, 20)
      const details = { format: order.format, items, count: made.items.length, sha256: made.facts.sha256 }
      await audit.append({ principal, action: 'export.created', target: export_id, ip, request_id, details })
      return required(record)
    } catch (error) {
      // A job tries again what its caller cannot change.
      if (isLast) this.fail(workspaceId, export_id, principal.user_id, signal.aborted ? cancelled(error) : error)
      throw error
    }
  }

  /** Nothing happens to one that has ended. */
  fail(workspaceId: string, exportId: string, userId: string | null, error: unknown): void {
    const { data, events } = this.#options
    const isOurs = !(error instanceof SvcError) || error.status === 500
    const shown = {
      code: error instanceof SvcError ? error.code : 'internal_error',
      message: isOurs ? 'The export could not be made; the log of the server says why.' : messageOf(error),
    }
    data.use(workspaceId, db =>
      db.transaction(() => {
        if (!exportStore.fail(db, exportId, shown)) return
        events.append(db, workspaceId, [
          { type: 'export.failed', data: { export_id: exportId, user_id: userId, code: shown.code } },
        ])
      }),
    )
  }

  /** The newest first. */
  list(workspaceId: string, { limit, cursor }: PageQuery): Page<ExportRecord> {
    const before = cursor === undefined ? null : decodeCursor<[string]>(cursor, ['string'])[0]
    const rows = this.#options.data.use(workspaceId, db => exportStore.page(db, before, limit + 1))
    return pageOf(
      rows,
      limit,
      ({ export_id }) => [export_id],
      row => row,
    )
  }

  /** @throws NotFoundError */
  get(workspaceId: string, exportId: string): ExportRecord {
    return required(this.#options.data.use(workspaceId, db => exportStore.get(db, exportId)))
  }

  /** @throws NotFoundError */
  order(workspaceId: string, exportId: string): ExportOrder {
    return required(this.#options.data.use(workspaceId, db => exportStore.order(db, exportId)))
  }

  /** A part of what is kept. @throws NotFoundError, also while it is made and once it has expired */
  async open(workspaceId: string, exportId: string, part: KeptPart, range?: { start: number; end: number }) {
    const record = this.get(workspaceId, exportId)
    if (record.status !== 'succeeded')
      throw new NotFoundError(
        `This export has no file: it is ${record.status === 'failed' ? 'failed' : 'still being made'}.`,
      )
    if (!record.available)
      throw new NotFoundError(`The file of this export was deleted after ${record.expires_at}. Make the export again.`)
    if (part !== 'content' && record.manifest === null)
      throw new NotFoundError('This export has no manifest. Ask for one with "sign": {"manifest": true}.')
    const { data, exportFiles } = this.#options
    const contents = data.use(workspaceId, db => exportStore.contents(db, exportId))
    const sha256 = contents.find(content => content.part === part)?.sha256 ?? null
    return { record, ...(await exportFiles.open(workspaceId, { exportId, part, sha256 }, range)) }
  }

  /** The record and its file. @throws NotFoundError */
  async delete(actor: Actor, exportId: string): Promise<void> {
    const contents = await deleteAudited(this.#options, actor, {
      find: db => {
        if (required(exportStore.get(db, exportId)).status !== 'running') return
        throw new UnprocessableError(
          'unprocessable',
          'This export is still being made. Cancel its job first, or wait for its end.',
        )
      },
      entry: () => ({ action: 'export.deleted', target: exportId }),
      delete: db => {
        const kept = exportStore.contents(db, exportId)
        exportStore.delete(db, exportId)
        return kept.map(({ sha256 }) => sha256)
      },
    })
    await this.#options.exportFiles.remove(actor.workspace_id, exportId, contents)
  }
}

function cancelled(cause: unknown): UnprocessableError {
  if (cause instanceof UnprocessableError) return cause
  const message = 'The export was cancelled, or took longer than it may.'
  return new UnprocessableError('unprocessable', message, { cause })
}

function required<T>(found: T | undefined): T {
  if (found !== undefined) return found
  throw new NotFoundError('There is no such export in this workspace.')
}

import {
  bodyFault,
  decodeCursor,
  NotFoundError,
  pageOf,
  PayloadTooLargeError,
  PreconditionFailedError,
  UnprocessableError,
} from '@svc/plugin'
import type { Actor, AuditLog, Clock, DataPlane, Ids, Page, PageQuery, WorkspaceDatabase } from '@svc/plugin'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import type { Writer } from '../claims/claim.ts'
import { lineOf, requireProject, timeOf } from '../projects/projects.ts'
import type { TextWork } from '../thread/text-work.ts'
import type { ParsedReport } from './parsed-report.ts'
import type { Report, ReportVersion, WrittenReport } from './report.ts'
import { reportStore } from './report-store.ts'
import type { WholeReportRow } from './report-store.ts'

export interface ReportsOptions {
  data: DataPlane
  work: TextWork
  audit: AuditLog
  ids: Ids
  clock: Clock
  knowsStyle(db: WorkspaceDatabase, style: string): boolean
}

export interface ReportUse {
  actor: Actor
  signal: AbortSignal
  writer?: Writer
}

const last = '~'
const mostBytes = 5 * 1024 * 1024
const mostCitations = 5000
const mostReports = 1000
const keptVersions = 200

/** What is written in a project; each change is a version. */
export class Reports {
  readonly #options: ReportsOptions

  constructor(options: ReportsOptions) {
    this.#options = options
  }

  /** @throws NotFoundError, ValidationError, PayloadTooLargeError */
  async create(projectId: string, given: WrittenReport, use: ReportUse): Promise<Report> {
    const { data, ids, clock } = this.#options
    const workspaceId = use.actor.workspace_id
    const { count } = data.use(workspaceId, db => ({ count: requireProject(db, projectId).reports }))
    if (count >= mostReports)
      throw new UnprocessableError('unprocessable', `A research project may hold ${mostReports} reports.`)
    const version = await this.#version(given, use)
    const report_id = ids.create('rpt')
    const now = clock.now()
    return data.use(workspaceId, db =>
      db.transaction(() => {
        requireProject(db, projectId)
        this.#assertStyle(db, given)
        const row = {
          report_id,
          project_id: projectId,
          version: 1,
          created_by: version.created_by,
          created_at: now,
          updated_at: now,
        }
        reportStore.insert(db, row, { ...version, report_id, version: 1, created_at: now })
        return shown(requireReport(db, projectId, report_id))
      }),
    )
  }

  list(workspaceId: string, projectId: string, { limit, cursor }: PageQuery): Page<Report> {
    const [before] = cursor === undefined ? [last] : decodeCursor<[string]>(cursor, ['string'])
    return this.#options.data.use(workspaceId, db => {
      requireProject(db, projectId)
      const rows = reportStore.page(db, { project_id: projectId, before, limit: limit + 1 })
      return pageOf(rows, limit, row => [row.report_id], shown)
    })
  }

  /** @throws NotFoundError */
  get(workspaceId: string, projectId: string, reportId: string, version: number | null = null): Report {
    return this.#options.data.use(workspaceId, db => shown(requireReport(db, projectId, reportId, version)))
  }

  /** By its id alone, whichever project it is of. @throws NotFoundError */
  byId(workspaceId: string, reportId: string, version: number | null = null): Report {
    const row = this.#options.data.use(workspaceId, db => reportStore.byId(db, reportId, version))
    if (row) return shown(row)
    throw new NotFoundError('There is no such report in this workspace.')
  }

  /** @throws NotFoundError, PreconditionFailedError, ValidationError, PayloadTooLargeError */
  async replace(
    projectId: string,
    reportId: string,
    given: WrittenReport,
    use: ReportUse & { ifMatch?: string | undefined },
  ): Promise<Report> {
    const { data, clock } = this.#options
    const workspaceId = use.actor.workspace_id
    this.get(workspaceId, projectId, reportId)
    const version = await this.#version(given, use)
    return data.use(workspaceId, db =>
      db.transaction(() => {
        const before = requireReport(db, projectId, reportId)
        assertPresent(use.ifMatch, before.version)
        this.#assertStyle(db, given)
        const next = { ...version, report_id: reportId, version: before.version + 1, created_at: clock.now() }
        reportStore.write(db, next, keptVersions)
        return shown(requireReport(db, projectId, reportId))
      }),
    )
  }

  /** The newest first. @throws NotFoundError */
  versions(workspaceId: string, projectId: string, reportId: string): ReportVersion[] {
    return this.#options.data.use(workspaceId, db => {
      requireReport(db, projectId, reportId)
      return reportStore.versions(db, reportId).map(row => ({
        version: row.version,
        title: row.title,
        size: row.size,
        created_by: JSON.parse(row.created_by) as Writer,
        created_at: timeOf(row.created_at),
      }))
    })
  }

  /** @throws NotFoundError */
  async delete(actor: Actor, projectId: string, reportId: string): Promise<void> {
    await deleteAudited(this.#options, actor, {
      find: db => requireReport(db, projectId, reportId),
      entry: () => ({ action: 'research.report.deleted', target: reportId }),
      delete: db => reportStore.delete(db, reportId),
    })
  }

  async #version(given: WrittenReport, { actor, signal, writer }: ReportUse) {
    const size = Buffer.byteLength(given.body)
    if (size > mostBytes)
      throw new PayloadTooLargeError(`The report has ${size} bytes; at most ${mostBytes} are taken.`)
    if (!given.body.isWellFormed()) throw bodyFault('/body', 'must be valid Unicode: it holds half of a surrogate pair')
    const parsed = await this.#options.work.run(
      'report',
      { body: given.body },
      { workspaceId: actor.workspace_id, signal },
    )
    const cited = parsed.citations.reduce((sum, { items }) => sum + items.length, 0)
    if (cited > mostCitations)
      throw new PayloadTooLargeError(`The report has ${cited} citations; at most ${mostCitations} are taken.`)
    return {
      title: lineOf(given.title),
      body: given.body,
      style: given.style ?? null,
      locale: given.locale ?? null,
      authors: JSON.stringify(given.authors ?? []),
      names_json: JSON.stringify(namesOf(parsed)),
      size,
      created_by: JSON.stringify(writer ?? { user_id: actor.user_id }),
    }
  }

  #assertStyle(db: WorkspaceDatabase, { style }: WrittenReport): void {
    if (typeof style !== 'string' || this.#options.knowsStyle(db, style)) return
    throw bodyFault('/style', `"${style}" is no style of this workspace; GET /api/research/styles lists them`)
  }
}

function namesOf({ citations, records }: ParsedReport) {
  return {
    citations: [...new Set(citations.flatMap(({ items }) => items.map(({ id }) => id)))],
    claims: [...new Set(records.filter(({ type }) => type === 'claim').map(({ id }) => id))],
  }
}

function requireReport(
  db: WorkspaceDatabase,
  projectId: string,
  reportId: string,
  version: number | null = null,
): WholeReportRow {
  const row = reportStore.get(db, projectId, reportId, version)
  if (row) return row
  throw new NotFoundError('There is no such report, or version of it, in this research project.')
}

function assertPresent(ifMatch: string | undefined, version: number): void {
  const tags = ifMatch?.split(',').map(tag => tag.trim().replace(/^W\//, ''))
  if (tags === undefined || tags.some(tag => tag === '*' || tag === `"${version}"`)) return
  throw new PreconditionFailedError(
    `If-Match is ${ifMatch!.slice(0, 100)}, and the report is at version ${version}: somebody changed it meanwhile. Read it again, and send the change with its new ETag.`,
  )
}

function shown(row: WholeReportRow): Report {
  const { citations, claims } = JSON.parse(row.names_json) as { citations: string[]; claims: string[] }
  return {
    report_id: row.report_id,
    research_project_id: row.project_id,
    title: row.title,
    body: row.body,
    style: row.style,
    locale: row.locale,
    authors: JSON.parse(row.authors) as string[],
    citations,
    claims,
    version: row.version,
    etag: `"${row.version}"`,
    created_by: JSON.parse(row.created_by) as Writer,
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
  }
}

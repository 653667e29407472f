import { AsyncLocalStorage } from 'node:async_hooks'
import { UnavailableError, UnprocessableError } from '@svc/plugin'
import type { EventLog, Principal } from '@svc/plugin'
import type {
  DocumentExports,
  ExportCover,
  ExportedRecord,
  ExportFormat,
  ExportItem,
  ExportReading,
  ExportSigning,
  ExportSource,
  MadeExport,
  Signatory,
} from '@svc/plugin/contracts/export'
import type { Citations } from '../citing/citations.ts'
import type { Styles } from '../citing/styles.ts'
import type { Projects } from '../projects/projects.ts'
import type { Linter } from './linter.ts'
import { clustersOf, renderReport, unverifiedClaims } from './render-report.ts'
import type { Report } from './report.ts'
import type { Reports } from './reports.ts'

export interface ReportOrder {
  format: Extract<ExportFormat, 'md' | 'html' | 'pdf' | 'docx' | 'zip'>
  style?: string
  locale?: string
  cover?: ExportCover | true
  signatories?: Signatory[]
  sign?: ExportSigning
  allow_unverified?: boolean
}

export interface ReportExportsOptions {
  reports: Reports
  projects: Projects
  linter: Linter
  citations: Citations
  styles: Styles
  events: EventLog
  exports: DocumentExports | undefined
}

interface Asked {
  report_id: string
  style?: string
  locale?: string
  checked: Checked
}

type Checked = Awaited<ReturnType<Linter['lint']>>

/** Reports as documents: only what holds leaves, or says of itself that it does not. */
export class ReportExports implements ExportSource {
  readonly type = 'report'
  readonly title = 'Report'
  readonly permission = 'research:read'
  readonly #options: ReportExportsOptions
  /** What the report's own export asks for beyond the order of any export. */
  readonly #asked = new AsyncLocalStorage<Asked>()

  constructor(options: ReportExportsOptions) {
    this.#options = options
  }

  /** @throws NotFoundError, UnprocessableError `lint_failed` | `unverified_not_signed`, and as {@link DocumentExports.create} */
  async export(
    projectId: string,
    reportId: string,
    order: ReportOrder,
    by: { principal: Principal; signal: AbortSignal },
  ): Promise<MadeExport> {
    const { reports, exports, events, projects } = this.#options
    const { workspace_id: workspaceId } = by.principal
    const report = reports.get(workspaceId, projectId, reportId)
    const { allow_unverified = false, style, locale, format, cover, signatories, sign } = order
    if (allow_unverified && sign !== undefined)
      throw new UnprocessableError(
        'unverified_not_signed',
        'A report with unverified claims is not signed. Leave out "sign" or "allow_unverified".',
      )
    const project = projects.get(workspaceId, projectId)
    const lang = (locale ?? report.locale ?? project.locale).slice(0, 2)
    const checked = await this.#checked(report, allow_unverified, by)
    if (exports === undefined)
      throw new UnavailableError('Documents are made by the plugin export, which is switched off.')
    const without = unverifiedClaims(checked.facts).length
    const asked = { ...(style && { style }), ...(locale && { locale }), report_id: reportId, checked }
    const needsCover = cover !== undefined || without > 0
    const made = await this.#asked.run(asked, () =>
      exports.create(
        {
          items: [{ type: 'report', id: reportId, version: report.version }],
          format,
          title: report.title,
          ...(needsCover ? { cover: coverOf(cover, report, without, checked.result.stats.claims) } : {}),
          ...(signatories && { signatories }),
          ...(sign && { sign }),
          options: { lang },
        },
        by,
      ),
    )
    const data = { research_project_id: projectId, report_id: reportId, export_id: made.export_id, format }
    await events.publish(workspaceId, { type: 'research.report.exported', data })
    return made
  }

  /** @throws NotFoundError, UnprocessableError `lint_failed` with `lint_errors` */
  async read(item: ExportItem, { principal, signal }: ExportReading): Promise<ExportedRecord> {
    const { reports, projects, citations, styles } = this.#options
    const { workspace_id: workspaceId } = principal
    const report = reports.byId(workspaceId, item.id ?? '', item.version === undefined ? null : Number(item.version))
    const asked = this.#asked.getStore()
    const isAsked = asked?.report_id === report.report_id
    const { result, facts } = isAsked ? asked.checked : await this.#checked(report, false, { principal, signal })
    const project = projects.get(workspaceId, report.research_project_id)
    const locale = asked?.locale ?? report.locale ?? project.locale
    const style = styles.get(workspaceId, asked?.style ?? report.style ?? project.style)
    const clusters = clustersOf(facts.parsed.citations)
    const keys = new Set(clusters.flatMap(({ items }) => items.map(({ id }) => id)))
    const items = [...facts.sources.values()].filter(({ id }) => keys.has(id))
    const cited = await citations.run({ style, locale, items, clusters, uncited: [] }, { principal, signal })
    const without = unverifiedClaims(facts)
    const total = result.stats.claims
    return {
      title: item.title ?? report.title,
      version: report.version,
      chapters: [
        {
          title: item.title ?? report.title,
          ...(report.authors.length > 0 && { about: report.authors.join(', ') }),
          blocks: renderReport(report, facts, cited, locale),
        },
      ],
      record: { ...report, bibliography: cited.ids },
      claims: { total, without_evidence: without.length },
      warnings:
        without.length === 0
          ? []
          : [
              {
                code: 'unverified_claims',
                message: `${without.length} of ${total} claims without evidence: ${without.map(({ claim_id }) => claim_id).join(', ')}`,
              },
            ],
    }
  }

  /** What its claims rest on is verified first. @throws UnprocessableError `lint_failed` */
  async #checked(
    report: Report,
    allowsUnverified: boolean,
    use: { principal: Principal; signal: AbortSignal },
  ): Promise<Checked> {
    const checked = await this.#options.linter.lint(report, use, true)
    const errors = checked.result.errors.filter(({ code }) => !(allowsUnverified && code === 'claim_without_evidence'))
    const [first] = errors
    if (first === undefined) return checked
    const more = errors.length > 1 ? ` and ${errors.length - 1} more` : ''
    const message = `The report does not leave: line ${first.line}: ${first.message}${more}`
    throw new UnprocessableError('lint_failed', message, { extra: { lint_errors: errors } })
  }
}

function coverOf(
  cover: ExportCover | true | undefined,
  report: { title: string; authors: string[] },
  without: number,
  total: number,
): ExportCover {
  const given: ExportCover =
    cover === true || cover === undefined ? { title: report.title, authors: report.authors } : cover
  if (without === 0) return given
  const field = { label: 'Unverified', value: `${without} of ${total} claims without evidence` }
  return { ...given, fields: [...(given.fields ?? []), field] }
}

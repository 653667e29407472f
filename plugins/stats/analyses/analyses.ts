import {
  bodyFault,
  decodeCursor,
  faultSentences,
  NotFoundError,
  pageOf,
  UnprocessableError,
  ValidationError,
} from '@svc/plugin'
import type {
  Actor,
  AuditLog,
  Clock,
  DataPlane,
  EventLog,
  FieldError,
  Ids,
  JsonObject,
  Page,
  PageQuery,
  Principal,
  WorkspaceDatabase,
} from '@svc/plugin'
import type { Datasets, DatasetVersion } from '@svc/plugin/contracts/datasets'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import { requireDataReading } from '../data-reading.ts'
import type { AnalysisRequest, AnalysisVariable, REngine, RColumn, StatMethod } from '../methods/stat-method.ts'
import { shownName, unknownColumn } from '../unknown-column.ts'
import type { Variables } from '../variables/variables.ts'
import type { Analysis, AnalysisOrder, AnalysisSummary } from './analysis.ts'
import { analysisStore } from './analysis-store.ts'
import { needsData, roleColumns } from './method-catalog.ts'
import type { MethodCatalog, RoleColumn } from './method-catalog.ts'
import { readVariable } from './r-columns.ts'
import { withDataNotes } from './script-notes.ts'

const largestMiB = 16
const largestTogetherMiB = 48
const tooMuch = `The analyses have more than ${largestTogetherMiB} MiB together. Export fewer at a time.`

export interface AnalysesOptions {
  data: DataPlane
  datasets: Datasets
  variables: Variables
  methods: MethodCatalog
  engine: REngine
  events: EventLog
  audit: AuditLog
  ids: Ids
  clock: Clock
  timeoutMs: number
  maxAnalyses: number
}

/** For whom, until when, and by which job. */
export interface AnalysisRun {
  principal: Principal
  signal: AbortSignal
  job_id?: string
}

/** An order that can be carried out, as far as can be seen without the data. */
interface Prepared {
  method: StatMethod
  version: DatasetVersion | null
  roles: RoleColumn[]
  variables: JsonObject
  options: JsonObject
  filter: string | null
}

/** Runs analyses and keeps them. */
export class Analyses {
  readonly #options: AnalysesOptions

  constructor(options: AnalysesOptions) {
    this.#options = options
  }

  /** @throws as {@link run}, for faults that are known before the data is read */
  async check(order: AnalysisOrder, principal: Principal): Promise<void> {
    await this.#prepare(order, principal)
  }

  /**
   * @throws ValidationError, NotFoundError (the dataset), ForbiddenError (`data:read`), UnprocessableError `unprocessable` (it cannot be computed) |
   * `sql_error` and its like (the filter) | `analyses_full`, TimeoutError, UnavailableError
   */
  async run(order: AnalysisOrder, { principal, signal, job_id }: AnalysisRun): Promise<Analysis> {
    const { engine, clock, ids, timeoutMs } = this.#options
    const started = clock.now()
    const workspaceId = principal.workspace_id
    const prepared = await this.#prepare(order, principal)
    const { method, version, variables, options, filter } = prepared
    this.#requireRoom(workspaceId)
    const read = await this.#read(workspaceId, prepared, signal)
    const request: AnalysisRequest = { variables, options, columns: read.variables, dataset: version?.name ?? '' }
    method.check?.(request)
    const answer = await engine.run(
      {
        workspaceId,
        method: method.method,
        sources: method.sources,
        columns: read.columns,
        variables,
        options: method.arguments?.(request) ?? options,
      },
      { signal, timeoutMs },
    )
    const { tables, plots, interpretation } = method.present(answer, request)
    const syntax = withDataNotes(method.syntax(request, answer), { version, filter, columns: read.variables })
    const { user_id, username } = principal
    const summary: AnalysisSummary = {
      analysis_id: ids.create('ana'),
      method: method.method,
      title: method.title,
      dataset_id: version?.dataset_id ?? null,
      version: version?.version ?? null,
      dataset: version?.name ?? null,
      n: answer.n,
      excluded: answer.excluded,
      interpretation,
      duration_ms: clock.now() - started,
      created_at: clock.timestamp(),
      created_by: { user_id, username },
    }
    const analysis: Analysis = {
      ...summary,
      variables,
      options,
      filter,
      result: answer.result,
      tables,
      assumptions: answer.assumptions,
      plots,
      syntax,
      engine: { ...engine.engine },
      warnings: [...read.warnings, ...answer.warnings],
    }
    this.#keep(workspaceId, summary, analysis, job_id ?? null)
    return analysis
  }

  /** The analysis that a job has made already; null when it has not. */
  ofJob(workspaceId: string, jobId: string): string | null {
    return this.#options.data.use(workspaceId, db => analysisStore.ofJob(db, jobId)) ?? null
  }

  /** The newest first. */
  list(
    workspaceId: string,
    { dataset_id, method, cursor, limit }: PageQuery & { dataset_id?: string | undefined; method?: string | undefined },
  ): Page<AnalysisSummary> {
    const before = cursor === undefined ? null : decodeCursor<[string]>(cursor, ['string'])[0]
    const filter = { dataset_id: dataset_id ?? null, method: method ?? null, before, limit: limit + 1 }
    const rows = this.#options.data.use(workspaceId, db => analysisStore.page(db, filter))
    return pageOf(
      rows,
      limit,
      row => [row.analysis_id],
      row => row,
    )
  }

  /** @throws NotFoundError */
  get(workspaceId: string, analysisId: string): Analysis {
    const found = this.#options.data.use(workspaceId, db => analysisStore.get(db, analysisId))
    if (found) return found
    throw missing(analysisId)
  }

  /** Analyses as they are stored, in this order. @throws NotFoundError naming the first that there is not, UnprocessableError */
  texts(workspaceId: string, analysisIds: readonly string[]): { summary: string; rest: string }[] {
    let length = 0
    return this.#options.data.use(workspaceId, db =>
      analysisIds.map(id => {
        const { summary, rest } = requireTexts(db, id)
        length += summary.length + rest.length
        if (length > largestTogetherMiB * 1024 * 1024) throw new UnprocessableError('unprocessable', tooMuch)
        return { summary, rest }
      }),
    )
  }

  /** @throws NotFoundError */
  async delete(actor: Actor, analysisId: string): Promise<void> {
    const { workspace_id, user_id } = actor
    await deleteAudited(this.#options, actor, {
      find: db => JSON.parse(requireTexts(db, analysisId).summary) as AnalysisSummary,
      entry: ({ method }) => ({ action: 'analysis.deleted', target: analysisId, details: { method } }),
      delete: (db, { analysis_id, method }) => {
        analysisStore.delete(db, analysis_id)
        const deleted = { analysis_id, method, user_id }
        this.#options.events.append(db, workspace_id, [{ type: 'analysis.deleted', data: deleted }])
      },
    })
  }

  async #prepare(order: AnalysisOrder, principal: Principal): Promise<Prepared> {
    const { methods } = this.#options
    const method = await methods.require(order.method)
    const { variables, options } = await methods.check(method, order)
    const roles = roleColumns(method, variables)
    const version = needsData(method) ? this.#version(order, principal) : null
    if (version === null) refuseData(order)
    else checkColumns(roles, version)
    return { method, version, roles, variables, options, filter: order.filter ?? null }
  }

  #version({ dataset_id, version }: AnalysisOrder, principal: Principal): DatasetVersion {
    requireDataReading(principal)
    if (dataset_id !== undefined) return this.#options.datasets.get(principal.workspace_id, dataset_id, version)
    throw bodyFault('/dataset_id', 'is required')
  }

  #requireRoom(workspaceId: string): void {
    const { data, maxAnalyses } = this.#options
    if (data.use(workspaceId, db => analysisStore.count(db)) < maxAnalyses) return
    const message = `The workspace keeps ${maxAnalyses} analyses already, as many as it may. Delete some: DELETE /api/stats/analyses/{analysis_id}.`
    throw new UnprocessableError('analyses_full', message)
  }

  async #read(workspaceId: string, { version, roles, filter }: Prepared, signal: AbortSignal) {
    const columns: RColumn[] = []
    const warnings: string[] = []
    const variables = new Map<string, AnalysisVariable>()
    if (version === null || roles.length === 0) return { columns, warnings, variables }
    const { datasets, timeoutMs } = this.#options
    const wanted = {
      dataset: version.dataset_id,
      version: version.version,
      columns: roles.map(({ name }) => name),
      filter,
    }
    const read = await datasets.columns(workspaceId, wanted, { signal, timeoutMs })
    if (read.rows === 0)
      throw new UnprocessableError(
        'unprocessable',
        filter === null ? 'The dataset has no rows.' : 'The filter leaves no row.',
      )
    const known = new Map(this.#options.variables.of(workspaceId, version).map(variable => [variable.name, variable]))
    for (const [index, role] of roles.entries()) {
      const column = read.columns[index]
      const about = known.get(role.name)
      if (!column || !about) throw new UnprocessableError('unprocessable', `${shownName(role.name)} could not be read.`)
      const ready = readVariable(column, about, role)
      columns.push(ready.column)
      variables.set(role.name, ready.variable)
      warnings.push(...ready.warnings)
    }
    return { columns, warnings, variables }
  }

  #keep(workspaceId: string, summary: AnalysisSummary, analysis: Analysis, jobId: string | null): void {
    const { data, events } = this.#options
    const rest = JSON.stringify({ ...analysis, ...emptied(summary) })
    if (rest.length > largestMiB * 1024 * 1024) {
      const message = `The answer has more than ${largestMiB} MiB. Analyse fewer rows or columns at a time.`
      throw new UnprocessableError('unprocessable', message)
    }
    const { analysis_id, method, dataset_id, version } = summary
    data.use(workspaceId, db =>
      db.transaction(() => {
        analysisStore.insert(db, summary, rest, jobId)
        events.append(db, workspaceId, [
          { type: 'analysis.completed', data: { analysis_id, method, dataset_id, version } },
        ])
      }),
    )
  }
}

/** @throws NotFoundError */
function requireTexts(db: WorkspaceDatabase, analysisId: string): { summary: string; rest: string } {
  const found = analysisStore.texts(db, analysisId)
  if (found) return found
  throw missing(analysisId)
}

function missing(analysisId: string): NotFoundError {
  return new NotFoundError(`There is no analysis ${shownName(analysisId)}. GET /api/stats/analyses lists them.`)
}

/** The same keys, none of which JSON writes: what the summary has is not kept twice. */
function emptied(summary: AnalysisSummary): Record<string, undefined> {
  return Object.fromEntries(Object.keys(summary).map(key => [key, undefined]))
}

function refuseData({ dataset_id, version, filter, method }: AnalysisOrder): void {
  const given = Object.entries({ dataset_id, version, filter }).find(
    ([, value]) => value !== undefined && value !== null,
  )
  if (!given) return
  throw bodyFault(`/${given[0]}`, `has no place here: ${method} takes no data`)
}

/** @throws ValidationError for columns that there are not, and such as are in two roles */
function checkColumns(roles: readonly RoleColumn[], version: DatasetVersion): void {
  const known = version.columns.map(({ name }) => name)
  const faults: FieldError[] = []
  const roleOf = new Map<string, string>()
  for (const { role, name, path } of roles) {
    const other = roleOf.get(name)
    if (!known.includes(name)) faults.push({ path, message: unknownColumn(name, known) })
    else if (other !== undefined)
      faults.push({ path, message: `names ${shownName(name)}, which is the ${other} already` })
    roleOf.set(name, role)
  }
  if (faults.length > 0) throw new ValidationError(faultSentences(faults), faults.slice(0, 20))
}

import { ForbiddenError, hasScope, NotFoundError, UnavailableError, UnprocessableError } from '@svc/plugin'
import type { JsonObject, JsonValue } from '@svc/plugin'
import type { Tracking, WholeRun } from '@svc/plugin/contracts/ml/learning'
import type { EvidenceKind, EvidenceProblem, EvidenceUse, ResolvedEvidence } from './evidence.ts'
import { requireRecord } from './own-records.ts'
import type { OwnRecords } from './own-records.ts'

/** A figure of an analysis, by a JSON pointer into it. */
export class AnalysisEvidence implements EvidenceKind<AnalysisBody> {
  readonly #records: OwnRecords

  constructor(records: OwnRecords) {
    this.#records = records
  }

  async resolve(
    { analysis_id, pointer, value, tolerance = 0 }: AnalysisBody,
    use: EvidenceUse,
  ): Promise<ResolvedEvidence> {
    const record = requireRecord(await this.#read(analysis_id, use), 'analysis', analysis_id)
    const actual = pointer === undefined ? undefined : pointed(record, pointer)
    if (pointer !== undefined) assertValue(value, actual, tolerance, `${pointer} of the analysis ${analysis_id}`)
    const version = record['version']
    return {
      body: {
        analysis_id,
        ...(pointer === undefined ? {} : { pointer, value: value ?? actual ?? null, tolerance }),
        ...(typeof record['dataset_id'] === 'string' ? { dataset_id: record['dataset_id'] } : {}),
        ...(typeof version === 'number' ? { version } : {}),
      },
      target: analysis_id,
      source_id: null,
    }
  }

  async check(
    { analysis_id, pointer, value, tolerance = 0 }: AnalysisBody,
    use: EvidenceUse,
  ): Promise<EvidenceProblem | null> {
    const record = await this.#read(analysis_id, use)
    if (record === null) return { code: 'analysis_missing', message: `The analysis ${analysis_id} is gone.` }
    return pointer === undefined ? null : differing(value, pointed(record, pointer), tolerance, pointer)
  }

  #read(analysisId: string, use: EvidenceUse): Promise<JsonObject | null> {
    return this.#records.get(`/api/stats/analyses/${encodeURIComponent(analysisId)}`, use)
  }
}

interface AnalysisBody {
  analysis_id: string
  pointer?: string
  value?: JsonValue
  tolerance?: number
}

/** A metric of a run of machine learning. */
export class RunEvidence implements EvidenceKind<RunBody> {
  readonly #runs: Tracking | undefined

  constructor(runs: Tracking | undefined) {
    this.#runs = runs
  }

  async resolve({ run_id, metric, value }: RunBody, use: EvidenceUse): Promise<ResolvedEvidence> {
    const run = this.#read(run_id, use)
    if (run === null) throw new NotFoundError(`There is no run ${run_id} in this workspace.`)
    const { dataset, metrics } = run
    const actual = metric === undefined ? undefined : metrics[metric]
    if (metric !== undefined) assertValue(value, actual, 0, `The metric ${metric} of the run ${run_id}`)
    return {
      body: {
        run_id,
        ...(metric === undefined ? {} : { metric, value: value ?? actual ?? null }),
        ...(dataset === null ? {} : { dataset_id: dataset.dataset_id, version: dataset.version }),
      },
      target: run_id,
      source_id: null,
    }
  }

  async check({ run_id, metric, value }: RunBody, use: EvidenceUse): Promise<EvidenceProblem | null> {
    const run = this.#read(run_id, use)
    if (run === null) return { code: 'run_missing', message: `The run ${run_id} is gone.` }
    return metric === undefined ? null : differing(value, run.metrics[metric], 0, metric)
  }

  /** Null when there is none. @throws ForbiddenError, UnavailableError */
  #read(runId: string, { principal }: EvidenceUse): WholeRun | null {
    if (!this.#runs) throw new UnavailableError('There are no runs: the plugin ml is off.')
    if (!hasScope(principal.scopes, 'ml:read'))
      throw new ForbiddenError('forbidden', 'A run as evidence needs the scope ml:read.')
    try {
      return this.#runs.get(principal.workspace_id, runId)
    } catch (error) {
      if (error instanceof NotFoundError) return null
      throw error
    }
  }
}

interface RunBody {
  run_id: string
  metric?: string
  value?: JsonValue
}

/** The value that a JSON pointer leads to; undefined where it leads nowhere. */
export function pointed(record: JsonValue, pointer: string): JsonValue | undefined {
  if (pointer === '') return record
  const steps = pointer.split('/').slice(1)
  let value: JsonValue | undefined = record
  for (const step of steps) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as JsonObject)[name]
  }
  return value
}

function agree(wanted: JsonValue, actual: JsonValue | undefined, tolerance: number): boolean {
  if (typeof wanted === 'number' && typeof actual === 'number') return Math.abs(wanted - actual) <= tolerance
  return JSON.stringify(wanted) === JSON.stringify(actual)
}

function assertValue(
  wanted: JsonValue | undefined,
  actual: JsonValue | undefined,
  tolerance: number,
  what: string,
): void {
  const isLeaf = actual !== undefined && (typeof actual !== 'object' || actual === null)
  if (isLeaf && (wanted === undefined || agree(wanted, actual, tolerance))) return
  const found = isLeaf ? `is ${JSON.stringify(actual)}` : 'leads to no value'
  const asked = wanted === undefined ? '' : `, not ${JSON.stringify(wanted)}${tolerance > 0 ? ` ± ${tolerance}` : ''}`
  throw new UnprocessableError('value_differs', `${what} ${found}${asked}.`, {
    extra: { actual: isLeaf ? actual : null },
  })
}

function differing(
  was: JsonValue | undefined,
  is: JsonValue | undefined,
  tolerance: number,
  what: string,
): EvidenceProblem | null {
  if (was !== undefined && agree(was, is, tolerance)) return null
  const message = `${what} gives ${is === undefined ? 'nothing' : JSON.stringify(is)}; it gave ${JSON.stringify(was)}.`
  return {
    code: 'value_differs',
    message,
    was: JSON.stringify(was),
    ...(is === undefined ? {} : { is: JSON.stringify(is) }),
  }
}

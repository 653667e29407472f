import { assertNoBodyFaults, ConflictError } from '@svc/plugin'
import type { Clock, DataPlane, WorkspaceDatabase } from '@svc/plugin'
import type { LoggedBatch, LoggedCounts } from '@svc/plugin/contracts/ml/learning'
import { labelStore } from './label-store.ts'
import { labelFaults, limits, metricFaults } from './limits.ts'
import type { MetricPoint } from './records.ts'
import { isLinkTag, tagsOfFields } from './run-links.ts'
import { requireActiveRun } from './runs.ts'
import type { LoggedEvents } from './logged-events.ts'
import { runStore } from './run-store.ts'
import type { RunRow } from './run-store.ts'
import { seriesStore } from './series-store.ts'
import type { PointRow } from './series-store.ts'

export interface RunLogOptions {
  data: DataPlane
  clock: Clock
  events: Pick<LoggedEvents, 'logged'>
  /** The fields of a run that tags set. @throws ValidationError for a dataset that is not there */
  fieldsOf(workspaceId: string, tags: Readonly<Record<string, string>>): Partial<RunRow>
}

/** What runs say while they go on. A batch is kept whole or not at all. */
export class RunLog {
  readonly #options: RunLogOptions

  constructor(options: RunLogOptions) {
    this.#options = options
  }

  /** Takes metrics back, of a run that is about to write them anew. @throws NotFoundError, ConflictError */
  forget(workspaceId: string, runId: string, keys: readonly string[]): void {
    this.#options.data.use(workspaceId, db =>
      db.transaction(() => {
        requireActiveRun(db, runId)
        seriesStore.remove(db, runId, keys)
      }),
    )
  }

  /** @throws ValidationError, NotFoundError, ConflictError (`param_changed`, or the run is deleted) */
  log(workspaceId: string, runId: string, { metrics = [], params = {}, tags = {} }: LoggedBatch): LoggedCounts {
    assertNoBodyFaults([
      ...metricFaults(metrics, '/metrics'),
      ...labelFaults(params, { at: '/params', characters: limits.param, most: limits.params }),
      ...labelFaults(tags, { at: '/tags', characters: limits.tag, most: limits.tags }),
    ])
    const { clock, data, events, fieldsOf } = this.#options
    const now = clock.now()
    const points = Map.groupBy(metrics, ({ key }) => key)
    const hasLinks = Object.keys(tags).some(isLinkTag)
    const fields = hasLinks ? fieldsOf(workspaceId, tags) : null
    data.use(workspaceId, db =>
      db.transaction(() => {
        const row = requireActiveRun(db, runId)
        for (const [key, given] of points)
          seriesStore.add(
            db,
            runId,
            key,
            given.map(point => pointOf(point, now)),
          )
        for (const [key, value] of Object.entries(params)) addParam(db, runId, key, value)
        for (const [key, value] of Object.entries(tags)) labelStore.setTag(db, runId, key, value)
        if (fields) updateFields(db, { ...row, ...fields })
        events.logged(db, workspaceId, row)
      }),
    )
    return { metrics: metrics.length, params: Object.keys(params).length, tags: Object.keys(tags).length }
  }
}

function pointOf({ value, step = 0, timestamp }: Partial<MetricPoint> & { value: number }, now: number): PointRow {
  return { step, timestamp: timestamp ?? now, value: Number.isNaN(value) ? 'NaN' : value }
}

/** The same value again is fine, as clients do that try a request twice. */
function addParam(db: WorkspaceDatabase, runId: string, key: string, value: string): void {
  const before = labelStore.param(db, runId, key)
  if (before === undefined) return labelStore.addParam(db, runId, key, value)
  if (before === value) return
  const message = `The param ${JSON.stringify(key)} has the value ${JSON.stringify(shortened(before))} already, and params never change. Nothing of the batch was kept.`
  throw new ConflictError('param_changed', message)
}

function updateFields(db: WorkspaceDatabase, row: RunRow): void {
  runStore.update(db, row)
  for (const [key, value] of Object.entries(tagsOfFields(row))) labelStore.setTag(db, row.run_id, key, value)
}

function shortened(value: string): string {
  return value.length > 100 ? `${value.slice(0, 100)}…` : value
}

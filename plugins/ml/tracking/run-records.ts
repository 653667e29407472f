import type { WorkspaceDatabase } from '@svc/plugin'
import type { Run, RunDataset } from '@svc/plugin/contracts/ml/learning'
import { artifactStore } from '../artifacts/artifact-store.ts'
import { labelStore } from './label-store.ts'
import type { LabelRow } from './label-store.ts'
import { metricValueOf, timeOf, timeOrNull } from './records.ts'
import { isLinkTag } from './run-links.ts'
import type { DatasetFields } from './run-links.ts'
import type { RunRow } from './run-store.ts'
import { seriesStore } from './series-store.ts'
import type { SeriesRow } from './series-store.ts'

/** What was logged to runs, by run. */
export interface Logged {
  params: readonly LabelRow[]
  tags: readonly LabelRow[]
  series: readonly SeriesRow[]
}

/** What a run is with all that was logged to it, before it is written in the form of one face. */
export interface LoggedRun {
  row: RunRow
  params: LabelRow[]
  tags: LabelRow[]
  series: SeriesRow[]
}

/** Rows with what was logged to them, in the order of the rows. */
export function loggedRuns(db: WorkspaceDatabase, rows: readonly RunRow[]): LoggedRun[] {
  const ids = rows.map(({ run_id }) => run_id)
  return withLogged(rows, {
    params: labelStore.paramsOf(db, ids),
    tags: labelStore.tagsOf(db, ids),
    series: seriesStore.of(db, ids),
  })
}

export function withLogged(rows: readonly RunRow[], { params, tags, series }: Logged): LoggedRun[] {
  const paramsOf = Map.groupBy(params, ({ run_id }) => run_id)
  const tagsOf = Map.groupBy(tags, ({ run_id }) => run_id)
  const seriesOf = Map.groupBy(series, ({ run_id }) => run_id)
  return rows.map(row => ({
    row,
    params: paramsOf.get(row.run_id) ?? [],
    tags: tagsOf.get(row.run_id) ?? [],
    series: seriesOf.get(row.run_id) ?? [],
  }))
}

/** Which rows of its dataset a training took; '' is all. */
export function filterOfRun(db: WorkspaceDatabase, runId: string): string {
  return labelStore.param(db, runId, 'filter') ?? ''
}

/** Runs as `/api/ml` shows them. */
export function runRecords(db: WorkspaceDatabase, runs: readonly LoggedRun[]): Run[] {
  const counts = artifactStore.counts(
    db,
    runs.map(({ row }) => row.run_id),
  )
  return runs.map(run => recordOf(run, counts.get(run.row.run_id) ?? 0))
}

function recordOf({ row, params, tags, series }: LoggedRun, artifactCount: number): Run {
  return {
    run_id: row.run_id,
    experiment_id: row.experiment_id,
    name: row.name,
    status: row.status,
    failure: row.failure,
    params: objectOf(params),
    metrics: Object.fromEntries(series.map(({ key, last_value }) => [key, metricValueOf(last_value)])),
    tags: objectOf(tags.filter(({ key }) => !isLinkTag(key))),
    dataset: datasetOf(row),
    job_id: row.job_id,
    session_id: row.session_id,
    parent_run_id: row.parent_run_id,
    artifact_count: artifactCount,
    state: row.deleted_at === null ? 'active' : 'deleted',
    created_at: timeOf(row.created_at),
    started_at: timeOrNull(row.started_at),
    finished_at: timeOrNull(row.finished_at),
  }
}

export function datasetOf({
  dataset_id,
  dataset_name,
  dataset_version,
  dataset_sha256,
}: DatasetFields): RunDataset | null {
  if (dataset_id === null) return null
  return { dataset_id, name: dataset_name ?? '', version: dataset_version ?? 1, sha256: dataset_sha256 ?? '' }
}

function objectOf(labels: readonly LabelRow[]): Record<string, string> {
  return Object.fromEntries(labels.map(({ key, value }) => [key, value]))
}

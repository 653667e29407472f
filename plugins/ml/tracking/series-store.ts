import type { WorkspaceDatabase } from '@svc/plugin'

/** A metric of a run with its last point. */
export interface SeriesRow {
  run_id: string
  key: string
  /** Null: the last value is NaN. */
  last_value: number | null
  last_step: number
  last_timestamp: number
}

/** A point as it is kept; NaN is text. */
export interface PointRow {
  step: number
  timestamp: number
  value: number | 'NaN'
}

interface LastPoint {
  series_id: number
  last_value: number | null
  last_step: number
  last_timestamp: number
}

/** Behind which point a page begins. */
export type PointPosition = PointRow

const selectLast = `SELECT series_id, last_value, last_step, last_timestamp FROM ml_series WHERE run_id = ? AND key = ?`
const insertSeries = `INSERT INTO ml_series (run_id, key, last_value, last_step, last_timestamp) VALUES (?, ?, ?, ?, ?)
  RETURNING series_id, last_value, last_step, last_timestamp`
const updateLast = `UPDATE ml_series SET last_value = ?, last_step = ?, last_timestamp = ? WHERE series_id = ?`
const insertPoint = `INSERT INTO ml_points (series_id, step, timestamp, value) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`
const selectOfRuns = `SELECT run_id, key, last_value, last_step, last_timestamp FROM ml_series
  WHERE run_id IN (SELECT value FROM json_each(@ids)) ORDER BY run_id, key`
const seriesOf = `(SELECT series_id FROM ml_series WHERE run_id = @run_id AND key = @key)`
const selectPage = `SELECT step, timestamp, value FROM ml_points WHERE series_id = ${seriesOf}
  AND (step, timestamp, value) > (@step, @timestamp, @value) ORDER BY step, timestamp, value LIMIT @limit`
/** JSON is made where the rows are: a page may have tens of thousands of them. Bytes are sent as they are, where text would be decoded and encoded again. */
const selectPageJson = `SELECT CAST(json_group_array(json_object('key', @key, 'value', CASE WHEN value = 9e999 THEN 'Infinity'
  WHEN value = -9e999 THEN '-Infinity' ELSE value END, 'timestamp', timestamp, 'step', step)) AS BLOB) AS json FROM (${selectPage})`
const selectPageEnd = `${selectPage} OFFSET @skipped`
const selectWithin = `SELECT step, timestamp, value FROM ml_points WHERE series_id = ${seriesOf}
  AND step BETWEEN @from AND @to ORDER BY step, timestamp, value`
const deletePoints = `DELETE FROM ml_points WHERE (series_id, step, timestamp, value) IN (
  SELECT p.series_id, p.step, p.timestamp, p.value FROM ml_series s JOIN ml_points p ON p.series_id = s.series_id
  WHERE s.run_id = @run_id LIMIT @limit)`
const deleteSeries = `DELETE FROM ml_series WHERE run_id = ? AND key IN (SELECT value FROM json_each(?))`
const countWithin = `SELECT (SELECT count(*) FROM ml_points p WHERE p.series_id = s.series_id
  AND p.step BETWEEN @from AND @to) AS count
  FROM ml_series s WHERE run_id = @run_id AND key = @key`
/** A point that a subquery finds, by the primary key. */
const pointOfStretch = (found: string) => `SELECT p.step, p.timestamp, p.value FROM stretches s
  CROSS JOIN ml_points p ON p.series_id = ${seriesOf} AND (p.step, p.timestamp, p.value) = (${found})`
/** A plus takes the type of the column from a value: only so is the whole primary key searched, where many points share a step. */
const fromStart = `FROM ml_points WHERE series_id = ${seriesOf} AND (step, timestamp, value) >= (+s.step, +s.timestamp, +s.value)`
const inStretch = `${fromStart} AND (step, timestamp, value) < (+s.to_step, +s.to_timestamp, +s.to_value)`
const numbersInStretch = `${inStretch} AND value <= 9e999`
/** Stretches of as many points each, of which the first, last, least and greatest stay. Nothing is sorted: each step walks the primary key. */
const selectSampled = `WITH RECURSIVE
  starts (n, step, timestamp, value) AS (
    SELECT * FROM (SELECT 1, step, timestamp, value FROM ml_points WHERE series_id = ${seriesOf} AND step >= @from
      ORDER BY step, timestamp, value LIMIT 1)
    UNION ALL
    SELECT s.n + 1, p.step, p.timestamp, p.value FROM starts s CROSS JOIN ml_points p ON p.series_id = ${seriesOf}
      AND (p.step, p.timestamp, p.value) = (SELECT step, timestamp, value ${fromStart}
        ORDER BY step, timestamp, value LIMIT 1 OFFSET @size)
      WHERE s.n < @stretches),
  stretches AS MATERIALIZED (SELECT step, timestamp, value, lead(step, 1, @to + 1) OVER (ORDER BY n) AS to_step,
    lead(timestamp, 1, -9e999) OVER (ORDER BY n) AS to_timestamp, lead(value, 1, 0) OVER (ORDER BY n) AS to_value FROM starts)
  SELECT step, timestamp, value FROM stretches
  UNION ${pointOfStretch(`SELECT step, timestamp, value ${inStretch} ORDER BY step DESC, timestamp DESC, value DESC LIMIT 1`)}
  UNION ${pointOfStretch(`SELECT step, timestamp, min(value) ${numbersInStretch}`)}
  UNION ${pointOfStretch(`SELECT step, timestamp, max(value) ${numbersInStretch}`)}
  ORDER BY 1, 2, 3`

export const seriesStatements = {
  countWithin,
  ofRuns: selectOfRuns,
  within: selectWithin,
  sampled: selectSampled,
  page: selectPage,
  pageJson: selectPageJson,
}

/** Before the first point. */
export const noPoint: PointPosition = {
  step: -Number.MAX_SAFE_INTEGER - 1,
  timestamp: -Number.MAX_SAFE_INTEGER,
  value: -Infinity,
}

/** The metrics of the runs of one workspace. */
export const seriesStore = {
  /** Writes the points of one metric of a run, and which of them is the last. */
  add(db: WorkspaceDatabase, runId: string, key: string, points: readonly PointRow[]): void {
    const newest = points.reduce(later)
    const { step, timestamp, value } = newest
    const known = db.get<LastPoint>(selectLast, runId, key)
    const series = known ?? db.get<LastPoint>(insertSeries, runId, key, lastOf(value), step, timestamp)
    if (!series) return
    for (const point of points) db.run(insertPoint, series.series_id, point.step, point.timestamp, point.value)
    if (known && later(pointOf(known), newest) === newest)
      db.run(updateLast, lastOf(value), step, timestamp, known.series_id)
  },
  of(db: WorkspaceDatabase, runIds: readonly string[]): SeriesRow[] {
    return db.all<SeriesRow>(selectOfRuns, { ids: JSON.stringify(runIds) })
  },
  /** The last point of a page, when there are more behind it. */
  pageEnd(
    db: WorkspaceDatabase,
    series: { run_id: string; key: string },
    after: PointPosition,
    limit: number,
  ): PointRow | null {
    const [last, next] = db.all<PointRow>(selectPageEnd, { ...series, ...after, limit: 2, skipped: limit - 1 })
    return next === undefined ? null : (last ?? null)
  },
  /** Some of a run's points, of a history that is removed piece by piece. Returns how many there were. */
  removePoints(db: WorkspaceDatabase, runId: string, limit: number): number {
    return db.run(deletePoints, { run_id: runId, limit }).changes
  },
  /** With their points. */
  remove(db: WorkspaceDatabase, runId: string, keys: readonly string[]): void {
    db.run(deleteSeries, runId, JSON.stringify(keys))
  },
  has(db: WorkspaceDatabase, { run_id, key }: { run_id: string; key: string }): boolean {
    return db.get(selectLast, run_id, key) !== undefined
  },
}

function lastOf(value: number | 'NaN'): number | null {
  return value === 'NaN' ? null : value
}

function pointOf({ last_step, last_timestamp, last_value }: LastPoint): PointRow {
  return { step: last_step, timestamp: last_timestamp, value: last_value ?? 'NaN' }
}

/** The one of the higher step, then timestamp, then value; a number is higher than NaN. Of equals the second. */
function later(a: PointRow, b: PointRow): PointRow {
  if (a.step !== b.step) return a.step > b.step ? a : b
  if (a.timestamp !== b.timestamp) return a.timestamp > b.timestamp ? a : b
  const [one, other] = [a, b].map(({ value }) => (value === 'NaN' ? -Infinity : value))
  return (one ?? 0) > (other ?? 0) ? a : b
}

import { afterAll, beforeAll, expect, it } from 'vitest'
import { ManualClock } from '@svc/plugin/testing'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../test/rooms/planes.ts'
import tables from '../migrations/0001-ml.ts'
import { labelStore } from '../tracking/label-store.ts'
import { seriesStore } from '../tracking/series-store.ts'
import { RunSearches } from './run-searches.ts'
import type { RunQuery } from './run-searches.ts'

const workspace = `ws_${'1'.repeat(26)}`
const runs = 60
const limit = 4
const insertExperiment = `INSERT INTO ml_experiments (experiment_id, name, created_at, updated_at) VALUES ('exp_other', 'other', 0, 0)`
const insertRun = `INSERT INTO ml_runs (run_id, experiment_id, name, status, user_id, created_at, newest_at, deleted_at)
  VALUES (@run_id, @experiment_id, 'r', 'running', 'ada', 0, @newest_at, @deleted_at)`

let planes: TestPlanes
beforeAll(async () => {
  planes = await openTestPlanes({ migrations: [{ owner: 'ml', migrations: [tables] }], clock: new ManualClock() })
  planes.data.use(workspace, db =>
    db.transaction(() => {
      db.run(insertExperiment)
      for (let n = 0; n < runs; n += 1) {
        const run_id = idOf(n)
        const experiment_id = n % 3 ? 'exp_default' : 'exp_other'
        // Several runs began at the same time, and some are deleted.
        db.run(insertRun, { run_id, experiment_id, newest_at: Math.floor(n / 4), deleted_at: n % 11 ? null : 1 })
        const point = { step: 1, timestamp: 1 }
        const value = n % 5 === 1 ? 'NaN' : [3, -1, Infinity, 0.5][n % 4]!
        if (n % 4 !== 1) seriesStore.add(db, run_id, 'a b', [{ ...point, value }])
        if (n % 2) seriesStore.add(db, run_id, 'c', [{ ...point, value: n % 7 }])
        labelStore.addParam(db, run_id, 'even', String(n % 2 === 0))
      }
    }),
  )
})
afterAll(() => planes.close())

function idOf(n: number): string {
  return `mlr_${String((n * 37) % runs).padStart(3, '0')}`
}

async function paged(searches: RunSearches, query: Omit<RunQuery, 'limit'>): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await searches.find(workspace, { ...query, limit, cursor })
    ids.push(...page.runs.map(({ row }) => row.run_id))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return ids
}

const orders = [
  ['metrics.`a b` DESC'],
  ['metrics.`a b` ASC'],
  ['metrics.c DESC', 'params.even ASC'],
  ['metrics.none DESC'],
]
const scopes = [null, ['exp_default'], ['exp_default', 'exp_other']]
const states = ['active', 'deleted', 'all'] as const
const filters = ['', "params.even = 'true'", 'metrics.c > 2', "params.even = 'neither'"]

it.each(orders.map(order => [order]))('the index of a metric gives the same pages as a sort: %j', async orderBy => {
  const [walking, sorting] = [new RunSearches(planes.data, 0), new RunSearches(planes.data, runs + 1)]
  for (const experimentIds of scopes)
    for (const state of states)
      for (const filter of filters) {
        const query = { experimentIds, filter, orderBy, state }
        expect(await paged(walking, query), JSON.stringify(query)).toEqual(await paged(sorting, query))
      }
})

it('runs without the metric, and those whose last value is no number, come last, the newest first', async () => {
  const query = { experimentIds: null, filter: '', state: 'all' as const }
  const found = await paged(new RunSearches(planes.data, 0), { ...query, orderBy: ['metrics.`a b` ASC'] })
  const numbers = Array.from({ length: runs }, (_, n) => n)
  const isMissing = (n: number) => n % 4 === 1 || n % 5 === 1
  const missing = numbers
    .filter(isMissing)
    .toSorted((a, b) => Math.floor(b / 4) - Math.floor(a / 4) || (idOf(a) < idOf(b) ? -1 : 1))
  expect(found.slice(-missing.length)).toEqual(missing.map(idOf))
  expect(found.toSorted()).toEqual(numbers.map(idOf).toSorted())
})

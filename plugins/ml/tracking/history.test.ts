import { afterAll, beforeAll, expect, it } from 'vitest'
import { ManualClock } from '@svc/plugin/testing'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../test/rooms/planes.ts'
import tables from '../migrations/0001-ml.ts'
import { Histories } from './history.ts'
import type { HistoryQuery } from './history.ts'
import { seriesStore } from './series-store.ts'
import type { PointRow } from './series-store.ts'

const workspace = `ws_${'1'.repeat(26)}`
const key = 'loss'
const insertRun = `INSERT INTO ml_runs (run_id, experiment_id, name, status, user_id, created_at, newest_at)
  VALUES (?, 'exp_default', 'r', 'running', 'ada', 0, 0)`

type Steps = Pick<HistoryQuery, 'from_step' | 'to_step'>

let planes: TestPlanes
beforeAll(async () => {
  planes = await openTestPlanes({ migrations: [{ owner: 'ml', migrations: [tables] }], clock: new ManualClock() })
})
afterAll(() => planes.close())

async function sampled(run_id: string, points: readonly PointRow[], max_points: number, steps: Steps = {}) {
  planes.data.use(workspace, db =>
    db.transaction(() => {
      db.run(insertRun, run_id)
      seriesStore.add(db, run_id, key, points)
    }),
  )
  const histories = new Histories(planes.data)
  return histories.sampled(workspace, { run_id, key, max_points, ...steps })
}

function numberOf({ value }: PointRow): number {
  return value === 'NaN' ? -Infinity : value
}

function inOrder(points: readonly PointRow[]): PointRow[] {
  return points.toSorted((a, b) => a.step - b.step || a.timestamp - b.timestamp || numberOf(a) - numberOf(b))
}

/** The first, last, least and greatest of as many stretches as fit, in memory. */
function naive(points: readonly PointRow[], max_points: number): PointRow[] {
  const all = inOrder(points)
  const size = Math.ceil(all.length / Math.floor(max_points / 4))
  const kept = new Set<PointRow>()
  for (let from = 0; from < all.length; from += size) {
    const stretch = all.slice(from, from + size)
    const numbers = stretch.filter(({ value }) => value !== 'NaN').map(numberOf)
    kept.add(stretch[0]!).add(stretch.at(-1)!)
    for (const extreme of numbers.length === 0 ? [] : [Math.min(...numbers), Math.max(...numbers)])
      kept.add(stretch.find(({ value }) => value === extreme)!)
  }
  return inOrder([...kept])
}

/** Many points share a step, values repeat, and some are no numbers of JSON. */
const points = Array.from({ length: 5000 }, (_, n): PointRow => {
  const value = n % 97 === 0 ? 'NaN' : ((n * 7919) % 613) - 300
  return { step: Math.floor(n / 3), timestamp: (n * 31) % 50, value: n === 777 ? Infinity : value }
})
const distinct = [...new Map(points.map(point => [JSON.stringify({ ...point, n: `${point.value}` }), point])).values()]

it.each([40, 41, 400, 4999])(
  'keeps the first, last, least and greatest of each stretch: of 5,000 points %s',
  async most => {
    const history = await sampled(`mlr_${most}`, points, most)
    const expected = naive(distinct, most)
    expect([history.total, history.sampled, history.points.length <= most]).toEqual([distinct.length, true, true])
    expect(history.points).toEqual(
      expected.map(({ value, ...point }) => ({ ...point, value: value === Infinity ? 'Infinity' : value })),
    )
  },
)

it('keeps all points that fit, and those from a step on', async () => {
  const few = points.slice(0, 30)
  const history = await sampled('mlr_few', few, 30)
  expect([history.total, history.sampled, history.points.length]).toEqual([30, false, 30])
  const late = await sampled('mlr_late', points, 100, { from_step: 1600 })
  expect([late.sampled, Math.min(...late.points.map(({ step }) => step))]).toEqual([true, 1600])
})

it('samples the points of a range of steps, with its last', async () => {
  const range = { from_step: 100, to_step: 400 }
  const inside = distinct.filter(({ step }) => step >= 100 && step <= 400)
  const history = await sampled('mlr_range', points, 40, range)
  expect([history.total, history.sampled]).toEqual([inside.length, true])
  const shown = ({ value, ...point }: PointRow) => ({ ...point, value: value === Infinity ? 'Infinity' : value })
  expect(history.points).toEqual(naive(inside, 40).map(shown))
  const all = await sampled('mlr_range_all', points, 5000, range)
  expect([all.sampled, all.points]).toEqual([false, inOrder(inside).map(shown)])
})

it('keeps a stretch of which no value is a number by its ends', async () => {
  const none = Array.from({ length: 100 }, (_, step): PointRow => ({ step, timestamp: 0, value: 'NaN' }))
  const { points: kept } = await sampled('mlr_none', none, 8)
  expect(kept.map(({ step, value }) => [step, value])).toEqual([0, 49, 50, 99].map(step => [step, 'NaN']))
})

it('keeps peaks of points that all have one step, as where no step was logged', async () => {
  const flat = points.map((point, n) => ({ ...point, step: 0, timestamp: n }))
  const { points: kept } = await sampled('mlr_flat', flat, 40)
  const shown = ({ value, ...point }: PointRow) => ({ ...point, value: value === Infinity ? 'Infinity' : value })
  expect(kept).toEqual(naive(flat, 40).map(shown))
})

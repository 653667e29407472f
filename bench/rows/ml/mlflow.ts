import type Database from 'better-sqlite3'
import { median } from '../../support/load.ts'
import { rssMb } from '../../support/process.ts'
import { addedAtMost, atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { addHistory, addRuns, openMlflow, runId } from './mlflow-homes.ts'
import type { MlflowHome } from './mlflow-homes.ts'

const [few, many] = [400, 100_000]
const points = 1_000_000
const pagePoints = 25_000
const rounds = 30
const search = {
  experiment_ids: ['0'],
  filter: "params.alpha = '3' AND metrics.accuracy > 0.5",
  order_by: ['metrics.loss ASC'],
  max_results: 50,
}

/** MLflow's face over HTTP by key, beside the same rows read and written raw in the same file. */
export async function mlflow(): Promise<Row[]> {
  const [small, large] = [await openMlflow(), await openMlflow()]
  try {
    addRuns(small.file, few)
    addRuns(large.file, many)
    return [...(await searching(small, large)), ...(await histories(large)), ...(await logging(large))]
  } finally {
    await small.stop()
    await large.stop()
  }
}

async function searching(small: MlflowHome, large: MlflowHome): Promise<Row[]> {
  const get = { run_id: runId(123) }
  const [searchFew, searchMany, getFew, getMany] = await inTurn(
    [
      () => small.ask('POST', 'runs/search', search),
      () => large.ask('POST', 'runs/search', search),
      () => small.ask('GET', 'runs/get', get),
      () => large.ask('GET', 'runs/get', get),
    ],
    rounds,
  )
  const path = 'MLflow face, 100,000 runs'
  const beside = (value: number) => ({ name: '400 runs', value })
  return [
    atMost(
      {
        path,
        measure: 'runs/search, filter and order, p50',
        ours: searchMany!,
        beside: beside(searchFew!),
        unit: 'ms',
      },
      3,
    ),
    atMost({ path, measure: 'runs/get, p50', ours: getMany!, beside: beside(getFew!), unit: 'ms' }, 1.3),
  ]
}

async function histories({ server, file, ask }: MlflowHome): Promise<Row[]> {
  const run = runId(7)
  const series = addHistory(file, run, points)
  const raw = file.prepare(
    'SELECT step, timestamp, value FROM ml_points WHERE series_id = ? ORDER BY step, timestamp, value',
  )
  const rawPage = file.prepare(
    'SELECT step, timestamp, value FROM ml_points WHERE series_id = ? AND step >= ? ORDER BY step LIMIT ?',
  )
  const headers = { authorization: `Bearer ${server.key}` }
  const chart = async (): Promise<void> =>
    void (await (await fetch(`${server.url}/api/ml/runs/${run}/metrics/curve?max_points=1000`, { headers })).text())
  const readRaw = async (): Promise<void> => void raw.all(series)
  const rawPages = async (): Promise<void> => {
    for (let from = 0; from < points; from += pagePoints) JSON.stringify(rawPage.all(series, from, pagePoints))
  }
  let most = 0
  const pages = async (): Promise<void> => {
    for (let page_token: string | undefined = ''; page_token !== undefined;) {
      const fields = {
        run_id: run,
        metric_key: 'curve',
        max_results: pagePoints,
        ...(page_token !== '' && { page_token }),
      }
      const answer = (await ask('GET', 'metrics/get-history', fields)) as { next_page_token?: string }
      most = Math.max(most, rssMb(server.pid))
      page_token = answer.next_page_token
    }
  }
  const [charted, read] = await inTurn([chart, readRaw], 5)
  await pages()
  const before = rssMb(server.pid)
  most = before
  const [paged, readPages] = await inTurn([pages, rawPages], 3)
  const path = 'MLflow face, 1,000,000 points'
  return [
    atMost(
      {
        path,
        measure: 'a chart of 1,000',
        ours: charted!,
        beside: { name: 'the rows read raw', value: read! },
        unit: 'ms',
      },
      2,
    ),
    atMost(
      {
        path,
        measure: 'all by pages of 25,000',
        ours: paged!,
        beside: { name: 'the pages raw, as JSON', value: readPages! },
        unit: 'ms',
      },
      2,
    ),
    addedAtMost(
      {
        path,
        measure: 'memory of the server meanwhile',
        ours: most,
        beside: { name: 'before', value: before },
        unit: 'MB',
      },
      30,
    ),
  ]
}

async function logging({ file, ask }: MlflowHome): Promise<Row[]> {
  const [ours, theirs] = [runId(1), runId(2)]
  const add = rawLog(file, theirs)
  let step = 0
  const batch = (from: number) =>
    Array.from({ length: 1000 }, (_, n) => ({ key: `metric ${n % 5}`, value: n / 7, timestamp: n, step: from + n }))
  const [sent, wrote, sentOne, wroteOne] = await inTurn(
    [
      () => ask('POST', 'runs/log-batch', { run_id: ours, metrics: batch((step += 1000)) }),
      async () => add(batch(step)),
      () => ask('POST', 'runs/log-metric', { run_id: ours, key: 'one', value: 1, timestamp: 1, step: (step += 1) }),
      async () => add([{ key: 'one', value: 1, timestamp: 1, step }]),
    ],
    rounds,
  )
  const path = 'MLflow face, durable'
  const beside = (value: number) => ({ name: 'better-sqlite3, the same transaction', value })
  return [
    atMost({ path, measure: 'log-batch of 1,000 points, p50', ours: sent!, beside: beside(wrote!), unit: 'ms' }, 2.5),
    atMost({ path, measure: 'log-metric, p50', ours: sentOne!, beside: beside(wroteOne!), unit: 'ms' }, 1.6),
  ]
}

interface LoggedPoint {
  key: string
  value: number
  timestamp: number
  step: number
}

/** What a batch changes, by hand in one transaction. */
function rawLog(file: Database.Database, run: string): (points: readonly LoggedPoint[]) => void {
  const find = file.prepare('SELECT series_id FROM ml_series WHERE run_id = ? AND key = ?')
  const make = file.prepare(
    'INSERT INTO ml_series (run_id, key, last_value, last_step, last_timestamp) VALUES (?, ?, ?, ?, ?) RETURNING series_id',
  )
  const last = file.prepare(
    'UPDATE ml_series SET last_value = ?, last_step = ?, last_timestamp = ? WHERE series_id = ?',
  )
  const insert = file.prepare('INSERT INTO ml_points (series_id, step, timestamp, value) VALUES (?, ?, ?, ?)')
  const log = file.transaction((points: readonly LoggedPoint[]) => {
    for (const [key, given] of Map.groupBy(points, each => each.key)) {
      const { value, step, timestamp } = given.at(-1)!
      const known = (find.get(run, key) ?? make.get(run, key, value, step, timestamp)) as { series_id: number }
      for (const point of given) insert.run(known.series_id, BigInt(point.step), BigInt(point.timestamp), point.value)
      last.run(value, step, timestamp, known.series_id)
    }
  })
  // It reads first: without the lock from the start, a write of the server in between would refuse it.
  return points => log.immediate(points)
}

/** One after the other in each round, so that a busy machine is busy for all of them; the medians in milliseconds, after a round to warm up. */
async function inTurn(works: readonly (() => Promise<unknown>)[], count: number): Promise<number[]> {
  const times = works.map((): number[] => [])
  for (let round = 0; round <= count; round += 1)
    for (const [index, work] of works.entries()) {
      const began = performance.now()
      await work()
      if (round > 0) times[index]!.push(performance.now() - began)
    }
  return times.map(median)
}

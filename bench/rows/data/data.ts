import { openAsBlob, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import type { DuckDbFigures } from '../../peers/data/data-duckdb.ts'
import type { SqliteFigures } from '../../peers/data/data-sqlite.ts'
import { median, medianMs } from '../../support/load.ts'
import { childPids, cpuMs } from '../../support/process.ts'
import { runQueue } from '../../support/queue-process.ts'
import { writeRandomTable } from '../../support/random-table.ts'
import { addedAtMost, atMost, timesFaster } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'
import type { SvcServer } from '../../support/svc.ts'

const rows = 1_000_000
const rounds = 3
const queries = 15
const exports = 5
const sql = 'select color, count(*) as n, avg(price) as price, sum(qty) as qty from bench group by color order by color'
const exportedSql = 'select * from bench limit 100000'
const millisecondsPerTick = 10
const mostDelayMs = 20
const metricsToken = 'a-token-of-the-bench'

interface Figures {
  importMs: number
  importCpuMs: number
  groupByMs: number
  exportMs: number
}

/** A million rows of ten columns: uploaded, grouped and exported over HTTP with a key, beside DuckDB in process and better-sqlite3. */
export async function data(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  try {
    const csv = join(folder, 'bench.csv')
    await writeRandomTable(csv, rows)
    return await measured(csv)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measured(csv: string): Promise<Row[]> {
  const ours: Figures[] = []
  const duckdb: DuckDbFigures[] = []
  const env = { CSV: csv, SQL: sql, EXPORT_SQL: exportedSql }
  const sqlite = await runQueue<SqliteFigures>('bench/peers/data/data-sqlite.ts', env)
  const server = await startSvc({ env: { SVC_METRICS_ENABLED: 'true', SVC_METRICS_TOKEN: metricsToken } })
  const client = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  let delayMs = 0
  try {
    // One that counts for nothing: the first import of a server starts the processes that others find warm.
    for (let round = 0; round <= rounds; round += 1) {
      const figures = await measureOurs(server, client, csv)
      delayMs = Math.max(delayMs, figures.delayMs)
      if (round > 0) ours.push(figures)
      duckdb.push(await runQueue<DuckDbFigures>('bench/peers/data/data-duckdb.ts', env))
    }
  } finally {
    await client.close()
    await server.stop()
  }
  return table(of(ours), of(duckdb), sqlite, delayMs)
}

async function measureOurs(server: SvcServer, client: Agent, csv: string): Promise<Figures & { delayMs: number }> {
  const form = new FormData()
  form.set('name', 'bench')
  form.set('file', await openAsBlob(csv), 'bench.csv')
  const cpuBefore = treeCpuMs(server.pid)
  const started = performance.now()
  const answer = await fetch(`${server.url}/api/data/import`, { method: 'POST', headers: bearer(server), body: form })
  const made = (await answer.json()) as { dataset_id: string; name: string; table: string }
  if (answer.status !== 201) throw new Error(`the import answered ${answer.status}: ${JSON.stringify(made)}`)
  const importMs = performance.now() - started
  const importCpuMs = treeCpuMs(server.pid) - cpuBefore
  const named = (text: string): string => text.replace('bench', made.table)
  const groupByMs = await medianMs(queries, () => post(server, client, '/api/data/query', { sql: named(sql) }))
  await eventLoopDelayMs(server)
  const exporting = { sql: named(exportedSql), format: 'json' }
  const exportMs = await medianMs(exports, () => post(server, client, '/api/data/export', exporting))
  const delayMs = await eventLoopDelayMs(server)
  await fetch(`${server.url}/api/data/datasets/${made.dataset_id}`, {
    method: 'DELETE',
    headers: { ...bearer(server), 'content-type': 'application/json' },
    body: JSON.stringify({ confirm: made.name }),
  })
  return { importMs, importCpuMs, groupByMs, exportMs, delayMs }
}

function bearer({ key }: SvcServer): Record<string, string> {
  return { authorization: `Bearer ${key}` }
}

async function post(server: SvcServer, dispatcher: Agent, path: string, body: object): Promise<void> {
  const answer = await request(server.url + path, {
    dispatcher,
    method: 'POST',
    headers: { ...bearer(server), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const bytes = await answer.body.arrayBuffer()
  if (answer.statusCode !== 200)
    throw new Error(`${path} answered ${answer.statusCode}: ${Buffer.from(bytes).toString('utf8', 0, 500)}`)
}

/** The server's event-loop delay, p99, since it was last asked. */
async function eventLoopDelayMs({ url }: SvcServer): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  const text = await answer.text()
  const found = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)
  if (!found) throw new Error('the server reports no event-loop delay')
  return Number(found[1]) * 1000
}

/** CPU of the server, of its children that live, and of those that it has seen end. */
function treeCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ended = (Number(fields[13]) + Number(fields[14])) * millisecondsPerTick
  return cpuMs(pid) + ended + childPids(pid).reduce((sum, child) => sum + cpuMs(child), 0)
}

function of<T extends object>(figures: readonly T[]): T {
  const names = Object.keys(figures[0] ?? {}) as (keyof T)[]
  return Object.fromEntries(names.map(name => [name, median(figures.map(each => Number(each[name])))])) as T
}

function table(ours: Figures, duckdb: DuckDbFigures, sqlite: SqliteFigures, delayMs: number): Row[] {
  const row = (path: string, measure: string, value: number, name: string, beside: number) => ({
    path,
    measure,
    ours: value,
    unit: 'ms',
    beside: { name, value: beside },
  })
  const importPath = 'dataset import, 1,000,000 x 10'
  const grouping = 'group-by over 1,000,000 rows'
  const exporting = 'export of 100,000 rows as JSON'
  return [
    atMost(row(importPath, 'CPU, upload to queryable', ours.importCpuMs, 'DuckDB read_csv', duckdb.importCpuMs), 1.8),
    timesFaster(row(importPath, 'upload to queryable', ours.importMs, 'better-sqlite3', sqlite.importMs), 3),
    addedAtMost(row(grouping, 'p50 over HTTP', ours.groupByMs, 'DuckDB in process', duckdb.groupByMs), 3),
    timesFaster(row(grouping, 'p50 over HTTP', ours.groupByMs, 'better-sqlite3', sqlite.groupByMs), 20),
    atMost(row(exporting, 'p50 over HTTP', ours.exportMs, 'DuckDB COPY TO a file', duckdb.copyJsonMs), 1.5),
    timesFaster(row(exporting, 'p50 over HTTP', ours.exportMs, 'objects and JSON.stringify', duckdb.stringifyMs), 3),
    atMost(row(exporting, 'event-loop delay meanwhile, p99', delayMs, 'the goal', mostDelayMs), 1),
  ]
}

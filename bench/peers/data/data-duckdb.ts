/** DuckDB in process: what an import, a group-by and exports cost without anything around them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { medianMs } from '../../support/load.ts'

export interface DuckDbFigures {
  importMs: number
  importCpuMs: number
  groupByMs: number
  copyJsonMs: number
  stringifyMs: number
}

const csv = String(process.env['CSV'])
const sql = String(process.env['SQL'])
const exported = String(process.env['EXPORT_SQL'])
const times = 15
const exports = 5
const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
const connection = await (await DuckDBInstance.create(':memory:')).connect()
const cpu = (): number => (process.cpuUsage().user + process.cpuUsage().system) / 1000

const cpuBefore = cpu()
const importMs = await medianMs(1, () => connection.run(`create table bench as from read_csv('${csv}')`))
const importCpuMs = cpu() - cpuBefore
const groupByMs = await medianMs(times, async () => (await connection.runAndReadAll(sql)).getRowsJson())
const copyJsonMs = await medianMs(exports, () =>
  connection.run(`copy (${exported}) to '${join(folder, 'out.json')}' (format json, array true)`),
)
const stringifyMs = await medianMs(exports, async () => {
  const rows = (await connection.runAndReadAll(exported)).getRowObjectsJson()
  await writeFile(join(folder, 'rows.json'), JSON.stringify(rows))
})
await rm(folder, { recursive: true, force: true })
const figures: DuckDbFigures = { importMs, importCpuMs, groupByMs, copyJsonMs, stringifyMs }
console.log(JSON.stringify(figures))

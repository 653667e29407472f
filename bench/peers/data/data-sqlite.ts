/** better-sqlite3: the same CSV, cut at its commas and put into a table row by row, and the same group-by. */
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'
import { medianMs } from '../../support/load.ts'

export interface SqliteFigures {
  importMs: number
  groupByMs: number
}

const csv = String(process.env['CSV'])
const sql = String(process.env['SQL'])
const times = 3
const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
const database = new Database(join(folder, 'bench.sqlite'))
database.pragma('journal_mode = WAL')
database.exec(
  'create table bench (id integer, name text, color text, price real, qty integer, day text, ts text, flag text, x real, big integer)',
)
const insert = database.prepare(
  'insert into bench values (cast(? as integer), ?, ?, cast(? as real), cast(? as integer), ?, ?, ?, cast(? as real), cast(? as integer))',
)
const started = performance.now()
database.exec('begin')
let isHeader = true
for await (const line of createInterface({ input: createReadStream(csv) })) {
  if (!isHeader) insert.run(...line.split(','))
  isHeader = false
}
database.exec('commit')
const importMs = performance.now() - started

const groupByMs = await medianMs(times, () => database.prepare(sql).all())
database.close()
await rm(folder, { recursive: true, force: true })
const figures: SqliteFigures = { importMs, groupByMs }
console.log(JSON.stringify(figures))

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../apps/query-host/duckdb/open-database.ts'
import { SqlQueries } from '../../apps/query-host/duckdb/sql/sql-queries.ts'
import type { HostQuery } from '../../kernel/index.ts'
import { readPeerCases, whereNot } from './peer-cases.ts'

interface SqlCase {
  sql: string
  /** Rows need not come in this order. */
  sort: 'nosort' | 'rowsort'
  /** Rows as the suite prints them, their values between tabs. */
  exp: string[]
  /** Rows as the engine alone shows them, where it was asked. */
  ref: (string | null)[][] | null
}

interface SqlGroup {
  file: string
  tables: { name: string; parquet: string }[]
  cases: SqlCase[]
}

const text = readPeerCases('sql/cases.json.gz')
const { groups } = text ? (JSON.parse(text) as { groups: SqlGroup[] }) : { groups: [] }

/** Statements whose rows are others here. */
const otherwise: ReadonlySet<string> = new Set([
  // Values of a row that share a name are called by their place.
  "select [row('a', 'b', 'c'), $$(abc, def, ghi)$$]",
  // Values of UNION are structs in Parquet.
  'SELECT * FROM tbl1',
  'SELECT * FROM tbl2',
])

describe.skipIf(!text)(`SELECT statements of DuckDB's tests (${whereNot})`, () => {
  let connection: DuckDBConnection
  let queries: SqlQueries
  let folder: string
  const before = process.cwd()
  const files = new Map<string, string>()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-test-'))
    process.chdir(folder)
    await mkdir('datasets')
    connection = await openDatabase({ memoryMb: 512, threads: 1, staging: 'datasets' })
    const tables = async (names: readonly string[]) =>
      names.map(name => {
        const file = files.get(name.toLowerCase())
        return file === undefined ? null : { name, file }
      })
    queries = new SqlQueries(connection, { tables, progress: () => undefined }, () => undefined)
  })
  afterAll(async () => {
    connection?.closeSync()
    process.chdir(before)
    await rm(folder, { recursive: true, force: true })
  })

  it.each(groups.map((group, index) => [group.file, index, group] as const))('%s', async (_file, index, group) => {
    files.clear()
    for (const [place, { name, parquet }] of group.tables.entries()) {
      const file = `datasets/${index}-${place}.parquet`
      await writeFile(join(folder, file), Buffer.from(parquet, 'base64'))
      files.set(name.toLowerCase(), file)
    }
    const off: unknown[] = []
    for (const { sql, ref, exp, sort } of group.cases) {
      const answer = await rowsOf(queries, sql)
      const rows = ref ?? exp.map(line => line.split('\t'))
      const isSame = typeof answer !== 'string' && shown(answer, sort) === shown(rows, sort)
      if (isSame === otherwise.has(sql)) off.push({ sql, answer, rows })
    }
    expect(off).toEqual([])
  })
})

async function rowsOf(queries: SqlQueries, sql: string): Promise<unknown[][] | string> {
  try {
    const request: HostQuery = {
      sql,
      params: [],
      limit: 100_000,
      max_bytes: 50_000_000,
      format: 'json',
      digest: false,
    }
    let { piece, end } = await queries.start(request)
    while (end === null) {
      const next = await queries.more()
      piece += next.piece
      end = next.end
    }
    return JSON.parse(`[${piece}]`) as unknown[][]
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    return `${code}: ${message}`
  }
}

/** Rows without the signs by which JSON and the engine's own text of a value differ. */
function shown(rows: readonly (readonly unknown[])[], sort: SqlCase['sort']): string {
  const lines = rows.map(cells => cells.map(plain).join(' | '))
  return (sort === 'rowsort' ? lines.toSorted() : lines).join('\n')
}

function plain(cell: unknown): string {
  const word = typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
  return word
    .toLowerCase()
    .replaceAll(/(\d)t(\d)/g, '$1 $2')
    .replaceAll(/(:\d\d)\.000|z$|\+00$/g, '$1')
    .replaceAll(/(:\d\d\.\d*[1-9])0+/g, '$1')
    .replaceAll(/(?<![\d:.])\d+\.\d+(?:e[+-]?\d+)?(?![\d:])/g, number => String(Number(Number(number).toPrecision(9))))
    .replaceAll(/[\s'"{}[\](),:=\\]/g, '')
    .replaceAll('infinity', 'inf')
}

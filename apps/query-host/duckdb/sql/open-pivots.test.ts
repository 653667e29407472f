import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SqlQueries } from './sql-queries.ts'

let folder: string
let connection: DuckDBConnection
let queries: SqlQueries
/** How often tables were asked for; each time another file stands behind them while it is counted. */
let asked = -1

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-test-'))
  connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run('set errors_as_json = true')
  for (const name of ['one', 'two'])
    await connection.run(
      `copy (select * from (values (1, 'x', 2, 10), (2, 'y''s', 3, 20), (3, 'x', 10, 30), (4, null, 2, 5)) v(a, b, c, d)) to '${join(folder, name)}' (format parquet)`,
    )
  await connection.run(`create table t as from read_parquet('${join(folder, 'one')}')`)
  const tables = async (names: readonly string[]) =>
    names.map(name => {
      if (asked >= 0) asked += 1
      return name === 't' ? { name, file: join(folder, asked > 1 ? 'two' : 'one') } : null
    })
  queries = new SqlQueries(connection, { tables, progress: () => undefined }, () => undefined)
})

afterAll(async () => {
  connection.closeSync()
  await rm(folder, { recursive: true, force: true })
})

async function ask(sql: string, params: number[] = []) {
  const request = { sql, params, limit: 1000, max_bytes: 1_000_000, format: 'json', digest: true } as const
  try {
    const { columns, piece } = await queries.start({ ...request, params })
    return { names: columns.map(({ name }) => name), rows: JSON.parse(`[${piece}]`) as unknown[][] }
  } catch (error) {
    const { code, message } = error as Error & { code: string }
    return `${code}: ${message}`
  }
}

describe('a PIVOT whose columns come from the data is answered as the engine alone does it', () => {
  test.each([
    'pivot t on b using sum(a) group by c order by all',
    'pivot t on c using sum(a) order by all',
    'pivot t on b || c using sum(a) order by all',
    'pivot t on b, c using sum(a) as s, max(d) order by all',
    'pivot t on (b, c) using sum(a) order by all',
    `pivot t on b in ('x'), c using sum(a) order by all`,
    `pivot t on b in (select 'x') using sum(a) order by all`,
    'pivot t on b order by all',
    'from (pivot t on b using sum(a)) order by all',
    'select x from (pivot t on b using sum(a)) order by all',
    'from (describe pivot t on b using sum(a))',
    'describe pivot t on b using sum(a)',
    'with z as (from t) pivot z on b using sum(a) order by all',
    'with z as (from t), p as (pivot z on b using sum(a)) from p order by all',
    'with p as (pivot t on b using sum(a)) pivot p on c using sum(d) order by all',
    'with recursive r as (select 1 n union all select n + 1 from r where n < 3) pivot r on n using sum(n)',
    'select * from (with z as (from t where a < 3) pivot z on b using sum(a)) order by all',
    'from (pivot t on b using sum(a)) s join t on s.c = t.c order by all',
    'pivot (pivot t on b using sum(a) group by c) on c using sum(x) order by all',
    'pivot (select u.a, v.b from t u join t v on u.a = v.a) on b using sum(a)',
    'pivot t u join (select a as e from t) v on u.a = v.e on b using sum(a) order by all',
    'pivot t on b using sum(a) union all by name from t order by all',
    '-- a comment, on x\npivot t -- on y\non b /* using */ using sum(a) -- the end\n;',
  ])('%s', async sql => {
    const alone = await connection.runAndReadAll(sql.replaceAll(/\bt\b/g, 'main.t'))
    const answer = await ask(sql)
    expect(answer).toEqual({ names: alone.columnNames(), rows: alone.getRowsJson().map(row => row.map(asNumber)) })
  })

  test('with parameters where they change no column', async () => {
    expect(await ask(`pivot (from t where a < 3) on b using sum(a * ?)`, [2])).toEqual({
      names: ['c', 'd', 'x', `y's`],
      rows: [
        [2, 10, 2, null],
        [3, 20, null, 4],
      ],
    })
  })
})

/** The engine's own JSON has texts for large integers. */
function asNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
}

describe('such a PIVOT reads and does no more than another statement', () => {
  test.each([
    [`pivot read_csv('/etc/passwd') on column0 using count(*)`, 'sql_forbidden: The function read_csv '],
    [`pivot '/etc/passwd' on column0 using count(*)`, 'sql_forbidden: There is no table "/etc/passwd"'],
    [
      `pivot t on b || current_setting('home_directory') using count(*)`,
      'sql_forbidden: The function current_setting ',
    ],
    [`pivot t on b using sum(length(current_setting('x')))`, 'sql_forbidden: The function current_setting '],
    [
      `pivot t on b in (select content from read_text('/etc/passwd')) using sum(a)`,
      'sql_forbidden: The function read_text ',
    ],
    [
      `pivot (with x as (from read_text('/etc/passwd')) from x) on content using count(*)`,
      'sql_forbidden: The function read_text ',
    ],
    ['create table x as pivot t on b using sum(a)', 'sql_forbidden: CREATE is not allowed.'],
    [`copy (pivot t on b using sum(a)) to 'x'`, 'sql_forbidden: COPY is not allowed.'],
    ['insert into t pivot t on b using sum(a)', 'sql_forbidden: INSERT is not allowed.'],
    ['pivot t on b using sum(a); drop table t', 'sql_forbidden: '],
    ['drop table t; pivot t on b using sum(a)', 'sql_forbidden: DROP is not allowed.'],
    ['pivot range(2000) r(i) on i using sum(i)', 'query_limit: The PIVOT gives more than 1000 columns.'],
    ['pivot (from t where false) on b using sum(a)', 'sql_error: The PIVOT has no columns'],
    ['pivot t on b using sum(cast(b as int))', `sql_error: Could not convert string 'x' to INT32`],
    ['pivot t on nothing using sum(a)', 'sql_error: Referenced column "nothing" not found'],
  ])('%s', async (sql, refusal) => {
    expect(await ask(sql)).toMatch(new RegExp(`^${refusal.replaceAll(/[.*()]/g, '\\$&')}`))
  })

  test('an error names no line of a text that people did not write', async () => {
    expect(await ask('pivot t on b using sum(cast(b as int))')).not.toMatch(/line \d/)
  })

  test('a table that changes between its columns and its rows ends it', async () => {
    asked = 0
    const answer = await ask('pivot t on b using sum(a)')
    asked = -1
    expect(answer).toBe('sql_error: A table was changed while the columns of its PIVOT were read. Run the query again.')
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { RemoteError } from '@svc/plugin/child'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { VersionWriter } from '../tables/version-writer.ts'
import type { SqlValue } from './define-functions.ts'
import { openAnswer } from './open-answer.ts'

let folder: string
const values = [3, 1, 4, 1, 5, 9, 2, 6]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-test-'))
  const columns = [
    { name: 'id', type: 'BIGINT' },
    { name: 'x', type: 'DOUBLE' },
    { name: 'day', type: 'DATE' },
  ]
  for (const name of ['one', 'two']) {
    const writer = new VersionWriter(join(folder, name), columns)
    for (const [index, value] of values.entries()) writer.add([BigInt(index), value, `2024-0${index + 1}-15`])
    await writer.finish()
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function rowsOf(sql: string): Promise<SqlValue[][]> {
  const answer = await openAnswer(sql, [], async names =>
    names.map(name => (/^(one|two)$/i.test(name) ? { name, file: join(folder, name.toLowerCase()) } : null)),
  )
  try {
    return [...{ [Symbol.iterator]: () => answer.rows }]
  } catch (error) {
    throw answer.failure(error)
  } finally {
    answer.close()
  }
}

async function refusal(sql: string): Promise<string> {
  try {
    await rowsOf(sql)
  } catch (error) {
    if (error instanceof RemoteError) return `${error.code}: ${error.message}`
    throw error
  }
  throw new Error('It was not refused.')
}

it('moves a window of the standard deviation, row by row', async () => {
  const rows = await rowsOf('select stddev(x) over (order by id rows between 2 preceding and current row) from one')
  const expected = values.map((_, index) => sampleDeviation(values.slice(Math.max(0, index - 2), index + 1)))
  for (const [index, [found]] of rows.entries())
    expect(found === null ? null : Math.round(Number(found) * 1e9)).toBe(
      expected[index] === null ? null : Math.round(expected[index]! * 1e9),
    )
})

it('joins tables of several files, a file under two names too', async () => {
  const joined = await rowsOf(
    'select count(*), sum(b.x) from one a join two b on a.id = b.id join "two" c on c.id = b.id where a.x > 4',
  )
  expect(joined).toEqual([[3n, 20]])
})

it('knows what a table that shadows another is', async () => {
  const rows = await rowsOf(
    'with one as (select 1 as id union select 2) select (select count(*) from one), count(*) from two',
  )
  expect(rows).toEqual([[2n, 8n]])
})

it('reads no table that was not looked up, whatever it is called inside', async () => {
  const names = [
    'main.data',
    'data',
    'temp.copy_0',
    'copy_0',
    'sqlite_schema',
    '"sqlite_master"',
    'pragma_database_list',
    'fts5vocab',
    'dbstat',
  ]
  const answers = await Promise.all(names.map(name => refusal(`select * from one, two, ${name}`)))
  expect(answers.map(answer => answer.split(':')[0])).toEqual(names.map(() => 'sql_forbidden'))
})

it('says at which of several equal words the statement breaks', async () => {
  expect(await refusal('select id from one\nwhere id in (select id from two)\nfrom one')).toBe(
    'sql_error: near "from": syntax error (line 3, column 1)',
  )
})

it('ends a statement that nests too deep with an answer', async () => {
  const depth = 3000
  const answers = [
    await refusal(`select ${'('.repeat(depth)}1${')'.repeat(depth)}`),
    await refusal(`${'select * from ('.repeat(1500)}select 1${')'.repeat(1500)}`),
  ]
  expect(answers.map(answer => answer.split(':')[0])).toEqual(['sql_error', 'sql_error'])
})

it('keeps dates text, so that they compare as they read', async () => {
  expect(
    await rowsOf("select day, typeof(day), month(day) from one where day >= '2024-07' order by day limit 1"),
  ).toEqual([['2024-07-15', 'text', 7n]])
})

function sampleDeviation(numbers: readonly number[]): number | null {
  if (numbers.length < 2) return null
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  return Math.sqrt(numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / (numbers.length - 1))
}

it('aggregates missing values as DuckDB does', async () => {
  const rows = [`('a', NULL)`, `('b', NULL)`, `('b', 2.0)`, `('b', NULL)`, `('c', 3.0)`, `('c', 4.0)`].join(', ')
  const sql = `WITH t(g, x) AS (VALUES ${rows})
    SELECT g, product(x), first(x), last(x), any_value(x) FROM t GROUP BY g ORDER BY g`
  const duckdb = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  const expected = (await duckdb.runAndReadAll(sql.replaceAll('.0', '.0::DOUBLE'))).getRows()
  duckdb.closeSync()
  expect(await rowsOf(sql)).toEqual(expected)
  expect(expected).toEqual([
    ['a', null, null, null, null],
    ['b', 2, null, null, 2],
    ['c', 12, 3, 4, 3],
  ])
})

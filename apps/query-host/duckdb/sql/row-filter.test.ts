import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFilter } from './row-filter.ts'

let connection: DuckDBConnection

beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect()
})

afterAll(() => connection.closeSync())

async function verdict(filter: string): Promise<string> {
  return checkFilter(connection, filter).then(
    () => 'passed',
    (error: Error & { code: string }) => error.code,
  )
}

test.each([
  'age > 30 and city is not null',
  `name like 'a%' or lower(city) in ('x', 'y')`,
  'age > 1 -- grown up',
  '(age) > (1)',
  `day between date '2020-01-01' and date '2021-01-01'`,
])('a condition passes: %s', async filter => {
  expect(await verdict(filter)).toBe('passed')
})

test.each([
  ['', 'sql_error'],
  ['age >', 'sql_error'],
  ['age > ?', 'sql_error'],
  ['true) group by (age', 'sql_forbidden'],
  ['true) order by (age', 'sql_forbidden'],
  ['true) limit (1', 'sql_forbidden'],
  ['true) union all select * from rows where (true', 'sql_forbidden'],
  ['true) qualify (true', 'sql_forbidden'],
  ['true) having (true', 'sql_forbidden'],
  ['true); drop table x; select (1', 'sql_forbidden'],
  ['age > (select max(age) from other)', 'sql_forbidden'],
  [`length(current_setting('threads')) > 0`, 'sql_forbidden'],
  [`exists (from read_text('/etc/passwd'))`, 'sql_forbidden'],
  [`x = '${'y'.repeat(33_000)}'`, 'payload_too_large'],
])('anything else does not: %.50s', async (filter, code) => {
  expect(await verdict(filter)).toBe(code)
})

test('an error names the place in the filter, not in what stands around it', async () => {
  const error = await checkFilter(connection, `age > 1\n and read_text('x')`).catch((failure: Error) => failure)
  expect(String(error)).toContain('read_text is not allowed (line 2, column 6)')
})

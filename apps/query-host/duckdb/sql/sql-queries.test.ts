import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'
import { sameDigest } from '@svc/plugin'
import type { HostQuery, HostQueryAnswer, HostQueryEnd } from '../../../../kernel/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SqlQueries } from './sql-queries.ts'

interface Answer extends Pick<HostQueryAnswer, 'columns' | 'volatile'> {
  tables: string[]
  text: string
  end: HostQueryEnd
}

let folder: string
let connection: DuckDBConnection
let queries: SqlQueries
/** Whether every name stands for another file now. */
let moved = false

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-test-'))
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '256MiB' })
  connection = await instance.connect()
  await connection.run(`set TimeZone = 'UTC'; set errors_as_json = true`)
  const file = join(folder, 'sales.parquet')
  await connection.run(
    `copy (select i as id, ['north', 'south', 'east'][1 + i % 3] as region, i / 4 as amount, timestamp '2020-01-01' + to_days(i::int) as day
       from range(30) r(i)) to '${file}' (format parquet)`,
  )
  const other = join(folder, 'other.parquet')
  await connection.run(`copy (select 7 as id) to '${other}' (format parquet)`)
  const known = new Set(['sales', 'sales@2', 'user'])
  const tables = async (names: readonly string[]) =>
    names.map(name => (known.has(name.toLowerCase()) ? { name: name.toLowerCase(), file: moved ? other : file } : null))
  queries = new SqlQueries(connection, { tables, progress: () => undefined }, () => undefined)
})

afterAll(async () => {
  connection.closeSync()
  await rm(folder, { recursive: true, force: true })
})

async function ask(sql: string, more: Partial<HostQuery> = {}): Promise<Answer> {
  const request: HostQuery = {
    sql,
    params: [],
    limit: 1000,
    max_bytes: 10_000_000,
    format: 'json',
    digest: true,
    ...more,
  }
  const first = await queries.start(request)
  let text = first.piece
  let { end } = first
  while (end === null) {
    const next = await queries.more()
    text += next.piece
    end = next.end
  }
  return { columns: first.columns, volatile: first.volatile, tables: first.tables.map(({ name }) => name), text, end }
}

async function rowsOf(sql: string, params: HostQuery['params'] = []): Promise<unknown> {
  return JSON.parse(`[${(await ask(sql, { params })).text}]`)
}

async function refusalOf(sql: string, more: Partial<HostQuery> = {}): Promise<string> {
  const failure = await ask(sql, more).then(
    () => null,
    (error: Error & { code: string }) => error,
  )
  return failure === null ? 'it ran' : `${failure.code}: ${failure.message}`
}

describe('what people ask of their data', () => {
  test.each<[string, unknown[]]>([
    [
      'select region, sum(amount) from sales group by region order by region',
      [
        ['east', 38.75],
        ['north', 33.75],
        ['south', 36.25],
      ],
    ],
    ['from sales select count(*)', [[30]]],
    [
      "values (1, 'a'), (2, null)",
      [
        [1, 'a'],
        [2, null],
      ],
    ],
    ['select count(*) from SALES s join "sales@2" t using (id)', [[30]]],
    ['with s as (select * from sales where id < 2) select id from s', [[0], [1]]],
    ['with sales as (select id from sales where id < 2) select id from sales order by id', [[0], [1]]],
    ['with recursive r as (select 1 n union all select n + 1 from r where n < 3) select * from r', [[1], [2], [3]]],
    [
      'select region from sales qualify row_number() over (partition by region order by id) = 1 order by 1',
      [['east'], ['north'], ['south']],
    ],
    [
      'select sum(id) over (order by id rows between 1 preceding and current row) from sales order by id limit 3',
      [[0], [1], [3]],
    ],
    ['select s.id, l.half from sales s, lateral (select s.id / 2 as half) l where s.id = 4', [[4, 2]]],
    [
      "select a.id from sales a asof join (values (timestamp '2020-01-03 12:00:00')) b(day) on a.day >= b.day order by 1 limit 1",
      [[3]],
    ],
    ['select max_by(region, id), arg_min(id, amount), median(id) from sales', [['east', 0, 14.5]]],
    [
      'select list_transform([1, 2], lambda x: x + 1), [x * 2 for x in [1, 2, 3] if x > 1]',
      [
        [
          [2, 3],
          [4, 6],
        ],
      ],
    ],
    [
      "select regexp_extract('a-12', '([0-9]+)', 1), strftime(date '2020-02-01', '%d.%m.%Y'), date_trunc('month', date '2020-02-17')",
      [['12', '01.02.2020', '2020-02-01T00:00:00.000']],
    ],
    [`select '{"a": [1, 2]}'::json -> '$.a[1]', json_extract_string('{"a": "x"}', '$.a')`, [[2, 'x']]],
    [
      'select unnest([1, 2]) as x, x + 1',
      [
        [1, 2],
        [2, 3],
      ],
    ],
    [
      "from (pivot sales on region in ('north', 'east') using sum(amount) group by id) where id < 2 order by id",
      [
        [0, 0, null],
        [1, null, null],
      ],
    ],
    ['select alias(amount) from sales limit 1', [['amount']]],
    [`from repeat('x', 2)`, [['x'], ['x']]],
    [
      `with recursive t(k, n) using key (k) as (
         select * from (values (1, 0), (2, 0)) union select k, r.n + 1 from t join recurring.t r using (k) where t.n < 3
       ) select k, n from t order by k`,
      [
        [1, 3],
        [2, 3],
      ],
    ],
    ['select count(*) from (unpivot (select id, amount from sales) on id, amount into name n value v)', [[60]]],
    ['select "user".id from "user" where id = 1', [[1]]],
    ['describe select 1 as a', [['a', 'INTEGER', 'YES', null, null, null]]],
    ["select column_name, count from (summarize sales) where column_name = 'id'", [['id', 30]]],
    ["select 'drop table sales; --' -- ; attach 'x'\n;", [['drop table sales; --']]],
  ])('%s', async (sql, rows) => {
    expect(await rowsOf(sql)).toEqual(rows)
  })

  test('parameters are typed by their values', async () => {
    expect(
      await rowsOf('select typeof(?), typeof(?), typeof(?), typeof(?), ? is null', [1, 1.5, 'x', true, null]),
    ).toEqual([['BIGINT', 'DOUBLE', 'VARCHAR', 'BOOLEAN', true]])
  })

  test('values keep what JSON numbers would lose', async () => {
    const sql = `select 9007199254740993 as a, 9007199254740991 as b, (2::hugeint ** 100)::hugeint as c, 12::hugeint as d, 1234567890123456.5::decimal(20, 1) as e,
      1.50 as f, 'nan'::double as g, '-inf'::double as h, 0.1::float as i, date '2020-01-31' as j, timestamp '2020-01-31 12:00:00' as k,
      timestamp '2020-01-31 12:00:00.123456' as l, timestamptz '2020-01-31 12:00:00+01' as m, interval '1 month 2 days' as n, '\\xFF'::blob as o,
      {'a': [1, null], 'b': 'x'} as p, map {1: 'x'} as q, union_value(n := 3) as r, 'x'::enum('x', 'y') as s, '101'::bit as t, '{"a":1}'::json as u,
      time '12:00:01' as v, timestamp '1969-12-31 23:59:59.999999' as w, 'infinity'::date as x, [date '2020-01-01'] as y`
    const { text } = await ask(sql)
    expect(JSON.parse(text)).toEqual([
      '9007199254740993',
      9007199254740991,
      '1267650600228229401496703205376',
      12,
      '1234567890123456.5',
      1.5,
      'NaN',
      '-Infinity',
      0.1,
      '2020-01-31',
      '2020-01-31T12:00:00.000',
      '2020-01-31T12:00:00.123456',
      '2020-01-31T11:00:00.000Z',
      '1 month 2 days',
      '/w==',
      { a: [1, null], b: 'x' },
      { '1': 'x' },
      3,
      'x',
      '101',
      { a: 1 },
      '12:00:01',
      '1969-12-31T23:59:59.999999',
      'infinity',
      ['2020-01-01'],
    ])
  })

  test('CSV has a header, tells an empty text from a missing one, and starts no formula', async () => {
    const sql = `select '=1+1' as "=a", '-2' as b, -2 as c, '' as d, null as e, 'x,"y' as f, timestamp '2020-01-31 12:00:00.5' as g, '@' as h`
    const { text } = await ask(sql, { format: 'csv' })
    expect(text).toBe(`'=a,b,c,d,e,f,g,h\n'=1+1,'-2,-2,"",,"x,""y",2020-01-31 12:00:00.5,'@\n`)
  })

  test('a long answer comes in pieces, cut nowhere in a character, and stops at the limit', async () => {
    const { text, end } = await ask(`select id, repeat('😀', 999) as face from (select unnest(range(500)) as id)`, {
      limit: 300,
    })
    const rows = JSON.parse(`[${text}]`) as unknown[]
    expect({ rows: rows.length, last: rows.at(-1), ...end, digest: null }).toEqual({
      rows: 300,
      last: [299, '😀'.repeat(999)],
      row_count: 300,
      truncated: true,
      digest: null,
    })
  })

  test('an answer over its size ends with the number', async () => {
    expect(await refusalOf(`select repeat('x', 1000) from range(1000)`, { max_bytes: 100_000 })).toBe(
      'query_limit: The answer has more than 100000 bytes. Ask for fewer rows or columns, or export it as a file.',
    )
  })

  test('a name stands for the file that it has now, however it is written', async () => {
    const counts = [await rowsOf('select count(*) from sales')]
    moved = true
    counts.push(await rowsOf('select count(*) from SALES'))
    moved = false
    counts.push(await rowsOf('select count(*) from sales'))
    expect(counts).toEqual([[[30]], [[1]], [[30]]])
  })

  test('the tables it names are told, each once', async () => {
    const { tables } = await ask('select 1 from "sales@2" a, Sales b, sales c, (select 1 from sales) d limit 1')
    expect(tables).toEqual(['sales@2', 'sales'])
  })

  test('two digests are the same for two orders of the rows, and for JSON and CSV', async () => {
    const sql =
      'select region, avg(amount) as a, list(amount order by id) as l from sales group by region order by region'
    const [one, other, csv] = [await ask(sql), await ask(`${sql} desc`), await ask(sql, { format: 'csv' })]
    const fewer = await ask(sql.replace('group', 'where id > 1 group'))
    const same = [other, csv, fewer].map(({ end }) => sameDigest(one.end.digest!, end.digest!))
    expect(same).toEqual([true, true, false])
  })

  test.each<[string, string[]]>([
    ['select id, now() < current_timestamp, random() from sales', ['current_timestamp', 'now', 'random']],
    [
      'select age(day), age(day, day), string_agg(region), string_agg(region order by id) from sales group by all',
      ['age', 'string_agg'],
    ],
    ['select * from sales using sample 5', ['sample']],
    ['select region, count(*) from sales group by region limit 2', ['LIMIT without ORDER BY']],
    ['select region, count(*) from sales group by region order by 1 limit 2', []],
    ['select * from sales where id > 2 limit 2', []],
    ['summarize sales', ['SUMMARIZE']],
  ])('what may differ from run to run is told: %s', async (sql, volatile) => {
    expect((await ask(sql)).volatile).toEqual(volatile)
  })

  test('a cut answer has a digest when another run would be cut at the same place', async () => {
    const [plain, grouped] = [
      await ask('select * from sales', { limit: 3 }),
      await ask('select region, count(*) from sales group by region', { limit: 2 }),
    ]
    expect([plain.end.digest === null, grouped.end.digest === null]).toEqual([false, true])
  })
})

describe('what is refused, with where and what to do', () => {
  test.each<[string, string]>([
    ['', 'sql_error: The SQL text holds no statement.'],
    [' -- nothing\n ;', 'sql_error: The SQL text holds no statement.'],
    ['select nope from sales', 'sql_error: Referenced column "nope" not found in FROM clause! (line 1, column 8)'],
    ["select\n  'é', nope(1)", 'sql_error: There is no function nope (line 2, column 8).'],
    ['select * from', 'sql_error: syntax error at end of input (line 1, column 14)'],
    ["select 'x'::int", "sql_error: Could not convert string 'x' to INT32 (line 1, column 11)"],
    ['select ? + ?', 'sql_error: The statement has 2 parameters (?), and 0 values were given.'],
    ['select $a', 'sql_error: The statement has the parameters $a. Write ? for each value, in the order of `params`.'],
    ['select 1; select 2', 'sql_forbidden: The SQL text holds 2 statements.'],
    ['select 1; drop table sales', 'sql_forbidden: The SQL text holds a statement that is no SELECT.'],
    ['/* select */ -- select\n drop table sales', 'sql_forbidden: DROP is not allowed.'],
    ["select read_text('x')", 'sql_forbidden: The function read_text is not allowed (line 1, column 8).'],
    ["select 1 from Read_CSV('x')", 'sql_forbidden: The function read_csv is not allowed in FROM (line 1, column 15).'],
    ['select * from nope', 'sql_forbidden: There is no table "nope" (line 1, column 15).'],
    ['select * from main.sales', 'sql_forbidden: The name main.sales is not allowed'],
    ['show tables', 'sql_forbidden: SHOW is not allowed'],
    ['select * from sales at (version => 1)', 'sql_forbidden: AT is not allowed'],
    [`select ${'('.repeat(12_000)}1${')'.repeat(12_000)}`, 'query_limit: The statement nests too deep'],
    [`select ${'1+'.repeat(10_000)}1`, 'query_limit: The statement nests too deep'],
    [
      `select 1 from ${Array.from({ length: 101 }, (_, index) => `t${index}`).join(', ')}`,
      'query_limit: The statement names 101 tables.',
    ],
    [`select '${'é'.repeat(16_400)}'`, 'payload_too_large: The SQL text has 32809 bytes.'],
    ['select 1\0; drop table sales', 'sql_error: The SQL text holds a NUL character.'],
  ])('%.60s', async (sql, refusal) => {
    expect((await refusalOf(sql)).slice(0, refusal.length)).toBe(refusal)
  })

  test('after a refusal the next query is answered', async () => {
    await refusalOf('select * from nope')
    expect(await rowsOf('select 1')).toEqual([[1]])
  })
})

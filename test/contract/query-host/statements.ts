import { beforeAll, describe, expect, it } from 'vitest'
import { sameDigest } from '@svc/plugin'
import type { ResultDigest } from '@svc/plugin'
import type { QueryHostKit } from './kit.ts'
import { importSales } from './samples.ts'

interface Case {
  sql: string
  params?: (string | number | boolean | null)[]
  rows: unknown[][]
  /** How it is written in the other dialect, where it is. */
  sqlite?: string
}

const cases: Case[] = [
  {
    sql: 'select id, region from sales where amount > 20 order by id',
    rows: [
      [3, 'north'],
      [4, 'east, far'],
      [5, null],
    ],
  },
  {
    sql: 'select region, count(*), sum(amount) from Sales group by region order by region nulls last',
    rows: [
      ['east, far', 1, 40],
      ['north', 2, 40],
      ['south', 1, 20],
      [null, 1, 50],
    ],
  },
  { sql: 'select price from "sales" where price is not null order by price', rows: [[-4], [0.1], [1.5], [2.25]] },
  {
    sql: 'select day, made, open from sales where id < 3 order by id',
    rows: [
      ['2024-01-15', '2024-01-15T08:30:00.000', true],
      ['2024-02-20', '2024-02-20T12:00:00.250', false],
    ],
  },
  { sql: 'select count(*) from "sales@2" where note is not null', rows: [[5]] },
  {
    sql: 'select a.id, b.amount - a.amount from sales a join "sales@2" b using (id) where a.amount <> b.amount',
    rows: [[2, 1]],
  },
  { sql: 'select id from sales where region = ? and amount > ? order by id', params: ['north', 15], rows: [[3]] },
  { sql: 'select id from sales where open = ? order by id', params: [true], rows: [[1], [3]] },
  {
    sql: 'with big as (select * from sales where amount >= 40) select count(*), max(region) from big',
    rows: [[2, 'east, far']],
  },
  { sql: 'with sales as (select 7 as id) select id from sales', rows: [[7]] },
  {
    sql: 'with recursive t(n) as (select 1 union all select n + 1 from t where n < 4) select sum(n) from t',
    rows: [[10]],
  },
  {
    sql: "select id, row_number() over (partition by region order by amount desc) from sales where region = 'north' order by id",
    rows: [
      [1, 2],
      [3, 1],
    ],
  },
  {
    sql: 'select id, lag(amount) over (order by id) from sales order by id limit 2',
    rows: [
      [1, null],
      [2, 10],
    ],
  },
  { sql: 'select sum(amount) filter (where open) from sales', rows: [[40]] },
  {
    sql: "values (1, 'a'), (2, null)",
    rows: [
      [1, 'a'],
      [2, null],
    ],
  },
  { sql: 'select 1 union select 2 order by 1', rows: [[1], [2]] },
  { sql: 'select id from sales order by id limit 2 offset 1', rows: [[2], [3]] },
  {
    sql: "select case when amount > 20 then 'big' else 'small' end, count(*) from sales group by 1 order by 1",
    rows: [
      ['big', 3],
      ['small', 2],
    ],
  },
  { sql: 'select median(amount), quantile_cont(amount, 0.25) from sales', rows: [[30, 20]] },
  { sql: 'select round(stddev(amount), 6), round(var_pop(amount), 6) from sales', rows: [[15.811388, 200]] },
  {
    sql: 'select round(corr(id, amount), 6), arg_max(region, amount) from sales where region is not null',
    rows: [[1, 'east, far']],
  },
  { sql: "select year(day), month(day), date_part('day', day) from sales where id = 3", rows: [[2024, 2, 29]] },
  {
    sql: "select date_diff('month', day, date '2024-12-01') from sales where id = 1",
    sqlite: "select date_diff('month', day, '2024-12-01') from sales where id = 1",
    rows: [[11]],
  },
  {
    sql: "select strftime(day, '%Y/%m') from sales where id = 1",
    sqlite: "select strftime('%Y/%m', day) from sales where id = 1",
    rows: [['2024/01']],
  },
  { sql: "select cast(date_trunc('month', made) as varchar) from sales where id = 3", rows: [['2024-02-01 00:00:00']] },
  {
    sql: "select cast(date_trunc('quarter', made) as varchar) from sales where id = 3",
    rows: [['2024-01-01 00:00:00']],
  },
  {
    sql: "select upper(region), length(region), region || '!' from sales where id = 1",
    rows: [['NORTH', 5, 'north!']],
  },
  {
    sql: "select regexp_replace(region, 'o(.)', '0\\1'), regexp_extract(region, '[a-z]{2}$') from sales where id = 1",
    rows: [['n0rth', 'th']],
  },
  { sql: "select id from sales where regexp_matches(region, '^(north|south)$') order by id", rows: [[1], [2], [3]] },
  {
    sql: "select split_part(region, ', ', 2), lpad(cast(id as varchar), 3, '0'), reverse('äb') from sales where id = 4",
    rows: [['far', '004', 'bä']],
  },
  { sql: 'select greatest(1, 3, 2), least(4, null, 2), coalesce(null, 5), nullif(1, 1)', rows: [[3, 2, 5, null]] },
  {
    sql: 'select 9007199254740993, -9007199254740993, 9007199254740991',
    rows: [['9007199254740993', '-9007199254740993', 9007199254740991]],
  },
  {
    sql: "select string_agg(region, '/' order by id) from sales where region is not null",
    rows: [['north/south/north/east, far']],
  },
  { sql: 'select count(distinct region), approx_count_distinct(open) from sales', rows: [[3, 2]] },
  { sql: '/* ; drop table sales */ select 1 -- ; delete from sales', rows: [[1]] },
  { sql: "select ';' as \"--\", 'it''s' ;", rows: [[';', "it's"]] },
]

export function describeStatements(kit: QueryHostKit): void {
  describe('answers', () => {
    beforeAll(() => importSales(kit))

    it.each(cases)('$sql', async ({ sql, sqlite = sql, params, rows }) => {
      const answer = await kit.query(written(kit.driver, sql, sqlite), params)
      expect(answer.rows).toEqual(rows)
    })

    it('names columns and types of a table as they were stored, and the tables that were read', async () => {
      const { columns, tables, truncated } = await kit.query('select * from SALES', [], 2)
      expect({ columns, tables, truncated }).toEqual({
        columns: [
          { name: 'id', type: 'BIGINT' },
          { name: 'region', type: 'VARCHAR' },
          { name: 'amount', type: 'BIGINT' },
          { name: 'price', type: 'DOUBLE' },
          { name: 'day', type: 'DATE' },
          { name: 'made', type: 'TIMESTAMP' },
          { name: 'open', type: 'BOOLEAN' },
        ],
        tables: [{ name: 'sales', file: kit.fileOf('sales') }],
        truncated: true,
      })
    })

    it('describe and summarize a table or a select', async () => {
      const described = await kit.query('describe sales')
      const selected = await kit.query('DESCRIBE select region, amount from sales')
      const summary = await kit.query('summarize select amount, region from sales')
      const names = summary.columns.map(({ name }) => name)
      const shown = ['column_name', 'column_type', 'min', 'max', 'approx_unique', 'q50', 'count']
      expect({
        columns: described.columns.map(({ name }) => name),
        rows: described.rows.slice(0, 2),
        selected: selected.rows.map(row => row.slice(0, 2)),
        summary: summary.rows.map(row => shown.map(name => row[names.indexOf(name)])),
      }).toEqual({
        columns: ['column_name', 'column_type', 'null', 'key', 'default', 'extra'],
        rows: [
          ['id', 'BIGINT', 'YES', null, null, null],
          ['region', 'VARCHAR', 'YES', null, null, null],
        ],
        selected: [
          ['region', 'VARCHAR'],
          ['amount', 'BIGINT'],
        ],
        summary: [
          ['amount', 'BIGINT', '10', '50', 5, '30', 5],
          ['region', 'VARCHAR', 'east, far', 'south', 3, null, 5],
        ],
      })
    })

    it('write CSV that a spreadsheet does not run', async () => {
      const text = await kit.csv(
        `select id, '=1+1' as "@x", '' as e, null as n, open, made, region from sales where id in (2, 4) order by id`,
      )
      expect(text).toBe(
        [
          `id,'@x,e,n,open,made,region`,
          `2,'=1+1,"",,false,2024-02-20 12:00:00.25,south`,
          `4,'=1+1,"",,false,,"east, far"`,
          '',
        ].join('\n'),
      )
    })

    it('write Infinity as one word in JSON and CSV, of a query and of an export', async () => {
      const sql = 'select 1e1000 as a, -1e1000 as b, 1.5e0 as c'
      const { rows } = await kit.query(sql)
      const exported = await kit.export({ sql, params: [] }, 'csv')
      const json = await kit.export({ sql, params: [] }, 'ndjson')
      expect([rows, await kit.csv(sql), exported.bytes.toString(), JSON.parse(json.bytes.toString())]).toEqual([
        [['Infinity', '-Infinity', 1.5]],
        'a,b,c\nInfinity,-Infinity,1.5\n',
        'a,b,c\nInfinity,-Infinity,1.5\n',
        { a: 'Infinity', b: '-Infinity', c: 1.5 },
      ])
    })

    it('tell which functions may give something else the next time', async () => {
      const asked = [
        await kit.query('select random() < 2'),
        await kit.query('select current_date is null'),
        await kit.query('select upper(region) from sales'),
      ]
      expect(asked.map(({ volatile }) => volatile.length)).toEqual([1, 1, 0])
    })

    it('have the same digest for the same rows in any order, and another for other rows', async () => {
      // One after the other: a query ends the one before it.
      const [one, reversed, other] = [
        await kit.query('select id, price from sales where id < 3 union all select id, price from sales where id >= 3'),
        await kit.query('select id, price from sales where id >= 3 union all select id, price from sales where id < 3'),
        await kit.query('select id, price + 0.001 as price from sales'),
      ]
      const digests = [one, reversed, other].map(answer => answer?.digest as ResultDigest)
      expect([sameDigest(digests[0]!, digests[1]!), sameDigest(digests[0]!, digests[2]!)]).toEqual([true, false])
    })
  })
}

function written(driver: string, sql: string, sqlite: string): string {
  return driver === 'sqlite' ? sqlite : sql
}

import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseStatement } from './statement-tree.ts'
import { allowedFunctions, allowedTableFunctions } from './allowed-functions.ts'
import { checkStatement } from './check-statement.ts'
import { SqlText } from './sql-text.ts'

let connection: DuckDBConnection

beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect()
})

afterAll(() => connection.closeSync())

async function check(sql: string): Promise<{ tables: string[]; volatile: string[] } | string> {
  try {
    const text = new SqlText(sql)
    const { tables, volatile } = checkStatement(text, await parseStatement(connection, text), () => true)
    return { tables: tables.map(({ name }) => name), volatile }
  } catch (error) {
    return (error as { code: string }).code
  }
}

async function engineFunctions(types: string): Promise<string[]> {
  const result = await connection.runAndReadAll(
    `select distinct lower(function_name) from duckdb_functions() where function_type in (${types}) order by 1`,
  )
  return result.getRowsJS().map(([name]) => String(name))
}

/** Forms of the grammar that are functions to the parser alone. */
const grammar = ['->', '|', 'row', 'reduce', 'apply', 'filter']

describe('the list of functions', () => {
  test('names only functions that the engine has', async () => {
    const known = new Set(await engineFunctions(`'scalar', 'aggregate', 'macro', 'table', 'table_macro'`))
    const listed = [...allowedFunctions, ...allowedTableFunctions]
    expect(listed.filter(name => !known.has(name) && !grammar.includes(name))).toEqual([])
  })

  test('leaves out everything that reads, tells or changes more than its arguments', async () => {
    const telling =
      /^(read_|sniff_|glob|parquet_|pragma_|duckdb_|pg_(?!size_pretty|typeof)|has_|current_(setting|schema|database|query|user|role|catalog|connection|transaction)|getvariable|query|nextval|currval|set(?!_bit)|write_log|which_secret|txid|checkpoint|force_|enable_|disable_|truncate_|sleep|sql_auto|json_(de)?serialize|json_execute|parse_(dir|file|path|duckdb)|icu_|st_|__internal|session_|user|version|in_search_path|seq_scan|arrow_|test_|inet_|obj_|col_desc|shobj_)/
    expect([...allowedFunctions, ...allowedTableFunctions].filter(name => telling.test(name))).toEqual([])
  })

  test('refuses every table function of the engine but these', async () => {
    const functions = await engineFunctions(`'table', 'table_macro'`)
    const verdicts = await Promise.all(functions.map(async name => [name, await check(`from ${name}()`)] as const))
    const passed = verdicts.filter(([, verdict]) => typeof verdict !== 'string').map(([name]) => name)
    expect(passed).toEqual([...allowedTableFunctions].toSorted())
  })
})

const forbidden = `current_setting('home_directory')`

describe('a function that is not allowed is found', () => {
  test.each([
    `select ${forbidden}`,
    `select 1 + abs(-length(${forbidden}))`,
    `select CURRENT_SETTING('x')`,
    `select "current_setting"('x')`,
    `select main.current_setting('x')`,
    `select system.main.current_setting('x')`,
    `select 'x'.current_setting()`,
    `select a.current_setting() from t`,
    `select/**/current_setting/**/('x')--`,
    `select 1 where ${forbidden} is null`,
    `select count(*) filter (where ${forbidden} = '') from t`,
    `select string_agg(a order by ${forbidden}) from t`,
    `select a from t order by ${forbidden}`,
    `select a from t limit length(${forbidden})`,
    `select a from t limit 1 offset length(${forbidden})`,
    `select a from t group by ${forbidden}`,
    `select a from t group by grouping sets ((${forbidden}), ())`,
    `select a from t group by all having ${forbidden} = ''`,
    `select a from t qualify ${forbidden} = ''`,
    `select sum(a) over (partition by ${forbidden}) from t`,
    `select sum(a) over (order by a rows between length(${forbidden}) preceding and current row) from t`,
    `select sum(a) over w from t window w as (order by ${forbidden})`,
    `select distinct on (${forbidden}) a from t`,
    `select * replace (${forbidden} as a) from t`,
    `select columns(c -> ${forbidden} = '') from t`,
    `select case when true then ${forbidden} end`,
    `select coalesce(null, ${forbidden})`,
    `select [${forbidden}], {'a': ${forbidden}}, map {1: ${forbidden}}`,
    `select list_transform([1], lambda x: ${forbidden})`,
    `select [${forbidden} for x in [1]]`,
    `select (select ${forbidden})`,
    `select exists (select ${forbidden})`,
    `select 1 in (select ${forbidden})`,
    `select 1 between 0 and ${forbidden}`,
    `select a[length(${forbidden}):] from t`,
    `select cast(${forbidden} as int)`,
    `select ${forbidden} collate nocase`,
    `select * from t join u on ${forbidden} = ''`,
    `select * from t, lateral (select ${forbidden})`,
    `select * from range(length(${forbidden}))`,
    `select * from unnest([${forbidden}])`,
    `values (${forbidden})`,
    `with x as (select ${forbidden}) select 1`,
    `with recursive x as (select 1 a union all select length(${forbidden}) from x) select 1`,
    `select 1 union all select ${forbidden}`,
    `select * from (pivot t on a in ('x') using max(${forbidden}))`,
    `select * from (select ${forbidden}) tablesample 10%`,
    `describe select ${forbidden}`,
    `summarize select ${forbidden}`,
    `from (describe select ${forbidden})`,
    `from (summarize (from t where ${forbidden} = ''))`,
  ])('%s', async sql => {
    expect(await check(sql)).toMatch(/^sql_(forbidden|error)$/)
  })
})

describe('the names of tables', () => {
  test.each<[string, string[] | string]>([
    ['select * from b, a, B', ['b', 'a']],
    ['with a as (select 1) select * from a', []],
    ['with a as (select * from a) select * from a', ['a']],
    ['with a as (select 1), b as (select * from a) select * from b', []],
    ['with b as (select * from a), a as (select 1) select * from b', ['a']],
    ['select (with a as (select 1) select * from a), (select 1 from a)', ['a']],
    ['with A as (select 1) select * from "a"', []],
    ['with ſales as (select 1) select * from sales', ['sales']],
    ['with recursive a as (select 1 x union all select x from a) select * from a', []],
    ['with recursive a as (select x from a union all select 1) select * from a', ['a']],
    ['select * from (with a as (select 1) select * from a) s join a on true', ['a']],
    [`from 'file.csv'`, ['file.csv']],
    ['describe "sales@2"', ['sales@2']],
    ['summarize a', ['a']],
    ['with "x.csv" as (select 1) select 1', 'sql_forbidden'],
    ['with duckdb_tables as (select 1) from duckdb_tables', 'sql_forbidden'],
    ['from information_schema.tables', 'sql_forbidden'],
    ['from memory.main.a', 'sql_forbidden'],
    ['from a, a.b', 'sql_forbidden'],
    ['with recursive a(k) using key (k) as (select 1 union select k from a join recurring.a using (k)) from a', []],
    ['with recursive a(k) as (select 1 union select k from recurring.a) from a', 'sql_forbidden'],
    ['with recursive a(k) using key (k) as (select 1 union select k from recurring.b) from a', 'sql_forbidden'],
    ['with recursive a(k) using key (k) as (select 1 union select k from x.recurring.a) from a', 'sql_forbidden'],
    ['with recursive a(k) using key (k) as (select 1 union select 2) from recurring.a', 'sql_forbidden'],
    ['with parquet as (select 1) from recurring.parquet', 'sql_forbidden'],
    [`select 1::pg_catalog.regclass`, 'sql_forbidden'],
  ])('of %s', async (sql, tables) => {
    const found = await check(sql)
    expect(typeof found === 'string' ? found : found.tables).toEqual(tables)
  })
})

test.each([
  `attach 'x'`,
  `call pragma_version()`,
  `checkpoint`,
  `copy (select 1) to 'x'`,
  `create table x as select 1`,
  `create macro m() as 1`,
  `deallocate x`,
  `delete from t`,
  `detach x`,
  `drop table t`,
  `execute x`,
  `explain select 1`,
  `explain analyze select 1`,
  `export database 'x'`,
  `import database 'x'`,
  `insert into t values (1)`,
  `install httpfs`,
  `load 'x'`,
  `merge into t using u on true when matched then delete`,
  `pragma database_list`,
  `prepare x as select 1`,
  `reset threads`,
  `set threads = 1`,
  `set variable a = 1`,
  `show all tables`,
  `show databases`,
  `show tables`,
  `truncate t`,
  `update t set a = 1`,
  `use x`,
  `vacuum`,
  `begin`,
  `with x as (delete from t returning *) select 1`,
  `(attach 'x')`,
  `select 1 into t`,
  `select 1;;; drop table t`,
  `select 1 \u037e drop table t`,
  `select '\\'; drop table t; --'`,
  `select $$ $$; drop table t`,
  `/* /* */ select 1 */ drop table t`,
  `select 1 --\rdrop table t\n; drop table t`,
  `\ufeffdrop table t`,
  `ｄｒｏｐ table t`,
])('is no query: %s', async sql => {
  expect(await check(sql)).toMatch(/^sql_(forbidden|error)$/)
})

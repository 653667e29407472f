import { beforeAll, describe, expect, it } from 'vitest'
import { refusal } from './kit.ts'
import type { QueryHostKit } from './kit.ts'
import { importSales } from './samples.ts'

const forbidden = [
  'insert into sales values (1)',
  'update sales set id = 1',
  'delete from sales',
  'with x as (select 1) delete from sales',
  'create table x (a integer)',
  'create temp view x as select 1',
  'drop table sales',
  "attach 'x.db' as x",
  'detach x',
  'pragma database_list',
  'vacuum',
  "vacuum into 'x.db'",
  'begin',
  'commit',
  'explain select 1',
  'analyze',
  'reindex',
  'savepoint x',
  'select 1; select 2',
  'select 1 /* */; /* */ drop table sales',
  'describe drop table sales',
  'summarize pragma database_list',
]

// What only one of them has is unknown to the other, and refused for that.
const outOfReach = [
  'select * from sqlite_master',
  'select * from sqlite_schema',
  'select * from sqlite_temp_master',
  'select * from main.sqlite_master',
  'select * from information_schema.tables',
  'select * from pragma_database_list',
  "select * from pragma_table_info('data')",
  'select * from pragma_function_list()',
  'select * from dbstat',
  'select * from sales, "pragma_database_list"',
  'select (select sql from sqlite_master limit 1)',
  'select id from sales where exists (select 1 from [sqlite_master])',
  'select * from main.data',
  'select * from data',
  'select * from temp.sales',
  'select * from duckdb_settings()',
  "select * from 'sales.csv'",
  "select * from read_csv('/etc/passwd')",
  "select load_extension('x')",
  "select readfile('/etc/passwd')",
  'select sqlite_version()',
  'select last_insert_rowid()',
  "select fts3_tokenizer('simple')",
  "select getenv('PATH')",
  "select current_setting('home_directory')",
]

export function describeRefusals(kit: QueryHostKit): void {
  describe('refusals', () => {
    beforeAll(() => importSales(kit))

    it.each(forbidden)('%s', async sql => {
      expect(await refusal(kit.query(sql))).toMatchObject({ code: expect.stringMatching(/^sql_(forbidden|error)$/) })
    })

    it.each(outOfReach)('%s', async sql => {
      const { code, message } = await refusal(kit.query(sql))
      expect(code).toMatch(/^sql_(forbidden|error)$/)
      expect(message).not.toMatch(/svc-test|\/workspace|staging\//)
    })

    it('are of every statement but SELECT, in words', async () => {
      const kinds = ['insert into sales values (1)', "attach 'x' as y", 'pragma database_list', 'drop table sales']
      const codes = await Promise.all(kinds.map(async sql => (await refusal(kit.query(sql))).code))
      expect(codes).toEqual(kinds.map(() => 'sql_forbidden'))
    })

    it('say where', async () => {
      const refused = [
        await refusal(kit.query('select id,\n  nope from sales')),
        await refusal(kit.query('select id\nfrom sales\nwhere where')),
        await refusal(kit.query('select 1\nfrom nothing_like_it')),
      ]
      expect(refused.map(({ code, message }) => [code, /line (\d+)/.exec(message)?.[1]])).toEqual([
        ['sql_error', '2'],
        ['sql_error', '3'],
        ['sql_forbidden', '2'],
      ])
    })

    it('count bytes of the text, values for parameters and bytes of the answer', async () => {
      const long = `select '${'ä'.repeat(17_000)}'`
      const many = Array.from({ length: 60 }, () => `'${'x'.repeat(100)}'`).join(', ')
      const codes = [
        await refusal(kit.query(long)),
        await refusal(kit.query('select ?')),
        await refusal(kit.query('select 1', [1])),
        await refusal(kit.query(`select ${many} from sales a, sales b, sales c, sales d, sales e`, [], 1e6)),
        await refusal(kit.query('')),
        await refusal(kit.query('-- nothing')),
      ]
      expect(codes.map(({ code }) => code)).toEqual([
        'payload_too_large',
        'sql_error',
        'sql_error',
        'query_limit',
        'sql_error',
        'sql_error',
      ])
    })

    it('leave the process well', async () => {
      expect((await kit.query('select count(*) from sales')).rows).toEqual([[5]])
    })
  })
}

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnalyticsPlane, Child, TableLookup } from '@svc/plugin'
import { HardenedChildProcesses } from '../../kernel/children/index.ts'
import { duckdbEngine } from '../../kernel/drivers/analytics/engines.ts'
import { HostedAnalyticsPlane } from '../../kernel/drivers/analytics/hosted-analytics-plane.ts'
import { childPrograms } from '../rooms/kernel.ts'
import { observedChildren } from '../support/programs/observed-children.ts'
import { recordingLog } from '../support/recording-log.ts'

const workspaceId = 'ws_01jd5z8k9m2n3p4q5r6s7t8v9w'
const file = 'datasets/ds_1/1.parquet'
const forever = new AbortController().signal
const memoryMb = 192
const limits = { max_columns: 2000, max_bytes: 1e9, max_line_bytes: 1e7, max_rows: 1e9 }
const sales: TableLookup = async names => names.map(name => (name === 'sales' ? { name, file } : null))

let home: string
let children: HardenedChildProcesses
let plane: AnalyticsPlane & { close(): Promise<void> }
let readers: Child[]

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-test-'))
  const log = recordingLog()
  children = new HardenedChildProcesses({ programs: childPrograms(), log, signal: forever })
  readers = []
  const spawn: HardenedChildProcesses['spawn'] = async (program, options) => {
    const child = await children.spawn(program, options)
    readers.push(child)
    return child
  }
  plane = new HostedAnalyticsPlane({
    homePath: home,
    engine: duckdbEngine,
    limits: { memoryMb, threads: 2 },
    children: observedChildren(spawn),
    log,
  })
  const sql = `select i as id, 'region ' || (i % 5) as region from range(1000) r(i)`
  const table = await plane.derive(workspaceId, { sql, tables: sales }, limits, { signal: forever, timeoutMs: 60_000 })
  await plane.publish(table, file)
  await table.stage.discard()
})

afterAll(async () => {
  await plane.close()
  await children.close()
  await rm(home, { recursive: true, force: true })
})

async function ask(sql: string, timeoutMs = 30_000): Promise<string> {
  try {
    const query = { sql, tables: sales, limit: 1000, maxBytes: 1_000_000, format: 'json' as const }
    const { pieces } = await plane.query(workspaceId, query, { signal: forever, timeoutMs })
    let text = ''
    for await (const piece of pieces) text += piece
    return text
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code}: ${message}`
  }
}

/** Every file of the home, with what is in it. */
async function contents(): Promise<[name: string, bytes: string][]> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  return Promise.all(
    files.toSorted().map(async path => [relative(home, path), (await readFile(path)).toString('base64')] as const),
  ) as Promise<[string, string][]>
}

/** What only the engine, or this machine, would know. */
function leaks(text: string): boolean {
  return /data_plane|datasets\/|\.parquet|\/tmp|\/etc|root:|svc-test-|memory_limit|allowed_directories/.test(
    text.replaceAll(/"[^"]*"/g, ''),
  )
}

describe('statements that are no plain reading of datasets', () => {
  test.each<[string, string]>([
    ['a change of settings', `set allowed_directories = ['/']`],
    ['a setting read', `select current_setting('allowed_directories')`],
    ['all settings', 'select * from duckdb_settings()'],
    ['all settings, as a view', 'select * from duckdb_settings'],
    ['a PRAGMA', 'pragma database_list'],
    ['a PRAGMA as a function', `call pragma_table_info('sales')`],
    ['an attached database', `attach '/etc/passwd' as x`],
    ['an extension', 'install httpfs'],
    ['an extension loaded', `load '/tmp/x.duckdb_extension'`],
    ['a file written', `copy sales to '/tmp/x.csv'`],
    ['a file written where its own data lie', `copy sales to 'datasets/x.csv'`],
    ['a database exported', `export database '/tmp/x'`],
    ['a table made', 'create table x as from sales'],
    ['a view replaced', 'create or replace view sales as select 1'],
    ['rows deleted', 'delete from sales'],
    ['a file read as a table', `select * from '/etc/passwd'`],
    ['a file read by a function', `select * from read_text('/etc/passwd')`],
    ['a file read by a scalar', `select content from read_blob('/proc/self/environ')`],
    ['a CSV file', `select * from read_csv('/etc/passwd', sep = ':')`],
    ['its own data by their path', `select * from read_parquet('datasets/*/*.parquet')`],
    ['its own data by their path, as a table', `select * from 'datasets/ds_1/1.parquet'`],
    ['a folder', `select * from glob('/**')`],
    ['the network', `select * from read_csv('http://127.0.0.1:1/x.csv')`],
    ['the network, as a table', `select * from 'https://127.0.0.1:1/x.parquet'`],
    ['the metadata of files', `select * from parquet_metadata('datasets/ds_1/1.parquet')`],
    ['SQL from a text', `select * from query('select 1')`],
    ['a table named by a text', `select * from query_table('sales')`],
    ['serialized SQL', `select * from json_execute_serialized_sql('{}')`],
    ['the catalogue of tables', 'select * from information_schema.tables'],
    ['the catalogue of views and their text', 'select sql from duckdb_views()'],
    ['the catalogue in the way of SQLite', 'select * from sqlite_master'],
    ['the catalogue in the way of PostgreSQL', 'select * from pg_catalog.pg_class'],
    ['a plan with its files', 'explain select * from sales'],
    ['the log', 'select * from duckdb_logs()'],
    ['a log written', `select write_log('x')`],
    ['logging', 'call enable_logging()'],
    ['a checkpoint', 'checkpoint'],
    ['a wait', 'select sleep_ms(60000)'],
    ['two statements', 'select 1; select 2'],
    ['a second statement behind a comment', 'select 1 -- \n; drop table sales'],
    ['a second statement behind quotes', `select ';'';' || '; --'; drop table sales`],
    ['a second statement behind dollar quotes', 'select $a$ ; $a$; drop table sales'],
    ['a statement inside of a comment that ends early', '/* /* */ drop table sales -- */'],
    ['a function under another case and quotes', `select "Current_Setting"('threads')`],
    ['a function in a WITH that nobody reads', `with x as (from read_text('/etc/passwd')) select 1`],
    ['a WITH that hides a file', `with "/etc/passwd.csv" as (select 1) select * from (from '/etc/passwd.csv')`],
    ['a NUL in the text', 'select 1\0; drop table sales'],
  ])('%s is refused, and tells nothing', async (_, sql) => {
    const answer = await ask(sql)
    expect({ code: answer.split(':')[0], leaks: leaks(answer) }).toEqual({
      code: expect.stringMatching(/^sql_(forbidden|error)$/) as string,
      leaks: false,
    })
  })

  test('a text of 33 KiB is refused before anything reads it', async () => {
    const before = readers.length
    expect(await ask(`select '${'x'.repeat(33 * 1024)}'`)).toMatch(/^payload_too_large: .*32 KiB/)
    expect(readers.length).toBe(before)
  })

  test('errors of the engine name the place and no file', async () => {
    expect(await ask(`select region::int from sales`)).toBe(
      `sql_error: Could not convert string 'region 0' to INT32 when casting from source column region (line 1, column 14)`,
    )
  })

  test('all of it wrote nothing, and the process that heard it still answers', async () => {
    const alive = readers.length
    expect(await ask('select count(*) from sales')).toBe('[1000]')
    expect(readers.length).toBe(alive)
    expect((await contents()).map(([name]) => name)).toEqual([`data_plane/${workspaceId}/${file}`])
  })
})

describe('statements that would never end or take all memory', () => {
  test.each<[string, string, RegExp, number]>([
    ['a list of two billion', 'select len(range(2000000000))', /^query_limit/, 30_000],
    ['a text of 2 GB', `select length(repeat('x', 2000000000))`, /^(timeout|query_limit)/, 300],
    [
      'a cross join',
      `select count(*) from range(2000000000) a, range(2000000000) b where a.range <> b.range`,
      // Whichever comes first on the machine at hand: its time or its memory.
      /^(timeout|query_limit)/,
      300,
    ],
    [
      'a WITH RECURSIVE without an end',
      `with recursive r as (select 1 a union all select a + 1 from r) select count(*) from r`,
      /^(timeout|query_limit)/,
      300,
    ],
    ['a distance of long texts', `select levenshtein(repeat('a', 200000), repeat('b', 200000))`, /^timeout/, 300],
    [
      'two unnests',
      `select count(*) from (select unnest(range(100000)) from range(100000))`,
      /^(timeout|query_limit)/,
      300,
    ],
  ])(
    '%s: the process ends, the server stays quick, the next query is answered',
    async (_, sql, expected, timeoutMs) => {
      const before = await contents()
      const delay = monitorEventLoopDelay({ resolution: 10 })
      delay.enable()
      const answer = await ask(sql, timeoutMs)
      delay.disable()
      expect({ answer: expected.test(answer) ? 'as expected' : answer, quick: delay.max / 1e6 < 1500 }).toEqual({
        answer: 'as expected',
        quick: true,
      })
      expect(await ask('select count(*) from sales')).toBe('[1000]')
      expect(await contents()).toEqual(before)
    },
  )
})

import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { TimeoutError } from '@svc/plugin'
import type { Logger, QueryRun, TableLookup } from '@svc/plugin'
import { childPrograms } from '../../../test/rooms/kernel.ts'
import { HardenedChildProcesses } from '../../children/index.ts'
import { AnalyticsFolders } from './analytics-folders.ts'
import { duckdbEngine } from './engines.ts'
import { HostedAnalyticsPlane } from './hosted-analytics-plane.ts'

const workspaceId = 'ws_01jd5z8k9m2n3p4q5r6s7t8v9w'
const forever = new AbortController().signal
const run: QueryRun = { signal: forever, timeoutMs: 30_000 }
const limits = { max_columns: 2000, max_bytes: 1e9, max_line_bytes: 1e7, max_rows: 1e9 }
const file = 'datasets/ds_1/1.parquet'
const nothing = (): void => undefined
const log: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing }
const none: TableLookup = async names => names.map(() => null)
const sales: TableLookup = async names => names.map(name => (name === 'sales' ? { name, file } : null))

let home: string
let folder: string
let children: HardenedChildProcesses
let plane: HostedAnalyticsPlane

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-test-'))
  folder = join(home, 'data_plane', workspaceId)
  children = new HardenedChildProcesses({ programs: childPrograms(), log, signal: forever })
  plane = new HostedAnalyticsPlane({
    homePath: home,
    engine: duckdbEngine,
    limits: { memoryMb: 256, threads: 2 },
    children,
    log,
  })
  const stage = await plane.stage(workspaceId)
  await writeFile(stage.path, 'region,amount\nnorth,1\nsouth,2\nnorth,4\n')
  await plane.publish(await plane.import(stage, { filename: 'sales.csv' }, limits, run), file)
  await stage.discard()
})

afterAll(async () => {
  await plane.close()
  await children.close()
  await rm(home, { recursive: true, force: true })
})

async function rowsOf(sql: string, tables = sales, how: QueryRun = run): Promise<unknown> {
  const query = { sql, tables, limit: 1000, maxBytes: 1_000_000, format: 'json' as const }
  const result = await plane.query(workspaceId, query, how)
  const pieces: string[] = []
  for await (const piece of result.pieces) pieces.push(piece)
  return JSON.parse(`[${pieces.join('')}]`)
}

it('keeps an imported table as a file that nobody changes, and leaves nothing of the import', async () => {
  const { mode } = await stat(join(folder, file))
  expect({
    rows: await rowsOf('select region, sum(amount)::int from sales group by all order by 1'),
    writable: mode & 0o222,
    files: await plane.files(workspaceId),
    staging: await readdir(join(folder, 'staging')),
  }).toEqual({
    rows: [
      ['north', 5],
      ['south', 2],
    ],
    writable: 0,
    files: [file],
    staging: [],
  })
})

it('ends a query that is over its time with its process, and answers the next', async () => {
  const slow = rowsOf('select sum(a.range) from range(1e9::bigint) a, range(1000) b', none, {
    signal: forever,
    timeoutMs: 300,
  })
  await expect(slow).rejects.toBeInstanceOf(TimeoutError)
  expect(await rowsOf('select count(*) from sales')).toEqual([[3]])
})

it('ends a query whose caller leaves', async () => {
  const caller = new AbortController()
  const asked = vi.fn(none)
  const slow = rowsOf('select sum(a.range) from range(1e9::bigint) a, range(1000) b, nothing', asked, {
    signal: caller.signal,
    timeoutMs: 30_000,
  }).catch((error: unknown) => error)
  const running = rowsOf('select sum(a.range) from range(1e9::bigint) a, range(1000) b', none, {
    signal: caller.signal,
    timeoutMs: 30_000,
  }).catch((error: unknown) => error)
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  caller.abort(new Error('gone'))
  expect([((await slow) as Error).message, ((await running) as Error).message]).toContain('gone')
})

it('gives its process back when an answer is not read to its end', async () => {
  const query = {
    sql: 'select * from range(200000)',
    tables: none,
    limit: 200_000,
    maxBytes: 1e7,
    format: 'json' as const,
  }
  for (let round = 0; round < 4; round += 1) {
    const result = await plane.query(workspaceId, query, run)
    await result.pieces.next()
    await result.pieces.return?.()
  }
  expect(await rowsOf('select 1')).toEqual([[1]])
})

it('keeps no process for an answer that is read slowly, or not at all', async () => {
  const one = { memoryMb: 256, threads: 1, readers: 1 }
  const small = new HostedAnalyticsPlane({ homePath: home, engine: duckdbEngine, limits: one, children, log })
  const ask = async (sql: string, signal = forever) => {
    const query = { sql, tables: none, limit: 50_000, maxBytes: 1e8, format: 'json' as const }
    const { pieces } = await small.query(workspaceId, query, { signal, timeoutMs: 60_000 })
    return { first: String((await pieces.next()).value), pieces }
  }
  const wide = `select range, repeat('ü', 50) from range(50000)`
  const caller = new AbortController()
  const [slow, left] = [await ask(wide), await ask(wide, caller.signal)]
  expect((await ask('select 1')).first).toBe('[1]')
  const waiting = await readdir(join(folder, 'staging'))
  caller.abort(new Error('gone'))
  await expect(left.pieces.next()).rejects.toThrow('gone')
  let text = slow.first
  for await (const piece of slow.pieces) text += piece
  const rows = JSON.parse(`[${text}]`) as [number, string][]
  const isWhole = rows.every(([number, word], index) => number === index && word === 'ü'.repeat(50))
  expect([waiting.length, rows.length, isWhole]).toEqual([2, 50_000, true])
  await vi.waitFor(async () => expect(await readdir(join(folder, 'staging'))).toEqual([]))
  await small.close()
})

it('makes an exported file, which is gone once it is discarded', async () => {
  const exported = await plane.export(workspaceId, { file }, 'csv', { ...run, maxBytes: 1e6 })
  const wasThere = existsSync(exported.path)
  await exported.discard()
  expect([exported.rows, wasThere, existsSync(exported.path)]).toEqual([3, true, false])
})

it('never writes a version twice, and follows no link that an import may have made', async () => {
  const folders = new AnalyticsFolders(home)
  const stage = join(folder, await folders.makeStage(workspaceId))
  await writeFile(join(stage, 'table'), 'new')
  await expect(folders.publish(workspaceId, join(stage, 'table'), file)).rejects.toThrow('is there already')
  await symlink(join(folder, file), join(stage, 'link'))
  await expect(folders.publish(workspaceId, join(stage, 'link'), 'datasets/ds_2/1.parquet')).rejects.toThrow()
  await expect(folders.publish(workspaceId, join(stage, 'table'), '../x.parquet')).rejects.toThrow('is no name')
  expect(await rowsOf('select count(*) from sales')).toEqual([[3]])
})

it('removes at a start what tasks of earlier processes have left', async () => {
  await mkdir(join(folder, 'staging/left.tmp'), { recursive: true })
  const next = new HostedAnalyticsPlane({
    homePath: home,
    engine: duckdbEngine,
    limits: { memoryMb: 256, threads: 2 },
    children,
    log,
  })
  const own = await next.stage(workspaceId)
  await next.sweep()
  const left = await readdir(join(folder, 'staging'))
  await next.close()
  expect([left.includes('left.tmp'), left.length]).toEqual([false, 1])
  expect(existsSync(own.path)).toBe(false)
})

it('refuses to read a table that was removed, or that another engine has kept, and says so', async () => {
  const gone = plane.profile(workspaceId, 'datasets/ds_gone/1.parquet', run)
  await expect(gone).rejects.toMatchObject({ code: 'not_found' })
  const other = 'datasets/ds_1/2.sqlite'
  const asked: TableLookup = async names => names.map(name => ({ name, file: other }))
  await expect(rowsOf('select * from sales', asked)).rejects.toMatchObject({ code: 'conflict' })
  await expect(plane.export(workspaceId, { file: other }, 'csv', { ...run, maxBytes: 1e6 })).rejects.toThrow(
    'kept by the engine sqlite, and the server runs with SVC_ANALYTICS_DRIVER=duckdb',
  )
  expect(await readdir(join(folder, 'staging'))).toEqual([])
})

it('is not healthy while its processes do not start, and says what else there is', async () => {
  const ends = new URL('fixtures/no-engine/main.ts', import.meta.url)
  const withoutEngine = new HardenedChildProcesses({ programs: { 'query-host': ends }, log, signal: forever })
  const parts = { homePath: home, limits: { memoryMb: 256, threads: 1 }, children: withoutEngine, log }
  const broken = new HostedAnalyticsPlane({ ...parts, engine: duckdbEngine })
  const before = await broken.status()
  await expect(broken.preview(workspaceId, { file, limit: 1, offset: 0 }, run)).rejects.toThrow('could not be started')
  const { healthy, detail } = await broken.status()
  expect([before.healthy, healthy, detail]).toEqual([
    true,
    false,
    expect.stringMatching(/^its last process did not start: .*SVC_ANALYTICS_DRIVER=sqlite/s),
  ])
  await broken.close()
  await withoutEngine.close()
})

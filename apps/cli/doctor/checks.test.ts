import { once } from 'node:events'
import { globSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, open, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clockCheck } from './checks/program-checks.ts'
import { egressCheck, portCheck } from './checks/network-checks.ts'
import { homeCheck, leftoversCheck, secretsCheck } from './checks/home-checks.ts'
import { queryEngineCheck, sqliteCheck } from './checks/engine-checks.ts'
import { readKernelConfiguration } from '../../../kernel/catalogue.ts'
import type { KernelConfig } from '../../../kernel/catalogue.ts'
import type { Machine } from './doctor-check.ts'
import { examine } from './examine.ts'
import { ok } from './doctor-check.ts'

const never = new AbortController().signal

describe('The checks of svc doctor', () => {
  let home: string
  let defaults: KernelConfig
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'svc-doctor-'))
    defaults = await readKernelConfiguration({ env: { SVC_HOME: home }, cwd: home })
  })
  afterEach(() => rm(home, { recursive: true, force: true }))

  function machine(kernel: Partial<KernelConfig> = {}): Machine {
    const configuration = {
      kernel: { ...defaults, ...kernel },
      origins: [],
      secrets: [],
      plugins: [],
      brokenPlugins: [],
    }
    return { configuration, home, homeExists: true, isRunning: false }
  }

  it('report a home that is open to others, and files in it that are', async () => {
    await writeFile(join(home, 'registry.json'), '{}', { mode: 0o600 })
    expect(await homeCheck.run(machine(), never)).toEqual([ok('home', `${home}, 1 files and folders`)])

    const versions = join(home, 'data_plane/ws_1/datasets/ds_1')
    await mkdir(versions, { recursive: true })
    await writeFile(join(versions, '1.parquet'), 'PAR1', { mode: 0o444 })
    expect(await homeCheck.run(machine(), never)).toEqual([ok('home', `${home}, 6 files and folders`)])

    await chmod(home, 0o755)
    await writeFile(join(home, 'secrets.json'), '{}', { mode: 0o600 })
    await chmod(join(home, 'secrets.json'), 0o644)
    await chmod(join(home, 'registry.json'), 0o400)
    expect(await homeCheck.run(machine(), never)).toEqual([
      {
        check: 'home',
        outcome: 'warning',
        detail: `${home} is open to other users`,
        remedy: `Close it: chmod 700 ${home}`,
      },
      {
        check: 'home rights',
        outcome: 'failed',
        detail: 'registry.json is not readable and writable by the owner',
        remedy: `Run: chmod -R u+rwX ${home}`,
      },
      {
        check: 'home rights',
        outcome: 'warning',
        detail: 'secrets.json is readable by others where the folder is',
        remedy: `Run: chmod -R go= ${home}`,
      },
    ])
  })

  it('report what a killed process left, and leave alone what is being written', async () => {
    await mkdir(join(home, 'control_plane'))
    await writeFile(join(home, 'control_plane/registry.json.0123456789ab.tmp'), 'half')
    expect(await leftoversCheck.run(machine(), never)).toEqual([ok('leftovers', 'none')])

    await utimes(join(home, 'control_plane/registry.json.0123456789ab.tmp'), 1_700_000_000, 1_700_000_000)
    expect(await leftoversCheck.run(machine(), never)).toMatchObject([
      {
        outcome: 'warning',
        detail: 'control_plane/registry.json.0123456789ab.tmp (1 in all, 4 bytes) were never finished',
      },
    ])
  })

  it('report keys that are missing or broken without showing them', async () => {
    expect(await secretsCheck.run(machine(), never)).toEqual([])
    await writeFile(join(home, 'home.json'), '{}')
    expect(await secretsCheck.run(machine(), never)).toMatchObject([
      { outcome: 'failed', detail: 'secrets.json is missing or no JSON' },
    ])

    const key = 'k'.repeat(43)
    await writeFile(
      join(home, 'secrets.json'),
      JSON.stringify({ session_key: key, cursor_key: 'short-canary', config_key: key }),
    )
    const findings = await secretsCheck.run(machine(), never)
    expect(findings).toMatchObject([
      { outcome: 'failed', detail: 'secrets.json: cursor_key must be 32 bytes in base64url' },
    ])
    expect(JSON.stringify(findings)).not.toMatch(/kkkk|canary/)

    await writeFile(join(home, 'secrets.json'), '{"session_key": "canary')
    expect(JSON.stringify(await secretsCheck.run(machine(), never))).not.toMatch(/canary/)
  })

  it('report a port that another program has', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const taken = await portCheck.run(machine({ host: '127.0.0.1', port }), never)
    other.close()
    await once(other, 'close')

    expect(taken).toMatchObject([{ outcome: 'failed', detail: `127.0.0.1:${port} is in use by another program` }])
    expect(await portCheck.run(machine({ host: '127.0.0.1', port }), never)).toEqual([
      ok('port', `127.0.0.1:${port} is free`),
    ])
    expect(await portCheck.run({ ...machine({ host: '127.0.0.1', port }), isRunning: true }, never)).toEqual([])
  })

  it('report entries of the allow-list with names that lead nowhere', async () => {
    const lookup = async (host: string): Promise<void> => {
      if (host === 'gone.example') throw new Error('ENOTFOUND')
    }
    const allow = ['model.example:11434', 'gone.example:80', '[fd00::1]:8080', '10.0.0.1:443']
    expect(await egressCheck(lookup).run(machine({ egress_allow: allow }), never)).toMatchObject([
      { outcome: 'warning', detail: 'gone.example:80 does not resolve' },
    ])
    expect(await egressCheck(lookup).run(machine({ egress_allow: allow.slice(2) }), never)).toEqual([
      ok('egress allow-list', '2 entries, all resolve'),
    ])
  })

  it('report a machine on which DuckDB does not run, and what to do about it', async () => {
    const load = async (): Promise<string> => {
      throw new Error('Cannot find module @duckdb/node-bindings-linux-riscv64/duckdb.node')
    }
    expect(await queryEngineCheck(load).run(machine({ analytics_driver: 'duckdb' }), never)).toMatchObject([
      {
        outcome: 'warning',
        detail: expect.stringContaining('linux-riscv64') as string,
        remedy: expect.stringContaining('SVC_ANALYTICS_DRIVER=sqlite') as string,
      },
    ])
    expect(await queryEngineCheck(load).run(machine({ analytics_driver: 'sqlite' }), never)).toEqual([
      ok('query engine', 'SQLite'),
    ])
    expect(await queryEngineCheck().run(machine({ analytics_driver: 'duckdb' }), never)).toEqual([
      ok('query engine', expect.stringMatching(/^DuckDB v\d/) as string),
    ])
  })

  it('report a year that cannot be', async () => {
    const at = (text: string) => clockCheck(() => new Date(text)).run(undefined, never)
    expect(await at('1970-01-01T00:00:09Z')).toMatchObject([{ outcome: 'failed' }])
    expect(await at('2026-05-01T00:00:00Z')).toEqual([ok('clock', '2026-05-01T00:00:00.000Z')])
  })

  it('report which SQLite file is damaged, and leave a whole one as it was', async () => {
    await mkdir(join(home, 'workspaces/ws_1'), { recursive: true })
    const database = new Database(join(home, 'workspaces/ws_1/data_plane.sqlite'))
    database.pragma('journal_mode = WAL')
    database.exec(`CREATE TABLE t (a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO t SELECT hex(randomblob(50)) FROM n`)
    database.close()
    expect(await sqliteCheck.run(machine(), never)).toEqual([ok('sqlite', 'looked at 1 of 1 file, whole')])
    expect(globSync('workspaces/ws_1/*', { cwd: home })).toEqual(['workspaces/ws_1/data_plane.sqlite'])

    const file = await open(join(home, 'workspaces/ws_1/data_plane.sqlite'), 'r+')
    await file.write(Buffer.alloc(8192, 7), 0, 8192, 8192)
    await file.close()
    await writeFile(join(home, 'kernel.sqlite'), 'this is no database, and long enough to be read as one'.repeat(40))
    expect(
      (await sqliteCheck.run(machine(), never)).map(({ outcome, detail }) => [outcome, detail.split(/:| is/)[0]]),
    ).toEqual(
      expect.arrayContaining([
        ['failed', 'kernel.sqlite'],
        ['failed', 'workspaces/ws_1/data_plane.sqlite'],
      ]),
    )
  })

  it('go on when one of them breaks', async () => {
    const findings = await examine(
      [
        {
          name: 'broken',
          run: () => {
            throw new Error('no such thing')
          },
        },
        { name: 'fine', run: () => [ok('fine', 'yes')] },
      ],
      undefined,
      never,
    )
    expect(findings).toMatchObject([
      { check: 'broken', outcome: 'warning', detail: 'could not be looked at: no such thing' },
      { check: 'fine', outcome: 'ok' },
    ])
  })
})

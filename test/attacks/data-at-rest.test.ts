import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NotFoundError } from '@svc/plugin'
import { workerMigrations, workerWorkspace } from '../support/programs/home-worker.ts'
import { openTestPlanes, temporaryFolder } from '../rooms/planes.ts'
import type { TestPlanes } from '../rooms/planes.ts'

const worker = fileURLToPath(new URL('../support/programs/home-worker.ts', import.meta.url))
const flags = ['--conditions=svc-source', worker]
const migrations = workerMigrations
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let home: string
const children: ChildProcess[] = []
const opened: TestPlanes[] = []

interface Worker {
  child: ChildProcess
  lines: AsyncIterator<string>
  kill(): Promise<void>
}

/** Starts the program and waits until it holds the home. */
async function startWorker(command: string): Promise<Worker> {
  const child = spawn(process.execPath, [...flags, command, home], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe('"ready"')
  return {
    child,
    lines,
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function open(path = home): Promise<TestPlanes> {
  const planes = await openTestPlanes({ path, migrations })
  opened.push(planes)
  return planes
}

async function close(planes: TestPlanes): Promise<void> {
  opened.splice(opened.indexOf(planes), 1)
  await planes.close()
}

function dataFile(of: string, workspaceId = workerWorkspace): string {
  return join(of, 'workspaces', workspaceId, 'data_plane.sqlite')
}

function notesIn(file: string): { integrity: unknown; notes: unknown[] } {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  const integrity = database.pragma('integrity_check', { simple: true })
  const notes = database.prepare('SELECT body FROM notes_items ORDER BY rowid').pluck().all()
  database.close()
  return { integrity, notes }
}

beforeEach(async () => {
  folder = await temporaryFolder()
  home = join(folder.path, 'home')
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const planes of opened.splice(0)) await planes.close()
  await folder.remove()
})

describe('one server per home', () => {
  it('refuses a second process on the same home, and lets one in after kill -9', async () => {
    const first = await startWorker('hold')
    await expect(open()).rejects.toMatchObject({ code: 'home_in_use', status: 409 })
    await first.kill()
    await expect(open()).resolves.toBeDefined()
  })

  it('keeps the lock when its file is copied, as a backup of the home does', async () => {
    await startWorker('hold')
    await cp(home, join(folder.path, 'copy'), { recursive: true })
    await expect(open()).rejects.toMatchObject({ code: 'home_in_use' })
    await expect(open(join(folder.path, 'copy'))).resolves.toBeDefined()
  })
})

describe('what was acknowledged', () => {
  it.each([1, 7, 25])('is there after kill -9 in the middle of everything, %i writes in', async count => {
    const { lines, kill } = await startWorker('write')
    const acknowledged: { note: number; workspace: string; audit: string }[] = []
    while (acknowledged.length < count) acknowledged.push(JSON.parse((await lines.next()).value as string) as never)
    await kill()
    const planes = await open()
    const workspaces = await planes.control.read(reader => reader.find('workspaces', {}))
    const audit = await planes.control.listAudit({ limit: 200 })
    const notes = planes.data.use(workerWorkspace, db => db.all<{ body: string }>('SELECT body FROM notes_items'))
    expect(workspaces.map(each => each.id)).toEqual(expect.arrayContaining(acknowledged.map(each => each.workspace)))
    expect(audit.items.map(each => each.id)).toEqual(expect.arrayContaining(acknowledged.map(each => each.audit)))
    expect(notes.map(each => each.body)).toEqual(expect.arrayContaining(acknowledged.map(each => String(each.note))))
    expect((await readdir(home, { recursive: true })).filter(name => name.endsWith('.tmp'))).toEqual([])
  })

  it('is synced at every commit, also in a file that is opened again, and trusts no schema', async () => {
    const pragmas = (planes: Awaited<ReturnType<typeof open>>) =>
      planes.data.use(workerWorkspace, db => ({
        ...db.get<object>('PRAGMA synchronous'),
        ...db.get<object>('PRAGMA journal_mode'),
        ...db.get<object>('PRAGMA trusted_schema'),
        ...db.get<object>('PRAGMA foreign_keys'),
      }))
    const first = await open()
    const fresh = pragmas(first)
    await close(first)
    // FULL is 2; the library opens an existing WAL file with NORMAL, 1.
    expect([fresh, pragmas(await open())]).toEqual(
      Array(2).fill({ synchronous: 2, journal_mode: 'wal', trusted_schema: 0, foreign_keys: 1 }),
    )
  })

  it('survives a death between the temporary file and the rename', async () => {
    const planes = await open()
    const fact = { id: 'colour', value: 'green' }
    await planes.control.transaction(tx => tx.insert('facts', fact))
    await close(planes)
    const registry = await readFile(join(home, 'control_plane/registry.json'), 'utf8')
    await writeFile(join(home, 'control_plane/registry.json.0123456789ab.tmp'), registry.replace('green', 'red'))
    await cp(join(home, 'control_plane/registry.json'), join(home, 'control_plane/registry.previous.json.tmp'))
    const after = await open()
    expect(await after.control.read(reader => reader.get('facts', 'colour'))).toEqual(fact)
    expect((await readdir(home, { recursive: true })).filter(name => name.endsWith('.tmp'))).toEqual([])
  })

  it('is kept on a full disk, which is told as 507, and work goes on when there is room', async context => {
    const mount = `mkdir -p "$0" && mount -t tmpfs -o size=3m none "$0" && exec "$@"`
    const asRoot = process.getuid?.() === 0 ? [] : ['-r']
    // A small disk of its own, in a mount namespace that ends with the process.
    const command = [...asRoot, '-m', 'sh', '-c', mount, home, process.execPath, ...flags, 'fill', join(home, 'inside')]
    const child = spawn('unshare', command, { stdio: ['ignore', 'pipe', 'pipe'] })
    children.push(child)
    const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    if (/unshare|mount:/.test(errors) && said === '') context.skip(`no disk of its own can be mounted here: ${errors}`)
    const report = JSON.parse(said.trim().split('\n').at(-1) ?? '') as Record<
      'audit' | 'registry' | 'data',
      { acknowledged: number; code: string }
    > & {
      kept: Record<string, number>
      healthy: boolean[]
    }
    expect([report.audit.code, report.registry.code, report.data.code]).toEqual(Array(3).fill('storage_full'))
    for (const plane of [report.audit, report.registry, report.data]) expect(plane.acknowledged).toBeGreaterThan(0)
    expect(report.kept).toEqual({
      audit: report.audit.acknowledged + 1,
      workspaces: report.registry.acknowledged + 1,
      notes: report.data.acknowledged + 1,
    })
    expect(report.healthy).toEqual([false, true])
  })
})

describe('a copy of the files is a backup', () => {
  it('after a stop: one complete file for each workspace, and a home that opens', async () => {
    const planes = await open()
    for (let n = 0; n < 50; n += 1)
      planes.data.use(workerWorkspace, db => db.run('INSERT INTO notes_items (body) VALUES (?)', String(n)))
    await planes.control.transaction(tx => tx.insert('facts', { id: 'kept', value: 'yes' }))
    await close(planes)
    expect(await readdir(join(home, 'workspaces', workerWorkspace))).toEqual(['data_plane.sqlite'])
    const copy = join(folder.path, 'copy')
    await cp(home, copy, { recursive: true })
    expect(notesIn(dataFile(copy))).toEqual({ integrity: 'ok', notes: Array.from({ length: 50 }, (_, n) => String(n)) })
    const restored = await open(copy)
    expect(await restored.control.read(reader => reader.get('facts', 'kept'))).toEqual({ id: 'kept', value: 'yes' })
    expect(restored.home.secrets).toEqual(planes.home.secrets)
  })

  it('while the server runs: within five seconds of the last write to a workspace', async () => {
    const planes = await open()
    planes.data.use(workerWorkspace, db => db.run('INSERT INTO notes_items (body) VALUES (?)', 'idle'))
    const names = () => readdir(join(home, 'workspaces', workerWorkspace))
    expect((await names()).toSorted()).toEqual(['data_plane.sqlite', 'data_plane.sqlite-shm', 'data_plane.sqlite-wal'])
    await vi.waitFor(async () => expect(await names()).toEqual(['data_plane.sqlite']), { timeout: 5000, interval: 100 })
    const copy = join(folder.path, 'copy.sqlite')
    await cp(dataFile(home), copy)
    expect(notesIn(copy)).toEqual({ integrity: 'ok', notes: ['idle'] })
  })
})

describe('what lies in the home', () => {
  it('can be read by nobody else', async () => {
    const planes = await open()
    planes.data.use(workerWorkspace, () => null)
    await planes.control.transaction(tx => tx.insert('facts', { id: 'x', value: 'y' }))
    const entries = await readdir(home, { recursive: true, withFileTypes: true })
    const modes = await Promise.all(
      entries.map(async entry => {
        const { mode } = await stat(join(entry.parentPath, entry.name))
        return `${entry.name} ${(mode & 0o077).toString(8)}`
      }),
    )
    expect(modes.length).toBeGreaterThan(8)
    expect(modes.filter(mode => !mode.endsWith(' 0'))).toEqual([])
  })

  it('cannot be left by a workspace id', async () => {
    const planes = await open()
    const outside = join(folder.path, 'outside')
    await mkdir(outside)
    const hostile = [
      '../../outside',
      `${workerWorkspace}/../../../outside`,
      outside,
      '..\\..\\outside',
      'ws_0000000000000000000000000/',
      'ws_%2e%2e%2foutside0000000000000',
    ]
    for (const id of hostile) expect(() => planes.data.use(id, () => 'reached'), id).toThrow(NotFoundError)
    expect(await readdir(outside)).toEqual([])
    expect(await planes.data.workspaceIds()).toEqual([])
  })

  it('is refused when the registry is damaged, with the way back in the message', async () => {
    const planes = await open()
    await planes.control.transaction(tx => tx.insert('facts', { id: 'x', value: 'y' }))
    await close(planes)
    const path = join(home, 'control_plane/registry.json')
    const whole = await readFile(path)
    await writeFile(path, whole.subarray(0, whole.length / 2))
    await expect(open()).rejects.toThrow(
      new RegExp(`registry\\.json cannot be used: .*${home}/control_plane/registry\\.previous\\.json`),
    )
    expect((await readFile(path)).length).toBe(Math.floor(whole.length / 2))
  })

  it('is not opened by an older version, nor by one whose migrations were changed', async () => {
    const planes = await open()
    planes.data.use(workerWorkspace, db => db.run('INSERT INTO notes_items (body) VALUES (?)', 'precious'))
    await close(planes)
    const [notes] = workerMigrations
    const sets = {
      older: [{ owner: 'notes', migrations: [] }],
      changed: [
        {
          owner: 'notes',
          migrations: [{ id: '0001-notes', statements: ['CREATE TABLE notes_items (body ANY) STRICT'] }],
        },
      ],
    }
    for (const [name, reason] of [
      ['older', /newer version/],
      ['changed', /was changed after it had run/],
    ] as const) {
      const other = await openTestPlanes({ path: home, migrations: sets[name] })
      const work = () => other.data.use(workerWorkspace, db => db.all('SELECT * FROM notes_items'))
      expect(work).toThrow(reason)
      expect(work).toThrow(expect.objectContaining({ status: 503 }))
      await other.close()
    }
    expect(notes?.migrations.length).toBe(1)
    expect(notesIn(dataFile(home)).notes).toEqual(['precious'])
  })

  it('is not mixed with the data of another home', async () => {
    const planes = await open()
    await planes.control.transaction(tx =>
      tx.insert('users', {
        id: 'usr_1',
        username: 'ada',
        username_key: 'ada',
        password_hash: 'x',
        role: 'owner',
        disabled: false,
        default_workspace_id: workerWorkspace,
        created_at: '2026-01-31T12:00:00.000Z',
      }),
    )
    await close(planes)
    await rm(join(home, 'home.json'))
    await expect(open()).rejects.toMatchObject({ code: 'home_mismatch' })
  })
})

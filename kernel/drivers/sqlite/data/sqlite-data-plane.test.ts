import { existsSync } from 'node:fs'
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { InternalError, NotFoundError, UnavailableError } from '@svc/plugin'
import { recordingLog } from '../../../../test/support/recording-log.ts'
import { temporaryFolder } from '../../../../test/rooms/planes.ts'
import { createIds, systemClock } from '../../../services/index.ts'
import { planMigrations } from '../../../planes/storage/index.ts'
import { SqliteDataPlane } from './sqlite-data-plane.ts'

const ids = createIds(systemClock)
const notes = { id: '0001-notes', statements: ['CREATE TABLE notes_items (body TEXT NOT NULL UNIQUE) STRICT'] }
const insertNote = 'INSERT INTO notes_items (body) VALUES (?)'
const selectNotes = 'SELECT body FROM notes_items ORDER BY body'
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let planes: SqliteDataPlane[]

function open(statements = notes.statements, mostOpenFiles?: number): SqliteDataPlane {
  const plan = planMigrations([{ owner: 'notes', migrations: [{ id: '0001-notes', statements }] }])
  const options = { homePath: folder.path, plan, clock: systemClock, log: recordingLog(), mostOpenFiles }
  const plane = new SqliteDataPlane(options)
  planes.push(plane)
  return plane
}

function pathOf(workspaceId: string, suffix = ''): string {
  return join(folder.path, 'workspaces', workspaceId, `data_plane.sqlite${suffix}`)
}

beforeEach(async () => {
  folder = await temporaryFolder()
  planes = []
})
afterEach(async () => {
  for (const plane of planes) await plane.close()
  await folder.remove()
})

describe('SqliteDataPlane', () => {
  it('opens every file with the settings that keep acknowledged work', () => {
    const names = ['journal_mode', 'synchronous', 'foreign_keys', 'trusted_schema', 'cell_size_check', 'busy_timeout']
    const workspaceId = ids.create('ws')
    const settings = () =>
      open().use(workspaceId, db =>
        names.map(name => Object.values(db.get<object>(`PRAGMA ${name}`) ?? {})[0] as unknown),
      )
    const first = settings()
    // Also the second time: SQLite itself keeps only the journal's mode in the file.
    expect([first, settings()]).toEqual([
      ['wal', 2, 1, 0, 1, 1000],
      ['wal', 2, 1, 0, 1, 1000],
    ])
  })

  it('moves a long log into the file while the workspace is in use', async () => {
    const workspaceId = ids.create('ws')
    const plane = open()
    const size = async (suffix?: string) => (await stat(pathOf(workspaceId, suffix))).size
    plane.use(workspaceId, db => db.run(insertNote, 'a long note '.repeat(500_000)))
    expect([(await size()) > 1_000_000, (await size('-wal')) > 6_000_000]).toEqual([false, true])
    let n = 0
    // Writing all the time, the file is never idle.
    const write = () => plane.use(workspaceId, db => db.run(insertNote, `note ${(n += 1)}`))
    await expect.poll(() => write() && size()).toBeGreaterThan(6_000_000)
    // A commit after the move begins the log anew, in the file that it has.
    const length = await size('-wal')
    for (let count = 0; count < 100; count += 1) write()
    expect(await size('-wal')).toBe(length)
    expect(plane.facts()).toEqual({ openFiles: 1, checkpointFailures: 0 })
  })

  it('keeps the files of a workspace to this user', async () => {
    const workspaceId = ids.create('ws')
    open().use(workspaceId, db => db.run(insertNote, 'mine'))
    const files = [pathOf(workspaceId), pathOf(workspaceId, '-wal'), pathOf(workspaceId, '-shm')]
    const modes = await Promise.all(files.map(async file => ((await stat(file)).mode & 0o777).toString(8)))
    expect(modes).toEqual(['600', '600', '600'])
  })

  it('refuses an id that is not one of a workspace before it touches the disk', () => {
    const plane = open()
    expect(() => plane.use('ws_../../../../../../tmp/x', () => 'reached')).toThrow(NotFoundError)
    expect(existsSync(join(folder.path, 'workspaces'))).toBe(false)
  })

  it('has no path for a workspace in memory', async () => {
    const plan = planMigrations([{ owner: 'notes', migrations: [notes] }])
    const plane = new SqliteDataPlane({ homePath: ':memory:', plan, clock: systemClock, log: recordingLog() })
    planes.push(plane)
    expect(() => plane.pathOf(ids.create('ws'))).toThrow(InternalError)
    expect(existsSync(':memory:')).toBe(false)
  })

  it('lets go of a file that is not used, with everything in the one file', async () => {
    const plane = open()
    const workspaceId = ids.create('ws')
    plane.use(workspaceId, db => db.run(insertNote, 'kept'))
    expect(existsSync(pathOf(workspaceId, '-wal'))).toBe(true)
    await vi.waitFor(() => expect(plane.openFiles).toBe(0), { timeout: 5000, interval: 50 })
    expect([existsSync(pathOf(workspaceId, '-wal')), existsSync(pathOf(workspaceId, '-shm'))]).toEqual([false, false])
    expect(plane.use(workspaceId, db => db.all(selectNotes))).toEqual([{ body: 'kept' }])
  })

  it('keeps no more files open than it may, and never closes one in use', () => {
    const plane = open(notes.statements, 3)
    const workspaceIds = Array.from({ length: 8 }, () => ids.create('ws'))
    for (const id of workspaceIds) plane.use(id, db => db.run(insertNote, id))
    expect(plane.openFiles).toBe(3)
    const nest = ([id, ...others]: string[]): number =>
      id === undefined ? plane.openFiles : plane.use(id, db => nest(others) + Number(db.all(selectNotes).length === 0))
    expect(nest(workspaceIds)).toBe(8)
  })

  it('refuses a damaged file, says which, and leaves it as it is', async () => {
    const workspaceId = ids.create('ws')
    await mkdir(join(folder.path, 'workspaces', workspaceId), { recursive: true })
    await writeFile(pathOf(workspaceId), 'not a database at all'.repeat(100))
    const work = () => open().use(workspaceId, db => db.get('SELECT 1'))
    expect(work).toThrow(UnavailableError)
    expect(work).toThrow(new RegExp(`${workspaceId} is damaged .*Restore|restore`))
    expect((await stat(pathOf(workspaceId))).size).toBe(2100)
  })

  it('says when it is not healthy', async () => {
    const plane = open()
    expect(await plane.status()).toMatchObject({
      driver: 'sqlite',
      healthy: true,
      version: expect.stringMatching(/^3\./) as string,
    })
    await plane.close()
    expect(await plane.status()).toMatchObject({
      healthy: false,
      detail: expect.stringContaining('stopping') as string,
    })
  })

  it.skipIf(process.getuid?.() === 0)('says when its folder cannot be written', async () => {
    const plane = open()
    await chmod(folder.path, 0o500)
    expect(await plane.status()).toMatchObject({ healthy: false })
    await chmod(folder.path, 0o700)
    await rm(join(folder.path, 'kernel.sqlite'), { force: true })
  })
})

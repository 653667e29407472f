import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defineMigration } from '@svc/plugin'
import type { AuditEntry } from '@svc/plugin'
import { recordingLog } from '../../test/support/recording-log.ts'
import { openTestPlanes, temporaryFolder } from '../../test/rooms/planes.ts'
import type { TestPlanes } from '../../test/rooms/planes.ts'
import { createIds, systemClock } from '../services/index.ts'
import { attachHome, openPlanes } from './index.ts'
import type { MigrationSet, OpenedPlanes } from './index.ts'

const ids = createIds(systemClock)
const workspaceId = ids.create('ws')
const first = defineMigration({ id: '0001-notes', statements: ['CREATE TABLE test_notes (text TEXT) STRICT'] })
const second = defineMigration({ id: '0002-more', statements: ['CREATE TABLE test_more (text TEXT) STRICT'] })
const sets = (...migrations: MigrationSet['migrations'][number][]): MigrationSet[] => [{ owner: 'test', migrations }]

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let server: TestPlanes
let attached: OpenedPlanes[]
let audited: AuditEntry[]
let outdated: string[]
beforeEach(async () => {
  folder = await temporaryFolder()
  server = await openTestPlanes({ path: folder.path, migrations: sets(first) })
  attached = []
  audited = []
  outdated = []
})
afterEach(async () => {
  for (const planes of attached) await planes.close()
  await server.close()
  await folder.remove()
})

async function attach({ migrations = sets(first), hasFiles = true } = {}): Promise<OpenedPlanes> {
  const planes = await openPlanes({
    home: await attachHome(folder.path),
    databaseUrl: null,
    migrations,
    beside: {
      hasFiles,
      appendAudit: async entry => void audited.push(entry),
      onOutdated: id => outdated.push(id),
    },
    clock: systemClock,
    ids,
    log: recordingLog(),
  })
  attached.push(planes)
  return planes
}

const fact = (value: string) => ({ id: 'colour', value })

describe('planes that a worker attaches to, beside their server', () => {
  it('show what the server commits, as soon as it has', async () => {
    const worker = await attach()
    const read = () => worker.control.read(reader => reader.get('facts', 'colour'))
    const before = await read()
    await server.control.transaction(tx => tx.insert('facts', fact('red')))
    const inserted = await read()
    await server.control.transaction(async tx => void (await tx.update('facts', 'colour', { value: 'blue' })))
    expect([before, inserted, await read()]).toEqual([null, fact('red'), fact('blue')])
  })

  it('make caches forget what may have changed', async () => {
    const worker = await attach()
    const changes: unknown[] = []
    worker.control.onForeignChange(change => changes.push(change))
    await worker.control.read(reader => reader.get('facts', 'colour'))
    await server.control.transaction(tx => tx.insert('facts', fact('red')))
    await worker.control.read(reader => reader.get('facts', 'colour'))
    expect(changes).toEqual([null])
  })

  it('write nothing to the registry, and leave the audit log to the server', async () => {
    const worker = await attach()
    await expect(worker.control.transaction(tx => tx.insert('facts', fact('red')))).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('does not change them'),
    })
    expect(await worker.control.transaction(tx => tx.get('facts', 'colour'))).toBe(null)
    const entry = { id: 'aud_1' } as AuditEntry
    await worker.control.appendAudit(entry)
    expect(audited).toEqual([entry])
    expect((await server.control.listAudit({ limit: 10 })).items).toEqual([])
  })

  it("share the workspaces' files, both writing", async () => {
    const worker = await attach()
    expect(worker.schema).toBe(server.schema)
    server.data.use(workspaceId, db => db.run('INSERT INTO test_notes VALUES (?)', 'server'))
    worker.data.use(workspaceId, db => db.run('INSERT INTO test_notes VALUES (?)', 'worker'))
    const notes = server.data.use(workspaceId, db => db.all('SELECT text FROM test_notes'))
    expect(notes).toEqual([{ text: 'server' }, { text: 'worker' }])
  })

  it('refuse a file of another version, leave it as it is, and report it', async () => {
    server.data.use(workspaceId, db => db.get('SELECT 1'))
    const worker = await attach({ migrations: sets(first, second) })
    expect(() => worker.data.use(workspaceId, db => db.get('SELECT 1'))).toThrow('Restart the worker')
    const tables = server.data.use(workspaceId, db => db.all("SELECT name FROM sqlite_schema WHERE name LIKE 'test%'"))
    expect([tables, outdated]).toEqual([[{ name: 'test_notes' }], [workspaceId]])
  })

  it('have no files for a worker that is away', async () => {
    const worker = await attach({ hasFiles: false })
    expect(() => worker.data.use(workspaceId, () => null)).toThrow('"runs_on": "home"')
    expect(await worker.planes.status()).toMatchObject({ data: { healthy: true, driver: 'none' } })
  })

  it('are not there before a server was', async () => {
    const empty = await temporaryFolder()
    await expect(attachHome(empty.path)).rejects.toThrow(`There is no home in ${empty.path} yet.`)
    await empty.remove()
  })
})

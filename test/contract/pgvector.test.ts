import { copyFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPgvector } from '../../kernel/drivers/pgvector/open-pgvector.ts'
import { createWorkspaceMarks, systemClock } from '../../kernel/services/index.ts'
import { startPostgres } from '../support/storage/postgres.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import { temporaryFolder } from '../rooms/planes.ts'
import { describeHostedMemory, openHostedMemory } from './memory-plane/hosted.ts'
import type { HostedMemory, HostedMemoryOptions } from './memory-plane/hosted.ts'
import { add, at, everything, files, near, space, synced } from './memory-plane/directions.ts'
import { startPglite } from '../support/storage/pglite.ts'
import type { TestPglite } from '../support/storage/pglite.ts'
import { recordingLog } from '../support/recording-log.ts'

const workspace = (digit: number) => `ws_${String(digit).repeat(26)}`
const [one, two] = [workspace(1), workspace(2)]
const { signal } = new AbortController()

let database: TestPglite
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let running: HostedMemory | null = null
let skippedMs = 0
const clock = { ...systemClock, now: () => systemClock.now() + skippedMs }

beforeAll(async () => {
  database = await startPglite()
})
afterAll(() => database.stop())

async function open({
  recovers = true,
  ...options
}: Partial<HostedMemoryOptions> & { recovers?: boolean } = {}): Promise<HostedMemory> {
  running = await openHostedMemory({ path: folder.path, databaseUrl: database.url, clock, ...options })
  if (recovers) running.index.recover()
  return running
}

describe('an index of vectors in PostgreSQL', () => {
  beforeEach(async () => {
    await database.execute('DROP SCHEMA IF EXISTS svc CASCADE; CREATE SCHEMA svc')
    folder = await temporaryFolder()
  })
  afterEach(async () => {
    await running?.close()
    running = null
    await folder.remove()
  })

  it('names the nearest passages of a workspace and a space, and no others', async () => {
    const room = await open()
    const other = { key: 'test/other@1:4', dimensions: 4 }
    add(room, one, [0, 10, 20, 90, 180])
    add(room, two, [1, 2, 3])
    add(room, one, [11], other)
    await synced(room, '14 vectors of 14 synced')
    expect([await near(room, one, 1), await near(room, two, 1, { limit: 9 }), await room.index.status(files)]).toEqual([
      ['mem_0', 'mem_10', 'mem_20'],
      ['mem_1', 'mem_2', 'mem_3'],
      {
        driver: 'pgvector',
        healthy: true,
        location: database.url.replace('svc:only-for-tests@', ''),
        version: expect.stringMatching(/^0\.\d+\.\d+$/) as string,
        detail: '14 vectors of 14 synced',
      },
    ])
  })

  it('finds the same by its index once a workspace has more vectors than are read one by one', async () => {
    const room = await open({ exactUpTo: 50 })
    add(room, two, [200])
    add(
      room,
      one,
      Array.from({ length: 120 }, (_, index) => index),
    )
    await synced(room, '121 vectors of 121 synced')
    // The index is built once the vectors are there; until then the same is found without it.
    await vi.waitFor(async () => {
      expect((await near(room, one, 40, { limit: 3 }))?.toSorted()).toEqual(['mem_39', 'mem_40', 'mem_41'])
      await database.execute('SELECT pg_stat_force_next_flush()')
      const scans = await database.execute(
        "SELECT idx_scan > 0 AS used FROM pg_stat_user_indexes WHERE indexrelname = 'memory_vectors_near_4'",
      )
      expect(scans).toEqual([{ used: true }])
    }, 10_000)
  })

  it('leaves to the sketches what it cannot narrow down, and dimensions it cannot index', async () => {
    const room = await open()
    const wide = { key: 'wide', dimensions: 5000 }
    add(room, one, [0])
    await synced(room, '1 vectors of 1 synced')
    const question = { workspaceId: one, space: wide, vector: new Float32Array(5000), filter: everything, limit: 3 }
    const answers = [
      await near(room, one, 0, { filter: { ...everything, tags: ['a'] } }),
      await near(room, one, 0, { filter: { ...everything, source: 'a' } }),
      await near(room, one, 0, { filter: { ...everything, created_from: 1 } }),
      await room.index.candidates(question, signal),
      await near(room, one, 0),
    ]
    expect(answers).toEqual([null, null, null, null, ['mem_0']])
  })

  it('follows removals and changes', async () => {
    const room = await open()
    add(room, one, [0, 10, 20])
    await synced(room, '3 vectors of 3 synced')
    room.planes.data.use(one, db => room.memory.remove(db, ['mem_0']))
    room.memory.dropVectors(one, 'test/none', 10)
    await synced(room, '2 vectors of 2 synced')
    expect(await near(room, one, 0)).toEqual(['mem_10', 'mem_20'])
  })

  it('is brought up to date by the next start with what was written while PostgreSQL was away', async () => {
    const before = await open()
    add(before, one, [0])
    await synced(before, '1 vectors of 1 synced')
    await database.halt()
    add(before, one, [5])
    for (let each = 0; each < 5; each += 1) expect(await near(before, one, 0)).toBeNull()
    const warnings = before.log.entries.filter(({ level }) => level === 'warn').map(({ message }) => message)
    expect([await before.index.status(files), warnings.filter(message => message.includes('memory index'))]).toEqual([
      { ...files, detail: expect.stringMatching(/^files; without pgvector: .*cannot be used now/) as string },
      [expect.stringMatching(/searched in the workspaces/)],
    ])
    await before.close()
    await database.resume()
    const after = await open()
    await synced(after, '2 vectors of 2 synced')
    expect(await near(after, one, 4)).toEqual(['mem_5', 'mem_0'])
  })

  it('goes on by itself when PostgreSQL is back', async () => {
    const room = await open()
    await synced(room, '0 vectors of 0 synced')
    await database.halt()
    add(room, one, [0, 1])
    await vi.waitFor(() => expect(room.log.entries.map(({ level }) => level)).toContain('warn'))
    await database.resume()
    await synced(room, '2 vectors of 2 synced')
    expect(await near(room, one, 0)).toEqual(['mem_0', 'mem_1'])
  })

  it('begins anew when a workspace’s file was put back to an older copy, also when its numbers have caught up', async () => {
    const path = join(folder.path, 'workspaces', one, 'data_plane.sqlite')
    const kept = join(folder.path, 'kept.sqlite')
    let room = await open()
    add(room, one, [0])
    await synced(room, '1 vectors of 1 synced')
    await room.close()
    await copyFile(path, kept)
    room = await open()
    add(room, one, [100, 101])
    await synced(room, '3 vectors of 3 synced')
    await room.close()
    await copyFile(kept, path)
    room = await open({ recovers: false })
    add(room, one, [50, 51, 52])
    expect(await near(room, one, 100, { limit: 9 })).toBeNull()
    await synced(room, '4 vectors of 4 synced')
    expect((await near(room, one, 50, { limit: 9 }))?.toSorted()).toEqual(['mem_0', 'mem_50', 'mem_51', 'mem_52'])
  })

  it('knows a copied file under its new workspace id, and forgets a workspace that is gone', async () => {
    const fileOf = (id: string) => join(folder.path, 'workspaces', id, 'data_plane.sqlite')
    let room = await open()
    add(room, one, [0, 1])
    await synced(room, '2 vectors of 2 synced')
    await room.close()
    await mkdir(dirname(fileOf(two)), { recursive: true })
    await copyFile(fileOf(one), fileOf(two))
    room = await open()
    await synced(room, '4 vectors of 4 synced')
    add(room, two, [2])
    await synced(room, '5 vectors of 5 synced')
    expect([await near(room, one, 2), await near(room, two, 2)]).toEqual([
      ['mem_1', 'mem_0'],
      ['mem_2', 'mem_1', 'mem_0'],
    ])
    await room.close()
    await rm(dirname(fileOf(one)), { recursive: true })
    room = await open()
    await synced(room, '3 vectors of 3 synced')
  })

  it('forgets a workspace that is removed while it runs', async () => {
    const room = await open()
    add(room, one, [0, 1])
    add(room, two, [2])
    await synced(room, '3 vectors of 3 synced')
    await room.planes.data.remove(one)
    room.index.removed(one)
    await synced(room, '1 vectors of 1 synced')
    expect([
      await near(room, two, 2),
      await room.index
        .candidates({ workspaceId: one, space, vector: at(0), filter: everything, limit: 3 }, signal)
        .catch(() => null),
    ]).toEqual([['mem_2'], null])
  })

  it('stays right when two processes bring the same workspaces up to date', async () => {
    const room = await open()
    const second = openPgvector({
      databaseUrl: database.url,
      data: room.planes.data,
      vectors: room.memory,
      marks: createWorkspaceMarks(room.planes.data, 'test', recordingLog()),
      clock,
      log: recordingLog(),
    })
    for (let from = 0; from < 300; from += 50) {
      add(
        room,
        one,
        Array.from({ length: 50 }, (_, index) => from + index),
      )
      second.changed(one)
      await near(room, one, 0)
    }
    await synced(room, '300 vectors of 300 synced')
    await second.close()
    const names = await near(room, one, 0, { limit: 300 })
    expect([names?.length, new Set(names).size]).toEqual([300, 300])
  })

  it('makes its tables anew after the extension was dropped and can be created again', async () => {
    const room = await open()
    add(room, one, [0, 1])
    await synced(room, '2 vectors of 2 synced')
    await database.execute('DROP EXTENSION vector CASCADE')
    expect(await near(room, one, 0)).toBeNull()
    await synced(room, '2 vectors of 2 synced')
    expect(await near(room, one, 0)).toEqual(['mem_0', 'mem_1'])
  })

  it('does not wait for a database that does not answer, says so once, and asks again later', async () => {
    const room = await open()
    add(room, one, [0, 1])
    await synced(room, '2 vectors of 2 synced')
    const thaw = database.freeze()
    const answers = [await near(room, one, 0), await near(room, one, 0), await near(room, one, 0)]
    const late = room.log.entries.filter(({ message }) => message.includes('answers too late'))
    thaw()
    const paused = await room.index.status(files)
    skippedMs += 60_000
    expect([answers, late.length, paused.driver, paused.detail]).toEqual([
      [null, null, null],
      1,
      'sqlite',
      'files; pgvector answers too late and is not asked now: 2 vectors of 2 synced',
    ])
    await vi.waitFor(async () => expect(await near(room, one, 0)).toEqual(['mem_0', 'mem_1']))
  })

  it('stops without waiting for a database that does not answer', async () => {
    const room = await open()
    await synced(room, '0 vectors of 0 synced')
    const asked = database.questions
    const thaw = database.freeze()
    add(room, one, [0, 1])
    await vi.waitFor(() => expect(database.questions).toBeGreaterThan(asked))
    await room.close()
    thaw()
    const again = await open()
    await synced(again, '2 vectors of 2 synced')
  })

  it('leaves the search to the files where the server has no pgvector, and says how to get it', async () => {
    const plain = await startPostgres()
    try {
      const room = await open({ databaseUrl: plain.url })
      add(room, one, [0, 1])
      await vi.waitFor(async () =>
        expect((await room.index.status(files)).detail).toMatch(/has no pgvector; install it/),
      )
      const found = await room.memory.search(
        one,
        { mode: 'semantic', text: '', vector: { space, values: at(1) }, filter: everything, limit: 5 },
        signal,
      )
      expect([found.candidates.map(each => each.document_id), (await room.index.status(files)).driver]).toEqual([
        ['mem_1', 'mem_0'],
        'sqlite',
      ])
    } finally {
      await running?.close()
      running = null
      await plain.stop()
    }
  })

  it('serves a whole server whose control plane is the same database', async () => {
    await database.execute('DROP SCHEMA svc CASCADE')
    const kernel = await startTestKernel({ plugins: ['developer', 'data'], env: { DATABASE_URL: database.url } })
    try {
      await vi.waitFor(async () => {
        const { body } = await kernel.request('GET', '/api/data/planes/status')
        expect([body.planes.control.driver, body.planes.memory]).toMatchObject([
          'postgres',
          { driver: 'pgvector', healthy: true, detail: '0 vectors of 0 synced' },
        ])
      })
    } finally {
      await kernel.stop()
    }
  })
})

describeHostedMemory('pgvector in PGlite', () => database.url)

const { PGVECTOR_URL: given } = process.env
describe.skipIf(given === undefined)(given ? 'a server of your own' : 'skipped, for PGVECTOR_URL is not set', () => {
  describeHostedMemory('pgvector at PGVECTOR_URL', () => given ?? '')
})

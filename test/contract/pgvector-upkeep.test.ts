import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../kernel/services/index.ts'
import { temporaryFolder } from '../rooms/planes.ts'
import { startPglite } from '../support/storage/pglite.ts'
import type { TestPglite } from '../support/storage/pglite.ts'
import { add, near, space, synced } from './memory-plane/directions.ts'
import { openHostedMemory } from './memory-plane/hosted.ts'
import type { HostedMemory, HostedMemoryOptions } from './memory-plane/hosted.ts'

const [one, two] = [`ws_${'1'.repeat(26)}`, `ws_${'2'.repeat(26)}`]

let database: TestPglite
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let running: HostedMemory | null = null

beforeAll(async () => {
  database = await startPglite()
})
afterAll(() => database.stop())

async function open(options: Partial<HostedMemoryOptions> = {}): Promise<HostedMemory> {
  running = await openHostedMemory({ path: folder.path, databaseUrl: database.url, ...options })
  running.index.recover()
  return running
}

describe('an index of vectors in PostgreSQL, in the long run,', () => {
  beforeEach(async () => {
    await database.execute('DROP SCHEMA IF EXISTS svc CASCADE; CREATE SCHEMA svc')
    folder = await temporaryFolder()
  })
  afterEach(async () => {
    await running?.close()
    running = null
    await folder.remove()
  })

  it('keeps the vectors of a new embedder when those of the old one are dropped', async () => {
    const room = await open()
    const next = { key: 'test/next@1:4', dimensions: 4 }
    add(room, one, [0, 10, 20])
    add(room, one, [0, 10, 20], next)
    await synced(room, '6 vectors of 6 synced')
    while (!room.memory.dropVectors(one, space.key, 2));
    await synced(room, '3 vectors of 3 synced')
    expect([await near(room, one, 0, { of: next }), room.memory.spaces(one)]).toEqual([
      ['mem_0', 'mem_10', 'mem_20'],
      [next],
    ])
  })

  it('is used as far as it goes where an index of the vectors cannot be made, which is tried again after an hour', async () => {
    let skippedMs = 0
    const clock = { ...systemClock, now: () => systemClock.now() + skippedMs }
    await database.execute(`
      CREATE FUNCTION public.refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$;
      CREATE EVENT TRIGGER refusing ON ddl_command_start WHEN TAG IN ('CREATE INDEX') EXECUTE FUNCTION public.refuse()`)
    const room = await open({ exactUpTo: 50, clock })
    const many = Array.from({ length: 120 }, (_, index) => index)
    add(room, one, many)
    const reasons = () =>
      room.log.entries
        .filter(({ level }) => level === 'warn')
        .map(({ fields }) => (fields as { reason?: string }).reason)
    await vi.waitFor(() => expect(reasons()).toEqual(['the disk is full']), 10_000)
    for (const degrees of [200, 201, 202]) {
      add(room, two, [degrees])
      await synced(room, `${degrees - 79} vectors of ${degrees - 79} synced`)
    }
    expect([await near(room, two, 200), reasons()]).toEqual([['mem_200', 'mem_201', 'mem_202'], ['the disk is full']])
    await database.execute('DROP EVENT TRIGGER refusing; DROP FUNCTION public.refuse()')
    skippedMs = 61 * 60_000
    add(room, two, [203])
    const made = 'made an index of the vectors in PostgreSQL'
    await vi.waitFor(() => expect(room.log.entries.map(({ message }) => message)).toContain(made), 10_000)
  })

  it('takes the vectors of all workspaces while an index is built, and builds one anew whose build was broken off', async () => {
    const made = ({ log }: HostedMemory) =>
      log.entries.filter(({ message }) => message === 'made an index of the vectors in PostgreSQL').length
    const isNear = async (room: HostedMemory): Promise<void> =>
      vi.waitFor(async () => expect((await near(room, one, 40))?.toSorted()).toEqual(['mem_39', 'mem_40', 'mem_41']))
    const room = await open({ exactUpTo: 50 })
    const build = database.hold('CREATE INDEX')
    const many = Array.from({ length: 120 }, (_, index) => index)
    add(room, one, many)
    await build.reached
    add(room, two, [200])
    await synced(room, '121 vectors of 121 synced')
    expect(made(room)).toBe(0)
    build.release()
    await vi.waitFor(() => expect(made(room)).toBe(1))
    await isNear(room)
    await room.close()
    await database.execute(
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'svc.memory_vectors_near_4'::regclass`,
    )
    const again = await open({ exactUpTo: 50 })
    await vi.waitFor(() => expect(made(again)).toBe(1))
    await isNear(again)
  })

  it('is made anew where an earlier version has emptied it, whose files do not say of which space a removal was', async () => {
    const before = await open()
    add(before, one, [0, 10])
    const gone = { key: 'test/gone@1:4', dimensions: 4 }
    add(before, one, [0, 10], gone)
    await synced(before, '4 vectors of 4 synced')
    while (!before.memory.dropVectors(one, gone.key, 9));
    await synced(before, '2 vectors of 2 synced')
    before.planes.data.use(one, db => db.run('DELETE FROM kernel_passage_spaces WHERE key = ?', gone.key))
    await before.close()
    await database.execute(
      `DELETE FROM svc.memory_vectors; UPDATE svc.memory_parts SET vectors = 0; COMMENT ON TABLE svc.memory_vectors IS 'svc memory 1'`,
    )
    const after = await open()
    await synced(after, '2 vectors of 2 synced')
    expect(await near(after, one, 0)).toEqual(['mem_0', 'mem_10'])
  })
})

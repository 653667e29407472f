import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openWorkspaceLog } from '../../kernel/drivers/shipped/open-workspace-log.ts'
import { ShippedDataPlane } from '../../kernel/drivers/shipped/shipped-data-plane.ts'
import { planMigrations } from '../../kernel/planes/index.ts'
import { Looking } from '../../kernel/planes/placement/looking.ts'
import { OwnedWorkspaces } from '../../kernel/planes/placement/owned-workspaces.ts'
import { placementStore } from '../../kernel/planes/placement/placement-store.ts'
import { serverStore } from '../../kernel/planes/placement/server-store.ts'
import { createWorkspaceMarks, systemClock as clock } from '../../kernel/services/index.ts'
import { openShippingPlace, workspace } from '../contract/shipped/kit.ts'
import type { ShippingPlace } from '../contract/shipped/kit.ts'

const serverId = 'srv_a'
const schema = 'a'
const id = workspace(1)

let place: ShippingPlace
beforeAll(async () => {
  place = await openShippingPlace()
})
beforeEach(() => place.renew())
afterAll(() => place.close())

async function openServer(more: { mostLogBytes?: number } = {}) {
  const { databaseUrl, notes: log, store } = place
  const workspaceLog = await openWorkspaceLog({ databaseUrl, clock, log })
  const { database } = workspaceLog
  const data = new ShippedDataPlane({
    ...{ homePath: join(place.folder, 'home'), plan: planMigrations([]), clock, log, workspaceLog, store },
    retentionHours: 0,
    noteOwner: (session, workspaceId, epoch) => placementStore.own(session, { workspaceId, serverId, epoch, schema }),
    ...more,
  })
  const owned = new OwnedWorkspaces({ data, database, serverId, schema, clock, log, numbers: () => null })
  await serverStore.join(
    database,
    { server_id: serverId, url: 'http://127.0.0.1', version: '1', schema, weight: 1 },
    60,
  )
  await serverStore.serve(database, serverId, 'http://127.0.0.1')
  await owned.lookAround()
  return { data, database, log, owned, workspaceLog }
}

type Server = Awaited<ReturnType<typeof openServer>>

/** Something waits in it. */
async function damage({ database, workspaceLog }: Server): Promise<void> {
  const damaged = { workspace_id: id, seq: 1, epoch: 1, kind: 'pages' as const, pages: Buffer.from('damaged') }
  await workspaceLog.append([damaged])
  await database.query(`INSERT INTO svc.placements (workspace_id, schema, wake_at) VALUES ($1, $2, now())`, [
    id,
    schema,
  ])
}

it('wakes a workspace that cannot be opened ever more seldom', async () => {
  const server = await openServer()
  const { data, database, log, owned } = server
  await damage(server)
  const tries = (): number => log.entries.filter(({ message }) => message === 'a workspace could not be entered').length
  const wakesAt = async (): Promise<number> => {
    const wakes = `SELECT extract(epoch FROM wake_at)::float8 AS seconds FROM svc.placements`
    return (await database.query<{ seconds: number }>(wakes)).rows[0]?.seconds ?? 0
  }
  const isFree = `SELECT 1 FROM svc.placements WHERE server_id IS NULL AND wake_at > now()`
  const noted = () => expect.poll(async () => (await database.query(isFree)).count).toBe(1)
  await owned.look(false)
  await noted()
  await owned.look(false)
  expect(tries()).toBe(1)
  const first = await wakesAt()
  await database.query(`UPDATE svc.placements SET wake_at = now()`)
  await owned.look(false)
  await expect.poll(tries).toBe(2)
  await noted()
  // 4 seconds from now, after 2 from some time ago.
  expect((await wakesAt()) - first).toBeGreaterThanOrEqual(2)
  await data.close()
})

it('gives up what is still noted in PostgreSQL when it failed to open, or had been released', async () => {
  const server = await openServer()
  const { data, database, log, owned } = server
  const placements = async (): Promise<unknown[]> =>
    (await database.query(`SELECT workspace_id, server_id, state FROM svc.placements ORDER BY workspace_id`)).rows
  const other = workspace(2)
  await owned.enter(other)
  await damage(server)
  await database.query(
    `CREATE FUNCTION svc.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$`,
  )
  await database.query(
    `CREATE TRIGGER refuse BEFORE UPDATE ON svc.placements FOR EACH ROW
      WHEN (NEW.server_id IS NULL AND OLD.server_id IS NOT NULL) EXECUTE FUNCTION svc.refuse()`,
  )
  await owned.look(false)
  await owned.release(other)
  const stillNoted = 'a workspace that could not be opened is still noted'
  await expect.poll(() => log.entries.map(({ message }) => message)).toContain(stillNoted)
  expect(data.entered()).toEqual([])
  expect(await placements()).toMatchObject([{ server_id: serverId }, { server_id: serverId }])
  await database.query('DROP TRIGGER refuse ON svc.placements')
  await placementStore.move(database, other, 'srv_b')
  await owned.look(false)
  await expect.poll(placements).toEqual([
    { workspace_id: id, server_id: null, state: 'free' },
    { workspace_id: other, server_id: 'srv_b', state: 'moving' },
  ])
  await data.close()
})

it('moves and wakes workspaces while another one takes long to leave', async () => {
  const { data, database, owned } = await openServer()
  const [slow, quick, waiting] = [workspace(1), workspace(2), workspace(3)]
  const leaving = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  owned.onLeaving(async workspaceId => {
    if (workspaceId !== slow) return
    leaving.resolve()
    await ended.promise
  })
  await Promise.all([owned.enter(slow), owned.enter(quick)])
  const looking = new Looking({ around: () => Promise.resolve(), after: isDraining => owned.look(isDraining) })
  await placementStore.move(database, slow, 'srv_b')
  looking.ask(false)
  await leaving.promise
  await placementStore.move(database, quick, 'srv_b')
  await database.query(`INSERT INTO svc.placements (workspace_id, schema, wake_at) VALUES ($1, $2, now())`, [
    waiting,
    schema,
  ])
  await expect
    .poll(() => {
      looking.ask(false)
      return data.entered().toSorted()
    })
    .toEqual([slow, waiting])
  ended.resolve()
  await expect.poll(() => data.entered()).toEqual([waiting])
  await data.close()
})

it('lists the marks of a workspace also while it is refused', async () => {
  const { data, log, owned } = await openServer({ mostLogBytes: 0 })
  const marks = createWorkspaceMarks(data, 'test', log)
  await marks.list()
  await owned.enter(id)
  await data.settled(id)
  expect(() => data.use(id, () => 'used')).toThrow(expect.objectContaining({ code: 'storage_full' }))
  expect(await marks.list()).toEqual([id])
  await data.close()
})

it('gives up a workspace that nobody uses, however often its marks are listed', async () => {
  const { data, log, owned } = await openServer()
  const marks = createWorkspaceMarks(data, 'test', log)
  await owned.enter(id)
  const now = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 301_000)
  try {
    expect(await marks.list()).toEqual([])
    await owned.look(false)
    await expect.poll(() => data.entered()).toEqual([])
  } finally {
    later.mockRestore()
  }
  await data.close()
})

import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorkspaceLog } from '../../kernel/drivers/shipped/open-workspace-log.ts'
import { ShippedDataPlane } from '../../kernel/drivers/shipped/shipped-data-plane.ts'
import { planMigrations } from '../../kernel/planes/index.ts'
import { OwnedWorkspaces } from '../../kernel/planes/placement/owned-workspaces.ts'
import { placementStore } from '../../kernel/planes/placement/placement-store.ts'
import { serverStore } from '../../kernel/planes/placement/server-store.ts'
import { systemClock as clock } from '../../kernel/services/index.ts'
import { openShippingPlace, workspace } from '../contract/shipped/kit.ts'
import type { ShippingPlace } from '../contract/shipped/kit.ts'

const serverId = 'srv_a'
const schema = 'a'
const id = workspace(1)

let place: ShippingPlace
beforeAll(async () => {
  place = await openShippingPlace()
})
afterAll(() => place.close())

it('wakes a workspace that cannot be opened ever more seldom', async () => {
  const { databaseUrl, notes: log, store } = place
  const workspaceLog = await openWorkspaceLog({ databaseUrl, clock, log })
  const { database } = workspaceLog
  const data = new ShippedDataPlane({
    ...{ homePath: join(place.folder, 'home'), plan: planMigrations([]), clock, log, workspaceLog, store },
    retentionHours: 0,
    noteOwner: (session, workspaceId, epoch) => placementStore.own(session, { workspaceId, serverId, epoch, schema }),
  })
  const owned = new OwnedWorkspaces({ data, database, serverId, schema, clock, log, numbers: () => null })
  await serverStore.join(
    database,
    { server_id: serverId, url: 'http://127.0.0.1', version: '1', schema, weight: 1 },
    60,
  )
  await serverStore.serve(database, serverId, 'http://127.0.0.1')
  await owned.lookAround()
  const damaged = { workspace_id: id, seq: 1, epoch: 1, kind: 'pages' as const, pages: Buffer.from('damaged') }
  await workspaceLog.append([damaged])
  await database.query(`INSERT INTO svc.placements (workspace_id, schema, wake_at) VALUES ($1, $2, now())`, [
    id,
    schema,
  ])

  const tries = (): number => log.entries.filter(({ message }) => message === 'a workspace could not be entered').length
  const wakesAt = async (): Promise<number> => {
    const wakes = `SELECT extract(epoch FROM wake_at)::float8 AS seconds FROM svc.placements`
    return (await database.query<{ seconds: number }>(wakes)).rows[0]?.seconds ?? 0
  }
  await owned.look(false)
  await owned.look(false)
  expect(tries()).toBe(1)
  const first = await wakesAt()
  await database.query(`UPDATE svc.placements SET wake_at = now()`)
  await owned.look(false)
  expect(tries()).toBe(2)
  // 4 seconds from now, after 2 from some time ago.
  expect((await wakesAt()) - first).toBeGreaterThanOrEqual(2)
  await data.close()
})

import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { placementStore } from '../../kernel/planes/placement/placement-store.ts'
import { serverStore } from '../../kernel/planes/placement/server-store.ts'
import { openShippingPlace, workspace } from '../contract/shipped/kit.ts'
import type { ShippingPlace } from '../contract/shipped/kit.ts'

const id = workspace(1)

let place: ShippingPlace
beforeAll(async () => {
  place = await openShippingPlace()
})
beforeEach(() => place.renew())
afterAll(() => place.close())

const query = (statement: string) => place.log.database.query(statement)
const placement = async () =>
  (await query('SELECT server_id, state, move_to FROM svc.placements')).rows[0] as Record<string, string | null>
const move = (to: string) => placementStore.move(place.log.database, id, to)
const isOfA = { workspaceId: id, serverId: 'srv_a' }
const server = { url: 'http://127.0.0.1', version: '1', schema: 'a', weight: 1 }
const taken = `UPDATE svc.placements SET server_id = 'srv_a', state = 'restoring'`

it('sends a workspace that nobody has, or that is on its way, to the server that was asked for last', async () => {
  await query(`INSERT INTO svc.placements (workspace_id) VALUES ('${id}')`)
  await move('srv_a')
  expect(await placement()).toEqual({ server_id: 'srv_a', state: 'moving', move_to: null })
  await move('srv_b')
  expect(await placement()).toEqual({ server_id: 'srv_b', state: 'moving', move_to: null })
})

it('asks the server that takes the workspace at the same moment', async () => {
  await query(`INSERT INTO svc.placements (workspace_id) VALUES ('${id}')`)
  const taking = new pg.Client(place.databaseUrl)
  await taking.connect()
  await taking.query('BEGIN')
  await taking.query(taken)
  const moved = move('srv_b')
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`
  await expect.poll(async () => (await query(waiting)).count).toBeGreaterThan(0)
  await taking.query('COMMIT')
  await taking.end()
  await moved
  expect(await placement()).toEqual({ server_id: 'srv_a', state: 'restoring', move_to: 'srv_b' })
})

it.each([
  ['leaves', () => placementStore.free(place.log.database, isOfA, { wakeSeconds: null })],
  [
    'is lost',
    async () => {
      await serverStore.join(place.log.database, { ...server, server_id: 'srv_a' }, 60)
      await serverStore.leave(place.log.database, 'srv_a')
    },
  ],
  ['is not known any more', () => serverStore.freeUnknown(place.log.database)],
])('goes to the server that was asked for last when its own one %s', async (_, left) => {
  await query(`INSERT INTO svc.placements (workspace_id) VALUES ('${id}')`)
  await query(taken)
  await move('srv_c')
  await move('srv_b')
  await left()
  expect(await placement()).toEqual({ server_id: 'srv_b', state: 'moving', move_to: null })
})

it('stays when it is asked to go where it is', async () => {
  await query(`INSERT INTO svc.placements (workspace_id) VALUES ('${id}')`)
  await query(taken)
  await move('srv_b')
  await move('srv_a')
  expect(await placement()).toEqual({ server_id: 'srv_a', state: 'restoring', move_to: null })
})

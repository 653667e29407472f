import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MovingContents } from '../../kernel/drivers/content/moving-contents-store.ts'
import { openWorkspaceLog } from '../../kernel/drivers/shipped/open-workspace-log.ts'
import { ShippedDataPlane } from '../../kernel/drivers/shipped/shipped-data-plane.ts'
import { planMigrations } from '../../kernel/planes/index.ts'
import { systemClock as clock } from '../../kernel/services/index.ts'
import { openShippingPlace, workspace } from '../contract/shipped/kit.ts'
import type { ShippingPlace } from '../contract/shipped/kit.ts'

const id = workspace(1)
const object = (name: string): string => `w/${id}/files/ab/${name}`

let place: ShippingPlace
beforeAll(async () => {
  place = await openShippingPlace()
})
afterAll(() => place.close())

async function openServer(serverId: string): Promise<{ data: ShippedDataPlane; moving: MovingContents }> {
  const { databaseUrl, notes: log, store } = place
  const data = new ShippedDataPlane({
    ...{ homePath: join(place.folder, serverId), plan: planMigrations([]), clock, log, store },
    workspaceLog: await openWorkspaceLog({ databaseUrl, clock, log }),
    retentionHours: 0,
  })
  await data.enter(id)
  return { data, moving: new MovingContents(data, clock, { host: serverId, pid: 1 }) }
}

it('knows at the next server what could not be removed at the one before, whose disk is lost', async () => {
  const first = await openServer('srv_a')
  for (const name of ['left', 'removed', 'placed']) await first.moving.hold(object(name))
  first.moving.placed(object('left'), false)
  first.moving.placed(object('removed'), false)
  first.moving.placed(object('placed'), true)
  expect(first.moving.take(object('removed'))).toBe(true)
  first.moving.removed(object('removed'), true)
  await first.moving.hold(object('under way'))
  await first.data.settled(id)

  const second = await openServer('srv_b')
  expect([...second.moving.workspaceIds()]).toEqual([id])
  expect(second.moving.left(`w/${id}/files`)).toEqual([object('left')])
  // The first may still be at work on it.
  expect(second.moving.take(object('under way'))).toBe(false)
  expect(second.moving.take(object('left'))).toBe(true)
  second.moving.removed(object('left'), true)
  expect(second.moving.left(`w/${id}/files`)).toEqual([])
  await second.data.close()
  await first.data.close()
})

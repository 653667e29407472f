import type { WorkspaceDatabase } from '@svc/plugin'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../test/rooms/planes.ts'
import { endpointStore } from '../endpoints/endpoint-store.ts'
import webhooks from '../migrations/0001-webhooks.ts'
import { deliveryStore } from './delivery-store.ts'

let planes: TestPlanes
let count = 0
let id: string

beforeAll(async () => {
  planes = await openTestPlanes({ migrations: [{ owner: 'webhooks', migrations: [webhooks] }] })
  const row = { url: 'https://example.com/', description: null, events: '["*"]', status: 'enabled' as const }
  const rest = { disabled_reason: null, secret: 's', previous_secret: null, previous_until: null, created_by: 'usr_1' }
  const times = { failing_since: null, created_at: 0, updated_at: 0 }
  use(db => endpointStore.insert(db, { id: 'wh_1', ...row, ...rest, admin_by: null, ...times }))
})
afterAll(() => planes.close())
beforeEach(() => {
  id = `whd_${(count += 1)}`
  const event = { event_id: 'evt_1', event_type: 'run.finished', for_admins: 0 as const, body: '{}', created_at: 100 }
  use(db => deliveryStore.insert(db, { id, endpoint_id: 'wh_1', ...event }))
})

const use = <T>(work: (db: WorkspaceDatabase) => T) => planes.data.use(`ws_${'1'.repeat(26)}`, work)
const claim = (now: number, until = now + 50) => use(db => deliveryStore.claim(db, id, now, until))
const now = () => use(db => deliveryStore.get(db, id))

it('gives a delivery to one claim at a time, and again when that has run out', () => {
  const claims = [claim(99), claim(100), claim(120), claim(149), claim(150)]
  expect(claims.map(row => row && [row.tries, row.attempts, row.due_at])).toEqual([
    undefined,
    [1, 1, 150],
    undefined,
    undefined,
    [2, 2, 200],
  ])
})

it('takes no result from a claim that has run out and was followed by another', () => {
  const [late, current] = [claim(100), claim(150)]
  if (!late || !current) throw new Error('Both claims were due.')
  use(db => deliveryStore.finish(db, late, { status: 'failed', error: 'late', now: 160 }))
  use(db => deliveryStore.retry(db, late, { due_at: 999, error: 'late' }))
  use(db => deliveryStore.release(db, late, 160))
  expect(now()).toEqual(current)
  use(db => deliveryStore.finish(db, current, { status: 'succeeded', error: null, now: 170 }))
  expect(now()).toMatchObject({ status: 'succeeded', due_at: null, finished_at: 170, is_claimed: 0 })
})

it('starts a finished delivery anew, and none that is on its way', () => {
  const row = claim(100)
  expect(use(db => deliveryStore.restart(db, id, 110))).toBeUndefined()
  if (row) use(db => deliveryStore.finish(db, row, { status: 'failed', error: 'no', now: 120 }))
  expect(use(db => deliveryStore.restart(db, id, 130))).toMatchObject({
    status: 'pending',
    tries: 0,
    attempts: 1,
    due_at: 130,
    error: null,
  })
})

it('keeps no try of a delivery that is gone', () => {
  use(db => deliveryStore.purge(db, 'wh_1', 1000))
  const attempt = { delivery_id: id, number: 1, at: 1, duration_ms: 1, status: 200, error: null, answer: '' }
  use(db => deliveryStore.addAttempt(db, attempt))
  expect(use(db => deliveryStore.attempts(db, id))).toEqual([])
})

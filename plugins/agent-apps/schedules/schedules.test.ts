import type { Principal } from '@svc/plugin'
import { afterEach, expect, test, vi } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import type { AppCatalog } from '../catalog/app-catalog.ts'
import type { RunQueue } from '../runs/run-queue.ts'
import type { RunStore } from '../runs/run-store.ts'
import { Schedules } from './schedules.ts'

const owner: Principal = {
  user_id: 'usr_1',
  username: 'ada',
  role: 'owner',
  workspace_id: 'ws_1',
  via: 'operator',
  scopes: ['*'],
}
const minute = 60_000
const stop: AbortController[] = []
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** Schedules over a catalogue of one app, with a store of fires that may be shared between two "servers". */
function start(fires: Set<string>, options: { cron: string; timezone?: string; principal?: Principal | null }) {
  const clock = new ManualClock()
  const signal = new AbortController()
  stop.push(signal)
  const started: string[] = []
  const schedule = { cron: options.cron, timezone: options.timezone ?? 'UTC', inputs: { a: 1 } }
  const catalog = {
    onChange: () => undefined,
    entries: () => [{ name: 'app', app: { definition: { schedule } } }],
  } as unknown as AppCatalog
  const queue = {
    enqueue: async ({ app }: { app: string }) => void started.push(`${app} ${clock.timestamp()}`),
  } as unknown as RunQueue
  const claimFire = (_: string, app: string, at: string) =>
    !fires.has(`${app} ${at}`) && fires.add(`${app} ${at}`) !== undefined
  const store = { claimFire } as unknown as RunStore
  const principal = async () => (options.principal === undefined ? owner : options.principal)
  new Schedules({
    catalog,
    queue,
    store,
    principal,
    clock,
    ids: { create: () => 'run_1', secret: () => '' },
    log,
    signal: signal.signal,
  }).start()
  const advance = async (ms: number) => {
    await vi.waitFor(() => expect(clock.sleepers).toBe(1))
    clock.advance(ms)
    await vi.waitFor(() => expect(clock.sleepers).toBe(1))
  }
  return { started, advance }
}

afterEach(() => stop.splice(0).forEach(controller => controller.abort()))

test('an app is started when its time comes, and again at the next', async () => {
  const { started, advance } = start(new Set(), { cron: '*/2 * * * *' })
  await advance(minute)
  expect(started).toEqual([])
  await advance(minute)
  await advance(minute)
  await advance(minute)
  expect(started).toEqual(['app 2026-01-31T12:02:00.000Z', 'app 2026-01-31T12:04:00.000Z'])
})

test('a time is one of the zone that the manifest names', async () => {
  const { started, advance } = start(new Set(), { cron: '1 21 * * *', timezone: 'Asia/Tokyo' })
  await advance(minute)
  expect(started).toEqual(['app 2026-01-31T12:01:00.000Z'])
})

test('a time that was claimed before a restart is not started again', async () => {
  const fires = new Set<string>()
  const first = start(fires, { cron: '1 12 * * *' })
  await first.advance(minute)
  const second = start(fires, { cron: '1 12 * * *' })
  await second.advance(minute)
  expect([first.started.length, second.started.length]).toEqual([1, 0])
})

test('nothing is started while there is no owner to act as', async () => {
  const { started, advance } = start(new Set(), { cron: '1 12 * * *', principal: null })
  await advance(minute)
  expect(started).toEqual([])
})

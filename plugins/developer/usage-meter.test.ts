import type { DataPlane, FinishedRequest, Principal } from '@svc/plugin'
import { StorageFullError } from '@svc/plugin'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ManualClock } from '@svc/plugin/testing'
import { recordingLog } from '../../test/support/recording-log.ts'
import { openTestPlanes } from '../../test/rooms/planes.ts'
import type { TestPlanes } from '../../test/rooms/planes.ts'
import usage from './migrations/0001-usage.ts'
import cost from './migrations/0002-cost.ts'
import { UsageMeter } from './usage-meter.ts'
import { UsageStore } from './usage-store.ts'

// The clock of the tests stands on this day.
const start = Date.parse('2026-01-31T23:59:59.000Z')
const month = { from: '2026-01-01', to: '2026-02-28' }
let planes: TestPlanes
let workspace = 0
let caller: Principal

beforeAll(async () => {
  planes = await openTestPlanes({ migrations: [{ owner: 'developer', migrations: [usage, cost] }] })
})
afterAll(() => planes.close())
beforeEach(() => {
  const workspace_id = `ws_${String((workspace += 1)).padStart(26, '0')}`
  caller = {
    user_id: 'usr_1',
    username: 'ada',
    role: 'user',
    workspace_id,
    via: 'api_key',
    key_id: 'key_1',
    scopes: ['*'],
  }
})

const meterOver = (data: DataPlane) => new UsageMeter(new UsageStore(data), new ManualClock(), recordingLog())
const request = (change: Partial<FinishedRequest> = {}): FinishedRequest => ({
  at: start,
  principal: caller,
  method: 'GET',
  route: '/api/x',
  status: 200,
  duration_ms: 5,
  ...change,
})

it('counts tokens by model, and for the key that asked', async () => {
  const meter = meterOver(planes.data)
  for (const tokens of [10, 20]) {
    const usage = { prompt_tokens: tokens, completion_tokens: 1 }
    meter.countTokens({ principal: caller, model: 'tiny-1', provider: 'tiny', usage, cost_usd: tokens / 8 })
    meter.countTokens({ principal: caller, model: 'free-1', provider: 'free', usage, cost_usd: null })
  }
  meter.countRequest(request())
  const counts = { prompt_tokens: 30, completion_tokens: 2, cost_usd: 3.75, errors: 0, route: null, day: null }
  const byModel = await meter.report(caller.workspace_id, month, new Set(['model']))
  expect(byModel.find(row => row.model === 'free-1')).toMatchObject({ prompt_tokens: 30, cost_usd: 0 })
  expect(byModel.find(row => row.model === 'tiny-1')).toEqual({
    ...counts,
    model: 'tiny-1',
    key_id: null,
    requests: 0,
    p50_ms: null,
    p95_ms: null,
  })
  expect(await meter.report(caller.workspace_id, month, new Set(['key']))).toEqual([
    {
      ...counts,
      prompt_tokens: 60,
      completion_tokens: 4,
      model: null,
      key_id: 'key_1',
      requests: 1,
      p50_ms: expect.any(Number),
      p95_ms: expect.any(Number),
    },
  ])
})

it('adds to what was written before, and keeps days apart', async () => {
  const meter = meterOver(planes.data)
  meter.countRequest(request())
  meter.flush()
  meter.countRequest(request({ status: 500 }))
  meter.countRequest(request({ at: start + 1000 }))
  const report = await meter.report(caller.workspace_id, month, new Set(['day']))
  const rows = report.map(({ day, requests, errors }) => ({ day, requests, errors }))
  expect(rows).toEqual([
    { day: '2026-01-31', requests: 2, errors: 1 },
    { day: '2026-02-01', requests: 1, errors: 0 },
  ])
})

it('removes what is older than 400 days', async () => {
  const meter = meterOver(planes.data)
  const day = 86_400_000
  for (const days of [402, 401, 1, 0]) {
    meter.countRequest(request({ at: start - days * day }))
    meter.flush()
  }
  const rows = await meter.report(caller.workspace_id, { from: '2024-01-01', to: '2026-12-31' }, new Set(['day']))
  expect(rows.map(row => row.day)).toEqual(['2024-12-26', '2026-01-30', '2026-01-31'])
})

it('removes nothing because the clock is ahead for a moment', async () => {
  const meter = meterOver(planes.data)
  for (const years of [0, 2, 2, 0]) {
    meter.countRequest(request({ at: start + years * 365 * 86_400_000 }))
    meter.flush()
  }
  const rows = await meter.report(caller.workspace_id, { from: '2026-01-01', to: '2028-12-31' }, new Set(['day']))
  expect(rows.map(row => [row.day, row.requests])).toEqual([
    ['2026-01-31', 2],
    ['2028-01-31', 2],
  ])
})

it('shows a workspace nothing of another', async () => {
  const meter = meterOver(planes.data)
  meter.countRequest(request())
  expect(await meter.report(`ws_${'9'.repeat(26)}`, month, new Set(['key']))).toEqual([])
})

it('keeps its counts while they cannot be written', async () => {
  let isFull = true
  const data: DataPlane = {
    read: (...args) => planes.data.read(...args),
    workspaceIds: () => planes.data.workspaceIds(),
    use: (id, work) => {
      if (isFull) throw new StorageFullError('The disk is full.')
      return planes.data.use(id, work)
    },
  }
  const meter = meterOver(data)
  meter.countRequest(request())
  meter.flush()
  isFull = false
  meter.countRequest(request())
  expect(await meter.report(caller.workspace_id, month, new Set(['key']))).toMatchObject([{ requests: 2 }])
})

it('counts neither what the operator of the machine does nor what met no route', async () => {
  const meter = meterOver(planes.data)
  meter.countRequest(request({ principal: { ...caller, via: 'operator' } }))
  meter.countRequest(request({ route: null }))
  meter.countRequest(request({ principal: null }))
  expect(await meter.report(caller.workspace_id, month, new Set(['key']))).toEqual([])
})

it('answers with 5,000 rows at the most', async () => {
  const meter = meterOver(planes.data)
  const report = () => meter.report(caller.workspace_id, month, new Set(['route']))
  for (let number = 1; number <= 5000; number += 1) meter.countRequest(request({ route: `/api/${number}` }))
  expect(await report()).toHaveLength(5000)
  meter.countRequest(request({ route: '/api/one-more' }))
  await expect(report()).rejects.toMatchObject({ status: 422, code: 'unprocessable' })
  expect(await meter.report(caller.workspace_id, month, new Set(['key']))).toMatchObject([{ requests: 5001 }])
})

it('counts a workspace also while much of another one cannot be written', async () => {
  const broken = { ...caller, workspace_id: `ws_${'8'.repeat(26)}` }
  const data: DataPlane = {
    read: (...args) => planes.data.read(...args),
    workspaceIds: () => planes.data.workspaceIds(),
    use(id, work) {
      if (id === broken.workspace_id) throw new StorageFullError('The disk is full.')
      return planes.data.use(id, work)
    },
  }
  const meter = meterOver(data)
  for (let number = 1; number <= 11_000; number += 1)
    meter.countRequest(request({ principal: broken, route: `/api/${number}` }))
  meter.countRequest(request())
  expect(await meter.report(caller.workspace_id, month, new Set(['key']))).toMatchObject([{ requests: 1 }])
  meter.forget(broken.workspace_id)
})

it('keeps nothing of a workspace that was deleted', async () => {
  let tries = 0
  const data: DataPlane = {
    read: (...args) => planes.data.read(...args),
    workspaceIds: () => planes.data.workspaceIds(),
    use(id, work) {
      tries += 1
      return planes.data.use(id, work)
    },
  }
  const meter = meterOver(data)
  meter.countRequest(request())
  meter.flush()
  await planes.data.remove(caller.workspace_id)
  meter.countRequest(request())
  for (let times = 0; times < 3; times += 1) meter.flush()
  expect(tries).toBe(2)
})

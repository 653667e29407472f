import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Principal } from '@svc/plugin'
import type { ModelUse } from '@svc/plugin/contracts/models'
import { ManualClock } from '@svc/plugin/testing'
import { countingIds } from '../../../test/support/counting-ids.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../test/rooms/planes.ts'
import cachedTokens from '../migrations/0002-cached-tokens.ts'
import migration from '../migrations/0001-models.ts'
import { Admission } from './admission.ts'
import { CallLedger } from './call-ledger.ts'
import type { CallOpening } from './call-record.ts'
import { callStore } from './call-store.ts'
import { TokenBudgets } from './token-budgets.ts'

const workspaceId = `ws_${'2'.repeat(26)}`
const dayMs = 24 * 60 * 60 * 1000
let planes: TestPlanes
let clock: ManualClock
let keys = 0

beforeAll(async () => {
  planes = await openTestPlanes({ migrations: [{ owner: 'models', migrations: [migration, cachedTokens] }] })
})
beforeEach(() => {
  clock = new ManualClock()
})
afterAll(() => planes.close())

function open() {
  const log = recordingLog()
  const ledger = new CallLedger(planes.data, clock, log)
  const budgets = new TokenBudgets(ledger, clock)
  const uses: ModelUse[] = []
  const admission = new Admission({
    budgets,
    ledger,
    onUse: use => uses.push(use),
    isServing: () => true,
    ids: countingIds(),
    clock,
    log,
  })
  return { ledger, budgets, admission, uses, log }
}

/** Another key each time, so that the tests of this file know nothing of each other. */
function keyWith(token_budget?: { day?: number; month?: number }): Principal {
  keys += 1
  return {
    user_id: 'usr_1',
    username: 'ada',
    role: 'user',
    workspace_id: workspaceId,
    via: 'api_key',
    key_id: `key_${keys}`,
    scopes: ['*'],
    key_limits: token_budget ? { token_budget } : {},
  }
}

function opening(principal: Principal, max_tokens: number | undefined = 90): CallOpening {
  return { principal, kind: 'chat', model: 'm', provider: 'p', prices: undefined, prompt_tokens: () => 10, max_tokens }
}

const usage = (tokens: number) => ({ prompt_tokens: 10, completion_tokens: tokens - 10 })

function tryOpen(admission: Admission, principal: Principal, max_tokens?: number) {
  try {
    return admission.open(opening(principal, max_tokens))
  } catch (error) {
    return error as Error
  }
}

describe('a budget of tokens', () => {
  it('is not overshot by fifty calls at once, and the others learn when it begins anew', () => {
    const { admission, budgets } = open()
    const principal = keyWith({ day: 1000 })
    const calls = Array.from({ length: 50 }, () => tryOpen(admission, principal, 90))
    const running = calls.filter(call => 'end' in call)
    const refused = calls.filter(call => call instanceof Error)
    expect([running.length, refused.length]).toEqual([10, 40])
    expect(refused[0]).toMatchObject({
      code: 'token_budget_exceeded',
      status: 429,
      retryAfterSeconds: 12 * 3600,
      extra: { resets_at: '2026-02-01T00:00:00.000Z' },
      message: expect.stringMatching(/1000 of them set aside.*2026-02-01T00:00:00.000Z/),
    })
    for (const call of running) call.end('succeeded', usage(100))
    expect(budgets.state(principal)).toEqual({
      day: { limit: 1000, used: 1000, resets_at: '2026-02-01T00:00:00.000Z' },
      month: null,
    })
    expect(tryOpen(admission, principal, 1)).toMatchObject({
      message: expect.stringContaining('has used its 1000 tokens of the day'),
    })
  })

  it('gives back what a call did not use, once', () => {
    const { admission, budgets } = open()
    const principal = keyWith({ day: 1000 })
    const call = admission.open(opening(principal, 900))
    expect(tryOpen(admission, principal, 900)).toBeInstanceOf(Error)
    call.end('succeeded', usage(20))
    call.end('failed', usage(500))
    expect(budgets.state(principal)?.day?.used).toBe(20)
    expect(tryOpen(admission, principal, 900)).toHaveProperty('end')
  })

  it('is held by answers of open length too: they get what is left, and what they grow by counts', () => {
    const { admission } = open()
    const principal = keyWith({ day: 3000 })
    const first = admission.open({ ...opening(principal), max_tokens: undefined })
    expect(tryOpen(admission, principal, 1500)).toHaveProperty('end')
    first.grow(2000)
    expect(tryOpen(admission, principal, 1)).toBeInstanceOf(Error)
  })

  it('of the month outlives the day, and its own end', () => {
    const { admission, budgets } = open()
    const principal = keyWith({ day: 100, month: 150 })
    // On the last of January both would begin anew at the same time.
    clock.advance(dayMs)
    admission.open(opening(principal)).end('succeeded', usage(100))
    expect(tryOpen(admission, principal, 10)).toMatchObject({ extra: { resets_at: '2026-02-02T00:00:00.000Z' } })
    expect(tryOpen(admission, principal, 50)).toMatchObject({
      extra: { resets_at: '2026-03-01T00:00:00.000Z' },
      message: expect.stringContaining('has 50 of its 150 tokens of the month left'),
    })
    clock.advance(dayMs)
    expect(budgets.state(principal)).toMatchObject({ day: { used: 0 }, month: { used: 100 } })
    expect(tryOpen(admission, principal, 40)).toHaveProperty('end')
    clock.advance(31 * dayMs)
    expect(budgets.state(principal)).toMatchObject({ day: { used: 0 }, month: { used: 0 } })
  })

  it('is measured by what was written before a restart, and by what another process writes', () => {
    const principal = keyWith({ day: 1000 })
    const before = open()
    before.admission.open(opening(principal)).end('succeeded', usage(300))
    before.ledger.flush()
    const after = open()
    expect(after.budgets.state(principal)?.day?.used).toBe(300)
    before.admission.open(opening(principal)).end('succeeded', usage(200))
    before.ledger.flush()
    clock.advance(5000)
    expect(after.budgets.state(principal)?.day?.used).toBe(500)
  })

  it('is asked of no key that has none', () => {
    const { admission, budgets } = open()
    const principal = keyWith()
    let isCounted = false
    const prompt_tokens = () => {
      isCounted = true
      return 0
    }
    admission.open({ ...opening(principal), prompt_tokens }).end('succeeded', usage(1_000_000))
    expect([budgets.state(principal), isCounted]).toEqual([null, false])
  })
})

describe('the ledger', () => {
  it('believes no impossible number of a provider', () => {
    const { admission, budgets, uses } = open()
    const principal = keyWith({ day: 1000 })
    admission.open(opening(principal)).end('succeeded', { prompt_tokens: -500, completion_tokens: Number.NaN })
    expect([budgets.state(principal)?.day?.used, uses]).toEqual([0, []])
  })

  it('knows what another process has used, also when the clock was set back', () => {
    const [server, worker] = [open(), open()]
    const principal = keyWith({ day: 1000 })
    expect(server.budgets.state(principal)?.day?.used).toBe(0)
    clock.step(-3_600_000)
    worker.admission.open(opening(principal)).end('succeeded', usage(300))
    worker.ledger.flush()
    expect(server.budgets.state(principal)?.day?.used).toBe(300)
  })

  it('keeps what could not be written for the next try', () => {
    const { ledger, admission, budgets, log } = open()
    const principal = keyWith({ day: 1000 })
    const use = planes.data.use.bind(planes.data)
    admission.open(opening(principal)).end('succeeded', usage(300))
    planes.data.use = () => {
      throw new Error('disk full')
    }
    ledger.flush()
    planes.data.use = use
    expect(budgets.state(principal)?.day?.used).toBe(300)
    ledger.flush()
    expect(budgets.state(principal)?.day?.used).toBe(300)
    expect(log.entries).toMatchObject([{ level: 'warn', message: expect.stringContaining('disk full') }])
  })

  it('forgets calls after ninety days, a few at a time', () => {
    const { ledger, admission } = open()
    const principal = keyWith()
    for (let n = 0; n < 3; n++) admission.open(opening(principal)).end('succeeded', usage(20))
    ledger.flush()
    clock.advance(91 * dayMs)
    admission.open(opening(principal)).end('succeeded', usage(20))
    ledger.flush()
    const kept = planes.data.use(workspaceId, db => callStore.page(db, '~', 100))
    expect(kept.map(({ key_id }) => key_id)).toEqual([principal.key_id])
  })
})

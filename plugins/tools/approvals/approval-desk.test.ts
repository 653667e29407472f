import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Page, Principal } from '@svc/plugin'
import { isPending } from '@svc/plugin/contracts/tools'
import type { RunApprovalFilter } from '@svc/plugin/contracts/tools'
import type { AnyApproval, RunApproval } from '@svc/plugin/library/approvals/approval-schemas'
import { byKey, person, startTestTools, toolNamed, workspaceId } from '../../../test/rooms/plugins/tools.ts'
import type { TestTools, TestToolsOptions } from '../../../test/rooms/plugins/tools.ts'
import { AllApprovals } from './all-approvals.ts'

let sent: unknown[] = []
let holding: Promise<void> | null = null
const tools = () => [
  toolNamed(
    'send',
    async (input: { to: string }) => {
      sent.push(input)
      await holding
      if (input.to === 'nobody') throw new Error('no such address')
      return { sent: input.to }
    },
    { effect: 'external' },
  ),
]
const origin = { kind: 'turn' as const, session_id: 'ses_1', turn_id: 'turn_1', call_id: 'call_1' }
const minutes = (count: number) => count * 60_000

let room: TestTools
const started: TestTools[] = []
async function start(options: TestToolsOptions = {}): Promise<TestTools> {
  const made = await startTestTools({ tools: tools(), ...options })
  started.push(made)
  return made
}
beforeEach(async () => {
  sent = []
  holding = null
  room = await start()
})
afterEach(async () => {
  for (const each of started.splice(0).toReversed()) await each.close()
})

async function ask(to = 'bea', principal: Principal = byKey, more: object = {}): Promise<string> {
  const outcome = await room.call('send', { to }, principal, more)
  if (!isPending(outcome)) throw new Error('It ran.')
  return outcome.approval_id
}

describe('a call under ask', () => {
  it('waits, runs once when a person approves, as the caller who asked, and its result is in the approval', async () => {
    const id = await ask()
    expect(sent).toEqual([])
    const approval = await room.desk.approve(person, id, null)
    expect(approval).toEqual({
      approval_id: id,
      tool_name: 'send',
      arguments: { to: 'bea' },
      status: 'approved',
      result: { sent: 'bea' },
      error: null,
      origin: { kind: 'direct' },
      requested_by: { user_id: 'usr_ada', username: 'ada', key_id: 'key_1' },
      decided_by: { user_id: 'usr_ada', username: 'ada' },
      reason: null,
      created_at: '2026-01-31T12:00:00.000Z',
      expires_at: '2026-01-31T12:15:00.000Z',
      decided_at: '2026-01-31T12:00:00.000Z',
      finished_at: '2026-01-31T12:00:00.000Z',
    })
    expect(sent).toEqual([{ to: 'bea' }])
    expect(
      room.calls.list(person, { limit: 9 }).items.map(({ outcome, approval_id }) => [outcome, approval_id]),
    ).toEqual([
      ['ok', id],
      ['asked', null],
    ])
  })

  it('gets the same approval again while it waits, whatever the order of its arguments, and a new one afterwards', async () => {
    const twice = async (values: object) => (await room.call('send', values, byKey)) as { approval_id: string }
    const first = await twice({ to: 'bea', cc: 'cem' })
    expect((await twice({ cc: 'cem', to: 'bea' })).approval_id).toBe(first.approval_id)
    const others = [await ask('cem'), await ask('bea', person), await ask('bea', byKey, { origin })]
    expect(new Set([first.approval_id, ...others]).size).toBe(4)
    await room.desk.approve(person, first.approval_id, null)
    expect((await twice({ to: 'bea', cc: 'cem' })).approval_id).not.toBe(first.approval_id)
    expect(sent).toHaveLength(1)
  })

  it('is in the event log and in the audit log, without its arguments', async () => {
    const id = await ask('a-secret-address')
    await room.desk.deny(person, id, 'not now')
    expect(room.events().map(({ type, data }) => [type, JSON.parse(data)])).toEqual([
      [
        'approval.requested',
        { approval_id: id, tool_name: 'send', effect: 'external', expires_at: '2026-01-31T12:15:00.000Z' },
      ],
      ['approval.decided', { approval_id: id, tool_name: 'send', status: 'denied' }],
    ])
    expect(room.audited.map(({ action, target }) => [action, target])).toEqual([['approval.denied', id]])
    expect(JSON.stringify([room.events(), room.audited])).not.toContain('a-secret-address')
  })

  it('is one of a hundred at most', async () => {
    room = await start({ settings: { max_pending_approvals: 3 } })
    for (const to of ['a', 'b', 'c', 'a']) await ask(to)
    await expect(ask('d')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 900 })
    expect(room.desk.list(workspaceId, { before: '~', limit: 50, status: 'pending' }).approvals).toHaveLength(3)
    room.clock.advance(minutes(15))
    await ask('d')
  })

  it('leaves room for those of others: one key, person or app has half of the places', async () => {
    room = await start({ settings: { max_pending_per_caller: 2 } })
    for (const to of ['a', 'b']) await ask(to, byKey)
    await expect(ask('c', byKey)).rejects.toMatchObject({ status: 429 })
    for (const to of ['a', 'b']) await ask(to, person)
    await expect(ask('c', person)).rejects.toMatchObject({ status: 429 })
  })

  it('with more arguments than a person can read is refused', async () => {
    await expect(ask('x'.repeat(256 * 1024))).rejects.toMatchObject({ status: 413 })
  })
})

describe('a list', () => {
  it('of large calls comes in short pages, in order and with each once, the runs between them too', async () => {
    const calls: string[] = []
    for (let count = 0; count < 12; count += 1) calls.unshift(await ask(`${count}`.padStart(250 * 1024, '-')))
    const runs = [...[0, 4, 5, 11].map(index => `${calls[index]}-run`), 'apr_0']
    const source = {
      list: (_: Principal, { before, limit }: RunApprovalFilter) =>
        runs
          .filter(id => id < before)
          .slice(0, limit)
          .map(approval_id => ({ approval_id }) as RunApproval),
      get: () => null,
      decide: () => Promise.reject(new Error('not here')),
    }
    const all = new AllApprovals(room.desk, () => [{ plugin: 'playbooks', value: source }])
    const pages: AnyApproval[][] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page: Page<AnyApproval> = all.list(person, { limit: 200, ...(cursor !== undefined && { cursor }) })
      pages.push(page.items)
      cursor = page.next_cursor
    }
    const seen = pages.flat().map(({ approval_id }) => approval_id)
    expect(seen).toEqual([...calls, ...runs].toSorted().toReversed())
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(1_500_000)
    expect(all.list(person, { limit: 2 }).items).toHaveLength(2)
  })
})

describe('a decision', () => {
  it('is made once, though two come at the same time', async () => {
    const id = await ask()
    const all = await Promise.allSettled([
      room.desk.approve(person, id, null),
      room.desk.approve(person, id, null),
      room.desk.deny(person, id, null),
    ])
    expect(all.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(all.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409, code: 'conflict' } })
    expect(sent).toHaveLength(1)
  })

  it.each<[string, Partial<Principal>]>([
    ['the key that asked', { via: 'api_key', key_id: 'key_1', scopes: ['*', 'tools:approve'] }],
    ['a key of every scope that was not made for it', { via: 'api_key', key_id: 'key_2', scopes: ['*'] }],
    ['an agent app', { via: 'agent_app', scopes: ['*', 'tools:approve'] }],
    ['an agent app with a key made for it', { via: 'agent_app', key_id: 'key_2', scopes: ['tools:approve'] }],
  ])('is not made by %s', async (_who, as) => {
    const id = await ask()
    await expect(room.desk.approve({ ...person, ...as }, id, null)).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    expect([sent, room.desk.get(workspaceId, id)?.status]).toEqual([[], 'pending'])
  })

  it('is made by another key whose scopes name tools:approve', async () => {
    const id = await ask()
    const approver = { ...person, via: 'api_key' as const, key_id: 'key_2', scopes: ['tools:approve'] }
    expect(await room.desk.approve(approver, id, null)).toMatchObject({ status: 'approved', result: { sent: 'bea' } })
  })

  it('is not found by another workspace', async () => {
    const id = await ask()
    const stranger = { ...person, workspace_id: `ws_${'2'.repeat(26)}` }
    await expect(room.desk.approve(stranger, id, null)).rejects.toMatchObject({ status: 404 })
    expect(room.desk.get(stranger.workspace_id, id)).toBeNull()
  })

  it('comes too late after fifteen minutes, even when no timer has run', async () => {
    const id = await ask()
    room.clock.advance(minutes(15))
    await expect(room.desk.approve(person, id, null)).rejects.toMatchObject({ status: 409 })
    expect([sent, room.desk.get(workspaceId, id)?.status]).toEqual([[], 'expired'])
  })

  it('runs nothing when the account or the key has ended, and the approval says so', async () => {
    const id = await ask()
    room.gone.add('key_1')
    expect(await room.desk.approve(person, id, null)).toMatchObject({
      status: 'approved',
      error: { code: 'forbidden', message: 'The account or the key is gone.' },
      finished_at: expect.any(String),
    })
    expect(sent).toEqual([])
  })

  it('runs nothing when the tool was denied since', async () => {
    const id = await ask()
    await room.grants.put(person, { tool_name: 'send', key_id: null, grant: 'deny' })
    expect(await room.desk.approve(person, id, null)).toMatchObject({ error: { code: 'forbidden' } })
    expect(sent).toEqual([])
  })

  it.each([
    ['arguments', `UPDATE tools_approvals SET arguments = '{"to":"mallory"}'`],
    ['tool', `UPDATE tools_approvals SET tool_name = 'other'`],
  ])('runs nothing when the %s are not those that were asked about', async (_what, change) => {
    const other = toolNamed('other', () => sent.push('other'), { effect: 'external' })
    room = await start({ tools: [...tools(), other] })
    const id = await ask()
    room.planes.data.use(workspaceId, db => db.run(change))
    expect(await room.desk.approve(person, id, null)).toMatchObject({ result: null, error: { code: 'unprocessable' } })
    expect(sent).toEqual([])
  })

  it('keeps the error of a tool that fails', async () => {
    const id = await ask('nobody')
    expect(await room.desk.approve(person, id, 'try it')).toMatchObject({
      reason: 'try it',
      result: null,
      error: { code: 'tool_failed', message: 'The tool send failed: no such address' },
    })
  })
})

describe('a listener to approvals', () => {
  const settled = () => room.settled.map(({ approval_id, status, error }) => [approval_id, status, error?.code ?? null])

  it('is notified of each that is decided or expires, by one timer', async () => {
    room.listen()
    const [approved, denied] = [await ask('a', byKey, { origin }), await ask('b', byKey, { origin })]
    room.clock.advance(minutes(5))
    const [late, later] = [await ask('c', byKey, { origin }), await ask('d')]
    expect(room.clock.sleepers).toBe(1)
    await room.desk.approve(person, approved, null)
    await room.desk.deny(person, denied, null)
    room.clock.advance(minutes(15))
    await vi.waitFor(() => expect(room.settled).toHaveLength(4))
    expect(settled()).toEqual([
      [approved, 'approved', null],
      [denied, 'denied', null],
      [later, 'expired', null],
      [late, 'expired', null],
    ])
    expect([room.clock.sleepers, room.marks.has(workspaceId)]).toEqual([0, false])
  })

  it('is notified in time though another call waits for days', async () => {
    room.listen()
    const playbook_run_id = 'prun_1'
    await ask('a', byKey, { origin: { kind: 'playbook' as const, playbook_run_id, playbook: 'weekly', task: 'send' } })
    const short = await ask('b', byKey, { origin })
    room.clock.advance(minutes(15))
    await vi.waitFor(() => expect(settled()).toEqual([[short, 'expired', null]]))
  })

  it('is notified after a restart of what ended meanwhile, and a call that was cut off is not made again', async () => {
    const [cut, expired] = [await ask('a', byKey, { origin }), await ask('b', byKey, { origin })]
    holding = new Promise(() => undefined)
    room.desk.approve(person, cut, null).catch(() => undefined)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    const { planes, clock } = room
    clock.advance(minutes(20))
    room = await start({ planes, clock })
    room.listen()
    await room.settling.start()
    expect(settled()).toEqual([
      [cut, 'approved', 'interrupted'],
      [expired, 'expired', null],
    ])
    expect(sent).toHaveLength(1)
    expect(room.marks.has(workspaceId)).toBe(false)
    room.settled.length = 0
    await room.settling.start()
    expect(room.settled).toEqual([])
  })

  it('is notified by the server of what a worker asked for', async () => {
    const { planes, clock } = room
    const worker = await start({ planes, clock, settles: false })
    room.listen()
    worker.listen()
    const outcome = await worker.call('send', { to: 'a' }, byKey, { origin })
    expect(clock.sleepers).toBe(0)
    room.settling.notice(workspaceId)
    expect(clock.sleepers).toBe(1)
    clock.advance(minutes(15))
    await vi.waitFor(() => expect(room.settled).toHaveLength(1))
    expect([isPending(outcome), settled(), worker.settled]).toEqual([
      true,
      [[room.settled[0]?.approval_id, 'expired', null]],
      [],
    ])
  })

  it('may leave it: nobody can approve it any more', async () => {
    room.listen()
    const id = await ask('a', byKey, { origin })
    const other = await ask('b', byKey, { origin: { ...origin, turn_id: 'turn_2' } })
    room.desk.withdrawTurn(workspaceId, origin.turn_id, 'The turn was cancelled.')
    room.desk.withdrawTurn(workspaceId, origin.turn_id, 'Again.')
    expect(room.desk.get(workspaceId, other)).toMatchObject({ status: 'pending' })
    await expect(room.desk.approve(person, id, null)).rejects.toMatchObject({ status: 409 })
    expect(room.settled).toMatchObject([{ approval_id: id, status: 'expired', reason: 'The turn was cancelled.' }])
  })

  it('that fails is notified again at the next start', async () => {
    const { planes, clock } = room
    room.desk.onSettled(() => {
      throw new Error('not now')
    })
    const id = await ask('a', byKey, { origin })
    await room.desk.deny(person, id, null)
    room = await start({ planes, clock })
    room.listen()
    await room.settling.start()
    expect(settled()).toEqual([[id, 'denied', null]])
  })

  it('finds a call that waits over a restart as it was, and may still approve it', async () => {
    const id = await ask('a', byKey, { origin })
    const { planes, clock } = room
    room = await start({ planes, clock })
    room.listen()
    await room.settling.start()
    expect([room.settled, clock.sleepers]).toEqual([[], 2])
    await room.desk.approve(person, id, null)
    expect(settled()).toEqual([[id, 'approved', null]])
    expect(sent).toEqual([{ to: 'a' }])
  })
})

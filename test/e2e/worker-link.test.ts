import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Job } from '@svc/plugin'
import { asksSecond } from '../rooms/first-of-two.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel, TestResponse } from '../rooms/kernel.ts'

let t: TestKernel
let worker: { id: string; version: string; schema: string | null }
let hello: { version: string; schema: string; home_id: string; store: string }
let turn = 0

beforeAll(async () => {
  t = await startTestKernel({ plugins: ['developer'] })
  hello = (await t.request('GET', '/api/jobs/workers/hello')).body
  worker = { id: 'worker:test', version: hello.version, schema: hello.schema }
})
afterAll(() => t.stop())

// What the routes answer is known to each test.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function post(path: string, body: object): Promise<TestResponse<any>> {
  return t.request('POST', `/api/jobs/workers/${path}`, { body: body as never })
}

function exchange(change: object): ReturnType<typeof post> {
  turn += 1
  return post('exchange', { worker, turn, settlements: [], claim: null, wait_seconds: 0, ...change })
}

async function enqueue(kind: string): Promise<Job> {
  return (await t.request<Job>('POST', '/api/jobs', { body: { kind } })).body
}

const claimOf = (kind: string) => ({ kinds: [kind], queues: null, limit: 10, lease_ms: 30_000 })
const claimed = (answer: TestResponse<{ claimed: Record<string, unknown>[] }>) => answer.body.claimed

describe('what svc worker speaks to', () => {
  it('tells which server it is', () => {
    expect(hello).toEqual({
      version: expect.stringMatching(/^\d/),
      schema: expect.stringMatching(/^[0-9a-f]{64}$/),
      home_id: expect.any(String),
      store: asksSecond ? 'postgres' : 'sqlite',
    })
  })

  it('hands jobs of every workspace out, renews their leases, and takes their outcomes', async () => {
    const job = await enqueue('link.work')
    const [record] = claimed(await exchange({ claim: claimOf('link.work') }))
    expect(record).toMatchObject({
      job_id: job.job_id,
      state: 'running',
      attempt: 1,
      worker_id: worker.id,
      payload: '{}',
    })
    const { workspace_id, job_id, claim_token } = record ?? {}
    const claim = { workspace_id, job_id, claim_token }
    const renewals = [
      { ...claim, lease_ms: 30_000, progress: 0.5 },
      { ...claim, claim_token: 'x', lease_ms: 30_000, progress: null },
    ]
    expect((await post('renew', { worker, renewals })).body).toEqual({
      renewed: [
        { type: 'renewed', cancel_requested: false },
        { type: 'lost', cancel_requested: false },
      ],
    })
    expect((await t.request('GET', `/api/jobs/${job.job_id}`)).body.progress).toBe(0.5)
    const settlements = [{ ...claim, type: 'succeeded', result: '{"a":1}' }]
    expect((await exchange({ settlements })).body).toEqual({ settled: [{ type: 'accepted' }], claimed: [] })
    expect((await exchange({ settlements })).body).toEqual({ settled: [{ type: 'repeated' }], claimed: [] })
    expect((await t.request('GET', `/api/jobs/${job.job_id}`)).body).toMatchObject({
      state: 'succeeded',
      result: { a: 1 },
    })
  })

  it('answers a wait as soon as there is a job', async () => {
    const waiting = exchange({ claim: claimOf('link.later'), wait_seconds: 30 })
    const job = await enqueue('link.later')
    expect(claimed(await waiting)).toMatchObject([{ job_id: job.job_id }])
  })

  it('ends a wait when the same worker comes again, whichever request arrives first', async () => {
    const early = exchange({ claim: claimOf('link.none'), wait_seconds: 30 })
    await exchange({})
    expect(claimed(await early)).toEqual([])
    const late = { worker, turn: turn - 1, settlements: [], claim: claimOf('link.none'), wait_seconds: 30 }
    expect(claimed(await post('exchange', late))).toEqual([])
  })

  it('tells of cancels as they are asked for', async () => {
    const job = await enqueue('link.cancelled')
    await exchange({ claim: claimOf('link.cancelled') })
    const { body: now } = await t.request('GET', '/api/jobs/workers/cancels')
    const waiting = t.request('GET', `/api/jobs/workers/cancels?wait_seconds=30&after=${now.after}`)
    await t.request('POST', `/api/jobs/${job.job_id}/cancel`)
    const { body } = await waiting
    expect(body.jobs).toMatchObject([{ job_id: job.job_id }])
    const { body: next } = await t.request('GET', `/api/jobs/workers/cancels?after=${body.after}`)
    expect([now.jobs, next.jobs]).toEqual([[], []])
  })

  it('refuses a worker of another version, or with other files', async () => {
    const answers = [
      await exchange({ worker: { ...worker, version: '9.9.9' } }),
      await exchange({ worker: { ...worker, schema: 'another' } }),
      await post('renew', { worker: { ...worker, version: '9.9.9' }, renewals: [] }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([409, 'worker_mismatch']))
  })

  it('carries out what a handler asks of the queue, and refuses what is no such call', async () => {
    const job = await enqueue('link.asked')
    const { workspace_id } = claimed(await exchange({ claim: claimOf('link.asked') }))[0] ?? {}
    const got = await post('store', { call: { method: 'get', workspace_id, job_id: job.job_id } })
    expect(got.body.answer).toMatchObject({ job_id: job.job_id, workspace_id, kind: 'link.asked' })
    const wrong = [
      { call: { method: 'reclaim', limit: 1 } },
      { call: { method: 'get', workspace_id } },
      { call: { method: 'enqueue', jobs: [{ kind: 'x' }] } },
    ]
    const refused = await Promise.all(wrong.map(body => post('store', body)))
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([400, 'validation_error']))
  })

  it('takes entries of the audit log', async () => {
    const entry = {
      id: 'aud_of_a_worker',
      at: '2026-01-31T12:00:00.000Z',
      actor: { user_id: null, username: null, via: 'operator', key_id: null },
      action: 'test.done',
      target: null,
      ip: null,
      request_id: null,
      details: {},
    }
    const answer = await post('notes', { changed_workspaces: [], outdated_workspaces: [], audit: [entry] })
    expect(answer.status).toBe(204)
  })

  it('is for owners alone', async () => {
    const made = await t.request('POST', '/api/developer/keys', {
      as: 'owner',
      body: { name: 'jobs only', scopes: ['jobs:read', 'jobs:write'] },
    })
    const headers = { authorization: `Bearer ${made.body.key}` }
    const limited = await t.request('GET', '/api/jobs/workers/hello', { as: 'none', headers })
    const nobody = await t.request('GET', '/api/jobs/workers/hello', { as: 'none' })
    expect([limited.status, nobody.status]).toEqual([403, 401])
  })
})

it('is off with the plugin jobs, and the answer says so', async () => {
  const without = await startTestKernel({ plugins: [], env: { SVC_PLUGIN_JOBS_ENABLED: 'false' } })
  try {
    const { status, body } = await without.request<{ detail: string }>('GET', '/api/jobs/workers/hello')
    expect([status, body.detail]).toEqual([404, expect.stringContaining('The plugin jobs (Jobs) is off.')])
  } finally {
    await without.stop()
  }
})

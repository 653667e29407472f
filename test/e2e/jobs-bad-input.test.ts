import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JobServer } from './jobs-support.ts'
import type { Problem } from './jobs-support.ts'

let svc: JobServer
beforeAll(async () => void (svc = await JobServer.start()))
afterAll(() => svc.stop())

const kind = 'test.work'
const worker_id = 'w'
const claim_token = 't'
const error = { message: 'no' }

describe('a request that does not fit is refused with its path', () => {
  const job = '/api/jobs/job_x'
  const job_ = { kind }
  const cases: [string, string, object | undefined, string][] = [
    ['POST', '/api/jobs', {}, '/kind'],
    ['POST', '/api/jobs', { kind: '' }, '/kind'],
    ['POST', '/api/jobs', { kind: 'no spaces' }, '/kind'],
    ['POST', '/api/jobs', { kind: 'x'.repeat(129) }, '/kind'],
    ['POST', '/api/jobs', { kind: 7 }, '/kind'],
    ['POST', '/api/jobs', { ...job_, queue: '../x' }, '/queue'],
    ['POST', '/api/jobs', { ...job_, priority: 1.5 }, '/priority'],
    ['POST', '/api/jobs', { ...job_, priority: 1_000_001 }, '/priority'],
    ['POST', '/api/jobs', { ...job_, run_at: 'tomorrow' }, '/run_at'],
    ['POST', '/api/jobs', { ...job_, run_at: '2026-13-01T00:00:00Z' }, '/run_at'],
    ['POST', '/api/jobs', { ...job_, run_at: 1769860800000 }, '/run_at'],
    ['POST', '/api/jobs', { ...job_, max_attempts: 0 }, '/max_attempts'],
    ['POST', '/api/jobs', { ...job_, max_attempts: 101 }, '/max_attempts'],
    ['POST', '/api/jobs', { ...job_, unique_key: '' }, '/unique_key'],
    ['POST', '/api/jobs', { ...job_, unique_key: 'a\u0000b' }, '/unique_key'],
    ['POST', '/api/jobs', { ...job_, unique_key: '\ud800' }, '/unique_key'],
    ['POST', '/api/jobs', { ...job_, unique_key: 'x'.repeat(256) }, '/unique_key'],
    ['POST', '/api/jobs', { ...job_, unique_key: 'schedule:nightly:2026-01-31T12:00:00.000Z' }, '/unique_key'],
    ['POST', '/api/jobs', { ...job_, uniqe_key: 'x' }, '/uniqe_key'],
    ['POST', '/api/jobs', { ...job_, state: 'dead' }, '/state'],
    ['GET', '/api/jobs?state=done', undefined, '/state'],
    ['GET', '/api/jobs?limit=0', undefined, '/limit'],
    ['GET', '/api/jobs?limit=201', undefined, '/limit'],
    ['GET', '/api/jobs?cursor=abc', undefined, '/cursor'],
    ['GET', '/api/jobs?kind=a%20b', undefined, '/kind'],
    ['GET', '/api/jobs?que=a', undefined, '/que'],
    ['POST', '/api/jobs/claim', {}, '/worker_id'],
    ['POST', '/api/jobs/claim', { worker_id: '' }, '/worker_id'],
    ['POST', '/api/jobs/claim', { worker_id, limit: 0 }, '/limit'],
    ['POST', '/api/jobs/claim', { worker_id, limit: 101 }, '/limit'],
    ['POST', '/api/jobs/claim', { worker_id, lease_seconds: 0 }, '/lease_seconds'],
    ['POST', '/api/jobs/claim', { worker_id, lease_seconds: 3601 }, '/lease_seconds'],
    ['POST', '/api/jobs/claim', { worker_id, wait_seconds: -1 }, '/wait_seconds'],
    ['POST', '/api/jobs/claim', { worker_id, wait_seconds: 31 }, '/wait_seconds'],
    ['POST', '/api/jobs/claim', { worker_id, kinds: [] }, '/kinds'],
    ['POST', '/api/jobs/claim', { worker_id, kinds: ['a b'] }, '/kinds/0'],
    ['POST', '/api/jobs/claim', { worker_id, queues: 'default' }, '/queues'],
    ['POST', '/api/jobs/claim', { worker_id, workspace_id: 'ws_x' }, '/workspace_id'],
    ['POST', `${job}/heartbeat`, {}, '/claim_token'],
    ['POST', `${job}/heartbeat`, { claim_token, progress: 1.1 }, '/progress'],
    ['POST', `${job}/heartbeat`, { claim_token, progress: -0.1 }, '/progress'],
    ['POST', `${job}/heartbeat`, { claim_token, lease_seconds: 4000 }, '/lease_seconds'],
    ['POST', `${job}/complete`, { result: 1 }, '/claim_token'],
    ['POST', `${job}/complete`, { claim_token, output: 1 }, '/output'],
    ['POST', `${job}/fail`, { claim_token }, '/error'],
    ['POST', `${job}/fail`, { claim_token, error: 'no' }, '/error'],
    ['POST', `${job}/fail`, { claim_token, error: {} }, '/error/message'],
    ['POST', `${job}/fail`, { claim_token, error, retry: 'no' }, '/retry'],
    ['POST', `${job}/cancel`, { why: 1 }, ''],
    ['POST', '/api/jobs/redrive', { limit: 0 }, '/limit'],
    ['POST', '/api/jobs/redrive', { limit: 1001 }, '/limit'],
    ['POST', '/api/jobs/redrive', { state: 'dead' }, '/state'],
    ['PUT', '/api/jobs/schedules/x', { cron: '@daily' }, '/job'],
    ['PUT', '/api/jobs/schedules/x', { job: job_ }, '/cron'],
    ['PUT', '/api/jobs/schedules/x', { cron: '@daily', job: {} }, '/job/kind'],
    ['PUT', '/api/jobs/schedules/x', { cron: '@daily', job: { kind, run_at: '2026-01-31T12:00:00Z' } }, '/job/run_at'],
    ['PUT', '/api/jobs/schedules/x', { cron: '@daily', misfire: 'all', job: job_ }, '/misfire'],
    ['PUT', '/api/jobs/schedules/a%20b', { cron: '@daily', job: job_ }, '/name'],
  ]

  test.each(cases)('%s %s %o: %s', async (method, path, body, at) => {
    const answer = await svc.request<Problem>(method, path, body)
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_error'])
    expect(answer.body.errors?.map(fault => fault.path)).toContain(at)
  })
})

test('every fault of a request is told at once', async () => {
  const claim = { worker_id: '', limit: 0, lease_seconds: 9999, wait_seconds: 99, kinds: [], more: 1 }
  const { body } = await svc.request<Problem>('POST', '/api/jobs/claim', claim)
  expect(body.errors?.map(({ path }) => path).toSorted()).toEqual([
    '/kinds',
    '/lease_seconds',
    '/limit',
    '/more',
    '/wait_seconds',
    '/worker_id',
  ])
})

test('cron and zone that are none are refused together, with reasons', async () => {
  const { status, body } = await svc.request<Problem>('PUT', '/api/jobs/schedules/x', {
    cron: '61 * * * *',
    timezone: 'Europe/Londn',
    job: { kind },
  })
  expect([status, body.errors]).toEqual([
    400,
    [
      {
        path: '/cron',
        message: expect.stringMatching(/"61 \* \* \* \*", which is no cron expression: .*minute: 61/) as string,
      },
      { path: '/timezone', message: expect.stringMatching(/"Europe\/Londn", which is no time zone/) as string },
    ],
  ])
})

describe('what is over 1 MiB is refused by name', () => {
  const large = 'x'.repeat(1024 * 1024)

  test('as a payload', async () => {
    const { status, body } = await svc.request<Problem>('POST', '/api/jobs', { kind, payload: large })
    expect([status, body.code, body.detail]).toEqual([
      413,
      'payload_too_large',
      expect.stringMatching(/payload of a job is at most 1 MiB/) as string,
    ])
    expect((await svc.request('POST', '/api/jobs', { kind, payload: large.slice(2) })).status).toBe(201)
  })

  test('as a payload of a schedule', async () => {
    const schedule = { cron: '@daily', job: { kind, payload: large } }
    expect((await svc.request('PUT', '/api/jobs/schedules/large', schedule)).status).toBe(413)
  })

  test('as a result, and the job goes on', async () => {
    const made = await svc.enqueue({ kind: 'test.result' })
    const claimed = await svc.claimOne({ kinds: ['test.result'] })
    const { status, body } = await svc.act<Problem>(made, 'complete', {
      claim_token: claimed.claim_token,
      result: large,
    })
    expect([status, body.detail]).toEqual([413, expect.stringMatching(/result of a job is at most 1 MiB/) as string])
    expect(await svc.stored(made)).toMatchObject({ state: 'running' })
    const fits = await svc.act(made, 'complete', { claim_token: claimed.claim_token, result: large.slice(2) })
    expect(fits.status).toBe(200)
  })

  test('as a whole request that is far larger', async () => {
    const { status, body } = await svc.request<Problem>('POST', '/api/jobs', { kind, payload: large.repeat(5) })
    expect([status, body.code]).toEqual([413, 'payload_too_large'])
  })
})

test('an error message that no store could hold is kept readable', async () => {
  const made = await svc.enqueue({ kind: 'test.message' })
  const claimed = await svc.claimOne({ kinds: ['test.message'] })
  const message = 'a\u0000b\ud800c\u001b[31m\n'
  const failed = await svc.act(made, 'fail', { claim_token: claimed.claim_token, error: { message }, retry: false })
  expect([failed.status, failed.body.error]).toEqual([200, { message: 'a\ufffdb\ufffdc\u001b[31m\n' }])
})

describe('a call that the state does not allow is a conflict that names the state', () => {
  const steps: [string, object?][] = [
    ['heartbeat', { claim_token: 'never-given' }],
    ['complete', { claim_token: 'never-given' }],
    ['fail', { claim_token: 'never-given', error }],
    ['retry'],
  ]
  test.each(steps)('%s of a queued job', async (action, body) => {
    const made = await svc.enqueue({ kind: 'test.queued' })
    const answer = await svc.act<Problem>(made, action, body)
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
      409,
      'conflict',
      expect.stringContaining('queued') as string,
    ])
    expect(await svc.stored(made)).toEqual(made)
  })

  test('each of them after the end', async () => {
    const made = await svc.enqueue({ kind: 'test.ended' })
    const { claim_token: token } = await svc.claimOne({ kinds: ['test.ended'] })
    await svc.act(made, 'complete', { claim_token: token, result: 1 })
    const ended = await svc.stored(made)
    const answers = [
      await svc.act<Problem>(made, 'heartbeat', { claim_token: token }),
      await svc.act<Problem>(made, 'fail', { claim_token: token, error }),
      await svc.act<Problem>(made, 'cancel'),
      await svc.act<Problem>(made, 'retry'),
    ]
    expect(answers.map(({ status, body }) => [status, body.code, body.detail.includes('succeeded')])).toEqual(
      answers.map(() => [409, 'conflict', true]),
    )
    expect(await svc.stored(made)).toEqual(ended)
  })

  test('and the token of a claim that is over changes nothing', async () => {
    const made = await svc.enqueue({ kind: 'test.lost' })
    const first = await svc.claimOne({ kinds: ['test.lost'], lease_seconds: 1 })
    const [second] = await svc.claim({ kinds: ['test.lost'], wait_seconds: 10, worker_id: 'w2' })
    expect(second).toMatchObject({ job_id: made.job_id, attempt: 2, worker_id: 'w2' })
    const held = await svc.stored(made)
    const { claim_token: token } = first
    const answers = [
      await svc.act<Problem>(made, 'heartbeat', { claim_token: token }),
      await svc.act<Problem>(made, 'complete', { claim_token: token, result: 'stale' }),
      await svc.act<Problem>(made, 'fail', { claim_token: token, error }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code, body.detail.includes('running')])).toEqual(
      answers.map(() => [409, 'claim_lost', true]),
    )
    expect(await svc.stored(made)).toEqual(held)
  })
})

test('paths of the API are no job ids, and unknown ids are nowhere', async () => {
  for (const path of ['/api/jobs/claim', '/api/jobs/redrive', '/api/jobs/job_none', '/api/jobs/schedules/none']) {
    expect([path, (await svc.request('GET', path)).status]).toEqual([path, 404])
  }
  // No id holds a NUL, and no other store than a file could be asked for it.
  expect((await svc.request('GET', '/api/jobs/%00')).status).toBe(400)
  expect((await svc.request('GET', '/api/jobs/stats')).body).toHaveProperty('states')
  expect((await svc.request('GET', '/api/jobs/schedules')).body).toHaveProperty('items')
})

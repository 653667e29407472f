import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres } from '../support/storage/postgres.ts'
import type { TestPostgres } from '../support/storage/postgres.ts'
import { JobServer } from './jobs-support.ts'
import type { Problem } from './jobs-support.ts'

const id = expect.stringMatching(/^job_[0-9a-z]{26}$/) as string
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string

describe.each(['SQLite', 'PostgreSQL'])('jobs over HTTP, on %s', driver => {
  let svc: JobServer
  let others: Record<string, string>
  let postgres: TestPostgres | undefined

  beforeAll(async () => {
    if (driver === 'PostgreSQL') postgres = await startPostgres()
    svc = await JobServer.start(postgres ? { env: { DATABASE_URL: postgres.url } } : {})
    others = await svc.otherWorkspace()
  })
  afterAll(async () => {
    await svc.stop()
    await postgres?.stop()
  })

  describe('a job', () => {
    test('is made with every default, and is found under its Location', async () => {
      const made = await svc.request('POST', '/api/jobs', { kind: 'test.made' })
      expect([made.status, made.body]).toEqual([
        201,
        {
          job_id: id,
          queue: 'default',
          kind: 'test.made',
          state: 'queued',
          priority: 0,
          payload: {},
          result: null,
          error: null,
          progress: 0,
          attempt: 0,
          max_attempts: 5,
          run_at: time,
          worker_id: null,
          lease_expires_at: null,
          cancel_requested: false,
          created_at: time,
          started_at: null,
          finished_at: null,
        },
      ])
      const location = made.headers.get('location') ?? ''
      expect(location).toBe(`${svc.kernel.url}/api/jobs/${made.body.job_id}`)
      expect((await svc.request('GET', location.slice(svc.kernel.url.length))).body).toEqual(made.body)
    })

    test('keeps any JSON as its payload', async () => {
      for (const payload of [null, 'text', 7, [1, { a: 'ü\u2028\ud800' }], { deep: { er: [] } }]) {
        expect((await svc.enqueue({ kind: 'test.json', payload })).payload).toEqual(payload)
      }
    })

    test('with the unique key of a live one is that one, until it has ended', async () => {
      const job = { kind: 'test.unique', unique_key: 'once' }
      const first = await svc.request('POST', '/api/jobs', job)
      const second = await svc.request('POST', '/api/jobs', { ...job, payload: { other: true } })
      await svc.act(first.body, 'cancel')
      const third = await svc.request('POST', '/api/jobs', job)

      expect([first.status, second.status, second.body]).toEqual([201, 200, first.body])
      expect([third.status, third.body.job_id === first.body.job_id]).toEqual([201, false])
    })

    test('goes from claim over heartbeat to its result, which a repeated call answers again', async () => {
      const made = await svc.enqueue({ kind: 'test.life', payload: { n: 1 }, max_attempts: 2 })
      const claimed = await svc.claimOne({ kinds: ['test.life'], worker_id: 'digger', lease_seconds: 120 })
      const { claim_token, ...shown } = claimed
      expect(shown).toEqual({
        ...made,
        state: 'running',
        attempt: 1,
        worker_id: 'digger',
        lease_expires_at: time,
        started_at: time,
      })
      expect(Date.parse(claimed.lease_expires_at ?? '') - Date.parse(claimed.started_at ?? '')).toBe(120_000)

      const beat = await svc.act(made, 'heartbeat', { claim_token, lease_seconds: 600, progress: 0.25 })
      expect([beat.status, beat.body]).toEqual([200, { lease_expires_at: time, cancel_requested: false }])
      expect(await svc.stored(made)).toMatchObject({ progress: 0.25, lease_expires_at: beat.body.lease_expires_at })

      const done = await svc.act(made, 'complete', { claim_token, result: { dug: true } })
      const again = await svc.act(made, 'complete', { claim_token, result: { dug: true } })
      expect([done.status, done.body]).toEqual([
        200,
        {
          ...made,
          state: 'succeeded',
          attempt: 1,
          progress: 1,
          result: { dug: true },
          started_at: time,
          finished_at: time,
        },
      ])
      expect([again.status, again.body]).toEqual([200, done.body])
      expect(JSON.stringify(await svc.stored(made))).not.toContain(claim_token)
    })

    test('that fails is queued again after a backoff, and dead when that is wished or its attempts are used up', async () => {
      const error = { message: 'no luck' }
      const made = await svc.enqueue({ kind: 'test.fails', max_attempts: 2 })
      const first = await svc.claimOne({ kinds: ['test.fails'] })
      const failed = await svc.act(made, 'fail', { claim_token: first.claim_token, error })
      expect(failed.body).toMatchObject({ state: 'queued', attempt: 1, error, worker_id: null, lease_expires_at: null })
      const backoff = Date.parse(failed.body.run_at) - Date.parse(first.started_at ?? '')
      expect(backoff).toBeGreaterThanOrEqual(1600)
      expect(backoff).toBeLessThan(60_000)

      const hopeless = await svc.enqueue({ kind: 'test.hopeless' })
      const claim = await svc.claimOne({ kinds: ['test.hopeless'] })
      const dead = await svc.act(hopeless, 'fail', { claim_token: claim.claim_token, error, retry: false })
      expect(dead.body).toMatchObject({ state: 'dead', attempt: 1, error, finished_at: time })

      const last = await svc.enqueue({ kind: 'test.last', max_attempts: 1 })
      const lastClaim = await svc.claimOne({ kinds: ['test.last'] })
      const used = await svc.act(last, 'fail', { claim_token: lastClaim.claim_token, error })
      expect(used.body).toMatchObject({ state: 'dead', attempt: 1, error })

      const retried = await svc.act(last, 'retry')
      expect([retried.status, retried.body]).toMatchObject([200, { state: 'queued', attempt: 0, finished_at: null }])
    })

    test('is cancelled at once while queued, and through its worker while running', async () => {
      const queued = await svc.enqueue({ kind: 'test.cancel' })
      expect((await svc.act(queued, 'cancel')).body).toMatchObject({ state: 'cancelled', finished_at: time })

      const running = await svc.enqueue({ kind: 'test.cancel' })
      const { claim_token } = await svc.claimOne({ kinds: ['test.cancel'] })
      const asked = await svc.act(running, 'cancel')
      expect([asked.status, asked.body]).toMatchObject([200, { state: 'running', cancel_requested: true }])
      expect((await svc.act(running, 'heartbeat', { claim_token })).body).toMatchObject({ cancel_requested: true })
      const ended = await svc.act(running, 'fail', { claim_token, error: { message: 'stopped' } })
      expect(ended.body).toMatchObject({ state: 'cancelled', finished_at: time })
      expect((await svc.act(running, 'retry')).body).toMatchObject({
        state: 'queued',
        cancel_requested: false,
        attempt: 0,
      })
    })
  })

  test('a claim takes the highest priority, then the oldest, of the named kinds and queues, as many as asked', async () => {
    const kinds = ['test.order']
    const low = await svc.enqueue({ kind: 'test.order', priority: -1 })
    const old = await svc.enqueue({ kind: 'test.order', run_at: '2020-01-01T00:00:00Z' })
    const high = await svc.enqueue({ kind: 'test.order', priority: 9, queue: 'fast' })
    await svc.enqueue({ kind: 'test.order', run_at: '2099-01-01T00:00:00+01:00' })

    const ids = async (claim: object) => (await svc.claim({ kinds, ...claim })).map(({ job_id }) => job_id)
    expect(await ids({ queues: ['slow'] })).toEqual([])
    expect(await ids({ limit: 2 })).toEqual([high.job_id, old.job_id])
    expect(await ids({ limit: 100, queues: ['default', 'fast'] })).toEqual([low.job_id])
    expect(await ids({})).toEqual([])
  })

  test('the list is filtered, newest first, and goes on at its cursor', async () => {
    const made = []
    for (let n = 0; n < 5; n += 1) made.push(await svc.enqueue({ kind: 'test.list', queue: n % 2 ? 'odd' : 'even' }))
    const ids = made.map(({ job_id }) => job_id).toReversed()
    await svc.act(made[4]!, 'cancel')

    const page = async (query: string) => {
      const { body } = await svc.request('GET', `/api/jobs?kind=test.list${query}`)
      return {
        ids: body.items.map(({ job_id }: { job_id: string }) => job_id),
        next: body.next_cursor as string | null,
      }
    }
    const first = await page('&limit=2')
    const second = await page(`&limit=2&cursor=${first.next}`)
    const third = await page(`&limit=2&cursor=${second.next}`)
    expect([first.ids, second.ids, third]).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      { ids: ids.slice(4), next: null },
    ])
    expect((await page('&queue=odd')).ids).toEqual([ids[1], ids[3]])
    expect((await page('&state=cancelled')).ids).toEqual([ids[0]])
    expect(await page('&limit=5')).toEqual({ ids, next: null })
  })

  test('a page of large jobs ends early, and loses none', async () => {
    const payload = 'x'.repeat(1_000_000)
    const made = []
    for (let n = 0; n < 6; n += 1) made.push((await svc.enqueue({ kind: 'test.large', payload })).job_id)
    const pages: string[][] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`
      const { body } = await svc.request('GET', `/api/jobs?kind=test.large&limit=200${query}`)
      pages.push(body.items.map(({ job_id }: { job_id: string }) => job_id))
      cursor = body.next_cursor as string | null
    }
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flat()).toEqual(made.toReversed())
  })

  test('dead jobs go back in bulk, the oldest first', async () => {
    const kill = async (queue: string) => {
      const made = await svc.enqueue({ kind: 'test.redrive', queue })
      const { claim_token } = await svc.claimOne({ kinds: ['test.redrive'] })
      await svc.act(made, 'fail', { claim_token, error: { message: 'no' }, retry: false })
      return made
    }
    const [first, second, third] = [await kill('a'), await kill('b'), await kill('b')]
    const redrive = async (body: object) => (await svc.request('POST', '/api/jobs/redrive', body)).body
    expect(await redrive({ kind: 'test.none' })).toEqual({ redriven: 0 })
    expect(await redrive({ kind: 'test.redrive', queue: 'b', limit: 1 })).toEqual({ redriven: 1 })
    const states = async () =>
      (await Promise.all([first, second, third].map(job => svc.stored(job)))).map(job => job.state)
    expect(await states()).toEqual(['dead', 'queued', 'dead'])
    expect(await redrive({ kind: 'test.redrive' })).toEqual({ redriven: 2 })
    expect(await states()).toEqual(['queued', 'queued', 'queued'])
  })

  test('the numbers agree with the jobs', async () => {
    const headers = await svc.otherWorkspace()
    expect((await svc.request('GET', '/api/jobs/stats', undefined, headers)).body).toEqual({
      states: { queued: 0, running: 0, succeeded: 0, cancelled: 0, dead: 0 },
      queues: [],
      queues_left_out: 0,
      oldest_queued_at: null,
    })
    const old = await svc.enqueue({ queue: 'a', run_at: '2020-01-01T00:00:00Z' }, headers)
    await svc.enqueue({ queue: 'a', run_at: '2099-01-01T00:00:00Z' }, headers)
    await svc.enqueue({ queue: 'b' }, headers)
    expect(await svc.claim({ queues: ['b'] }, headers)).toHaveLength(1)

    const none = { queued: 0, running: 0, succeeded: 0, cancelled: 0, dead: 0 }
    expect((await svc.request('GET', '/api/jobs/stats', undefined, headers)).body).toEqual({
      states: { ...none, queued: 2, running: 1 },
      queues: [
        { queue: 'a', ...none, queued: 2, oldest_queued_at: old.run_at },
        { queue: 'b', ...none, running: 1, oldest_queued_at: null },
      ],
      queues_left_out: 0,
      oldest_queued_at: old.run_at,
    })
  })

  describe('an Idempotency-Key', () => {
    const key = (value: string) => ({ 'idempotency-key': value })

    test('gets the job as it was answered first, whatever became of it', async () => {
      const job = { kind: 'test.idempotent', payload: { a: 1 } }
      const first = await svc.request('POST', '/api/jobs', job, key('i1'))
      await svc.act(first.body, 'cancel')
      const again = await svc.request('POST', '/api/jobs', job, key('i1'))
      const without = await svc.request('POST', '/api/jobs', job)

      expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null])
      expect([
        again.status,
        again.body,
        again.headers.get('location'),
        again.headers.get('idempotency-replayed'),
      ]).toEqual([201, first.body, first.headers.get('location'), 'true'])
      expect(without.body.job_id).not.toBe(first.body.job_id)
    })

    test('is for one body', async () => {
      await svc.enqueue({ kind: 'test.idempotent' }, key('i2'))
      const other = await svc.request<Problem>('POST', '/api/jobs', { kind: 'test.idempotent', priority: 1 }, key('i2'))
      expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
    })

    test('used ten times at once makes one job', async () => {
      const job = { kind: 'test.at-once' }
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => svc.request('POST', '/api/jobs', job, key('i3'))),
      )
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.job_id}`)).size).toBe(1)
      expect((await svc.request('GET', '/api/jobs?kind=test.at-once')).body.items).toHaveLength(1)
    })
  })

  test('the jobs of another workspace are nowhere to be found', async () => {
    const made = await svc.enqueue({ kind: 'test.mine' })
    await svc.request('PUT', '/api/jobs/schedules/mine', { cron: '@daily', job: { kind: 'test.mine' } })
    const body = { claim_token: 'x' }
    const calls: [string, string, object?][] = [
      ['GET', `/api/jobs/${made.job_id}`],
      ['POST', `/api/jobs/${made.job_id}/heartbeat`, body],
      ['POST', `/api/jobs/${made.job_id}/complete`, body],
      ['POST', `/api/jobs/${made.job_id}/fail`, { ...body, error: { message: 'no' } }],
      ['POST', `/api/jobs/${made.job_id}/cancel`],
      ['POST', `/api/jobs/${made.job_id}/retry`],
      ['GET', '/api/jobs/schedules/mine'],
      ['DELETE', '/api/jobs/schedules/mine'],
    ]
    for (const [method, path, sent] of calls) {
      const answer = await svc.request<Problem>(method, path, sent, others)
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found'])
    }
    expect((await svc.request('GET', '/api/jobs', undefined, others)).body.items).toEqual([])
    expect(await svc.claim({ limit: 100 }, others)).toEqual([])
    expect(await svc.stored(made)).toEqual(made)
  })
})

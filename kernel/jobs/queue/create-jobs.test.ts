import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ConflictError,
  NotFoundError,
  PayloadTooLargeError,
  StorageFullError,
  UnprocessableError,
  UpstreamError,
} from '@svc/plugin'
import type { JsonValue } from '@svc/plugin'
import { gated, ids, TestJobs, workspaceId } from '../../../test/rooms/jobs.ts'
const leaseMs = 30_000

let t: TestJobs
beforeEach(async () => {
  t = await TestJobs.start()
})
afterEach(() => t.stop())

describe('the job queue', () => {
  it('runs a job and keeps its result', async () => {
    t.bind(async ({ payload, attempt }) => ({ seen: payload, attempt }))
    await t.jobs.start()
    const job = await t.enqueue({ payload: { text: 'ä' } })
    expect(await t.reaches(job, 'succeeded')).toEqual({
      ...job,
      state: 'succeeded',
      attempt: 1,
      progress: 1,
      result: { seen: { text: 'ä' }, attempt: 1 },
      started_at: t.clock.timestamp(),
      finished_at: t.clock.timestamp(),
    })
  })

  it('runs the highest priority first, then the oldest', async () => {
    const order: string[] = []
    t.bind(async ({ payload }) => void order.push(String(payload.name)))
    await t.enqueue({ payload: { name: 'old' }, run_at: '2026-01-30T00:00:00.000Z' })
    await t.enqueue({ payload: { name: 'new' } })
    await t.enqueue({ payload: { name: 'urgent' }, priority: 5 })
    await t.enqueue({ payload: { name: 'older' }, run_at: '2026-01-29T00:00:00.000Z' })
    await t.jobs.start()
    await vi.waitFor(() => expect(order).toEqual(['urgent', 'older', 'old', 'new']))
  })

  it('runs a job at its time, not before', async () => {
    const seen: number[] = []
    t.bind(async () => void seen.push(t.clock.now()))
    await t.jobs.start()
    const due = t.clock.now() + 10_000
    const job = await t.enqueue({ run_at: new Date(due).toISOString() })
    t.clock.advance(9999)
    expect((await t.stored(job)).state).toBe('queued')
    t.clock.advance(1)
    await t.reaches(job, 'succeeded')
    expect(seen).toEqual([due])
  })

  it('runs a few jobs at a time and all of them in the end, of every workspace in turn', async () => {
    t.startOver(2)
    const { handler, started, release } = gated()
    t.bind(handler)
    const workspaceIds = [ids.create('ws'), ids.create('ws')]
    for (const id of workspaceIds) for (let n = 0; n < 3; n += 1) await t.jobs.queue.enqueue(id, { kind: 'test.work' })
    await t.jobs.start()
    await vi.waitFor(() => expect(started.map(context => context.workspace_id)).toEqual(workspaceIds))
    release()
    await vi.waitFor(() => expect(started.length).toBe(6))
  })

  it('answers the live job with the same unique key, and makes a new one when it has ended', async () => {
    const { handler, release } = gated()
    t.bind(handler)
    await t.jobs.start()
    const first = await t.jobs.queue.enqueue(workspaceId, { kind: 'test.work', unique_key: 'nightly' })
    const second = await t.jobs.queue.enqueue(workspaceId, { kind: 'test.work', unique_key: 'nightly' })
    expect([first.created, second.created, second.job.job_id]).toEqual([true, false, first.job.job_id])
    release()
    await t.reaches(first.job, 'succeeded')
    const third = await t.jobs.queue.enqueue(workspaceId, { kind: 'test.work', unique_key: 'nightly' })
    expect([third.created, third.job.job_id === first.job.job_id]).toEqual([true, false])
  })

  it('lists newest first by state, kind and queue, a page at a time', async () => {
    const made = []
    for (let n = 0; n < 5; n += 1) made.push(await t.enqueue({ queue: n % 2 === 0 ? 'even' : 'odd', payload: { n } }))
    await t.jobs.queue.cancel(workspaceId, made[4]?.job_id ?? '')
    const first = await t.jobs.queue.list(workspaceId, { limit: 2, state: 'queued', kind: 'test.work' })
    const second = await t.jobs.queue.list(workspaceId, { limit: 2, state: 'queued', cursor: first.next_cursor ?? '' })
    const even = await t.jobs.queue.list(workspaceId, { limit: 5, queue: 'even' })
    const numbers = [first, second, even].map(page => page.items.map(job => (job.payload as { n: number }).n))
    expect([numbers, second.next_cursor]).toEqual([
      [
        [3, 2],
        [1, 0],
        [4, 2, 0],
      ],
      null,
    ])
  })

  it('refuses a job that is not valid, with every fault', async () => {
    t.bind(async () => null)
    const job = { kind: '', queue: 'no spaces', priority: 0.5, max_attempts: 101, run_at: 'soon', unique_key: '' }
    await expect(t.enqueue(job)).rejects.toMatchObject({
      status: 400,
      errors: ['/kind', '/queue', '/priority', '/max_attempts', '/run_at', '/unique_key'].map(path => ({ path })),
    })
    await expect(t.enqueue({ payload: { x: 'invalid' } })).rejects.toThrow('payload/x must be valid')
    await expect(t.enqueue({ payload: { x: 'x'.repeat(1024 * 1024) } })).rejects.toThrow(PayloadTooLargeError)
  })

  it('keeps kinds that nobody here declares for workers elsewhere', async () => {
    t.bind(async () => null)
    await t.jobs.start()
    const job = await t.enqueue({ kind: 'external.thing' })
    const own = await t.enqueue()
    await t.reaches(own, 'succeeded')
    expect(await t.stored(job)).toMatchObject({ state: 'queued', attempt: 0, max_attempts: 5 })
  })

  it('tries again after a backoff, and gives up after the last attempt', async () => {
    t.bind(async ({ attempt }) => Promise.reject(new UpstreamError(`try ${attempt} failed`)), { maxAttempts: 2 })
    await t.jobs.start()
    const job = await t.enqueue()
    const waiting = await t.reaches(job, 'queued', 1)
    expect(waiting.error).toEqual({ message: 'try 1 failed' })
    const backoff = Date.parse(waiting.run_at) - t.clock.now()
    expect(backoff).toBeGreaterThanOrEqual(1600)
    expect(backoff).toBeLessThanOrEqual(2400)
    await vi.waitFor(() => expect(t.clock.sleepers).toBeGreaterThan(0))
    t.clock.advance(backoff)
    expect(await t.reaches(job, 'dead', 2)).toMatchObject({
      error: { message: 'try 2 failed' },
      finished_at: t.clock.timestamp(),
    })
  })

  it('does not repeat a job whose own content is at fault', async () => {
    t.bind(async () => Promise.reject(new UnprocessableError('unprocessable', 'the input is no CSV')))
    await t.jobs.start()
    expect(await t.reaches(await t.enqueue(), 'dead')).toMatchObject({
      attempt: 1,
      error: { message: 'the input is no CSV' },
    })
  })

  it('keeps the words of unexpected errors out of the job, and off the table what is no JSON', async () => {
    t.bind(async () => Promise.reject(new Error("ENOENT: open '/root/.svc/secrets.json'")), { maxAttempts: 1 })
    const circular: Record<string, unknown> = {}
    circular.self = circular
    t.bind(async () => circular as JsonValue, { kind: 'test.circular', maxAttempts: 1 })
    await t.jobs.start()
    const [failed, unreadable] = [await t.enqueue(), await t.enqueue({ kind: 'test.circular' })]
    const message = 'The job failed with an unexpected error; the server log has it under this job_id.'
    expect((await t.reaches(failed, 'dead')).error).toEqual({ message })
    expect((await t.reaches(unreadable, 'dead')).error).toEqual({ message })
  })

  it('cancels a queued job at once, a running one by its signal, and a finished one not', async () => {
    t.startOver(1)
    const { handler, started } = gated()
    t.bind(handler)
    await t.jobs.start()
    const running = await t.enqueue()
    await vi.waitFor(() => expect(started.length).toBe(1))
    const queued = await t.enqueue({ run_at: '2027-01-01T00:00:00.000Z' })
    expect(await t.jobs.queue.cancel(workspaceId, queued.job_id)).toMatchObject({ state: 'cancelled', attempt: 0 })
    expect(await t.jobs.queue.cancel(workspaceId, running.job_id)).toMatchObject({
      state: 'running',
      cancel_requested: true,
    })
    expect(started[0]?.signal.aborted).toBe(true)
    expect(await t.reaches(running, 'cancelled')).toMatchObject({ error: { message: 'The job was cancelled.' } })
    await expect(t.jobs.queue.cancel(workspaceId, running.job_id)).rejects.toThrow(/is cancelled already/)
    await expect(t.jobs.queue.cancel(workspaceId, running.job_id)).rejects.toThrow(ConflictError)
    await expect(t.jobs.queue.cancel(workspaceId, 'job_none')).rejects.toThrow(NotFoundError)
    await expect(t.jobs.queue.cancel(ids.create('ws'), running.job_id)).rejects.toThrow(NotFoundError)
  })

  it('aborts a job at its time limit, and does not wait for one that will not hear', async () => {
    const { handler, started } = gated()
    t.bind(handler, { timeoutSeconds: 10, maxAttempts: 1 })
    t.bind(() => new Promise(() => undefined), { kind: 'test.deaf', timeoutSeconds: 10, maxAttempts: 1 })
    await t.jobs.start()
    const [hearing, deaf] = [await t.enqueue(), await t.enqueue({ kind: 'test.deaf' })]
    await Promise.all([t.reaches(hearing, 'running'), t.reaches(deaf, 'running')])
    await vi.waitFor(() => expect(started.length).toBe(1))
    t.clock.advance(10_000)
    const limit = { message: 'The job ran for more than 10 seconds, the time limit of its kind.' }
    expect(await t.reaches(hearing, 'dead')).toMatchObject({ error: limit })
    expect(started[0]?.signal.aborted).toBe(true)
    expect((await t.stored(deaf)).state).toBe('running')
    t.clock.advance(5000)
    expect(await t.reaches(deaf, 'dead')).toMatchObject({ error: limit })
  })

  it('renews the lease and reports the progress of what runs', async () => {
    const { handler, started, release } = gated()
    t.bind(handler)
    await t.jobs.start()
    const job = await t.enqueue()
    const before = (await t.reaches(job, 'running')).lease_expires_at
    await vi.waitFor(() => expect(started.length).toBe(1))
    started[0]?.progress(0.25)
    started[0]?.progress(Number.NaN)
    t.clock.advance(leaseMs / 4)
    const renewed = await vi.waitFor(async () => {
      const found = await t.stored(job)
      expect(found.progress).toBe(0.25)
      return found
    })
    expect(Date.parse(renewed.lease_expires_at ?? '') - Date.parse(before ?? '')).toBe(leaseMs / 4)
    release()
    await t.reaches(job, 'succeeded')
  })

  it('gives jobs back at the stop, the attempt not counted', async () => {
    const { handler, started } = gated()
    t.bind(handler)
    t.bind(() => new Promise(() => undefined), { kind: 'test.deaf' })
    await t.jobs.start()
    const running = [await t.enqueue(), await t.enqueue({ kind: 'test.deaf' })]
    await Promise.all(running.map(job => t.reaches(job, 'running')))
    await vi.waitFor(() => expect(started.length).toBe(1))
    const drained = t.jobs.drain(3000)
    const late = await t.enqueue()
    t.clock.advance(3000)
    await vi.waitFor(() => expect(started[0]?.signal.aborted).toBe(true))
    await vi.waitFor(() => expect(t.clock.sleepers).toBeGreaterThan(0))
    t.clock.advance(5000)
    await drained
    const states = await Promise.all([...running, late].map(job => t.stored(job)))
    expect(states.map(job => [job.state, job.attempt, job.worker_id])).toEqual(Array(3).fill(['queued', 0, null]))
  })

  it('keeps a result that cannot be written, and writes it once there is room', async () => {
    const { handler, started, release } = gated()
    t.bind(handler)
    await t.jobs.start()
    const job = await t.enqueue()
    await vi.waitFor(() => expect(started.length).toBe(1))
    const use = vi.spyOn(t.planes.data, 'use').mockImplementation(() => {
      throw new StorageFullError('The disk is full.')
    })
    release()
    await vi.waitFor(() => expect(use).toHaveBeenCalled())
    use.mockRestore()
    expect((await t.stored(job)).state).toBe('running')
    await vi.waitFor(() => expect(t.clock.sleepers).toBeGreaterThan(1))
    t.clock.advance(5000)
    expect(await t.reaches(job, 'succeeded')).toMatchObject({ attempt: 1, result: { done: job.job_id } })
  })

  it('counts no failure while the server stops: what the job calls may stop first', async () => {
    t.bind(
      ({ signal }) =>
        new Promise((_, reject) => {
          t.stopping.signal.addEventListener('abort', () => reject(new UpstreamError(`gone, ${signal.aborted}`)), {
            once: true,
          })
        }),
    )
    await t.jobs.start()
    const job = await t.enqueue()
    t.stopping.abort()
    await t.reaches(job, 'queued', 0)
  })
})

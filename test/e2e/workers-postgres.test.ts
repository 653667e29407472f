import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startPostgres } from '../support/storage/postgres.ts'
import type { TestPostgres } from '../support/storage/postgres.ts'
import { WorkerBench } from './workers-support.ts'

let postgres: TestPostgres
let t: WorkerBench
beforeAll(async () => {
  postgres = await startPostgres()
  t = await WorkerBench.start({ DATABASE_URL: postgres.url })
}, 90_000)
afterAll(async () => {
  await t.stop()
  await postgres.stop()
})

describe('svc worker on PostgreSQL', { timeout: 60_000 }, () => {
  it('takes jobs from the database, on the home and away from it, while one is killed and replaced', async () => {
    const away = { SVC_HOME: join(t.folder, 'another-host') }
    const workers = [await t.worker(), await t.worker([], away)]
    expect(await Promise.all(workers.map(worker => worker.ready))).toMatchObject([
      { place: 'home', source: expect.stringMatching(/^PostgreSQL at 127\.0\.0\.1:/) },
      { place: 'away', source: expect.stringMatching(/^PostgreSQL at 127\.0\.0\.1:/) },
    ])
    const jobs = await Promise.all(
      Array.from({ length: 200 }, (_, n) => t.enqueue('work.quick', { queue: 'shared', payload: { n } })),
    )
    const ended = async (): Promise<number> => {
      const { body } = await t.server.request('GET', '/api/jobs/stats')
      return body.queues.find(({ queue }: { queue: string }) => queue === 'shared').succeeded
    }
    await vi.waitFor(async () => expect(await ended()).toBeGreaterThan(40), { timeout: 60_000, interval: 20 })
    workers.shift()?.signal('SIGKILL')
    workers.push(await t.worker())
    await vi.waitFor(async () => expect(await ended()).toBe(200), { timeout: 30_000 })
    const found = await Promise.all(jobs.map(job => t.job(job)))
    expect(found.map(({ state, result }) => [state, (result as { n: number }).n])).toEqual(
      jobs.map((_, n) => ['succeeded', n]),
    )
    for (const worker of workers) worker.signal('SIGTERM')
    expect(await Promise.all(workers.map(worker => worker.exited))).toEqual([
      { code: 0, signal: null },
      { code: 0, signal: null },
    ])
  })

  it('leaves to workers on the home what needs its files', async () => {
    const job = await t.enqueue('work.files')
    const far = await t.worker([], { SVC_HOME: join(t.folder, 'another-host') })
    expect((await far.ready).kinds.toSorted()).toEqual(['work.astray', 'work.chain', 'work.hold', 'work.quick'])
    await t.reaches(await t.enqueue('work.quick'), { state: 'succeeded' })
    expect(await t.job(job)).toMatchObject({ state: 'queued', attempt: 0 })
    const near = await t.worker()
    expect(await t.reaches(job, { state: 'succeeded' })).toMatchObject({ result: ['from worker'] })
    for (const worker of [far, near]) worker.signal('SIGTERM')
    await Promise.all([far.exited, near.exited])
  })

  it('hears of a cancel, and gives its handlers the queue', async () => {
    const worker = await t.worker([], { SVC_WORKER_LEASE_SECONDS: '600', SVC_HOME: join(t.folder, 'another-host') })
    const held = await t.enqueue('work.hold')
    await t.reaches(held, { state: 'running', worker_id: (await worker.ready).worker_id })
    await t.server.request('POST', `/api/jobs/${held.job_id}/cancel`)
    await t.reaches(held, { state: 'cancelled' })
    const chain = await t.reaches(await t.enqueue('work.chain'), { state: 'succeeded' })
    expect(chain.result).toEqual({ next: expect.stringMatching(/^job_/), created: true, cancelled: 'cancelled' })
    await t.reaches({ job_id: (chain.result as { next: string }).next }, { state: 'succeeded' })
    worker.signal('SIGTERM')
    expect(await worker.exited).toEqual({ code: 0, signal: null })
  })

  it('works on while the server is away', async () => {
    const worker = await t.worker([], { SVC_HOME: join(t.folder, 'another-host') })
    const [soon, ...others] = await Promise.all([
      t.enqueue('work.quick'),
      ...Array.from({ length: 20 }, () =>
        t.enqueue('work.quick', { run_at: new Date(Date.now() + 1500).toISOString() }),
      ),
    ])
    await t.reaches(soon, { state: 'succeeded' })
    await t.server.stop()
    await t.startServer()
    for (const job of others) await t.reaches(job, { state: 'succeeded', attempt: 1 })
    worker.signal('SIGTERM')
    await worker.exited
  })
})

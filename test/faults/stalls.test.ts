import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Job } from '@svc/plugin'
import { repositoryRoot } from '../support/repository.ts'
import { Fleet } from './fleet.ts'
import type { ClaimedJob } from './fleet.ts'
import { violations } from './history.ts'

const fleets: Fleet[] = []
const folders: string[] = []

async function start(options?: Parameters<typeof Fleet.start>[0]): Promise<Fleet> {
  const fleet = await Fleet.start(options)
  fleets.push(fleet)
  return fleet
}

afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.stop()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

async function claimOne(fleet: Fleet, worker: string, leaseSeconds: number): Promise<ClaimedJob> {
  const claim = { worker_id: worker, kinds: ['faults.work'], lease_seconds: leaseSeconds, wait_seconds: 20 }
  const { body } = await fleet.request('POST', '/api/jobs/claim', claim)
  const [job] = (body as { jobs: ClaimedJob[] }).jobs
  if (job === undefined) throw new Error('There was nothing to claim.')
  fleet.noteClaim(job)
  return job
}

async function stateOf(fleet: Fleet, id: string): Promise<Job> {
  return (await fleet.request('GET', `/api/jobs/${id}`)).body as Job
}

describe('a worker that is stopped for longer than its lease', () => {
  it('finds its job taken by another when it goes on, and changes nothing', async () => {
    const fleet = await start({ serverConcurrency: 0 })
    const first = fleet.startWorker({ concurrency: 1 })
    const id = await fleet.enqueue({ kind: 'faults.work', payload: { n: 1, ms: 500 } }, 'one')
    await vi.waitFor(async () => expect((await stateOf(fleet, id)).state).toBe('running'), { timeout: 60_000 })
    first.signal('SIGSTOP')
    const taken = await claimOne(fleet, 'second', 60)
    expect(taken).toMatchObject({ job_id: id, attempt: 2 })
    first.signal('SIGCONT')
    await vi.waitFor(() => expect(first.output).toMatch(/lost/), { timeout: 60_000 })
    expect(await stateOf(fleet, id)).toMatchObject({ state: 'running', attempt: 2, worker_id: 'second' })
    expect(await fleet.complete(taken)).toBe(200)
    expect(violations(await fleet.history())).toEqual([])
  })

  it('over HTTP gets 409 claim_lost from heartbeat, complete and fail, with the state named', async () => {
    const fleet = await start({ serverConcurrency: 0 })
    const id = await fleet.enqueue({ kind: 'faults.work', payload: { n: 1 } }, 'one')
    const old = await claimOne(fleet, 'old', 1)
    const fresh = await claimOne(fleet, 'fresh', 60)
    expect(fresh.job_id).toBe(id)
    const calls: [string, object][] = [
      ['heartbeat', {}],
      ['complete', { result: 'late' }],
      ['fail', { error: { message: 'late' } }],
    ]
    for (const [call, body] of calls) {
      const answer = await fleet.request('POST', `/api/jobs/${id}/${call}`, { claim_token: old.claim_token, ...body })
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'claim_lost', detail: expect.stringContaining('running') as string },
      })
    }
    expect(await fleet.complete(fresh)).toBe(200)
    expect(violations(await fleet.history())).toEqual([])
  })

  it('by a handler that blocks its event loop ends each job once all the same', async () => {
    const fleet = await start({ serverConcurrency: 0 })
    fleet.startWorker({ concurrency: 1 })
    const id = await fleet.enqueue({ kind: 'faults.work', payload: { n: 7, block_ms: 4000 } }, 'block')
    await vi.waitFor(async () => expect((await stateOf(fleet, id)).state).toBe('running'), { timeout: 60_000 })
    const taken = await claimOne(fleet, 'second', 60)
    expect(await fleet.complete(taken)).toBe(200)
    await fleet.settled()
    expect(violations(await fleet.history())).toEqual([])
  })
})

describe('a clock that is set', () => {
  async function withClock(): Promise<{ fleet: Fleet; jump: (hours: number) => Promise<void> }> {
    const folder = await mkdtemp(join(tmpdir(), 'svc-clock-'))
    folders.push(folder)
    const file = join(folder, 'milliseconds')
    await writeFile(file, '0')
    const preload = join(repositoryRoot, 'test/support/programs/fault-clock.ts')
    const fleet = await start({
      serverConcurrency: 0,
      env: { NODE_OPTIONS: `--import ${preload}`, FAULT_CLOCK: file },
    })
    const jump = async (hours: number): Promise<void> => {
      await writeFile(file, String(hours * 3_600_000))
      fleet.server.signal('SIGUSR2')
    }
    return { fleet, jump }
  }

  it('back by a day does not hold a lease that ends in a day', async () => {
    const { fleet, jump } = await withClock()
    const id = await fleet.enqueue({ kind: 'faults.work', payload: { n: 1 } }, 'one')
    const old = await claimOne(fleet, 'old', 1)
    await jump(-24)
    const fresh = await claimOne(fleet, 'fresh', 60)
    expect([fresh.job_id, fresh.attempt]).toEqual([id, 2])
    expect(await fleet.complete(old)).toBe(409)
    expect(await fleet.complete(fresh)).toBe(200)
  })

  it('forward by a day takes jobs back, and lets every one of them end once', async () => {
    const { fleet, jump } = await withClock()
    const ids = await fleet.enqueueMany(5, n => ({ n }))
    const held = await claimOne(fleet, 'old', 60)
    await jump(24)
    const stop = new AbortController()
    const client = fleet.claimAndComplete('fresh', stop.signal)
    await fleet.settled()
    stop.abort()
    await client
    expect(await fleet.complete(held)).toBe(409)
    const { jobs, log } = await fleet.history()
    const ends = log.filter(({ type }) => type === 'job.succeeded').map(({ job_id }) => job_id)
    expect(ends.sort()).toEqual([...ids].sort())
    expect(jobs.map(({ state }) => state)).toEqual(Array(5).fill('succeeded'))
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { UnavailableError } from '@svc/plugin'
import type { JobHandler, JobRecord, Renewal, Settlement } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { JobKinds, jobLimits } from '../queue/job-kinds.ts'
import type { Exchange, JobSource, Renewed } from '@svc/plugin/contracts/worker-link'
import { Worker } from './worker.ts'
import type { WorkerOptions } from './worker.ts'

const clock = new ManualClock()
const leaseMs = 30_000

function record(name: string, change: Partial<JobRecord> = {}): JobRecord {
  return {
    workspace_id: 'ws_1',
    job_id: name,
    queue: 'default',
    kind: 'test.work',
    state: 'running',
    priority: 0,
    payload: '{}',
    result: null,
    error: null,
    progress: 0,
    attempt: 1,
    max_attempts: 3,
    unique_key: null,
    run_at: 0,
    worker_id: 'worker:1',
    claim_token: `token of ${name}`,
    lease_expires_at: leaseMs,
    cancel_requested: false,
    created_at: 0,
    started_at: 0,
    finished_at: null,
    ...change,
  }
}

/** A queue with the answers of the test, which records what it was asked. */
class ScriptedSource implements JobSource {
  readonly asked: NonNullable<Exchange['claim']>[] = []
  readonly settled: Settlement[][] = []
  readonly renewed: (readonly Renewal[])[] = []
  readonly #jobs: JobRecord[] = []
  #arrived = Promise.withResolvers<void>()
  #cancel: Parameters<JobSource['onCancelRequested']>[0] = () => undefined
  renewal: Renewed = { type: 'renewed', cancel_requested: false }
  /** Throws for an exchange that cannot be. */
  assertPossible: (exchange: Exchange) => void = () => undefined

  bring(...jobs: JobRecord[]): void {
    this.#jobs.push(...jobs)
    this.#arrived.resolve()
    this.#arrived = Promise.withResolvers()
  }

  cancel(name: string | null): void {
    this.#cancel(name === null ? null : { workspace_id: 'ws_1', job_id: name })
  }

  async exchange(exchange: Exchange, signal: AbortSignal): ReturnType<JobSource['exchange']> {
    this.assertPossible(exchange)
    const { settlements, claim } = exchange
    if (settlements.length > 0) this.settled.push([...settlements])
    if (claim) this.asked.push(claim)
    const left = new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
    if (claim && this.#jobs.length === 0 && settlements.length === 0) await Promise.race([this.#arrived.promise, left])
    return {
      settled: settlements.map(() => ({ type: 'accepted' as const })),
      claimed: claim ? this.#jobs.splice(0, claim.limit) : [],
    }
  }

  async renew(renewals: readonly Renewal[]): Promise<Renewed[]> {
    this.renewed.push(renewals)
    return renewals.map(() => this.renewal)
  }

  onCancelRequested: JobSource['onCancelRequested'] = listener => {
    this.#cancel = listener
  }

  /** How each job ended, in order. */
  get outcomes(): string[] {
    return this.settled.flat().map(({ job_id, type }) => `${job_id} ${type}`)
  }
}

const workers: Worker[] = []
afterEach(async () => {
  for (const worker of workers.splice(0)) {
    let isDone = false
    const drained = worker.drain(0).then(() => (isDone = true))
    while (!isDone) {
      clock.advance(10_000)
      await new Promise(setImmediate)
    }
    await drained
  }
})

function begin(source: JobSource, handler: JobHandler<never>, change: Partial<WorkerOptions> = {}): Worker {
  const kinds = new JobKinds(jobLimits({}))
  const common = {
    plugin: 'test',
    timeoutSeconds: 600,
    maxAttempts: 3,
    runsOn: 'any' as const,
    validate: () => undefined,
  }
  kinds.register({ kind: 'test.work', ...common }, handler)
  kinds.register({ kind: 'test.home', ...common, runsOn: 'home' }, handler)
  const worker = new Worker({
    source,
    workerId: 'worker:1',
    kinds,
    takes: () => true,
    queues: null,
    concurrency: 2,
    leaseMs,
    clock,
    log: recordingLog(),
    ...change,
  })
  workers.push(worker)
  worker.start()
  return worker
}

/** Runs until it is let go by name, or until its signal aborts. */
function heldJobs() {
  const running = new Map<string, { signal: AbortSignal; release: () => void; progress: (fraction: number) => void }>()
  const handler: JobHandler<never> = ({ job_id, signal, progress }) =>
    new Promise((resolve, reject) => {
      running.set(job_id, { signal, progress, release: () => resolve(null) })
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    })
  const release = (name: string): void => running.get(name)?.release()
  const names = (): string[] => [...running.keys()]
  return { handler, running, release, names }
}

describe('a worker', () => {
  it('asks for the kinds it takes, of its queues, and for as many as it has room for', async () => {
    const source = new ScriptedSource()
    const { handler, names } = heldJobs()
    begin(source, handler, { queues: ['email'], takes: kind => kind !== 'test.home' })
    source.bring(record('a'))
    await vi.waitFor(() => expect(source.asked.length).toBe(2))
    expect(
      source.asked.map(({ kinds, queues, limit, workspaceId }) => ({ kinds, queues, limit, workspaceId })),
    ).toEqual([
      { kinds: ['test.work'], queues: ['email'], limit: 2, workspaceId: null },
      { kinds: ['test.work'], queues: ['email'], limit: 1, workspaceId: null },
    ])
    expect(names()).toEqual(['a'])
  })

  it('claims the next jobs in the exchange that settles the last, and ahead while they are short and many', async () => {
    const source = new ScriptedSource()
    begin(source, async () => null)
    source.bring(...Array.from({ length: 20 }, (_, n) => record(`job ${n}`)))
    await vi.waitFor(() => expect(source.outcomes.length).toBe(20))
    expect(source.asked[0]?.limit).toBe(2)
    expect(Math.max(...source.asked.map(({ limit }) => limit))).toBe(4)
    expect(source.settled.length).toBeLessThan(10)
  })

  it('does not claim ahead of jobs that take long', async () => {
    const source = new ScriptedSource()
    const { handler, names, release } = heldJobs()
    begin(source, handler)
    source.bring(...Array.from({ length: 6 }, (_, n) => record(`job ${n}`)))
    await vi.waitFor(() => expect(names()).toEqual(['job 0', 'job 1']))
    release('job 0')
    await vi.waitFor(() => expect(names()).toEqual(['job 0', 'job 1', 'job 2']))
  })

  it('renews the leases of what runs four times a lease, with progress that is new', async () => {
    const source = new ScriptedSource()
    const { handler, running, names } = heldJobs()
    begin(source, handler)
    source.bring(record('a'))
    await vi.waitFor(() => expect(names()).toEqual(['a']))
    running.get('a')?.progress(0.5)
    for (const beats of [1, 2]) {
      await new Promise(setImmediate)
      clock.advance(leaseMs / 4)
      await vi.waitFor(() => expect(source.renewed.length).toBe(beats))
    }
    const claim = { workspace_id: 'ws_1', job_id: 'a', claim_token: 'token of a', lease_ms: leaseMs }
    expect(source.renewed).toEqual([[{ ...claim, progress: 0.5 }], [{ ...claim, progress: null }]])
  })

  it('stops a job whose claim was lost, and reports no outcome of it', async () => {
    const source = new ScriptedSource()
    const { handler, running, names } = heldJobs()
    begin(source, handler)
    source.bring(record('a'))
    await vi.waitFor(() => expect(names()).toEqual(['a']))
    source.renewal = { type: 'lost' }
    clock.advance(leaseMs / 4)
    await vi.waitFor(() => expect(running.get('a')?.signal.aborted).toBe(true))
    source.bring(record('b'))
    await vi.waitFor(() => expect(names()).toEqual(['a', 'b']))
    expect(source.outcomes).toEqual([])
  })

  it('cancels a job when the source says so, and when the answer to a renewal does', async () => {
    const source = new ScriptedSource()
    const { handler, names } = heldJobs()
    begin(source, handler)
    source.bring(record('a'), record('b'))
    await vi.waitFor(() => expect(names()).toEqual(['a', 'b']))
    source.cancel('a')
    await vi.waitFor(() => expect(source.outcomes).toEqual(['a failed']))
    source.renewal = { type: 'renewed', cancel_requested: true }
    clock.advance(leaseMs / 4)
    await vi.waitFor(() => expect(source.outcomes).toEqual(['a failed', 'b failed']))
    expect(source.settled.flat()).toMatchObject(Array(2).fill({ error: 'The job was cancelled.', retry: false }))
  })

  it('learns of a cancel that came before its claim, and asks when one may have been missed', async () => {
    const source = new ScriptedSource()
    const { handler, names } = heldJobs()
    begin(source, handler)
    await vi.waitFor(() => expect(source.asked.length).toBe(1))
    source.cancel('a')
    source.renewal = { type: 'renewed', cancel_requested: true }
    source.bring(record('a'))
    await vi.waitFor(() => expect(source.outcomes).toEqual(['a failed']))
    source.renewal = { type: 'renewed', cancel_requested: false }
    source.bring(record('b'))
    await vi.waitFor(() => expect(names()).toContain('b'))
    source.renewal = { type: 'renewed', cancel_requested: true }
    source.cancel(null)
    await vi.waitFor(() => expect(source.outcomes).toEqual(['a failed', 'b failed']))
  })

  it('writes other outcomes and claims on while one cannot be written, and that one in the end', async () => {
    const source = new ScriptedSource()
    const { handler, names, release } = heldJobs()
    let isDamaged = true
    source.assertPossible = ({ settlements }) => {
      if (isDamaged && settlements.some(({ workspace_id }) => workspace_id === 'ws_2'))
        throw new UnavailableError('The file is damaged.')
    }
    begin(source, handler)
    source.bring(record('a', { workspace_id: 'ws_2' }), record('b'))
    await vi.waitFor(() => expect(names()).toEqual(['a', 'b']))
    release('a')
    release('b')
    await vi.waitFor(() => expect(source.outcomes).toEqual(['b succeeded']))
    source.bring(record('c'))
    await vi.waitFor(() => expect(names()).toContain('c'))
    isDamaged = false
    clock.advance(5000)
    await vi.waitFor(() => expect(source.outcomes).toEqual(['b succeeded', 'a succeeded']))
  })

  it('tries a claim again, later and later, and settles meanwhile', async () => {
    const source = new ScriptedSource()
    const { handler, names, release } = heldJobs()
    let isAway = false
    let tries = 0
    source.assertPossible = ({ claim }) => {
      if (!isAway || claim === null) return
      tries += 1
      throw new UnavailableError('No answer.')
    }
    begin(source, handler, { concurrency: 1 })
    source.bring(record('a'))
    await vi.waitFor(() => expect(names()).toEqual(['a']))
    isAway = true
    release('a')
    await vi.waitFor(() => expect(source.outcomes).toEqual(['a succeeded']))
    await vi.waitFor(() => expect(tries).toBeGreaterThan(1))
    isAway = false
    source.bring(record('b'))
    await vi.waitFor(() => {
      clock.advance(1000)
      expect(names()).toContain('b')
    })
  })

  it('gives back at once what it has not begun when it stops, and what goes on after the grace', async () => {
    const source = new ScriptedSource()
    const { handler, names } = heldJobs()
    const worker = begin(source, handler, { concurrency: 1 })
    source.bring(record('a'))
    await vi.waitFor(() => expect(names()).toEqual(['a']))
    let isDrained = false
    const drained = worker.drain(3000).then(() => (isDrained = true))
    await new Promise(setImmediate)
    expect([isDrained, source.outcomes]).toEqual([false, []])
    clock.advance(3000)
    await vi.waitFor(() => {
      clock.advance(1000)
      expect(isDrained).toBe(true)
    })
    await drained
    expect(source.outcomes).toEqual(['a given_back'])
    source.bring(record('b'))
    await new Promise(setImmediate)
    expect(names()).toEqual(['a'])
  })

  it('refuses a result that no queue would keep', async () => {
    const source = new ScriptedSource()
    begin(source, async () => 'x'.repeat(1024 * 1024))
    source.bring(record('a'))
    await vi.waitFor(() => expect(source.settled.flat()).toMatchObject([{ type: 'failed', retry: false }]))
    expect(source.settled.flat()).toMatchObject([{ error: expect.stringContaining('at most 1 MiB') }])
  })
})

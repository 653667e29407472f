import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { UnavailableError } from '@svc/plugin'
import type { PostgresDatabase } from '../../kernel/drivers/postgres/database.ts'
import type { JobLimits, JobRecord, NewEvent, NewJobRecord, Settlement, WorkspaceEvent } from '@svc/plugin'
import { OutboxRelay } from '../../kernel/drivers/postgres/jobs/outbox-relay.ts'
import { PostgresJobStore } from '../../kernel/drivers/postgres/jobs/postgres-job-store.ts'
import { openPostgres } from '../../kernel/drivers/postgres/control/postgres-control-plane.ts'
import { createIds, systemClock } from '../../kernel/services/index.ts'
import { startPostgres } from '../support/storage/postgres.ts'
import type { TestPostgres } from '../support/storage/postgres.ts'
import { recordingLog } from '../support/recording-log.ts'
import { describeJobStore } from '@svc/plugin/testing'

const clock = systemClock
const ids = createIds(clock)
const noLimits: JobLimits = { queues: {}, kinds: {} }
const workspaceId = ids.create('ws')
let server: TestPostgres
let databases = 0
const opened: (() => Promise<unknown>)[] = []

/** What one process has: connections and a store of its own. */
async function open(
  databaseUrl: string,
  limits = noLimits,
): Promise<{ store: PostgresJobStore; database: PostgresDatabase }> {
  const log = recordingLog()
  const control = await openPostgres({ databaseUrl, clock, log })
  const { database } = control
  const store = new PostgresJobStore({ database, limits, clock })
  opened.push(
    () => store.close(),
    () => control.close(),
  )
  return { store, database }
}

async function newDatabase(): Promise<string> {
  databases += 1
  return server.createDatabase(`svc_${databases}`)
}

function newJob(change: Partial<NewJobRecord> = {}): NewJobRecord {
  const now = clock.now()
  return {
    workspace_id: workspaceId,
    job_id: ids.create('job'),
    kind: 'test.work',
    queue: 'default',
    priority: 0,
    payload: '{}',
    max_attempts: 5,
    unique_key: null,
    run_at: now,
    created_at: now,
    ...change,
  }
}

function request(change: object = {}) {
  return { workspaceId: null, worker_id: 'w', kinds: null, queues: null, limit: 10, lease_ms: 60_000, ...change }
}

function claimOf({ workspace_id, job_id, claim_token }: JobRecord) {
  return { workspace_id, job_id, claim_token: claim_token ?? '' }
}

function succeeded(job: JobRecord): Settlement {
  return { ...claimOf(job), type: 'succeeded', result: 'null' }
}

/** A workspace's log that keeps each event once, as the real one does; `fail` throws before or after it was stored. */
function eventLog(fail: (call: number) => 'before' | 'after' | null = () => null) {
  const events: WorkspaceEvent[] = []
  let calls = 0
  const relay = (_workspaceId: string, brought: readonly WorkspaceEvent[]): void => {
    calls += 1
    const failure = fail(calls)
    if (failure === 'before') throw new Error('not stored')
    events.push(...brought.filter(event => !events.some(other => other.id === event.id)))
    if (failure === 'after') throw new Error('stored, but nobody was told')
  }
  return { events, relay, types: () => events.map(event => event.type) }
}

function startRelay(database: PostgresDatabase, relay: ReturnType<typeof eventLog>['relay']): OutboxRelay {
  const started = new OutboxRelay({ database, relay, clock, log: recordingLog() })
  started.start()
  opened.unshift(() => started.stop())
  return started
}

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

let shared: Promise<Awaited<ReturnType<typeof openPostgres>>> | null = null
afterAll(async () => (await shared)?.close())

async function sharedDatabase(): Promise<PostgresDatabase> {
  shared ??= newDatabase().then(databaseUrl => openPostgres({ databaseUrl, clock, log: recordingLog() }))
  return (await shared).database
}

describeJobStore({ describe, it, expect, beforeEach, afterEach }, 'PostgreSQL', async ({ limits, clock: manual }) => {
  const database = await sharedDatabase()
  await database.query('TRUNCATE svc.jobs, svc.job_requests, svc.job_schedules, svc.job_rates, svc.event_outbox')
  const stores: PostgresJobStore[] = []
  const events: { workspaceId: string; event: NewEvent }[] = []
  const make = (): PostgresJobStore => {
    const store = new PostgresJobStore({ database, limits, clock: manual, now: () => manual.now() })
    stores.push(store)
    return store
  }
  return {
    store: make(),
    another: async () => make(),
    async events(id) {
      const bring = (workspaceId: string, brought: readonly WorkspaceEvent[]): void => {
        events.push(...brought.map(({ type, data }) => ({ workspaceId, event: { type, data } })))
      }
      const relay = new OutboxRelay({ database, relay: bring, clock, log: recordingLog() })
      relay.start()
      await relay.stop()
      return events.flatMap(({ workspaceId, event }) => (workspaceId === id ? [event] : []))
    },
    async close() {
      for (const store of stores) await store.close()
    },
  }
})

describe('the queue in PostgreSQL, shared by processes', () => {
  it('hands out 2,000 jobs once each, however many claim at the same time', async () => {
    const url = await newDatabase()
    const stores = [(await open(url)).store, (await open(url)).store]
    const workspaceIds = [workspaceId, ids.create('ws'), ids.create('ws')]
    const jobs = Array.from({ length: 2000 }, (_, n) =>
      newJob({ workspace_id: workspaceIds[n % 3] as string, kind: `test.${n % 2}`, priority: n % 4 }),
    )
    await stores[0]?.enqueue(jobs)
    const claims: string[] = []
    const work = async (store: PostgresJobStore, limit: number): Promise<void> => {
      let settlements: Settlement[] = []
      for (;;) {
        const { settled, claimed } = await store.exchange(settlements, request({ limit }))
        expect(settled.every(answer => answer.type === 'accepted')).toBe(true)
        claims.push(...claimed.map(job => job.job_id))
        settlements = claimed.map(succeeded)
        if (claimed.length === 0) return
      }
    }
    await Promise.all(stores.flatMap(store => [7, 20, 50].map(limit => work(store, limit))))
    expect(claims.toSorted()).toEqual(jobs.map(job => job.job_id).toSorted())
    const stats = await Promise.all(workspaceIds.map(async id => (await stores[1]?.stats(id))?.states.succeeded))
    expect(stats).toEqual([667, 667, 666])
  })

  it('wakes the others when a job is put in, put back or cancelled', async () => {
    const url = await newDatabase()
    const [one, other] = [(await open(url)).store, (await open(url)).store]
    const [heard, cancels]: [(string | null)[], string[]] = [[], []]
    other.onWork(id => heard.push(id))
    other.onCancelRequested(job => cancels.push(job?.job_id ?? 'any'))
    await vi.waitFor(() => expect(heard).toEqual([null]))
    const [answer] = await one.enqueue([newJob()])
    await vi.waitFor(() => expect(heard).toEqual([null, workspaceId]))
    const [job] = await one.claim(request())
    await one.cancel(workspaceId, job?.job_id ?? '')
    await vi.waitFor(() => expect(cancels).toEqual(['any', job?.job_id]))
    await one.settle([{ ...claimOf(job as JobRecord), type: 'given_back' }])
    await vi.waitFor(() => expect(heard).toEqual([null, workspaceId, workspaceId]))
    expect(answer?.type).toBe('created')
  })

  it('keeps limits over all processes', async () => {
    const url = await newDatabase()
    const limits: JobLimits = {
      queues: { narrow: { concurrency: 3 }, slow: { rate: { limit: 4, per_ms: 3_600_000 } } },
      kinds: { 'test.rare': { concurrency: 1 } },
    }
    const stores = [(await open(url, limits)).store, (await open(url, limits)).store] as const
    const many = (change: Partial<NewJobRecord>) => Array.from({ length: 10 }, () => newJob(change))
    await stores[0].enqueue([...many({ queue: 'narrow' }), ...many({ queue: 'slow' }), ...many({ kind: 'test.rare' })])
    const claim = async (): Promise<JobRecord[]> => {
      const claims = await Promise.all(
        Array.from({ length: 8 }, (_, n) => (stores[n % 2] ?? stores[0]).claim(request())),
      )
      return claims.flat()
    }
    const countOf = (jobs: readonly JobRecord[]) => [
      jobs.filter(job => job.queue === 'narrow').length,
      jobs.filter(job => job.queue === 'slow').length,
      jobs.filter(job => job.kind === 'test.rare').length,
    ]
    const first = await claim()
    expect(countOf(first)).toEqual([3, 4, 1])
    expect(countOf(await claim())).toEqual([0, 0, 0])
    const others: unknown[] = []
    stores[1].onWork(id => others.push(id))
    await vi.waitFor(() => expect(others).toEqual([null]))
    await stores[0].settle(first.filter(job => job.queue !== 'slow').map(succeeded))
    await vi.waitFor(() => expect(others).toEqual([null, null]))
    expect(countOf(await claim())).toEqual([3, 0, 1])
  })

  it('puts the next attempt off by hours at most, though the clock of the worker is ahead', async () => {
    const { store } = await open(await newDatabase())
    await store.enqueue([newJob()])
    const [job] = await store.claim(request())
    const run_at = clock.now() + 365 * 86_400_000
    await store.settle([{ ...claimOf(job as JobRecord), type: 'failed', error: 'it broke', retry: true, run_at }])
    const { run_at: next = run_at } = (await store.get(workspaceId, job?.job_id ?? '')) ?? {}
    expect(next - clock.now()).toBeLessThanOrEqual(2 * 3_600_000)
  })

  it('fires a time of a schedule once, whoever is faster', async () => {
    const url = await newDatabase()
    const stores = [(await open(url)).store, (await open(url)).store] as const
    const now = clock.now()
    const schedule = { name: 'nightly', cron: '@daily', timezone: 'UTC', misfire: 'run_once', enabled: true } as const
    const times = { next_run_at: now, last_run_at: null, last_job_id: null, created_at: now, updated_at: now }
    await stores[0].putSchedule({ workspace_id: workspaceId, ...schedule, job: '{}', ...times })
    const [due] = await stores[1].dueSchedules(5)
    if (due === undefined) throw new Error('the schedule is not due')
    const next = { next_run_at: now + 86_400_000 }
    const fired = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (stores[n % 2] ?? stores[0]).fire(due, { ...next, job: newJob() })),
    )
    expect(fired.filter(Boolean)).toHaveLength(1)
    expect((await stores[1].stats(workspaceId)).states.queued).toBe(1)
  })
})

describe('the queue in PostgreSQL while the server of the database restarts', () => {
  it('refuses with 503, loses nothing it has acknowledged, and goes on by itself', async () => {
    const { store } = await open(await newDatabase())
    const woken: (string | null)[] = []
    store.onWork(id => woken.push(id))
    await vi.waitFor(() => expect(woken).toEqual([null]))
    const acknowledged: string[] = []
    const refused: unknown[] = []
    let isOver = false
    const callers = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const job = newJob()
        await store.enqueue([job]).then(
          () => acknowledged.push(job.job_id),
          (error: unknown) => refused.push(error),
        )
      }
    })
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(50))
    woken.length = 0
    await server.halt()
    await vi.waitFor(() => expect(refused.length).toBeGreaterThan(3))
    await server.resume()
    const before = acknowledged.length
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 20), { timeout: 5000 })
    isOver = true
    await Promise.all(callers)
    expect(refused.every(error => error instanceof UnavailableError)).toBe(true)
    await vi.waitFor(() => expect(woken).toContain(null), { timeout: 5000 })
    const stored = new Set<string>()
    for await (const { jobs } of store.export()) for (const job of jobs) stored.add(job.job_id)
    expect(acknowledged.filter(id => !stored.has(id))).toEqual([])
  })

  it('takes the outcome of a job that was claimed before', async () => {
    const { store } = await open(await newDatabase())
    await store.enqueue([newJob()])
    const [job] = await store.claim(request())
    await server.halt()
    await expect(store.settle([succeeded(job as JobRecord)])).rejects.toThrow(UnavailableError)
    await server.resume()
    expect(await store.settle([succeeded(job as JobRecord)])).toMatchObject([{ type: 'accepted' }])
  })
})

describe('the relay of job events', () => {
  it('brings what happened to a job in order, to the workspace it belongs to', async () => {
    const url = await newDatabase()
    const { store, database } = await open(url)
    const log = eventLog()
    const [answer] = await store.enqueue([newJob({ max_attempts: 1, queue: 'mail' })])
    const jobId = answer?.type === 'created' ? answer.job.job_id : ''
    startRelay(database, log.relay)
    const worker = (await open(url)).store
    const [job] = await worker.claim(request())
    await worker.settle([{ ...claimOf(job as JobRecord), type: 'failed', error: 'no\0 good', retry: true, run_at: 0 }])
    await worker.retry(workspaceId, jobId)
    await worker.cancel(workspaceId, jobId)
    const types = ['job.created', 'job.started', 'job.dead', 'job.retrying', 'job.cancelled']
    await vi.waitFor(() => expect(log.types()).toEqual(types))
    const data = { job_id: jobId, kind: 'test.work', queue: 'mail' }
    expect(log.events.map(event => event.data)).toEqual([
      { ...data, attempt: 0 },
      { ...data, attempt: 1 },
      { ...data, attempt: 1, error: { message: 'no␀ good' } },
      { ...data, attempt: 0 },
      { ...data, attempt: 0 },
    ])
    expect(log.events.every(event => /^evt_[0-9a-hjkmnp-tv-z]{26}$/.test(event.id))).toBe(true)
    await vi.waitFor(async () => expect((await database.query('SELECT 1 FROM svc.event_outbox')).count).toBe(0))
  })

  it('tells nothing of a change that was undone', async () => {
    const { store, database } = await open(await newDatabase())
    const log = eventLog()
    startRelay(database, log.relay)
    const failing = newJob({ max_attempts: 2 ** 40 })
    await expect(store.enqueue([failing])).rejects.toThrow()
    await store.enqueue([newJob()])
    await vi.waitFor(() => expect(log.types()).toEqual(['job.created']))
  })

  it('brings each event once to the log, wherever it is interrupted', async () => {
    const { store, database } = await open(await newDatabase())
    const jobs = Array.from({ length: 30 }, () => newJob())
    for (const job of jobs) await store.enqueue([job])
    const log = eventLog(call => (({ 1: 'after', 2: 'before', 3: 'after' }) as const)[call] ?? null)
    // Each start is a relay whose predecessor was killed: before it stored anything, or before it deleted what it had stored.
    for (let start = 0; start < 4; start += 1) {
      const relay = new OutboxRelay({ database, relay: log.relay, clock, log: recordingLog() })
      relay.start()
      await relay.stop()
    }
    expect(log.events.map(event => event.data['job_id'])).toEqual(jobs.map(job => job.job_id))
  })

  it('goes on with the others while one workspace cannot take its events', async () => {
    const { store, database } = await open(await newDatabase())
    const broken = ids.create('ws')
    const log = eventLog()
    startRelay(database, (id, events) => {
      if (id === broken) throw new Error('its file is damaged')
      log.relay(id, events)
    })
    await store.enqueue([newJob({ workspace_id: broken }), newJob()])
    await store.enqueue([newJob()])
    await vi.waitFor(() => expect(log.types()).toEqual(['job.created', 'job.created']))
    expect((await database.query('SELECT 1 FROM svc.event_outbox')).count).toBe(1)
  })

  it('carries on by itself after the database was away', async () => {
    const { store, database } = await open(await newDatabase())
    const log = eventLog()
    startRelay(database, log.relay)
    await store.enqueue([newJob()])
    await vi.waitFor(() => expect(log.types()).toHaveLength(1))
    await server.halt()
    await server.resume()
    await vi.waitFor(() => store.enqueue([newJob()]))
    await vi.waitFor(() => expect(log.types()).toHaveLength(2), { timeout: 8000 })
  })
})

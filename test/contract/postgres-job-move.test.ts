import type { JobRecord, JobStore, NewJobRecord, StoredJobs } from '@svc/plugin'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { moveJobs } from '../../apps/cli/offline/move-jobs.ts'
import { kernelMigrations } from '../../kernel/boot/plan/plan-migrations.ts'
import { jobLimits } from '../../kernel/jobs/index.ts'
import { createIds, systemClock } from '../../kernel/services/index.ts'
import { startPostgres } from '../support/storage/postgres.ts'
import type { TestPostgres } from '../support/storage/postgres.ts'
import { recordingLog } from '../support/recording-log.ts'
import { openTestPlanes, temporaryFolder } from '../rooms/planes.ts'
import type { TestPlanes } from '../rooms/planes.ts'

const clock = systemClock
const ids = createIds(clock)
const log = recordingLog()
const user = {
  id: ids.create('usr'),
  username: 'ada',
  username_key: 'ada',
  password_hash: '$argon2id$…',
  role: 'owner',
  disabled: false,
  default_workspace_id: ids.create('ws'),
  created_at: clock.timestamp(),
} as const
let server: TestPostgres
let databases = 0
let databaseUrl: string
let folder: Awaited<ReturnType<typeof temporaryFolder>>

/** The home as a server opens it, with the queue that the server would use. */
async function onHome<T>(url: string | null, work: (store: JobStore, planes: TestPlanes) => Promise<T>): Promise<T> {
  const planes = await openTestPlanes({
    path: folder.path,
    databaseUrl: url,
    migrations: kernelMigrations,
  })
  const { store } = await planes.openJobs({ limits: jobLimits({}), events: null, clock, ids, log })
  try {
    return await work(store, planes)
  } finally {
    await store.close()
    await planes.close()
  }
}

async function countInHome(planes: TestPlanes): Promise<number> {
  const left = await planes.openJobsInHome({ limits: jobLimits({}), events: null, clock, ids, log })
  return left.countLive()
}

function newJob(change: Partial<NewJobRecord> = {}): NewJobRecord {
  const now = clock.now()
  return {
    workspace_id: user.default_workspace_id,
    job_id: ids.create('job'),
    kind: 'test.work',
    queue: 'default',
    priority: 0,
    payload: '{"text":"ä"}',
    max_attempts: 5,
    unique_key: null,
    run_at: now,
    created_at: now,
    ...change,
  }
}

async function everything(store: JobStore): Promise<StoredJobs> {
  const all: StoredJobs = { jobs: [], schedules: [] }
  for await (const { jobs, schedules } of store.export()) {
    all.jobs.push(...jobs)
    all.schedules.push(...schedules)
  }
  all.jobs.sort((a, b) => (a.job_id < b.job_id ? -1 : 1))
  return all
}

/** Jobs in each state, in two workspaces, and a schedule. */
async function fill(store: JobStore): Promise<StoredJobs> {
  const [running, done, cancelling] = [newJob({ priority: 3 }), newJob({ priority: 2 }), newJob({ priority: 1 })]
  await store.enqueue([running, done, cancelling])
  const request = { workspaceId: null, worker_id: 'w', kinds: null, queues: null, limit: 3, lease_ms: 60_000 }
  const claimed = await store.claim(request)
  const { workspace_id, job_id, claim_token } = claimed[1] as JobRecord
  await store.settle([{ workspace_id, job_id, claim_token: claim_token ?? '', type: 'succeeded', result: '7' }])
  await store.cancel(cancelling.workspace_id, cancelling.job_id)
  const many = Array.from({ length: 1200 }, (_, n) => newJob({ workspace_id: n % 2 ? workspace_id : ids.create('ws') }))
  await store.enqueue([
    ...many.slice(0, 40),
    newJob({ unique_key: 'one' }),
    newJob({ run_at: clock.now() + 3_600_000 }),
  ])
  const schedule = {
    name: 'nightly',
    cron: '@daily',
    timezone: 'UTC',
    misfire: 'skip',
    enabled: true,
    job: '{}',
  } as const
  const times = { next_run_at: 5_000_000_000_000, last_run_at: null, last_job_id: null, created_at: 1, updated_at: 1 }
  await store.putSchedule({ workspace_id, ...schedule, ...times })
  return everything(store)
}

/** What the same rows are once nobody runs them any more. */
function atRest(job: JobRecord): JobRecord {
  if (job.state !== 'running') return job
  const free = { ...job, worker_id: null, claim_token: null, lease_expires_at: null }
  if (!job.cancel_requested) return { ...free, state: 'queued' }
  return { ...free, state: 'cancelled', finished_at: expect.any(Number) as number }
}

const move = (to: 'database' | 'home') => moveJobs({ home: folder.path, databaseUrl, to, onProgress: () => undefined })

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())
beforeEach(async () => {
  folder = await temporaryFolder()
  databases += 1
  databaseUrl = await server.createDatabase(`move_${databases}`)
})
afterEach(() => folder.remove())

describe('svc jobs move', () => {
  it('takes jobs, schedules and users into PostgreSQL and back, and leaves nothing behind', async () => {
    const before = await onHome(null, async (store, { control }) => {
      await control.transaction(tx => tx.insert('users', user))
      return fill(store)
    })
    const counts = { jobs: before.jobs.length, schedules: 1, control: true }
    expect(await move('database')).toEqual({ ...counts, requeued: 1 })
    const rested = { jobs: before.jobs.map(atRest), schedules: before.schedules }
    await onHome(databaseUrl, async (store, planes) => {
      expect(await everything(store)).toEqual(rested)
      expect(await planes.control.read(reader => reader.find('users', {}))).toEqual([user])
      expect(await countInHome(planes)).toBe(0)
    })
    expect(await move('database')).toEqual({ jobs: 0, schedules: 0, requeued: 0, control: false })
    expect(await move('home')).toEqual({ ...counts, requeued: 0 })
    await onHome(null, async (store, { control }) => {
      expect(await everything(store)).toEqual(rested)
      expect(await control.read(reader => reader.find('users', {}))).toEqual([user])
      expect(
        (await store.claim({ workspaceId: null, worker_id: 'w', kinds: null, queues: null, limit: 5, lease_ms: 5 }))
          .length,
      ).toBe(5)
    })
    expect(await move('home')).toEqual({ jobs: 0, schedules: 0, requeued: 0, control: false })
  })

  it('goes on where it was broken off', async () => {
    const before = await onHome(null, async (store, { control }) => {
      await control.transaction(tx => tx.insert('users', user))
      return fill(store)
    })
    const stop = () => {
      throw new Error('killed here')
    }
    await expect(moveJobs({ home: folder.path, databaseUrl, to: 'database', onProgress: stop })).rejects.toThrow(
      'killed here',
    )
    await onHome(databaseUrl, async (_store, planes) => expect(await countInHome(planes)).toBeGreaterThan(40))
    expect(await move('database')).toMatchObject({ jobs: before.jobs.length, control: false })
    await onHome(databaseUrl, async store => {
      expect((await everything(store)).jobs.map(job => job.job_id)).toEqual(before.jobs.map(job => job.job_id))
    })
  })

  it('refuses while a server runs on the home, for a new home, and for the database of another one', async () => {
    await expect(move('database')).rejects.toThrow('is new: there is nothing to move')
    await onHome(null, async (_store, { control }) => {
      await control.transaction(tx => tx.insert('users', user))
      await expect(move('database')).rejects.toMatchObject({ code: 'home_in_use' })
    })
    const other = await openTestPlanes({ databaseUrl })
    await other.control.transaction(tx => tx.insert('users', user))
    await other.close()
    await expect(move('database')).rejects.toMatchObject({ code: 'home_mismatch' })
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ManualClock } from '@svc/plugin/testing'
import { recordingLog } from '../../../../test/support/recording-log.ts'
import { openTestPlanes } from '../../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../../test/rooms/planes.ts'
import { createIds } from '../../../services/index.ts'
import { jobMigrations } from './job-migrations.ts'
import { newJobRecord } from '../../../jobs/queue/new-job.ts'
import { SqliteJobStore } from './sqlite-job-store.ts'

interface PlanRow {
  detail: string
}

const clock = new ManualClock()
const ids = createIds(clock)
const workspaceId = ids.create('ws')
let planes: TestPlanes
let store: SqliteJobStore

beforeEach(async () => {
  planes = await openTestPlanes({ migrations: [{ owner: 'kernel', migrations: jobMigrations }] })
  const { data } = planes
  const limits = { queues: { narrow: { concurrency: 2 } }, kinds: {} }
  store = new SqliteJobStore({ data, clock, ids, log: recordingLog(), limits, append: () => [] })
})
afterEach(async () => {
  await store.close()
  await planes.close()
})

function newJob(change: object = {}) {
  const made = { workspace_id: workspaceId, job_id: ids.create('job'), now: clock.now() }
  return { ...newJobRecord({ kind: 'test.work' }, undefined, made), ...change }
}

/** Everything that a busy day asks of the store. */
async function everything(): Promise<void> {
  const request = { workspaceId: null, worker_id: 'w', kinds: null, queues: null, limit: 5, lease_ms: 1000 }
  const idempotent = { key_hash: 'k', body_hash: 'b', expires_at: clock.now() + 1000 }
  const jobs = [
    {},
    { queue: 'narrow' },
    { unique_key: 'u' },
    { run_at: clock.now() + 500 },
    { request: idempotent },
  ].map(newJob)
  await store.enqueue(jobs)
  await store.enqueue([newJob({ request: idempotent }), newJob({ unique_key: 'u' })])
  await store.cancel(workspaceId, (await store.claim({ ...request, queues: ['default'], limit: 1 }))[0]?.job_id ?? '')
  const [one, two, three] = await store.claim(request)
  const claimOf = (job: typeof one) => ({
    workspace_id: workspaceId,
    job_id: job?.job_id ?? '',
    claim_token: job?.claim_token ?? '',
  })
  const more = await store.enqueue([newJob({ queue: 'pair' }), newJob({ queue: 'pair' })])
  const pair = await store.claim({ ...request, queues: ['pair'], limit: more.length })
  await store.settle(pair.map(job => ({ ...claimOf(job), type: 'succeeded', result: '1' })))
  await store.renew([{ ...claimOf(one), lease_ms: 1000, progress: 0.5 }])
  await store.exchange([{ ...claimOf(one), type: 'succeeded', result: '1' }], { ...request, kinds: ['none'] })
  await store.settle([
    { ...claimOf(two), type: 'failed', error: 'x', retry: false, run_at: 0 },
    { ...claimOf(three), type: 'given_back' },
  ])
  await store.cancel(workspaceId, jobs[3]?.job_id ?? '')
  await store.retry(workspaceId, jobs[3]?.job_id ?? '')
  await store.redrive(workspaceId, { kind: 'test.work', queue: 'default', limit: 5 })
  await store.redrive(workspaceId, { limit: 5 })
  clock.advance(2000)
  await store.reclaim(10)
  await store.reclaimWorkers('server:', 'w')
  for (const filter of [
    {},
    { state: 'queued' as const },
    { kind: 'a' },
    { queue: 'a' },
    { state: 'dead' as const, kind: 'a', queue: 'b' },
  ]) {
    await store.list(workspaceId, filter, { count: 5, before: null })
    await store.list(workspaceId, filter, { count: 5, before: 'job_x' })
  }
  await store.stats(workspaceId)
  await store.depth()
  await store.prune({ succeeded: clock.now(), failed: clock.now() })
  await store.dueSchedules(5)
}

describe('the statements of the queue', () => {
  it('are as many for a thousand queues and kinds as for a few', async () => {
    let count = 0
    const use = planes.data.use.bind(planes.data)
    vi.spyOn(planes.data, 'use').mockImplementation((id, work) =>
      use(id, db =>
        work({
          get: (sql, ...params) => ((count += 1), db.get(sql, ...params)),
          all: (sql, ...params) => ((count += 1), db.all(sql, ...params)),
          run: (sql, ...params) => db.run(sql, ...params),
          transaction: inner => db.transaction(inner),
        }),
      ),
    )
    const request = { workspaceId, worker_id: 'w', kinds: null, queues: null, limit: 3, lease_ms: 1000 }
    const reads = async (work: () => Promise<unknown>) => {
      count = 0
      await work()
      return count
    }
    const measured = async () => [
      await reads(() => store.claim(request)),
      await reads(() => store.stats(workspaceId)),
      await reads(() => store.depth()),
    ]
    await store.enqueue([0, 1, 2, 3, 4, 5, 6].map(index => newJob({ queue: `few-${index}`, kind: `k.${index}` })))
    await measured()
    const ofFew = await measured()
    const many = Array.from({ length: 1000 }, (_, index) =>
      newJob({ queue: `many-${index % 100}`, kind: `k.${index}` }),
    )
    await store.enqueue(many)
    expect(await measured()).toEqual(ofFew)
  })

  it('read an index or a few rows, never a whole table, nor do they sort one', async () => {
    const statements = new Set<string>()
    const use = planes.data.use.bind(planes.data)
    vi.spyOn(planes.data, 'use').mockImplementation((id, work) =>
      use(id, db =>
        work({
          get: (sql, ...params) => (statements.add(sql), db.get(sql, ...params)),
          all: (sql, ...params) => (statements.add(sql), db.all(sql, ...params)),
          run: (sql, ...params) => (statements.add(sql), db.run(sql, ...params)),
          transaction: inner => db.transaction(inner),
        }),
      ),
    )
    const read = planes.data.read.bind(planes.data)
    vi.spyOn(planes.data, 'read').mockImplementation(
      (id, statement) => (statements.add(statement.sql), read(id, statement)),
    )
    await everything()
    const plans = use(workspaceId, db =>
      [...statements].map(sql => {
        const params = Object.fromEntries([...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name ?? '', 1]))
        const unnamed = [...sql.matchAll(/\?/g)].map(() => 1)
        const rows = db.all<PlanRow>(`EXPLAIN QUERY PLAN ${sql}`, ...(unnamed.length > 0 ? unnamed : [params]))
        return { sql, steps: rows.map(({ detail }) => detail) }
      }),
    )
    const known =
      /^SCAN (json_each|pair VIRTUAL|[pq]$|ready_pair|oldest_ready|\(subquery-\d+\)|CONSTANT ROW|\d-ROW VALUES CLAUSE|kernel_job_counts|kernel_jobs USING (COVERING )?INDEX|kernel_job_schedules USING INDEX)|LIST SUBQUERY|USE TEMP B-TREE FOR GROUP BY/
    const faults = plans.flatMap(({ sql, steps }) =>
      steps
        .filter(step => /SCAN|TEMP B-TREE/.test(step) && !known.test(step))
        // The first jobs of some pairs, so many of each, are few to sort.
        .filter(step => !(step === 'USE TEMP B-TREE FOR ORDER BY' && sql.includes('LIMIT @each')))
        .map(step => `${step}: ${sql}`),
    )
    expect(faults).toEqual([])
    const claims = plans.filter(({ sql }) => sql.includes("SET state = 'running'"))
    expect(
      claims.map(({ steps }) =>
        steps.some(step => /^SEARCH kernel_jobs USING .*kernel_jobs_ready \(queue=\? AND kind=\?\)/.test(step)),
      ),
    ).toContain(true)
    expect(plans.length).toBeGreaterThan(30)
  })
})

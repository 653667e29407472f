import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StorageFullError } from '@svc/plugin'
import type { NewJobRecord } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { recordingLog } from '../../../../test/support/recording-log.ts'
import { openTestPlanes, temporaryFolder } from '../../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../../test/rooms/planes.ts'
import { createIds } from '../../../services/index.ts'
import { jobMigrations } from './job-migrations.ts'
import { newJobRecord } from '../../../jobs/queue/new-job.ts'
import { SqliteJobStore } from './sqlite-job-store.ts'

const clock = new ManualClock()
const ids = createIds(clock)
const insertOld = `
  INSERT INTO kernel_jobs (job_id, queue, kind, state, priority, payload, max_attempts, run_at, created_at, worker_id, claim_token, attempt, lease_expires_at)
  VALUES (@job_id, 'default', 'test.work', @state, 0, '{}', 3, @run_at, 1, @worker_id, @claim_token, @attempt, @lease_expires_at)`
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let planes: TestPlanes
let log: ReturnType<typeof recordingLog>
let store: SqliteJobStore
let append: (events: readonly { data: { job_id?: unknown } }[]) => void

async function open(migrations = jobMigrations): Promise<void> {
  planes = await openTestPlanes({ path: folder.path, migrations: [{ owner: 'kernel', migrations }] })
  log = recordingLog()
  const limits = { queues: {}, kinds: {} }
  store = new SqliteJobStore({
    data: planes.data,
    clock,
    ids,
    log,
    limits,
    append: (_db, _workspaceId, events) => append(events),
  })
}

async function reopen(): Promise<void> {
  await store.close()
  await planes.close()
  await open()
}

beforeEach(async () => {
  append = () => undefined
  folder = await temporaryFolder()
})
afterEach(async () => {
  await store.close()
  await planes.close()
  await folder.remove()
})

function newJob(workspaceId: string): NewJobRecord {
  const made = { workspace_id: workspaceId, job_id: ids.create('job'), now: clock.now() }
  return newJobRecord({ kind: 'test.work' }, undefined, made)
}

const request = { workspaceId: null, worker_id: 'w', kinds: null, queues: null, limit: 10, lease_ms: 60_000 }

describe('the job store on SQLite', () => {
  it('brings forward what a clock that was ahead has put off, and nothing that its caller did', async () => {
    await open()
    const workspaceId = ids.create('ws')
    const year = 365 * 24 * 3_600_000
    const later = { ...newJob(workspaceId), run_at: clock.now() + 2 * year }
    await store.enqueue([newJob(workspaceId), later])
    const [job] = await store.claim(request)
    if (job === undefined) throw new Error('Nothing was claimed.')
    const { job_id, claim_token } = job
    const claim = { workspace_id: workspaceId, job_id, claim_token: claim_token ?? '' }
    clock.advance(year)
    await store.settle([{ ...claim, type: 'failed', error: 'it broke', retry: true, run_at: clock.now() + 2000 }])
    clock.advance(-year)
    await store.nextDue()
    await vi.waitFor(async () => expect(await store.claim(request)).toMatchObject([{ job_id, attempt: 2 }]))
    expect(await store.get(workspaceId, later.job_id)).toMatchObject({ state: 'queued', run_at: later.run_at })
  })

  it('takes over the jobs of a home that was made before it', async () => {
    await open(jobMigrations.slice(0, 1))
    const workspaceId = ids.create('ws')
    const running = { worker_id: 'svc-old', claim_token: 'old', attempt: 1, lease_expires_at: clock.now() - 1 }
    const queued = { worker_id: null, claim_token: null, attempt: 0, lease_expires_at: null }
    planes.data.use(workspaceId, db => {
      db.run(insertOld, { job_id: 'job_1', state: 'queued', run_at: 1, ...queued })
      db.run(insertOld, { job_id: 'job_2', state: 'running', run_at: 1, ...running })
      db.run(insertOld, { job_id: 'job_3', state: 'succeeded', run_at: 1, ...queued })
    })
    await reopen()
    const claimed = await store.claim(request)
    expect(claimed.map(({ job_id, attempt }) => `${job_id} ${attempt}`)).toEqual(['job_1 1', 'job_2 2'])
    expect((await store.stats(workspaceId)).states).toEqual({
      queued: 0,
      running: 2,
      succeeded: 1,
      cancelled: 0,
      dead: 0,
    })
  })

  it('lets callers of one turn share a commit, and refuses alone what spoils it', async () => {
    await open()
    const workspaceId = ids.create('ws')
    await store.enqueue([newJob(workspaceId)])
    const jobs = Array.from({ length: 30 }, () => newJob(workspaceId))
    const use = vi.spyOn(planes.data, 'use')
    await Promise.all(jobs.slice(0, 20).map(job => store.enqueue([job])))
    expect(use).toHaveBeenCalledTimes(1)
    append = events => {
      if (events.some(({ data }) => data.job_id === jobs[25]?.job_id)) throw new Error('this one cannot be recorded')
    }
    const answers = await Promise.allSettled(jobs.slice(20).map(job => store.enqueue([job])))
    expect(answers.map(({ status }) => (status === 'fulfilled' ? 1 : 0))).toEqual([1, 1, 1, 1, 1, 0, 1, 1, 1, 1])
    expect(await store.get(workspaceId, jobs[25]?.job_id ?? '')).toBeNull()
    expect((await store.stats(workspaceId)).states.queued).toBe(30)
  })

  it('acknowledges nothing while the disk is full, writes nothing by half, and goes on afterwards', async () => {
    await open()
    const workspaceId = ids.create('ws')
    await store.enqueue([newJob(workspaceId)])
    const [job] = await store.claim(request)
    append = () => {
      throw new StorageFullError('The disk is full.')
    }
    const settlement = { workspace_id: workspaceId, job_id: job?.job_id ?? '', claim_token: job?.claim_token ?? '' }
    const refused = await Promise.allSettled([
      store.enqueue([newJob(workspaceId)]),
      store.exchange([{ ...settlement, type: 'succeeded', result: '1' }], request),
    ])
    expect(refused.map(each => each.status === 'rejected' && each.reason instanceof StorageFullError)).toEqual([
      true,
      true,
    ])
    expect(await store.get(workspaceId, settlement.job_id)).toEqual(job)
    append = () => undefined
    expect(await store.settle([{ ...settlement, type: 'succeeded', result: '1' }])).toMatchObject([
      { type: 'accepted' },
    ])
    expect((await store.stats(workspaceId)).states).toEqual({
      queued: 0,
      running: 0,
      succeeded: 1,
      cancelled: 0,
      dead: 0,
    })
  })

  it('leaves a workspace alone whose file cannot be used, serves the others, and comes back to it', async () => {
    await open()
    const [broken, whole] = [ids.create('ws'), ids.create('ws')]
    await store.enqueue([newJob(broken), newJob(whole)])
    const use = planes.data.use.bind(planes.data)
    const spy = vi.spyOn(planes.data, 'use').mockImplementation((id, work) => {
      if (id === broken) throw new StorageFullError('The disk is full.')
      return use(id, work)
    })
    expect((await store.claim(request)).map(job => job.workspace_id)).toEqual([whole])
    expect(log.entries.map(({ fields }) => fields)).toEqual([{ workspace_id: broken, reason: 'The disk is full.' }])
    spy.mockRestore()
    expect(await store.claim(request)).toEqual([])
    clock.advance(30_000)
    await store.reclaim(10)
    expect((await store.claim(request)).map(job => job.workspace_id)).toEqual([broken])
  })

  it('asks no file when nothing is ready in it, and opens none that is not live', async () => {
    await open()
    const workspaceIds = Array.from({ length: 40 }, () => ids.create('ws'))
    for (const workspaceId of workspaceIds) planes.data.use(workspaceId, () => null)
    await store.enqueue([{ ...newJob(workspaceIds[0] ?? ''), kind: 'other.work' }])
    // By then every workspace of the new home has been looked at.
    await store.prune({ succeeded: 0, failed: 0 })
    const use = vi.spyOn(planes.data, 'use')
    expect(await store.claim({ ...request, kinds: ['test.work'] })).toEqual([])
    expect(await store.claim({ ...request, workspaceId: workspaceIds[1] ?? '' })).toEqual([])
    expect([await store.nextDue(), await store.reclaim(10)]).toEqual([null, 0])
    expect(use).not.toHaveBeenCalled()
    use.mockRestore()
    await reopen()
    const opened = vi.spyOn(planes.data, 'use')
    await store.claim({ ...request, kinds: ['test.work'] })
    expect(new Set(opened.mock.calls.map(([id]) => id))).toEqual(new Set([workspaceIds[0]]))
  })

  it('finds everything in many live workspaces after a restart', async () => {
    await open()
    const workspaceIds = Array.from({ length: 20 }, () => ids.create('ws'))
    await store.enqueue(workspaceIds.map(newJob))
    await reopen()
    const claimed: string[] = []
    const claimAll = async () => {
      claimed.push(...(await store.claim({ ...request, limit: 7 })).map(job => job.workspace_id))
      expect(claimed.toSorted()).toEqual(workspaceIds.toSorted())
    }
    await vi.waitFor(claimAll, { timeout: 20_000 })
  })
})

describe('a long payload', () => {
  const sizes = (workspaceId: string): { in_row: number; apart: number | null }[] =>
    planes.data.use(workspaceId, db =>
      db.all(`SELECT octet_length(j.payload) AS in_row, octet_length(a.payload) AS apart
        FROM kernel_jobs AS j LEFT JOIN kernel_job_payloads AS a ON a.job_id = j.job_id ORDER BY j.job_id`),
    )
  const payload = JSON.stringify('x'.repeat(100_000))

  it('stands apart from the row that each step of the job writes anew, and goes with it', async () => {
    await open()
    const workspaceId = ids.create('ws')
    await store.enqueue([{ ...newJob(workspaceId), payload }, newJob(workspaceId)])
    const claimed = await store.claim(request)
    expect(claimed.map(job => job.payload)).toEqual([payload, '{}'])
    expect(sizes(workspaceId)).toEqual([
      { in_row: 0, apart: payload.length },
      { in_row: 2, apart: null },
    ])
    await store.settle(
      claimed.map(job => ({ ...job, claim_token: job.claim_token ?? '', type: 'succeeded', result: '1' })),
    )
    clock.advance(1)
    expect(await store.prune({ succeeded: clock.now(), failed: clock.now() })).toBe(2)
    expect(planes.data.use(workspaceId, db => db.all('SELECT * FROM kernel_job_payloads'))).toEqual([])
  })

  it('of an earlier version stays where it is until its job is claimed', async () => {
    await open(jobMigrations.slice(0, 2))
    const workspaceId = ids.create('ws')
    const queued = {
      state: 'queued',
      run_at: 1,
      worker_id: null,
      claim_token: null,
      attempt: 0,
      lease_expires_at: null,
    }
    planes.data.use(workspaceId, db => {
      for (const job_id of ['job_1', 'job_2']) db.run(insertOld, { job_id, ...queued })
      db.run('UPDATE kernel_jobs SET payload = ?', payload)
    })
    await reopen()
    const inRow = { in_row: payload.length, apart: null }
    expect(sizes(workspaceId)).toEqual([inRow, inRow])
    const [claimed] = await store.claim({ ...request, limit: 1 })
    expect([claimed?.job_id, claimed?.payload]).toEqual(['job_1', payload])
    expect(sizes(workspaceId)).toEqual([{ in_row: 0, apart: payload.length }, inRow])
    expect((await store.get(workspaceId, 'job_1'))?.payload).toBe(payload)
    expect((await store.get(workspaceId, 'job_2'))?.payload).toBe(payload)
  })

  it('that the file has lost is an error, not another payload', async () => {
    await open()
    const workspaceId = ids.create('ws')
    await store.enqueue([{ ...newJob(workspaceId), payload }])
    planes.data.use(workspaceId, db => db.run('DELETE FROM kernel_job_payloads'))
    await expect(store.claim({ ...request, workspaceId })).rejects.toThrow(/no payload of the job/)
    expect((await store.stats(workspaceId)).states).toMatchObject({ queued: 1, running: 0 })
    const other = ids.create('ws')
    await store.enqueue([{ ...newJob(other), payload }])
    expect((await store.claim(request)).map(job => job.workspace_id)).toEqual([other])
  })
})

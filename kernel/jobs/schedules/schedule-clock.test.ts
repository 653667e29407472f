import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ValidationError } from '@svc/plugin'
import type { Job, NewJob, NewJobSchedule } from '@svc/plugin'
import { createIds, systemClock } from '../../services/index.ts'
import { ManualClock } from '@svc/plugin/testing'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../test/rooms/planes.ts'
import { jobMigrations } from '../../planes/index.ts'
import type { JobKind } from '../queue/job-kinds.ts'
import { newJobRecord } from '../queue/new-job.ts'
import { SqliteJobStore } from '../../drivers/sqlite/jobs/sqlite-job-store.ts'
import { WorkspaceJobQueue } from '../queue/workspace-job-queue.ts'
import { ScheduleClock } from './schedule-clock.ts'
import { StoredJobSchedules } from './stored-job-schedules.ts'

const ids = createIds(systemClock)
const workspaceId = ids.create('ws')
const minute = 60_000
const hour = 60 * minute

let clock: ManualClock
let planes: TestPlanes
let running: { stop(): void }[]
let kind: JobKind | undefined

beforeEach(async () => {
  clock = new ManualClock()
  running = []
  kind = undefined
  planes = await openTestPlanes({ migrations: [{ owner: 'kernel', migrations: jobMigrations }], clock })
})
afterEach(async () => {
  stop()
  await planes.close()
})

/** The store of a server, as after a start on the home. */
function openStore(livePairs = Infinity): SqliteJobStore {
  const limits = { queues: {}, kinds: {}, livePairs }
  return new SqliteJobStore({ data: planes.data, clock, ids, log: recordingLog(), limits, append: () => [] })
}

function open(store = openStore()) {
  const newRecord = (workspace_id: string, job: NewJob) =>
    newJobRecord(job, kind, { workspace_id, job_id: ids.create('job'), now: clock.now() })
  const isIdle = (name: string) => name === 'idle.kind'
  const scheduling = new ScheduleClock({ store, clock, log: recordingLog(), newRecord, isIdle })
  const schedules = new StoredJobSchedules({ store, clock, newRecord, onChanged: () => scheduling.onChanged() })
  return {
    start: () => scheduling.start(),
    stop: () => scheduling.stop(),
    schedules,
    queue: new WorkspaceJobQueue({ store, pluginKinds: [], newRecord }),
    store,
  }
}

type Server = ReturnType<typeof open>

/** The same, firing. */
async function start(store?: SqliteJobStore): Promise<Server> {
  const server = open(store)
  server.start()
  running.push(server)
  await untilAsleep()
  return server
}

function stop(): void {
  for (const server of running.splice(0)) server.stop()
}

const untilAsleep = () => vi.waitFor(() => expect(clock.sleepers).toBe(running.length))

async function made(jobs: Server, kind = 'tick'): Promise<Job[]> {
  return (await jobs.queue.list(workspaceId, { limit: 200, kind })).items.toReversed()
}

const put = (jobs: Server, schedule: Partial<NewJobSchedule> = {}, name = 'ticks') =>
  jobs.schedules.put(workspaceId, name, { cron: '0 * * * *', job: { kind: 'tick' }, ...schedule })

async function next(jobs: Server, name = 'ticks'): Promise<string | null | undefined> {
  return (await jobs.schedules.get(workspaceId, name))?.next_run_at
}

/** Goes on by `ms`, and waits until the schedule has been moved on. */
async function pass(jobs: Server, ms: number, name = 'ticks'): Promise<void> {
  const before = await next(jobs, name)
  await untilAsleep()
  clock.advance(ms)
  await vi.waitFor(async () => expect(await next(jobs, name)).not.toBe(before))
}

describe('a schedule', () => {
  it('makes a job when its time comes, and another at the next', async () => {
    const jobs = await start()
    await put(jobs, { job: { kind: 'tick', payload: { n: 1 }, priority: 4, queue: 'clock', max_attempts: 2 } })
    expect(await next(jobs)).toBe('2026-01-31T13:00:00.000Z')
    await pass(jobs, hour)
    await pass(jobs, hour)
    const facts = { payload: { n: 1 }, priority: 4, queue: 'clock', max_attempts: 2, state: 'queued' }
    expect(await made(jobs)).toMatchObject([
      { ...facts, created_at: '2026-01-31T13:00:00.000Z' },
      { ...facts, created_at: '2026-01-31T14:00:00.000Z' },
    ])
    const [, last] = await made(jobs)
    expect(await jobs.schedules.get(workspaceId, 'ticks')).toMatchObject({
      last_job_id: last?.job_id,
      next_run_at: '2026-01-31T15:00:00.000Z',
    })
  })

  it('that cannot be read, as when its zone is known no more, rests and holds up no other', async () => {
    const jobs = await start()
    await put(jobs, {}, 'lost')
    await put(jobs)
    const lost = await jobs.store.getSchedule(workspaceId, 'lost')
    if (lost) await jobs.store.putSchedule({ ...lost, timezone: 'Mars/Olympus', next_run_at: clock.now() + 1 })
    await pass(jobs, hour)
    expect(await made(jobs)).toHaveLength(1)
    await pass(jobs, hour)
    expect([(await made(jobs)).length, await next(jobs, 'lost')]).toEqual([2, null])
  })

  it('that is refused a job, as where a workspace has too many queues and kinds, goes on and holds up no other', async () => {
    const jobs = await start(openStore(1))
    await jobs.queue.enqueue(workspaceId, { kind: 'other', run_at: '2099-01-01T00:00:00.000Z' })
    await put(jobs)
    const elsewhere = ids.create('ws')
    await jobs.schedules.put(elsewhere, 'ticks', { cron: '0 * * * *', job: { kind: 'tick' } })
    await pass(jobs, hour)
    expect([await made(jobs), await next(jobs)]).toEqual([[], '2026-01-31T14:00:00.000Z'])
    await vi.waitFor(async () => expect((await jobs.queue.list(elsewhere, { limit: 9 })).items).toHaveLength(1))
  })

  it('in a workspace whose file is in use waits for it, and holds up no other', async () => {
    const jobs = await start()
    await put(jobs)
    const elsewhere = ids.create('ws')
    await jobs.schedules.put(elsewhere, 'ticks', { cron: '0 * * * *', job: { kind: 'tick' } })
    const writer = new Database(join(planes.home.path, 'workspaces', workspaceId, 'data_plane.sqlite'))
    writer.exec('BEGIN IMMEDIATE')
    await untilAsleep()
    clock.advance(hour)
    await vi.waitFor(async () => expect((await jobs.queue.list(elsewhere, { limit: 9 })).items).toHaveLength(1), 9000)
    writer.exec('ROLLBACK')
    writer.close()
    await pass(jobs, 5000)
    expect(await made(jobs)).toMatchObject([{ created_at: '2026-01-31T13:00:05.000Z' }])
  })

  it('keeps the times of its zone when the clocks change', async () => {
    const jobs = await start()
    await put(jobs, { cron: '0 9 28-30 3 *', timezone: 'Europe/London' })
    const times: (string | null | undefined)[] = [await next(jobs)]
    for (let day = 0; day < 2; day += 1) {
      await pass(jobs, Date.parse(String(times.at(-1))) - clock.now())
      times.push(await next(jobs))
    }
    expect(times).toEqual(['2026-03-28T09:00:00.000Z', '2026-03-29T08:00:00.000Z', '2026-03-30T08:00:00.000Z'])
  })

  it('makes one job for all times that were missed, unless it skips them', async () => {
    const first = await start()
    await put(first)
    await put(first, { misfire: 'skip', job: { kind: 'skipped' } }, 'skips')
    stop()
    clock.advance(5 * hour + 30 * minute)

    const second = await start()
    await vi.waitFor(async () => {
      expect(await next(second)).toBe('2026-01-31T18:00:00.000Z')
      expect(await next(second, 'skips')).toBe('2026-01-31T18:00:00.000Z')
    })
    expect(await made(second)).toMatchObject([{ created_at: '2026-01-31T17:30:00.000Z' }])
    expect(await made(second, 'skipped')).toEqual([])
  })

  it('that skips what was missed still runs the time that has just been', async () => {
    const first = await start()
    await put(first, { misfire: 'skip' })
    stop()
    clock.advance(3 * hour + 30_000)
    const second = await start()
    await vi.waitFor(async () => expect(await made(second)).toHaveLength(1))
    expect(await next(second)).toBe('2026-01-31T16:00:00.000Z')
  })

  it('makes each time once, also when two servers see it', async () => {
    const store = openStore()
    const [one] = [await start(store), await start(store)]
    await put(one, { cron: '* * * * *' })
    for (let n = 0; n < 5; n += 1) await pass(one, minute)
    expect((await made(one)).map(({ created_at }) => created_at)).toEqual([
      '2026-01-31T12:01:00.000Z',
      '2026-01-31T12:02:00.000Z',
      '2026-01-31T12:03:00.000Z',
      '2026-01-31T12:04:00.000Z',
      '2026-01-31T12:05:00.000Z',
    ])
  })

  it('makes each time once where the clock of the database is ahead of that of the server', async () => {
    const aheadMs = 20_000
    const store = openStore()
    const { dueSchedules, nextScheduleAt } = store
    const list = () => store.listSchedules(workspaceId, { count: 10, after: null })
    store.dueSchedules = async count => {
      const ahead = (await list()).filter(({ next_run_at }) => (next_run_at ?? Infinity) <= clock.now() + aheadMs)
      return ahead.length > 0 ? ahead : dueSchedules.call(store, count)
    }
    store.nextScheduleAt = async () => ((await nextScheduleAt.call(store)) ?? Infinity) - aheadMs
    const jobs = await start(store)
    await put(jobs)
    await pass(jobs, hour - aheadMs)
    await untilAsleep()
    expect(await made(jobs)).toHaveLength(1)
    expect(await next(jobs)).toBe('2026-01-31T14:00:00.000Z')
  })

  it('that was set while the clock was ahead is due in time again once the clock is right', async () => {
    const year = 365 * 24 * hour
    const first = await start()
    await put(first, { cron: '@daily' })
    await pass(first, year)
    expect(await next(first)).toBe('2027-02-01T00:00:00.000Z')
    clock.advance(-year)
    await put(first, { job: { kind: 'other' } }, 'other')
    await vi.waitFor(async () => expect(await next(first)).toBe('2026-02-01T00:00:00.000Z'))
    await pass(first, year)
    stop()
    // While no server ran.
    clock.advance(-year)
    const second = await start()
    await vi.waitFor(async () => expect(await next(second)).toBe('2026-02-01T00:00:00.000Z'))
  })

  it('is not reckoned anew when it is put again as it was, so that no time is lost', async () => {
    const first = await start()
    await put(first)
    stop()
    clock.advance(2 * hour)
    const second = open()
    await put(second, { job: { kind: 'tick', payload: 'other' } })
    expect(await next(second)).toBe('2026-01-31T13:00:00.000Z')
    await put(second, { cron: '30 * * * *' })
    expect(await next(second)).toBe('2026-01-31T14:30:00.000Z')
  })

  it('makes no job while it is off, and begins at the next time once it is on', async () => {
    const jobs = await start()
    await put(jobs, { enabled: false })
    await put(jobs, { cron: '*/30 * * * *', job: { kind: 'other' } }, 'other')
    await pass(jobs, 3 * hour, 'other')
    await put(jobs)
    expect([await made(jobs), await next(jobs)]).toEqual([[], '2026-01-31T16:00:00.000Z'])
  })

  it('makes none after it was deleted', async () => {
    const jobs = await start()
    await put(jobs)
    await put(jobs, { job: { kind: 'other' } }, 'other')
    expect(await jobs.schedules.delete(workspaceId, 'ticks')).toBe(true)
    await pass(jobs, hour, 'other')
    expect([await made(jobs), (await made(jobs, 'other')).length]).toEqual([[], 1])
  })

  it('of a kind whose plugin does not run goes on without making jobs that nobody takes', async () => {
    const jobs = await start()
    await put(jobs, { job: { kind: 'idle.kind' } })
    await pass(jobs, hour)
    expect([await made(jobs, 'idle.kind'), await next(jobs)]).toEqual([[], '2026-01-31T14:00:00.000Z'])
  })

  it('goes on when its kind takes no such payload any more', async () => {
    const jobs = await start()
    await put(jobs)
    const validate = () => {
      throw new ValidationError('payload must be something else', [{ path: '/payload', message: 'must be else' }])
    }
    kind = { kind: 'tick', plugin: 'test', timeoutSeconds: 60, maxAttempts: 3, runsOn: 'any', validate }
    await pass(jobs, hour)
    expect([await made(jobs), await next(jobs)]).toEqual([[], '2026-01-31T14:00:00.000Z'])
    await expect(put(jobs)).rejects.toMatchObject({ errors: [{ path: '/job/payload', message: 'must be else' }] })
  })
})

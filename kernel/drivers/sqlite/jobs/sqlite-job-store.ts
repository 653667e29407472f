import { BusyError, NotFoundError, statsOf } from '@svc/plugin'
import type {
  ChangeAnswer,
  ClaimRequest,
  EnqueueAnswer,
  JobRecord,
  JobStats,
  JobStore,
  NewJobRecord,
  Renewal,
  RenewAnswer,
  ScheduleRecord,
  SettleAnswer,
  Settlement,
  StoredJobs,
} from '@svc/plugin'
import { atOnce } from '../../jobs/queue-rules.ts'
import { claimStore } from './stores/claim-store.ts'
import { promoteDue } from './claiming.ts'
import { countStore } from './stores/upkeep-store.ts'
import type { StatsRow } from './stores/upkeep-store.ts'
import { cancelJob, endJobs, enqueueJob, redriveJobs, renewJob, retryJob, settleJobs } from './job-actions.ts'
import type { JobChange } from './job-change.ts'
import { JobClaims } from './job-claims.ts'
import { jobRowStore, recordOf } from './stores/job-row-store.ts'
import { importJob, importSchedule, nextBatch, pruneRest, pruneStep } from './upkeep.ts'
import type { PruneStep } from './upkeep.ts'
import { scheduleStore } from './stores/schedule-store.ts'
import { WorkspaceJobs } from './workspace-jobs.ts'
import type { SqliteJobStoreOptions } from './workspace-jobs.ts'

/** The queue in the data plane: each workspace's jobs live, and are copied and restored, with its other data. */
export class SqliteJobStore implements JobStore {
  readonly driver = 'sqlite'
  readonly #options: SqliteJobStoreOptions
  readonly #jobs: WorkspaceJobs
  readonly #claims: JobClaims

  constructor(options: SqliteJobStoreOptions) {
    this.#options = options
    this.#jobs = new WorkspaceJobs(options)
    this.#claims = new JobClaims(this.#jobs, { ids: options.ids, now: () => options.clock.now() })
  }

  enqueue(jobs: readonly NewJobRecord[]): Promise<EnqueueAnswer[]> {
    return this.#inWorkspaces(jobs, eachBy(enqueueJob), { brings: true })
  }

  async get(workspaceId: string, jobId: string): Promise<JobRecord | null> {
    return this.#jobs.read(workspaceId, db => {
      const row = jobRowStore.get(db, jobId)
      return row === undefined ? null : recordOf(db, workspaceId, row)
    })
  }

  async list(...[workspaceId, filter, page]: Parameters<JobStore['list']>): Promise<JobRecord[]> {
    return this.#jobs.read(workspaceId, db =>
      jobRowStore.page(db, filter, page).map(row => recordOf(db, workspaceId, row)),
    )
  }

  async stats(workspaceId: string): Promise<JobStats> {
    await this.#jobs.open()
    // What has fallen due counts as due, though nobody has asked for it yet.
    const isDelayedDue = (this.#jobs.live.delayed.get(workspaceId) ?? Infinity) <= this.#options.clock.now()
    if (isDelayedDue) await this.#jobs.commit(workspaceId, promoteDue)
    const rows = await this.#options.data.read<StatsRow>(workspaceId, countStore.stats)
    const counts = rows.filter(row => row.state !== null).toSorted((a, b) => (a.queue < b.queue ? -1 : 1))
    const oldest = rows.filter(row => row.state === null).map(({ queue, at }) => [queue, at] as const)
    return statsOf(counts, new Map(oldest))
  }

  async claim(request: ClaimRequest): Promise<JobRecord[]> {
    return (await this.#claims.exchange([], request)).claimed
  }

  settle(settlements: readonly Settlement[]): Promise<SettleAnswer[]> {
    return this.#inWorkspaces(settlements, settleJobs, { missing })
  }

  exchange: JobStore['exchange'] = (settlements, request) => this.#claims.exchange(settlements, request)

  renew(renewals: readonly Renewal[]): Promise<RenewAnswer[]> {
    return this.#inWorkspaces(renewals, eachBy(renewJob), { missing })
  }

  cancel(workspaceId: string, jobId: string): Promise<ChangeAnswer> {
    return this.#jobs.commit(workspaceId, change => cancelJob(change, jobId))
  }

  retry(workspaceId: string, jobId: string): Promise<ChangeAnswer> {
    return this.#jobs.commit(workspaceId, change => retryJob(change, jobId), { brings: true })
  }

  redrive(...[workspaceId, filter]: Parameters<JobStore['redrive']>): Promise<number> {
    return this.#jobs.commit(workspaceId, change => redriveJobs(change, filter), { brings: true })
  }

  reclaim(limit: number): Promise<number> {
    return this.#jobs.catchUp(limit)
  }

  async reclaimWorkers(prefix: string, except: string): Promise<number> {
    await this.#jobs.open()
    const { live, workspaces } = this.#jobs
    let count = 0
    await this.#jobs.forEach(workspaces.all(), async workspaceId => {
      const runsNothing = live.isScanned(workspaceId) && live.leases.get(workspaceId) === null
      if (runsNothing) return
      count += await this.#jobs.commit(workspaceId, change => {
        const takenBack = claimStore.reclaimWorkers(change.db, change.now, prefix, except)
        for (const job of takenBack) change.moved('running', job)
        return takenBack.length
      })
    })
    return count
  }

  async nextDue(): Promise<number | null> {
    await this.#jobs.open()
    return this.#jobs.nextDue()
  }

  async prune(before: { succeeded: number; failed: number }): Promise<number> {
    await this.#jobs.opened()
    let deleted = 0
    await this.#jobs.forEach(this.#jobs.live.scanned(), async workspaceId => {
      const steps: PruneStep[] = [
        { state: 'succeeded', before: before.succeeded, after: '' },
        { state: 'dead', before: before.failed, after: '' },
        { state: 'cancelled', before: before.failed, after: '' },
      ]
      for (const first of steps) deleted += await this.#pruneState(workspaceId, first, atOnce.pruned - deleted)
      for (let step = 1; step > 0 && deleted < atOnce.pruned; deleted += step)
        step = await this.#jobs.commit(workspaceId, pruneRest)
    })
    this.#jobs.strikeOff()
    return deleted
  }

  async putSchedule(schedule: ScheduleRecord): Promise<{ created: boolean; schedule: ScheduleRecord }> {
    const { workspace_id: workspaceId, name } = schedule
    return this.#changeSchedules(workspaceId, change => {
      const created = scheduleStore.get(change.db, workspaceId, name) === null
      return { created, schedule: scheduleStore.put(change.db, schedule) }
    })
  }

  async getSchedule(workspaceId: string, name: string): Promise<ScheduleRecord | null> {
    return this.#jobs.read(workspaceId, db => scheduleStore.get(db, workspaceId, name))
  }

  async listSchedules(...[workspaceId, page]: Parameters<JobStore['listSchedules']>): Promise<ScheduleRecord[]> {
    return this.#jobs.read(workspaceId, db => scheduleStore.page(db, workspaceId, page))
  }

  deleteSchedule(workspaceId: string, name: string): Promise<boolean> {
    return this.#changeSchedules(workspaceId, change => scheduleStore.delete(change.db, name))
  }

  async dueSchedules(limit: number): Promise<ScheduleRecord[]> {
    await this.#jobs.opened()
    const now = this.#options.clock.now()
    const due: ScheduleRecord[] = []
    await this.#jobs.forEach(this.#jobs.live.schedules.due(now, limit), async workspaceId => {
      const left = limit - due.length
      if (left === 0) return
      const found = this.#jobs.read(workspaceId, db => scheduleStore.due(db, workspaceId, now, left))
      due.push(...found)
      // It was known to be due, and was changed since.
      if (found.length === 0) await this.#changeSchedules(workspaceId, () => undefined)
    })
    return due
  }

  async scheduledWorkspaces(): Promise<string[]> {
    await this.#jobs.opened()
    return this.#jobs.live.schedules.keys()
  }

  async nextScheduleAt(): Promise<number | null> {
    await this.#jobs.opened()
    return this.#jobs.live.schedules.next()
  }

  fire: JobStore['fire'] = (due, { next_run_at, job }) =>
    this.#changeSchedules(due.workspace_id, change => {
      // First the swap: the second process to come makes no job.
      if (!scheduleStore.advance(change.db, due, next_run_at)) return false
      if (job === null) return true
      const made = enqueueJob(change, job)
      if (made.type !== 'mismatch') scheduleStore.ran(change.db, due.name, { at: change.now, job_id: made.job.job_id })
      return true
    })

  onWork: JobStore['onWork'] = listener => this.#jobs.onWork(listener)

  onCancelRequested: JobStore['onCancelRequested'] = listener => this.#jobs.onCancelRequested(listener)

  async endWorkspace(workspaceId: string): Promise<void> {
    try {
      await this.#jobs.commit(workspaceId, endJobs)
      this.#jobs.strikeOff()
    } catch (error) {
      if (error instanceof BusyError) throw error
      // Jobs end with their file, and it goes next: one that is damaged, or went before, must not keep the rest of the workspace.
      this.#jobs.setAside(workspaceId, error)
    }
  }

  async *export(): AsyncIterable<StoredJobs> {
    for (const workspaceId of await this.#options.data.workspaceIds()) {
      let position = { row: 0, schedule: '' }
      for (;;) {
        const batch = this.#jobs.read(workspaceId, db => nextBatch(db, workspaceId, position))
        if (batch === null) break
        position = batch.position
        yield batch.stored
      }
    }
  }

  async import({ jobs, schedules }: StoredJobs): Promise<{ jobs: number; schedules: number }> {
    const added = await this.#inWorkspaces(jobs, eachBy(importJob), { brings: true })
    const addedSchedules = await this.#inWorkspaces(schedules, eachBy(importSchedule), { brings: true })
    const count = (answers: readonly boolean[]) => answers.filter(Boolean).length
    return { jobs: count(added), schedules: count(addedSchedules) }
  }

  async depth(): ReturnType<JobStore['depth']> {
    await this.#jobs.open()
    const oldest = new Map<string, number>()
    await this.#jobs.forEach(this.#jobs.live.ready.workspaces(), workspaceId => {
      for (const { queue, at } of this.#jobs.read(workspaceId, db => countStore.oldestReady(db))) {
        oldest.set(queue, Math.min(at, oldest.get(queue) ?? at))
      }
    })
    return [...this.#jobs.live.totals()].map(([queue, { queued = 0, running = 0, dead = 0 }]) => {
      return { queue, queued, running, dead, oldest_queued_at: oldest.get(queue) ?? null }
    })
  }

  async close(): Promise<void> {
    await this.#jobs.close()
  }

  async #pruneState(workspaceId: string, first: PruneStep, most: number): Promise<number> {
    let deleted = 0
    let step: PruneStep | null = first
    while (step !== null && deleted < most) {
      const current: PruneStep = step
      const done = await this.#jobs.commit(workspaceId, change => pruneStep(change, current))
      deleted += done.deleted
      step = done.next
    }
    return deleted
  }

  #changeSchedules<T>(workspaceId: string, work: (change: JobChange) => T): Promise<T> {
    const change = (each: JobChange): T => {
      const result = work(each)
      each.saw('schedules', scheduleStore.next(each.db))
      return result
    }
    return this.#jobs.commit(workspaceId, change, { brings: true })
  }

  /** One change in each workspace; the answers in the order of `items`. `missing` is the answer where the workspace was removed. */
  async #inWorkspaces<Item extends { workspace_id: string }, Answer>(
    items: readonly Item[],
    work: (change: JobChange, items: readonly Item[]) => Answer[],
    { brings = false, missing }: { brings?: boolean; missing?: Answer } = {},
  ): Promise<Answer[]> {
    const commit = (workspaceId: string, group: readonly Item[]): Promise<Answer[]> =>
      this.#jobs
        .commit(workspaceId, change => work(change, group), { brings })
        .catch((error: unknown) => {
          if (missing === undefined || !(error instanceof NotFoundError)) throw error
          return group.map(() => missing)
        })
    const [first] = items
    if (first === undefined) return []
    if (items.every(({ workspace_id }) => workspace_id === first.workspace_id)) return commit(first.workspace_id, items)
    const answers: Answer[] = []
    const commits = [...Map.groupBy(items.keys(), index => items[index]?.workspace_id ?? '')].map(
      async ([workspaceId, indices]) => {
        const found = await commit(
          workspaceId,
          indices.map(index => items[index] as Item),
        )
        for (const [order, index] of indices.entries()) answers[index] = found[order] as Answer
      },
    )
    await Promise.all(commits)
    return answers
  }
}

const missing = { type: 'missing' } as const

function eachBy<Item, Answer>(work: (change: JobChange, item: Item) => Answer) {
  return (change: JobChange, items: readonly Item[]): Answer[] => items.map(item => work(change, item))
}

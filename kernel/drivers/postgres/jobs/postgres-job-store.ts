import { ConflictError, statsOf } from '@svc/plugin'
import type {
  ChangeAnswer,
  ClaimRequest,
  Clock,
  EnqueueAnswer,
  JobLimits,
  JobRecord,
  JobStats,
  JobStore,
  NewJobRecord,
  RedriveFilter,
  Renewal,
  RenewAnswer,
  ScheduleRecord,
  SettleAnswer,
  Settlement,
  StoredJobs,
} from '@svc/plugin'
import { repeatedly } from '@svc/plugin/library/time/waiting'
import type { PostgresDatabase, PostgresSession } from '../database.ts'
import { atOnce } from '../../jobs/queue-rules.ts'
import { ClaimedJobs, Claimer } from './claimer.ts'
import { ClaimLimits } from './claim-limits.ts'
import { Enqueuer } from './enqueuer.ts'
import { enqueueStore } from './stores/enqueue-store.ts'
import { JobSignals } from './job-signals.ts'
import { LivePairs } from './live-pairs.ts'
import { laneStore } from './stores/claim-store.ts'
import { OutboxBell } from './outbox-relay.ts'
import { jobRowStore } from './stores/job-row-store.ts'
import { scheduleStore } from './stores/schedule-store.ts'
import { Settler } from './settler.ts'
import { upkeepStore } from './stores/upkeep-store.ts'

const pruneStep = 1000
const lookAgainMs = 15_000

export interface PostgresJobStoreOptions {
  database: PostgresDatabase
  limits: JobLimits
  clock: Clock
  /** Milliseconds to count by instead of the database's own clock: for tests. */
  now?: () => number
  /** Absent where one server has all workspaces. */
  serverId?: string
}

/** The queue in PostgreSQL: workers of several processes and hosts share it. */
export class PostgresJobStore implements JobStore {
  readonly driver = 'postgres'
  readonly #database: PostgresDatabase
  readonly #clock: Clock
  readonly #limits: ClaimLimits
  readonly #pairs: LivePairs
  readonly #now: () => number | null
  readonly #signals: JobSignals
  readonly #bell: OutboxBell
  readonly #enqueuer: Enqueuer
  readonly #settler: Settler
  readonly #closing = new AbortController()
  #watching: Promise<void> | null = null

  constructor({ database, limits, clock, now, serverId }: PostgresJobStoreOptions) {
    this.#database = database
    this.#clock = clock
    this.#limits = new ClaimLimits(limits)
    this.#pairs = new LivePairs(database, limits.livePairs)
    this.#now = now ?? (() => null)
    this.#signals = new JobSignals(database)
    this.#bell = new OutboxBell({ database, clock, signal: this.#closing.signal })
    this.#enqueuer = new Enqueuer({
      database,
      pairs: this.#pairs,
      now: this.#now,
      notify: workspaceIds => this.#signals.workPayload(workspaceIds),
      onMade: workspaceIds => this.#onMade(workspaceIds),
    })
    const jobs = new ClaimedJobs()
    const claimer = new Claimer({
      database,
      jobs,
      limits: this.#limits,
      now: this.#now,
      serverId: serverId ?? null,
      onOverdue: async overdue => {
        if (overdue.leases) await this.reclaim(atOnce.takenBack)
        if (overdue.jobs) await laneStore.promote(database, this.#now(), atOnce.promoted)
      },
    })
    this.#settler = new Settler({
      database,
      jobs,
      claimer,
      limits: this.#limits,
      now: this.#now,
      notify: workspaceIds => this.#signals.workPayload(workspaceIds),
      onMoved: () => this.#bell.ring(),
      onWork: workspaceIds => this.#emitWork(workspaceIds),
    })
  }

  /** The relay of events is in this process: it is called directly. */
  callRelay(wake: () => void): void {
    this.#bell.callDirectly(wake)
  }

  async enqueue(jobs: readonly NewJobRecord[]): Promise<EnqueueAnswer[]> {
    return this.#enqueuer.enqueue(jobs)
  }

  async get(workspaceId: string, jobId: string): Promise<JobRecord | null> {
    return jobRowStore.get(this.#database, workspaceId, jobId)
  }

  list: JobStore['list'] = (workspaceId, filter, page) => jobRowStore.page(this.#database, workspaceId, filter, page)

  async stats(workspaceId: string): Promise<JobStats> {
    const [counts, oldest] = await Promise.all([
      jobRowStore.counts(this.#database, workspaceId),
      jobRowStore.oldest(this.#database, this.#now(), workspaceId),
    ])
    return statsOf(counts, new Map(oldest.map(row => [row.queue, row.oldest])))
  }

  async claim(request: ClaimRequest): Promise<JobRecord[]> {
    return (await this.exchange([], request)).claimed
  }

  async settle(settlements: readonly Settlement[]): Promise<SettleAnswer[]> {
    return this.#ended(settlements, this.#settler.settle(settlements))
  }

  exchange: JobStore['exchange'] = (settlements, request) =>
    this.#ended(settlements, this.#settler.exchange(settlements, request))

  async renew(renewals: readonly Renewal[]): Promise<RenewAnswer[]> {
    return this.#settler.renew(renewals)
  }

  async cancel(workspaceId: string, jobId: string): Promise<ChangeAnswer> {
    const notify = this.#signals.cancelPayload(workspaceId, jobId)
    const job = await upkeepStore.cancel(this.#database, { now: this.#now(), workspaceId, jobId, notify })
    if (job === undefined) return this.#unchanged(workspaceId, jobId)
    this.#pairs.ended([job])
    if (job.state === 'running') this.#signals.emitCancel({ workspace_id: workspaceId, job_id: jobId })
    else this.#bell.ring()
    return { type: 'changed', job }
  }

  async retry(workspaceId: string, jobId: string): Promise<ChangeAnswer> {
    const [job] = await this.#requeue(db =>
      this.#live(db, upkeepStore.retry(db, this.#now(), { workspaceId, jobId })),
    ).catch(async (error: unknown) => {
      if (error instanceof ConflictError) return []
      throw error
    })
    if (job !== undefined) return { type: 'changed', job }
    const answer = await this.#unchanged(workspaceId, jobId)
    if (answer.type !== 'wrong_state' || !isOver(answer.job) || answer.job.unique_key === null) return answer
    const other = await enqueueStore.liveByKey(this.#database, workspaceId, answer.job.unique_key)
    return other === undefined ? answer : { type: 'key_taken', job: other }
  }

  async redrive(
    workspaceId: string,
    filter: RedriveFilter & { limit: number; except_kinds?: readonly string[] },
  ): Promise<number> {
    const redrive = (db: PostgresSession) => upkeepStore.redrive(db, this.#now(), workspaceId, filter)
    return (await this.#requeue(db => this.#live(db, redrive(db)))).length
  }

  async reclaim(limit: number): Promise<number> {
    const reclaimed = await this.#requeue(db => upkeepStore.reclaim(db, this.#now(), limit))
    await laneStore.promote(this.#database, this.#now(), atOnce.promoted)
    return reclaimed.length
  }

  async reclaimWorkers(prefix: string, except: string): Promise<number> {
    return (await this.#requeue(db => upkeepStore.reclaimWorkers(db, this.#now(), { prefix, except }))).length
  }

  async nextDue(): Promise<number | null> {
    const waits = await Promise.all([
      upkeepStore.untilNextDue(this.#database, this.#now()),
      this.#limits.untilToken(this.#database, this.#now()),
    ])
    const known = waits.filter(wait => wait !== null)
    return known.length === 0 ? null : this.#clock.now() + Math.min(...known)
  }

  async prune(before: { succeeded: number; failed: number }): Promise<number> {
    let pruned = 0
    for (let step = pruneStep; step === pruneStep && pruned < atOnce.pruned; pruned += step)
      step = await upkeepStore.prune(this.#database, this.#now(), before, pruneStep)
    return pruned + (await upkeepStore.pruneRequests(this.#database, this.#now(), atOnce.pruned))
  }

  async putSchedule(schedule: ScheduleRecord): Promise<{ created: boolean; schedule: ScheduleRecord }> {
    return scheduleStore.put(this.#database, schedule)
  }

  async getSchedule(workspaceId: string, name: string): Promise<ScheduleRecord | null> {
    return scheduleStore.get(this.#database, workspaceId, name)
  }

  listSchedules: JobStore['listSchedules'] = (workspaceId, page) => {
    return scheduleStore.page(this.#database, workspaceId, page)
  }

  async deleteSchedule(workspaceId: string, name: string): Promise<boolean> {
    return scheduleStore.delete(this.#database, workspaceId, name)
  }

  async dueSchedules(limit: number): Promise<ScheduleRecord[]> {
    return scheduleStore.due(this.#database, this.#now(), limit)
  }

  async scheduledWorkspaces(): Promise<string[]> {
    return scheduleStore.workspaces(this.#database)
  }

  async nextScheduleAt(): Promise<number | null> {
    return scheduleStore.next(this.#database)
  }

  fire: JobStore['fire'] = async (due, { next_run_at, job }) => {
    const hasFired = await this.#database.transaction(async db => {
      const next = { next_run_at, job_id: job?.job_id ?? null }
      // First the swap: the second process to come makes no job.
      if (!(await scheduleStore.advance(db, this.#now(), due, next))) return false
      if (job !== null) await this.#enqueuer.insert(db, [job])
      return true
    })
    if (hasFired && job !== null) this.#onMade(new Set([job.workspace_id]))
    return hasFired
  }

  onWork: JobStore['onWork'] = listener => {
    this.#signals.onWork(listener)
    // The claims of other processes are not announced: leases that they do not renew are found by looking now and then.
    const until = { clock: this.#clock, signal: this.#closing.signal }
    this.#watching ??= repeatedly(lookAgainMs, () => this.#signals.emitWork(null), until)
  }

  onCancelRequested: JobStore['onCancelRequested'] = listener => this.#signals.onCancelRequested(listener)

  async endWorkspace(workspaceId: string): Promise<void> {
    const payloadOf = (jobId: string): string => this.#signals.cancelPayload(workspaceId, jobId)
    const running = await this.#database.transaction(db => upkeepStore.deleteWorkspace(db, workspaceId, payloadOf))
    for (const job_id of running) this.#signals.emitCancel({ workspace_id: workspaceId, job_id })
  }

  async *export(): AsyncIterable<StoredJobs> {
    let job = { workspace_id: '', job_id: '' }
    for (;;) {
      const jobs = await jobRowStore.batch(this.#database, job, atOnce.exported)
      const last = jobs.at(-1)
      if (last === undefined) break
      yield { jobs, schedules: [] }
      job = last
    }
    let schedule = { workspace_id: '', name: '' }
    for (;;) {
      const schedules = await scheduleStore.batch(this.#database, schedule, atOnce.exported)
      const last = schedules.at(-1)
      if (last === undefined) break
      yield { jobs: [], schedules }
      schedule = last
    }
  }

  async import({ jobs, schedules }: StoredJobs): Promise<{ jobs: number; schedules: number }> {
    return this.#database.transaction(async db => {
      const added = jobs.length === 0 ? 0 : await jobRowStore.import(db, this.#now(), jobs)
      let addedSchedules = 0
      for (const schedule of schedules) addedSchedules += (await scheduleStore.insertStored(db, schedule)) ? 1 : 0
      return { jobs: added, schedules: addedSchedules }
    })
  }

  async depth(): ReturnType<JobStore['depth']> {
    return jobRowStore.depth(this.#database, this.#now())
  }

  async close(): Promise<void> {
    await Promise.all([this.#enqueuer.landed(), this.#settler.landed()])
    this.#closing.abort()
  }

  /** Jobs that had ended are live again. @throws RateLimitedError */
  async #live(db: PostgresSession, changing: Promise<JobRecord[]>): Promise<JobRecord[]> {
    const jobs = await changing
    await this.#pairs.assertRoom(db, jobs)
    return jobs
  }

  async #ended<T>(settlements: readonly Settlement[], settling: Promise<T>): Promise<T> {
    const answer = await settling
    this.#pairs.ended(settlements)
    return answer
  }

  /** A change that puts jobs back into the queue; the other processes are notified with its commit. */
  async #requeue(change: (db: PostgresSession) => Promise<JobRecord[]>): Promise<JobRecord[]> {
    const { jobs, workspaceIds } = await this.#database.transaction(async db => {
      const jobs = await change(db)
      const workspaceIds = new Set(jobs.filter(job => job.state === 'queued').map(job => job.workspace_id))
      if (workspaceIds.size > 0) await upkeepStore.notifyWork(db, this.#signals.workPayload(workspaceIds))
      return { jobs, workspaceIds }
    })
    if (jobs.length > 0) this.#bell.ring()
    if (workspaceIds.size > 0) this.#emitWork(workspaceIds)
    return jobs
  }

  async #unchanged(workspaceId: string, jobId: string): Promise<ChangeAnswer> {
    const job = await this.get(workspaceId, jobId)
    return job === null ? { type: 'missing' } : { type: 'wrong_state', job }
  }

  #onMade(workspaceIds: ReadonlySet<string>): void {
    this.#bell.ring()
    this.#emitWork(workspaceIds)
  }

  #emitWork(workspaceIds: ReadonlySet<string>): void {
    const [only] = workspaceIds
    this.#signals.emitWork(workspaceIds.size === 1 && only !== undefined ? only : null)
  }
}

function isOver(job: JobRecord): boolean {
  return job.state === 'dead' || job.state === 'cancelled'
}

import { ConflictError, jobEvent, refusedSettlement, untouchedJob } from '@svc/plugin'
import type {
  ChangeAnswer,
  ClaimRequest,
  Clock,
  EnqueueAnswer,
  Ids,
  JobLimits,
  JobRecord,
  JobStats,
  JobStore,
  NewEvent,
  NewJobRecord,
  Renewal,
  RenewAnswer,
  ScheduleRecord,
  SettleAnswer,
  Settlement,
  StoredJobs,
} from '@svc/plugin'
import {
  depthOf,
  earliest,
  firstOfEachKey,
  inClaimOrder,
  isLeaseOver,
  isLive,
  nothingHeld,
  replaced,
  settled,
  statsOfJobs,
  takenBack,
} from './job-changes.ts'
import { keyOf } from './memory-jobs.ts'
import type { MemoryJobs } from './memory-jobs.ts'
import { StartLimits } from './start-limits.ts'

const mostTakenBack = 100
const tokenBytes = 18

export interface MemoryJobStoreOptions {
  place: MemoryJobs
  limits: JobLimits
  clock: Clock
  ids: Ids
  /** Called with each change of a job's state. */
  emit(workspaceId: string, event: NewEvent): void
}

/** Jobs in the memory of one process. Every method runs to its end without waiting, which makes it atomic. */
export class MemoryJobStore implements JobStore {
  readonly driver = 'memory-jobs'
  readonly #options: MemoryJobStoreOptions
  readonly #place: MemoryJobs
  readonly #limits: StartLimits

  constructor(options: MemoryJobStoreOptions) {
    this.#options = options
    this.#place = options.place
    this.#limits = new StartLimits(options.limits, options.place.buckets)
  }

  // The queue

  async enqueue(jobs: readonly NewJobRecord[]): Promise<EnqueueAnswer[]> {
    const keys = new Set(jobs.map(job => keyOf(job.workspace_id, job.job_id)))
    if (keys.size < jobs.length || keys.values().some(key => this.#place.jobs.has(key))) {
      throw new ConflictError('conflict', 'A job with this id is there already: make an id for each job.')
    }
    const made = jobs.filter(job => this.#makes(job))
    this.#limits.assertRoom(made, this.#place.jobs.values())
    return jobs.map(job => this.#enqueue(job))
  }

  async get(workspaceId: string, jobId: string): Promise<JobRecord | null> {
    return this.#find(workspaceId, jobId) ?? null
  }

  list: JobStore['list'] = async (workspaceId, { state, kind, queue }, { count, before }) =>
    this.#jobs(job => job.workspace_id === workspaceId)
      .filter(job => (state ?? job.state) === job.state && (kind ?? job.kind) === job.kind)
      .filter(job => (queue ?? job.queue) === job.queue && (before === null || job.job_id < before))
      .toSorted((a, b) => (a.job_id < b.job_id ? 1 : -1))
      .slice(0, count)

  async stats(workspaceId: string): Promise<JobStats> {
    return statsOfJobs(
      this.#jobs(job => job.workspace_id === workspaceId),
      this.#now,
    )
  }

  async cancel(workspaceId: string, jobId: string): Promise<ChangeAnswer> {
    const job = this.#find(workspaceId, jobId)
    if (job === undefined) return { type: 'missing' }
    if (!isLive(job)) return { type: 'wrong_state', job }
    const asked = { ...job, cancel_requested: true }
    if (job.state === 'queued') {
      return { type: 'changed', job: this.#move(job, { ...asked, state: 'cancelled', finished_at: this.#now }) }
    }
    this.#put(asked)
    for (const listener of this.#place.cancelListeners) listener({ workspace_id: workspaceId, job_id: jobId })
    return { type: 'changed', job: asked }
  }

  async retry(workspaceId: string, jobId: string): Promise<ChangeAnswer> {
    const job = this.#find(workspaceId, jobId)
    if (job === undefined) return { type: 'missing' }
    if (job.state !== 'dead' && job.state !== 'cancelled') return { type: 'wrong_state', job }
    const other = this.#liveByKey(job)
    if (other !== undefined) return { type: 'key_taken', job: other }
    this.#limits.assertRoom([job], this.#place.jobs.values())
    return { type: 'changed', job: this.#queueAnew(job) }
  }

  redrive: JobStore['redrive'] = async (workspaceId, { kind, queue, except_kinds = [], limit }) => {
    const dead = this.#jobs(job => job.workspace_id === workspaceId && job.state === 'dead')
      .filter(job => (kind ?? job.kind) === job.kind && (queue ?? job.queue) === job.queue)
      .filter(job => !except_kinds.includes(job.kind))
      .toSorted((a, b) => (a.job_id < b.job_id ? -1 : 1))
    const redriven = firstOfEachKey(dead, job => this.#liveByKey(job) !== undefined).slice(0, limit)
    this.#limits.assertRoom(redriven, this.#place.jobs.values())
    for (const job of redriven) this.#queueAnew(job)
    return redriven.length
  }

  depth: JobStore['depth'] = async () =>
    depthOf(
      this.#jobs(job => isLive(job) || job.state === 'dead'),
      this.#now,
    )

  // Claims

  async claim(request: ClaimRequest): Promise<JobRecord[]> {
    return this.#claim(request)
  }

  async settle(settlements: readonly Settlement[]): Promise<SettleAnswer[]> {
    return settlements.map(each => this.#settle(each))
  }

  exchange: JobStore['exchange'] = async (settlements, request) => {
    const settled = settlements.map(each => this.#settle(each))
    return { settled, claimed: this.#claim(request) }
  }

  async renew(renewals: readonly Renewal[]): Promise<RenewAnswer[]> {
    return renewals.map(renewal => {
      const { workspace_id, job_id, claim_token, lease_ms, progress } = renewal
      const job = this.#find(workspace_id, job_id)
      if (job?.state !== 'running' || job.claim_token !== claim_token) {
        return refusedSettlement(job, { claim_token }) as Exclude<RenewAnswer, { type: 'renewed' }>
      }
      const lease_expires_at = this.#now + lease_ms
      this.#put({ ...job, lease_expires_at, progress: progress ?? job.progress })
      return { type: 'renewed', lease_expires_at, cancel_requested: job.cancel_requested }
    })
  }

  async reclaim(limit: number): Promise<number> {
    return this.#reclaim(limit)
  }

  async nextDue(): Promise<number | null> {
    const now = this.#now
    const times = this.#jobs(isLive).flatMap(job => {
      if (job.state === 'running') return isLeaseOver(job, now) ? now : (job.lease_expires_at ?? [])
      return job.run_at > now ? job.run_at : (this.#limits.tokenAt(job, now) ?? [])
    })
    return earliest(times)
  }

  onWork: JobStore['onWork'] = listener => void this.#place.workListeners.push(listener)

  onCancelRequested: JobStore['onCancelRequested'] = listener => void this.#place.cancelListeners.push(listener)

  // Upkeep

  async reclaimWorkers(prefix: string, except: string): Promise<number> {
    const left = this.#jobs(
      ({ state, worker_id }) => state === 'running' && worker_id?.startsWith(prefix) === true && worker_id !== except,
    )
    for (const job of left) this.#move(job, takenBack(job, this.#now, 'The server ended while it ran this job'))
    return left.length
  }

  prune: JobStore['prune'] = async before => {
    const { requests, jobs } = this.#place
    for (const [key, { expires_at }] of requests) if (expires_at <= this.#now) requests.delete(key)
    const needed = new Set(requests.values().map(({ job }) => keyOf(job.workspace_id, job.job_id)))
    const over = this.#jobs(job => {
      const limit = job.state === 'succeeded' ? before.succeeded : before.failed
      return !isLive(job) && (job.finished_at ?? Infinity) < limit && !needed.has(keyOf(job.workspace_id, job.job_id))
    })
    for (const job of over) jobs.delete(keyOf(job.workspace_id, job.job_id))
    return over.length
  }

  putSchedule: JobStore['putSchedule'] = async schedule => {
    const { schedules } = this.#place
    const key = keyOf(schedule.workspace_id, schedule.name)
    const known = schedules.get(key)
    const stored = known === undefined ? schedule : replaced(known, schedule)
    schedules.set(key, stored)
    this.#callWork(schedule.workspace_id)
    return { created: known === undefined, schedule: stored }
  }

  async getSchedule(workspaceId: string, name: string): Promise<ScheduleRecord | null> {
    return this.#place.schedules.get(keyOf(workspaceId, name)) ?? null
  }

  listSchedules: JobStore['listSchedules'] = async (workspaceId, { count, after }) =>
    [...this.#place.schedules.values()]
      .filter(({ workspace_id, name }) => workspace_id === workspaceId && name > (after ?? ''))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .slice(0, count)

  async deleteSchedule(workspaceId: string, name: string): Promise<boolean> {
    return this.#place.schedules.delete(keyOf(workspaceId, name))
  }

  dueSchedules: JobStore['dueSchedules'] = async limit => {
    const due = this.#place.coming().filter(({ next_run_at }) => next_run_at <= this.#now)
    return due.slice(0, limit)
  }

  scheduledWorkspaces: JobStore['scheduledWorkspaces'] = async () => [
    ...new Set(this.#place.coming().map(({ workspace_id }) => workspace_id)),
  ]

  nextScheduleAt: JobStore['nextScheduleAt'] = async () => this.#place.coming()[0]?.next_run_at ?? null

  fire: JobStore['fire'] = async (due, { next_run_at, job }) => {
    const { schedules } = this.#place
    const key = keyOf(due.workspace_id, due.name)
    const known = schedules.get(key)
    const isAsRead = known?.next_run_at === due.next_run_at && known.updated_at === due.updated_at
    if (!isAsRead || !known.enabled || due.next_run_at === null) return false
    if (job !== null && this.#makes(job)) this.#limits.assertRoom([job], this.#place.jobs.values())
    const made = job === null ? null : this.#enqueue(job)
    const ran =
      made === null || made.type === 'mismatch' ? {} : { last_run_at: this.#now, last_job_id: made.job.job_id }
    schedules.set(key, { ...known, next_run_at, ...ran })
    return true
  }

  async endWorkspace(workspaceId: string): Promise<void> {
    for (const job_id of this.#place.removeWorkspace(workspaceId))
      for (const listener of this.#place.cancelListeners) listener({ workspace_id: workspaceId, job_id })
    // Places for others may have become free.
    this.#callWork(null)
  }

  async *export(): AsyncIterable<StoredJobs> {
    yield { jobs: [...this.#place.jobs.values()], schedules: [...this.#place.schedules.values()] }
  }

  import: JobStore['import'] = async rows => {
    const { jobs, schedules } = this.#place
    const newJobs = rows.jobs.filter(job => !jobs.has(keyOf(job.workspace_id, job.job_id)))
    const newSchedules = rows.schedules.filter(each => !schedules.has(keyOf(each.workspace_id, each.name)))
    for (const job of newJobs) this.#put(job)
    for (const schedule of newSchedules) schedules.set(keyOf(schedule.workspace_id, schedule.name), schedule)
    this.#callWork(null)
    return { jobs: newJobs.length, schedules: newSchedules.length }
  }

  async close(): Promise<void> {}

  get #now(): number {
    return this.#options.clock.now()
  }

  #jobs(isWanted: (job: JobRecord) => boolean): JobRecord[] {
    return [...this.#place.jobs.values()].filter(isWanted)
  }

  #find(workspaceId: string, jobId: string): JobRecord | undefined {
    return this.#place.jobs.get(keyOf(workspaceId, jobId))
  }

  #liveByKey({ workspace_id, unique_key }: NewJobRecord | JobRecord): JobRecord | undefined {
    if (unique_key === null) return undefined
    const [live] = this.#jobs(job => job.workspace_id === workspace_id && job.unique_key === unique_key && isLive(job))
    return live
  }

  #put(job: JobRecord): void {
    this.#place.jobs.set(keyOf(job.workspace_id, job.job_id), job)
  }

  /** Stores a job whose state changes, says so in the log, and wakes workers that it may have work for. */
  #move(before: JobRecord | null, job: JobRecord): JobRecord {
    this.#put(job)
    this.#options.emit(job.workspace_id, jobEvent(before?.state ?? null, job))
    if (before?.state === 'running' && this.#limits.holdsBack(job)) this.#callWork(null)
    else if (job.state === 'queued') this.#callWork(job.workspace_id)
    return job
  }

  /** False where the answer will be a job that is there. */
  #makes(job: NewJobRecord): boolean {
    const known = this.#place.requests.get(keyOf(job.workspace_id, job.request?.key_hash ?? ''))
    return (job.request === undefined || (known?.expires_at ?? 0) <= this.#now) && this.#liveByKey(job) === undefined
  }

  #callWork(workspaceId: string | null): void {
    for (const listener of this.#place.workListeners) listener(workspaceId)
  }

  #enqueue({ request, ...made }: NewJobRecord): EnqueueAnswer {
    const { requests } = this.#place
    const key = keyOf(made.workspace_id, request?.key_hash ?? '')
    const known = request === undefined ? undefined : requests.get(key)
    if (known !== undefined && known.expires_at > this.#now) {
      if (known.body_hash !== request?.body_hash) return { type: 'mismatch' }
      return { type: 'replayed', job: known.job, created: known.created }
    }
    const live = this.#liveByKey(made)
    const job = live ?? this.#move(null, { ...made, ...untouchedJob })
    if (request !== undefined) {
      const { body_hash, expires_at } = request
      requests.set(key, { body_hash, expires_at, job, created: live === undefined })
    }
    return { type: live === undefined ? 'created' : 'existing', job }
  }

  #claim(request: ClaimRequest): JobRecord[] {
    this.#reclaim(mostTakenBack)
    const { workspaceId, kinds, except_kinds = [], queues, limit } = request
    const waiting = this.#jobs(job => job.state === 'queued' && job.run_at <= this.#now)
      .filter(job => workspaceId === null || job.workspace_id === workspaceId)
      .filter(job => (kinds?.includes(job.kind) ?? true) && !except_kinds.includes(job.kind))
      .filter(job => queues?.includes(job.queue) ?? true)
      .toSorted(inClaimOrder)
    const byWorkspace = Map.groupBy(waiting, job => job.workspace_id)
    const claimed: JobRecord[] = []
    let bytes = this.#options.limits.claimBytes ?? Infinity
    while (claimed.length < limit) {
      const next = this.#nextInTurn(byWorkspace)
      if (next === undefined) break
      bytes -= Buffer.byteLength(next.payload)
      if (bytes < 0 && claimed.length > 0) break
      claimed.push(this.#start(next, request))
    }
    return claimed
  }

  /** Takes the first job that may start out of the workspace that has waited longest for a claim. */
  #nextInTurn(waiting: Map<string, JobRecord[]>): JobRecord | undefined {
    const { jobs, turns } = this.#place
    const inTurn = [...waiting].toSorted(([a], [b]) => (turns.get(a) ?? 0) - (turns.get(b) ?? 0))
    for (const [workspaceId, ofWorkspace] of inTurn) {
      const index = ofWorkspace.findIndex(job => this.#limits.mayStart(job, jobs.values(), this.#now))
      const [job] = index < 0 ? [] : ofWorkspace.splice(index, 1)
      if (job === undefined) continue
      turns.set(workspaceId, Math.max(0, ...turns.values()) + 1)
      return job
    }
    return undefined
  }

  #start(job: JobRecord, { worker_id, lease_ms }: ClaimRequest): JobRecord {
    const now = this.#now
    this.#limits.started(job, now)
    return this.#move(job, {
      ...job,
      state: 'running',
      attempt: job.attempt + 1,
      progress: 0,
      error: null,
      worker_id,
      claim_token: this.#options.ids.secret(tokenBytes),
      lease_expires_at: now + lease_ms,
      started_at: now,
    })
  }

  #settle(settlement: Settlement): SettleAnswer {
    const job = this.#find(settlement.workspace_id, settlement.job_id)
    if (job?.state !== 'running' || job.claim_token !== settlement.claim_token)
      return refusedSettlement(job, settlement)
    return { type: 'accepted', job: this.#move(job, { ...settled(job, settlement, this.#now), ...nothingHeld }) }
  }

  #reclaim(limit: number): number {
    const lost = this.#jobs(job => job.state === 'running' && isLeaseOver(job, this.#now)).slice(0, limit)
    for (const job of lost) this.#move(job, takenBack(job, this.#now))
    return lost.length
  }

  #queueAnew(job: JobRecord): JobRecord {
    const { claim_token } = job
    return this.#move(job, { ...job, ...untouchedJob, claim_token, run_at: this.#now })
  }
}

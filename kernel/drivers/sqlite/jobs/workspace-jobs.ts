import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageOf, NotFoundError } from '@svc/plugin'
import type { Clock, Ids, JobLimits, KernelDataPlane, Logger, WorkspaceDatabase } from '@svc/plugin'
import { ClaimLimits, RateBuckets } from './claim-limits.ts'
import { catchUp, promoteDue } from './claiming.ts'
import { GroupCommit } from './group-commit.ts'
import type { AppendEvents, JobChange } from './job-change.ts'
import { LiveJobs } from './live/live-jobs.ts'
import { LiveWorkspaces } from './live/live-workspaces.ts'
import { claimStore } from './stores/claim-store.ts'

/** Workspaces that are looked at in one go before anything else gets a turn. */
const scansAtOnce = 16
/** A workspace whose file cannot be used is left alone for so long. */
const unusableMs = 30_000
/** The clock went back when it shows this much less than before. */
const clockSlackMs = 1000
const mostVisited = 100

export interface SqliteJobStoreOptions {
  data: KernelDataPlane
  clock: Clock
  ids: Ids
  log: Logger
  /** Looked at when jobs are claimed, so kinds may be added until then. */
  limits: JobLimits
  /** Puts events into the log, in the transaction of what happened. */
  append: AppendEvents
}

/** The job tables of all workspaces: what is known of them, how they are changed, and who is notified. */
export class WorkspaceJobs {
  readonly live: LiveJobs
  readonly limits: ClaimLimits
  readonly workspaces: LiveWorkspaces
  readonly #options: SqliteJobStoreOptions
  readonly #commits: GroupCommit
  readonly #workListeners: ((workspaceId: string | null) => void)[] = []
  readonly #cancelListeners: ((job: { workspace_id: string; job_id: string }) => void)[] = []
  #opening: Promise<void> | null = null
  #scanning: Promise<void> = Promise.resolve()
  #latest = -Infinity
  #isClosed = false

  constructor(options: SqliteJobStoreOptions) {
    const { data, limits, append, clock } = options
    this.#options = options
    this.live = new LiveJobs(limits.livePairs)
    this.workspaces = new LiveWorkspaces(data)
    this.limits = new ClaimLimits(limits, this.live.running, new RateBuckets(data))
    const onCommitted = (change: JobChange) => this.#notify(change)
    this.#commits = new GroupCommit({ data, workspaces: this.workspaces, live: this.live, append, clock, onCommitted })
  }

  /** Reads which workspaces are live, and begins to look at each. */
  open(): Promise<void> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = null
      throw error
    })
    return this.#opening
  }

  /** Resolves when every live workspace has been looked at. */
  async opened(): Promise<void> {
    await this.open()
    await this.#scanning
  }

  async commit<T>(workspaceId: string, work: (change: JobChange) => T, options?: { brings: boolean }): Promise<T> {
    await this.open()
    return this.#commits.run(workspaceId, work, options)
  }

  read<T>(workspaceId: string, work: (db: WorkspaceDatabase) => T): T {
    return this.#options.data.use(workspaceId, work)
  }

  /** Live, and not looked at yet. */
  isUnknown(workspaceId: string): boolean {
    return this.workspaces.has(workspaceId) && !this.live.isScanned(workspaceId)
  }

  onWork(listener: (workspaceId: string | null) => void): void {
    this.#workListeners.push(listener)
  }

  onCancelRequested(listener: (job: { workspace_id: string; job_id: string }) => void): void {
    this.#cancelListeners.push(listener)
  }

  /** When something falls due. */
  nextDue(): number | null {
    const now = this.#lookAtClock()
    const token = this.limits.nextToken(now, queue => this.live.ready.hasQueue(queue))
    const due = this.live.nextDue()
    if (token === null || due === null) return token ?? due
    return Math.min(token, due)
  }

  /** Makes ready whose time has come; takes back whose lease has run out, at most `limit` of these. Answers how many. */
  async catchUp(limit: number): Promise<number> {
    await this.open()
    const now = this.#lookAtClock()
    let takenBack = 0
    for (const workspaceId of this.#due(now)) {
      const left = limit - takenBack
      if (left <= 0) break
      try {
        takenBack += await this.#commits.run(workspaceId, change => catchUp(change, left))
      } catch (error) {
        this.setAside(workspaceId, error)
      }
    }
    if (this.limits.takeFed(now)) this.#call(null)
    return takenBack
  }

  /** A workspace that cannot be used now keeps nobody from the others; it is looked at again later. */
  setAside(workspaceId: string, error: unknown): void {
    const { clock, log } = this.#options
    // It was removed, and noted for work that came too late.
    const isRemoved = error instanceof NotFoundError
    if (isRemoved) this.workspaces.strikeOff([workspaceId])
    else log.error({ workspace_id: workspaceId, reason: messageOf(error) }, 'jobs of this workspace cannot be used now')
    this.live.ready.set(workspaceId, [])
    this.live.delayed.set(workspaceId, null)
    const later = isRemoved ? null : clock.now() + unusableMs
    this.live.leases.set(workspaceId, later)
    if (this.live.schedules.get(workspaceId) !== null) this.live.schedules.set(workspaceId, later)
  }

  /** Goes through workspaces one by one; one that cannot be used now is set aside. */
  async forEach(workspaceIds: Iterable<string>, work: (workspaceId: string) => Promise<void> | void): Promise<void> {
    for (const workspaceId of workspaceIds) {
      try {
        await work(workspaceId)
      } catch (error) {
        this.setAside(workspaceId, error)
      }
    }
  }

  /** Takes workspaces off the list that have no live job and no schedule any more. */
  strikeOff(): void {
    this.workspaces.strikeOff(this.workspaces.all().filter(workspaceId => this.live.isOver(workspaceId)))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#scanning
  }

  async #open(): Promise<void> {
    await this.workspaces.load()
    const workspaceIds = this.workspaces.all()
    this.#scan(workspaceIds.slice(0, scansAtOnce))
    this.strikeOff()
    this.#scanning = this.#scanRest(workspaceIds.slice(scansAtOnce))
  }

  async #scanRest(workspaceIds: readonly string[]): Promise<void> {
    for (const workspaceId of workspaceIds) {
      await nextTurn()
      if (this.#isClosed) return
      this.#scan([workspaceId])
      this.#call(workspaceId)
    }
    this.strikeOff()
  }

  #scan(workspaceIds: readonly string[]): void {
    const { data, clock } = this.#options
    for (const workspaceId of workspaceIds) {
      if (this.live.isScanned(workspaceId)) continue
      try {
        data.use(workspaceId, db => this.live.scan(db, workspaceId, clock.now()))
      } catch (error) {
        this.setAside(workspaceId, error)
      }
    }
  }

  /** When the clock has gone back, leases may end impossibly late, and jobs wait as long: all of them are looked at. */
  #lookAtClock(): number {
    const now = this.#options.clock.now()
    if (now < this.#latest - clockSlackMs) {
      this.live.leases.setAll(now)
      void this.forEach(this.live.delayed.keys(), workspaceId => this.commit(workspaceId, bringForward))
    }
    this.#latest = now
    return now
  }

  #due(now: number): Set<string> {
    return new Set([...this.live.leases.due(now, mostVisited), ...this.live.delayed.due(now, mostVisited)])
  }

  #notify(change: JobChange): void {
    this.#latest = Math.max(this.#latest, change.now)
    for (const job_id of change.cancelRequested) {
      for (const listener of this.#cancelListeners) listener({ workspace_id: change.workspaceId, job_id })
    }
    if (this.limits.isEased(change)) this.#call(null)
    else if (change.bringsWork) this.#call(change.workspaceId)
  }

  #call(workspaceId: string | null): void {
    for (const listener of this.#workListeners) listener(workspaceId)
  }
}

function bringForward(change: JobChange): void {
  claimStore.bringForward(change.db, change.now)
  promoteDue(change)
}

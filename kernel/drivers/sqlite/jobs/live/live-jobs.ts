import type { JobState, WorkspaceDatabase } from '@svc/plugin'
import { claimStore } from '../stores/claim-store.ts'
import { countStore } from '../stores/upkeep-store.ts'
import { DueTimes } from './due-times.ts'
import type { Pair } from '../../../jobs/queue-rules.ts'
import type { JobChange } from '../job-change.ts'
import { liveStates } from '../stores/job-row-store.ts'
import { LivePairs } from './live-pairs.ts'
import { ReadyIndex } from './ready-index.ts'
import { RunningCounts } from './running-counts.ts'
import { scheduleStore } from '../stores/schedule-store.ts'

/** Due times may be known too early; then the look that follows finds nothing and knows better. */
const sorts = ['delayed', 'leases', 'schedules'] as const

/**
 * What this process knows of all workspaces without opening them: where jobs are ready, when something falls due, what runs. Filled by
 * a look at each live workspace, then kept by every commit.
 */
export class LiveJobs {
  readonly ready = new ReadyIndex()
  readonly delayed = new DueTimes()
  readonly leases = new DueTimes()
  readonly schedules = new DueTimes()
  readonly running = new RunningCounts()
  /** How many jobs are queued or running in each workspace that was looked at. */
  readonly #counts = new Map<string, number>()
  readonly #pairs: LivePairs
  readonly #totals = new Map<string, Partial<Record<JobState, number>>>()

  constructor(mostPairs?: number) {
    this.#pairs = new LivePairs(mostPairs)
  }

  isScanned(workspaceId: string): boolean {
    return this.#counts.has(workspaceId)
  }

  scanned(): string[] {
    return [...this.#counts.keys()]
  }

  scan(db: WorkspaceDatabase, workspaceId: string, now: number): void {
    const running = claimStore.running(db)
    const counts = countStore.all(db)
    this.ready.set(workspaceId, claimStore.readyPairs(db))
    this.delayed.set(workspaceId, claimStore.nextDelayed(db))
    this.leases.set(workspaceId, claimStore.nextLease(db, now))
    this.schedules.set(workspaceId, scheduleStore.next(db))
    for (const each of running) this.running.add(each, each.count)
    this.#counts.set(workspaceId, 0)
    for (const each of counts) this.#add(workspaceId, each)
  }

  /** What a transaction changed, after its commit. */
  apply(change: JobChange): void {
    const { workspaceId, pairs } = change
    if (change.isWhole) {
      this.ready.set(
        workspaceId,
        [...pairs.values()].filter(({ isReady }) => isReady).map(({ pair }) => pair),
      )
    } else {
      for (const { pair, isReady } of pairs.values()) {
        if (isReady) this.ready.add(workspaceId, pair)
        else this.ready.remove(workspaceId, pair)
      }
    }
    for (const sort of sorts) {
      const { at, isWhole } = change[sort]
      if (isWhole) this[sort].set(workspaceId, at)
      else if (at !== null) this[sort].note(workspaceId, at)
    }
    for (const each of change.running.all()) this.running.add(each, each.count)
    for (const each of change.counts()) this.#add(workspaceId, each)
    this.#pairs.apply(change, this.#counts.get(workspaceId) ?? 0)
  }

  /** Within the transaction. @throws RateLimitedError when the workspace has live jobs of too many queues and kinds */
  assertRoom(change: JobChange, pair: Pair): void {
    this.#pairs.assertRoom(change, pair, this.#counts.get(change.workspaceId) ?? 0)
  }

  /** Nothing is queued, runs or recurs there any more. */
  isOver(workspaceId: string): boolean {
    return this.#counts.get(workspaceId) === 0 && this.schedules.get(workspaceId) === null
  }

  /** Something of the workspace is due that only a look can change. */
  isDue(workspaceId: string, now: number): boolean {
    return (this.delayed.get(workspaceId) ?? Infinity) <= now || (this.leases.get(workspaceId) ?? Infinity) <= now
  }

  nextDue(): number | null {
    const [delayed, leases] = [this.delayed.next(), this.leases.next()]
    if (delayed === null || leases === null) return delayed ?? leases
    return Math.min(delayed, leases)
  }

  totals(): ReadonlyMap<string, Partial<Record<JobState, number>>> {
    return this.#totals
  }

  #add(workspaceId: string, { queue, state, count }: { queue: string; state: JobState; count: number }): void {
    const total = this.#totals.get(queue) ?? {}
    total[state] = (total[state] ?? 0) + count
    this.#totals.set(queue, total)
    if (liveStates.has(state)) this.#counts.set(workspaceId, (this.#counts.get(workspaceId) ?? 0) + count)
  }
}

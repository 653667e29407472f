import { jobEvent } from '@svc/plugin'
import type { CountRow, JobState, NewEvent, WorkspaceDatabase } from '@svc/plugin'
import { pairKey } from '../../jobs/queue-rules.ts'
import type { Pair } from '../../jobs/queue-rules.ts'
import { countStore } from './stores/upkeep-store.ts'
import { liveStates } from './stores/job-row-store.ts'
import type { JobRow } from './stores/job-row-store.ts'
import type { LiveJobs } from './live/live-jobs.ts'
import { RunningCounts } from './live/running-counts.ts'

export type AppendEvents = (db: WorkspaceDatabase, workspaceId: string, events: readonly NewEvent[]) => unknown

/** When something falls due next; `isWhole`: nothing else of its sort does, so an earlier time that was known is over. */
interface NextTime {
  at: number | null
  isWhole: boolean
}

/**
 * One transaction on a workspace's jobs. Each change of a job's state is noted here; at the end the counts and the events are written
 * once, and what the rest of the process must know is kept until the commit.
 */
export class JobChange {
  readonly db: WorkspaceDatabase
  readonly workspaceId: string
  readonly now: number
  /** Whether jobs of a queue and kind are ready now. */
  readonly pairs = new Map<string, { pair: Pair; isReady: boolean }>()
  /** `pairs` names everything that is ready. */
  isWhole = false
  readonly delayed: NextTime = { at: null, isWhole: false }
  readonly leases: NextTime = { at: null, isWhole: false }
  readonly schedules: NextTime = { at: null, isWhole: false }
  readonly cancelRequested: string[] = []
  /** A job became ready, or something is known to fall due that may be earlier than anything before. */
  bringsWork = false
  /** Running jobs more than before, or fewer. */
  readonly running = new RunningCounts()
  /** The same of jobs that wait or run. */
  readonly live = new RunningCounts()
  /** By queue and state: jobs more than before, or fewer. */
  readonly #counts = new Map<string, Map<JobState, number>>()
  readonly #events: NewEvent[] = []

  readonly #room: Pick<LiveJobs, 'assertRoom'>

  constructor(options: {
    db: WorkspaceDatabase
    workspaceId: string
    now: number
    live: Pick<LiveJobs, 'assertRoom'>
  }) {
    this.#room = options.live
    this.db = options.db
    this.workspaceId = options.workspaceId
    this.now = options.now
  }

  /** The job went from `from` (null: it was not there) to the state it is in. @throws RateLimitedError */
  moved(from: JobState | null, job: JobRow): void {
    if (liveStates.has(job.state) && (from === null || !liveStates.has(from))) this.#room.assertRoom(this, job)
    this.stored(from, job)
    this.#events.push(jobEvent(from, job))
  }

  /** The same without an event: the job comes from another store, which recorded it. */
  stored(from: JobState | null, job: JobRow): void {
    if (from !== null) this.counted(job.queue, from, -1)
    this.counted(job.queue, job.state, 1)
    if (from !== null && liveStates.has(from)) this.live.add(job, -1)
    if (liveStates.has(job.state)) this.live.add(job, 1)
    if (from === 'running') this.running.add(job, -1)
    if (job.state === 'running') {
      this.running.add(job, 1)
      this.#note(this.leases, job.lease_expires_at)
    }
    if (job.state !== 'queued') return
    if (job.run_at <= this.now) this.becameReady(job)
    else this.#note(this.delayed, job.run_at)
  }

  counted(queue: string, state: JobState, count: number): void {
    const known = this.#counts.get(queue)
    if (known === undefined) this.#counts.set(queue, new Map([[state, count]]))
    else known.set(state, (known.get(state) ?? 0) + count)
  }

  /** What {@link counted} came to. */
  *counts(): Iterable<CountRow> {
    for (const [queue, states] of this.#counts) {
      for (const [state, count] of states) if (count !== 0) yield { queue, state, count }
    }
  }

  becameReady(pair: Pair): void {
    this.bringsWork = true
    this.isReady(pair, true)
  }

  isReady(pair: Pair, isReady: boolean): void {
    this.pairs.set(pairKey(pair), { pair: { queue: pair.queue, kind: pair.kind }, isReady })
  }

  /** These and no other pairs are ready. */
  sawReady(pairs: readonly Pair[]): void {
    this.isWhole = true
    this.pairs.clear()
    for (const pair of pairs) this.isReady(pair, true)
  }

  saw(what: 'delayed' | 'leases' | 'schedules', at: number | null): void {
    this[what].at = at
    this[what].isWhole = true
  }

  /** Within the transaction, at its end. */
  write(append: AppendEvents): void {
    countStore.add(this.db, [...this.counts()])
    if (this.#events.length > 0) append(this.db, this.workspaceId, this.#events)
  }

  #note(next: NextTime, at: number | null): void {
    if (at === null || at >= (next.at ?? Infinity)) return
    next.at = at
    this.bringsWork = true
  }
}

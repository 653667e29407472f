import type { Clock, KernelDataPlane } from '@svc/plugin'
import { JobChange } from './job-change.ts'
import type { AppendEvents } from './job-change.ts'
import type { LiveJobs } from './live/live-jobs.ts'
import type { LiveWorkspaces } from './live/live-workspaces.ts'

/** As many changes share a commit at the most: one more would keep the others waiting. */
const mostChanges = 100

interface Waiting {
  work: (change: JobChange) => unknown
  /** Its workspace may have live jobs or schedules afterwards, which it had not. */
  brings: boolean
  resolve: (result: never) => void
  reject: (error: unknown) => void
}

interface Committed {
  change: JobChange
  results: unknown[]
}

export interface GroupCommitOptions {
  data: KernelDataPlane
  workspaces: LiveWorkspaces
  live: LiveJobs
  append: AppendEvents
  clock: Clock
  onCommitted(change: JobChange): void
}

/**
 * Changes of one workspace that come in one turn of the event loop share a transaction, and so one wait for the disk; each is
 * acknowledged after the commit.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions
  readonly #groups = new Map<string, Waiting[]>()

  constructor(options: GroupCommitOptions) {
    this.#options = options
  }

  run<T>(workspaceId: string, work: (change: JobChange) => T, { brings = false } = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const waiting: Waiting = { work, brings, resolve, reject }
      const group = this.#groups.get(workspaceId)
      if (group === undefined) {
        this.#groups.set(workspaceId, [waiting])
        setImmediate(() => this.#flush(workspaceId))
        return
      }
      group.push(waiting)
      if (group.length >= mostChanges) this.#flush(workspaceId)
    })
  }

  #flush(workspaceId: string): void {
    const group = this.#groups.get(workspaceId)
    if (group === undefined) return
    this.#groups.delete(workspaceId)
    if (group.length > 1 && this.#commit(workspaceId, group) === null) return
    // Alone, or one of them spoiled the transaction for all: each for itself.
    for (const waiting of group) {
      const failure = this.#commit(workspaceId, [waiting])
      if (failure !== null) waiting.reject(failure.error)
    }
  }

  /** Answers why nothing was committed, or null. */
  #commit(workspaceId: string, group: readonly Waiting[]): { error: unknown } | null {
    const { workspaces, live, onCommitted } = this.#options
    let done: Committed
    try {
      if (group.some(({ brings }) => brings)) workspaces.note(workspaceId)
      done = this.#transact(workspaceId, group)
    } catch (error) {
      return { error }
    }
    live.apply(done.change)
    for (const [index, { resolve }] of group.entries()) resolve(done.results[index] as never)
    onCommitted(done.change)
    return null
  }

  #transact(workspaceId: string, group: readonly Waiting[]): Committed {
    const { data, live, append, clock } = this.#options
    return data.use(workspaceId, db => {
      const now = clock.now()
      if (!live.isScanned(workspaceId)) live.scan(db, workspaceId, now)
      return db.transaction(() => {
        const change = new JobChange({ db, workspaceId, now, live })
        const results = group.map(({ work }) => work(change))
        change.write(append)
        return { change, results }
      })
    })
  }
}

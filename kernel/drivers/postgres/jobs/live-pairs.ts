import type { PostgresDatabase, PostgresSession } from '../database.ts'
import { pairKey, tooManyPairs } from '../../jobs/queue-rules.ts'
import { limitStore } from './stores/claim-store.ts'
import type { Lane } from './stores/claim-store.ts'
import { enqueueStore } from './stores/enqueue-store.ts'

/** So long a look at the pairs of a workspace is believed: other processes make jobs too. */
const believedMs = 10_000
const refusedMs = 1000
const mostRemembered = 1000

interface Known {
  at: number
  /** Pairs that were live at the look, or of which a job was made here since. */
  names: Set<string>
  /** Those of jobs that are being made, and are not committed yet. */
  making: Set<string>
  refusedAt: number
}

type MadeJob = Lane & { job_id: string }

/**
 * The queues and kinds of which a workspace has jobs that wait or run: at most so many. What this process knows of them is enough as
 * long as there is room; only where there seems to be none are they read, under a lock, in the transaction that makes the jobs.
 */
export class LivePairs {
  readonly #database: PostgresDatabase
  readonly #most: number
  readonly #known = new Map<string, Known>()

  constructor(database: PostgresDatabase, most = Infinity) {
    this.#database = database
    this.#most = most
  }

  /** @throws RateLimitedError without a look, when the same was refused a moment ago */
  assertNotRefused(jobs: readonly Lane[]): void {
    for (const job of jobs) {
      const known = this.#known.get(job.workspace_id)
      if (known === undefined || performance.now() - known.refusedAt > refusedMs) continue
      if (!known.names.has(pairKey(job))) throw tooManyPairs(this.#most)
    }
  }

  /** Room may have come about. */
  ended(jobs: readonly { workspace_id: string }[]): void {
    for (const { workspace_id } of jobs) {
      const known = this.#known.get(workspace_id)
      if (known !== undefined) known.refusedAt = -Infinity
    }
  }

  /** Makes jobs of these pairs; `made` says which of them are new. @throws RateLimitedError, and nothing is made */
  async making<T>(
    db: PostgresSession,
    jobs: readonly Lane[],
    make: (db: PostgresSession) => Promise<T>,
    made: (result: T) => readonly MadeJob[],
  ): Promise<T> {
    if (this.#most === Infinity) return make(db)
    const release = await this.#take(db, jobs)
    if (release === null) {
      const makeAlone = async (tx: PostgresSession) => {
        await limitStore.lock(tx, [...new Set(jobs.map(job => `names ${job.workspace_id}`))])
        const result = await make(tx)
        await this.assertRoom(tx, made(result))
        return result
      }
      return db === this.#database ? this.#database.transaction(makeAlone) : makeAlone(db)
    }
    try {
      return await make(db)
    } finally {
      release()
    }
  }

  /** Within the transaction that made these jobs live. @throws RateLimitedError */
  async assertRoom(db: PostgresSession, jobs: readonly MadeJob[]): Promise<void> {
    if (this.#most === Infinity) return
    for (const [workspaceId, ofWorkspace] of Map.groupBy(jobs, job => job.workspace_id)) {
      const making = [...(this.#known.get(workspaceId)?.making ?? [])]
      const jobIds = ofWorkspace.map(job => job.job_id)
      const others = await enqueueStore.livePairs(db, workspaceId, jobIds)
      const known = this.#remember(workspaceId, new Set([...others.map(pairKey), ...making]))
      const fresh = freshOf(ofWorkspace, known)
      if (fresh.size > 0 && known.names.size + fresh.size > this.#most) {
        if (known.names.size >= this.#most) known.refusedAt = performance.now()
        throw tooManyPairs(this.#most)
      }
      for (const name of fresh) known.names.add(name)
    }
  }

  /** Answers how to give the places back; null where there may be too few. */
  async #take(db: PostgresSession, jobs: readonly Lane[]): Promise<(() => void) | null> {
    const groups = [...Map.groupBy(jobs, job => job.workspace_id)]
    for (const [workspaceId] of groups) await this.#look(db, workspaceId)
    const taken = groups.map(([workspaceId, ofWorkspace]) => {
      const known = this.#known.get(workspaceId) ?? this.#remember(workspaceId, new Set())
      return { known, names: freshOf(ofWorkspace, known) }
    })
    if (taken.some(({ known, names }) => names.size > 0 && known.names.size + names.size > this.#most)) return null
    for (const { known, names } of taken) {
      for (const name of names) {
        known.names.add(name)
        known.making.add(name)
      }
    }
    return () => {
      for (const { known, names } of taken) for (const name of names) known.making.delete(name)
    }
  }

  async #look(db: PostgresSession, workspaceId: string): Promise<void> {
    const known = this.#known.get(workspaceId)
    if (known !== undefined && performance.now() - known.at < believedMs) return
    const making = [...(known?.making ?? [])]
    const live = await enqueueStore.livePairs(db, workspaceId, [])
    this.#remember(workspaceId, new Set([...live.map(pairKey), ...making]))
  }

  #remember(workspaceId: string, names: Set<string>): Known {
    const before = this.#known.get(workspaceId)
    this.#known.delete(workspaceId)
    const known = { refusedAt: -Infinity, making: new Set<string>(), ...before, names, at: performance.now() }
    this.#known.set(workspaceId, known)
    for (const [oldest, { making }] of this.#known) {
      if (this.#known.size <= mostRemembered) break
      if (making.size === 0) this.#known.delete(oldest)
    }
    return known
  }
}

function freshOf(jobs: readonly Lane[], { names }: Known): Set<string> {
  return new Set(jobs.map(pairKey).filter(name => !names.has(name)))
}

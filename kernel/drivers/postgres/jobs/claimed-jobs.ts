import type { JobRecord, Settlement } from '@svc/plugin'
import type { PostgresSession } from '../database.ts'
import { transitionStore } from './transition-store.ts'
import type { TransitionParams } from './transition-store.ts'

const mostKept = 2000
const largestPayload = 4096

/** Moves jobs, and remembers those that were claimed here: what does not change meanwhile need not be read again at their end. */
export class ClaimedJobs {
  /** By the token of the claim, the oldest first. */
  readonly #claimed = new Map<string, JobRecord>()

  async move(
    db: PostgresSession,
    params: TransitionParams,
  ): Promise<{ settled: Map<number, JobRecord>; claimed: JobRecord[] }> {
    const moved = await transitionStore.move(db, params, this.#known(params.settlements))
    for (const { claim_token } of params.settlements) this.#claimed.delete(claim_token)
    for (const job of moved.claimed) this.#keep(job)
    return moved
  }

  /** Null unless all of them were claimed here. */
  #known(settlements: readonly Settlement[]): JobRecord[] | null {
    const jobs: JobRecord[] = []
    for (const { workspace_id, job_id, claim_token } of settlements) {
      const job = this.#claimed.get(claim_token)
      if (job?.job_id !== job_id || job.workspace_id !== workspace_id) return null
      jobs.push(job)
    }
    return jobs
  }

  #keep(job: JobRecord): void {
    if (job.claim_token === null || job.payload.length > largestPayload) return
    this.#claimed.set(job.claim_token, job)
    if (this.#claimed.size <= mostKept) return
    const [oldest] = this.#claimed.keys()
    if (oldest !== undefined) this.#claimed.delete(oldest)
  }
}

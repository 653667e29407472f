import { setImmediate as nextTurn } from 'node:timers/promises'
import { NotFoundError } from '@svc/plugin'
import type { ClaimRequest, Ids, JobRecord, SettleAnswer, Settlement } from '@svc/plugin'
import { atOnce } from '../../jobs/queue-rules.ts'
import { catchUp, claimJobs } from './claiming.ts'
import type { JobChange } from './job-change.ts'
import { recordOfRow } from './stores/job-row-store.ts'
import { payloadStore, standsApart } from './stores/payload-store.ts'
import { settleJobs } from './job-actions.ts'
import { settleStore } from './stores/settle-store.ts'
import type { WorkspaceJobs } from './workspace-jobs.ts'

const tokenBytes = 18

/** Claims of one workspace or of all in turn, together with the settlements that came along. */
export class JobClaims {
  readonly #jobs: WorkspaceJobs
  readonly #ids: Ids
  readonly #now: () => number

  constructor(jobs: WorkspaceJobs, options: { ids: Ids; now: () => number }) {
    this.#jobs = jobs
    this.#ids = options.ids
    this.#now = options.now
  }

  async exchange(
    settlements: readonly Settlement[],
    request: ClaimRequest,
  ): Promise<{ settled: SettleAnswer[]; claimed: JobRecord[] }> {
    const jobs = this.#jobs
    // Until every workspace has been looked at nobody knows what runs, and so whether a limit lets more run.
    await (jobs.limits.hasAny ? jobs.opened() : jobs.open())
    const due = jobs.live.nextDue()
    if (request.workspaceId === null && due !== null && due <= this.#now()) await jobs.catchUp(atOnce.takenBack)
    const settled: SettleAnswer[] = []
    const claimed: JobRecord[] = []
    /** Workspaces that have nothing more for this request. */
    const spent = new Set<string>()
    try {
      let visits = this.#visits(settlements, this.#chosen(request, spent), request.limit)
      while (visits.length > 0) {
        for (const visit of visits) {
          const isSpent = await this.#visit(visit, request, { settled, claimed })
          if (isSpent) spent.add(visit.workspaceId)
        }
        const left = request.limit - claimed.length
        visits = left > 0 ? this.#visits([], this.#chosen({ ...request, limit: left }, spent), left) : []
      }
    } catch (error) {
      await this.#giveBack(claimed)
      throw error
    }
    return { settled, claimed }
  }

  /** Where something is to be settled, and where the next jobs are claimed, each workspace its share of them. */
  #visits(settlements: readonly Settlement[], chosen: readonly string[], limit: number): Visit[] {
    const share = Math.max(1, Math.floor(limit / Math.max(1, chosen.length)))
    const visits = new Map<string, Visit>()
    const visitOf = (workspaceId: string): Visit => {
      const known = visits.get(workspaceId)
      if (known !== undefined) return known
      const visit = { workspaceId, settlements: [], share: chosen.includes(workspaceId) ? share : 0 }
      visits.set(workspaceId, visit)
      return visit
    }
    for (const [index, settlement] of settlements.entries())
      visitOf(settlement.workspace_id).settlements.push([index, settlement])
    for (const workspaceId of chosen) visitOf(workspaceId)
    return [...visits.values()]
  }

  #chosen(request: ClaimRequest, spent: ReadonlySet<string>): string[] {
    const { live, limits } = this.#jobs
    const { workspaceId } = request
    const now = this.#now()
    if (workspaceId === null) {
      return live.ready.candidates(request, {
        count: request.limit,
        spent,
        mayStart: pair => limits.mayStart(pair, now),
      })
    }
    const hasSome =
      live.ready.has(workspaceId, request) || live.isDue(workspaceId, now) || this.#jobs.isUnknown(workspaceId)
    return hasSome && !spent.has(workspaceId) ? [workspaceId] : []
  }

  /** True when the workspace has nothing more for the request. */
  async #visit(
    visit: Visit,
    request: ClaimRequest,
    found: { settled: SettleAnswer[]; claimed: JobRecord[] },
  ): Promise<boolean> {
    const { workspaceId, settlements } = visit
    const limit = Math.min(visit.share, request.limit - found.claimed.length)
    if (settlements.length === 0 && limit <= 0) return false
    try {
      const { answers, claimed } = await this.#jobs.commit(workspaceId, change => ({
        answers: settleJobs(
          change,
          settlements.map(([, settlement]) => settlement),
        ),
        claimed: limit > 0 ? this.#claim(change, request, { limit, claimed: found.claimed }) : [],
      }))
      for (const [order, [index]] of settlements.entries()) found.settled[index] = answers[order] as SettleAnswer
      found.claimed.push(...(await this.#withPayloads(claimed)))
      if (claimed.length > 0) this.#jobs.live.ready.served(workspaceId, claimed)
      return limit > 0 && claimed.length < limit
    } catch (error) {
      const isRemoved = error instanceof NotFoundError
      if (isRemoved) for (const [index] of settlements) found.settled[index] = { type: 'missing' }
      else if (settlements.length > 0 || request.workspaceId !== null) throw error
      this.#jobs.setAside(workspaceId, error)
      return true
    }
  }

  #claim(
    change: JobChange,
    request: ClaimRequest,
    { limit, claimed }: { limit: number; claimed: readonly JobRecord[] },
  ): JobRecord[] {
    const { limits, live } = this.#jobs
    if (live.isDue(change.workspaceId, change.now)) catchUp(change)
    const token = () => this.#ids.secret(tokenBytes)
    const isEmpty = claimed.length === 0
    const bytes = claimed.reduce((left, { payload }) => left - Buffer.byteLength(payload), limits.claimBytes)
    const jobs = claimJobs(change, request, { limit, bytes, isEmpty, limits, token })
    return jobs.map(job => recordOfRow(change.workspaceId, job))
  }

  /** Many long payloads take longer to read than the claim itself; others get their turn between two. */
  async #withPayloads(claimed: JobRecord[]): Promise<JobRecord[]> {
    try {
      for (const job of claimed) {
        if (job.payload !== standsApart) continue
        job.payload = this.#jobs.read(job.workspace_id, db => payloadStore.read(db, job))
        await nextTurn()
      }
    } catch (error) {
      await this.#giveBack(claimed)
      throw error
    }
    return claimed
  }

  /** No worker knows of these claims. */
  async #giveBack(claimed: readonly JobRecord[]): Promise<void> {
    for (const { workspace_id, job_id, claim_token } of claimed) {
      const claim = { job_id, claim_token: claim_token ?? '' }
      await this.#jobs
        .commit(workspace_id, change => {
          const job = settleStore.giveBack(change.db, claim, change.now)
          if (job !== undefined) change.moved('running', job)
        })
        .catch((error: unknown) => {
          this.#jobs.setAside(workspace_id, error)
        })
    }
  }
}

interface Visit {
  workspaceId: string
  settlements: [index: number, settlement: Settlement][]
  /** How many jobs may be claimed here. */
  share: number
}

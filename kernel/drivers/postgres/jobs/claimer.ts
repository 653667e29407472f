import type { ClaimRequest, JobRecord, Settlement } from '@svc/plugin'
import type { PostgresDatabase, PostgresSession } from '../database.ts'
import { inClaimOrder, isWanted, mostPayloadBytes } from '../../jobs/queue-rules.ts'
import type { ClaimLimits } from './claim-limits.ts'
import { planClaim } from './claim-plan.ts'
import type { ClaimRoom } from './claim-plan.ts'
import { laneStore, mostLanes } from './stores/claim-store.ts'
import type { FoundLane, Lane } from './stores/claim-store.ts'
import type { Quota, TransitionParams } from './stores/transition-store.ts'
import { transitionStore } from './stores/transition-store.ts'

/** Others may take what was planned for, and a limit may hold back what came first: then it is looked again. */
const mostPasses = 4
const everyWorkspace = '\u{10ffff}'
const beforeAll: Lane = { workspace_id: '', queue: '', kind: '' }

export interface ClaimerOptions {
  database: PostgresDatabase
  jobs: ClaimedJobs
  limits: ClaimLimits
  now(): number | null
  /** Null where one server has all workspaces. */
  serverId: string | null
  /** A lease has ended, or a delayed job is due: to be dealt with before the claim. */
  onOverdue(overdue: { leases: boolean; jobs: boolean }): Promise<void>
}

type BoundedClaim = ClaimRequest & ClaimRoom

/** What changed with one trip to the database. */
export interface Moved {
  /** By position in the settlements; those that changed nothing are not in it. */
  settled: Map<number, JobRecord>
  claimed: JobRecord[]
}

/** Finds ready jobs and claims them, with the settlements of the same worker in the same transaction. */
export class Claimer {
  readonly #options: ClaimerOptions
  #lastServed = ''
  /** Where the next look at the lanes begins when there are too many for one. */
  #after: Lane = beforeAll

  constructor(options: ClaimerOptions) {
    this.#options = options
  }

  async move(settlements: readonly Settlement[], request: ClaimRequest): Promise<Moved> {
    const claimed: JobRecord[] = []
    let settled: Map<number, JobRecord> | null = null
    for (let pass = 0; pass < mostPasses && claimed.length < request.limit; pass += 1) {
      const lanes = await this.#lanes(request)
      if (lanes.length === 0) break
      const size = claimed.reduce((sum, { payload }) => sum + Buffer.byteLength(payload), 0)
      const bytes = this.#options.limits.claimBytes - size
      const rest = { ...request, limit: request.limit - claimed.length, bytes, isEmpty: claimed.length === 0 }
      const moved = await this.#moveOnce(settled === null ? settlements : [], lanes, rest)
      settled ??= moved.settled
      claimed.push(...moved.claimed)
      // Nothing came although jobs are ready: others were faster, or a limit holds them back.
      if (moved.claimed.length === 0 && pass > 0) break
    }
    settled ??= (await this.#write(this.#options.database, settlements, [], request)).settled
    this.#lastServed = claimed.at(-1)?.workspace_id ?? this.#lastServed
    return { settled, claimed: claimed.toSorted(inClaimOrder) }
  }

  /** Wanted lanes with something ready; the next look goes on behind them when there are more than one look takes. */
  async #lanes(request: ClaimRequest): Promise<Lane[]> {
    const { workspaceId } = request
    if (workspaceId !== null) {
      const before = { workspace_id: workspaceId, queue: '', kind: '' }
      return (await this.#firstWanted(before, workspaceId, request)).lanes
    }
    const begin = this.#after
    let found = await this.#firstWanted(begin, everyWorkspace, request)
    if (found.lanes.length === 0 && begin !== beforeAll) {
      found = await this.#firstWanted(beforeAll, begin.workspace_id, request)
    }
    this.#after = found.next
    return found.lanes
  }

  async #firstWanted(before: Lane, last: string, request: ClaimRequest): Promise<{ lanes: Lane[]; next: Lane }> {
    for (let after = before; ;) {
      const page = await this.#page(after, last)
      const lanes = page.filter(lane => !lane.is_elsewhere && isWanted(request, lane))
      const next = page.length < mostLanes ? beforeAll : (page.at(-1) ?? beforeAll)
      if (lanes.length > 0 || next === beforeAll) return { lanes, next }
      after = next
    }
  }

  async #page(after: Lane, last: string): Promise<FoundLane[]> {
    const { database, now, onOverdue, serverId } = this.#options
    const params = { now: now(), after, last, serverId }
    const found = await laneStore.lanes(database, params)
    if (!found.has_overdue_job && !found.has_overdue_lease) return found.lanes
    await onOverdue({ leases: found.has_overdue_lease, jobs: found.has_overdue_job })
    return (await laneStore.lanes(database, params)).lanes
  }

  async #moveOnce(settlements: readonly Settlement[], lanes: readonly Lane[], request: BoundedClaim): Promise<Moved> {
    const { database, limits } = this.#options
    if (lanes.some(lane => limits.isLimited(lane))) return this.#moveLimited(settlements, lanes, request)
    const quotas = await this.#plan(database, lanes, request)
    return this.#write(database, settlements, quotas, request)
  }

  async #moveLimited(
    settlements: readonly Settlement[],
    lanes: readonly Lane[],
    request: BoundedClaim,
  ): Promise<Moved> {
    const { database, limits, now } = this.#options
    return database.transaction(async db => {
      const { settled } =
        settlements.length === 0 ? { settled: new Map() } : await this.#write(db, settlements, [], request)
      const { rooms, used } = await limits.count(db, now(), lanes)
      // What comes first may have to wait for what comes later, so none of a workspace's is left out.
      const heads = await laneStore.heads(db, lanes, { each: request.limit, ofWorkspace: request.limit * lanes.length })
      const quotas = planClaim(lanes, heads, { ...request, lastServed: this.#lastServed, rooms })
      if (quotas.length === 0) return { settled, claimed: [] }
      const { claimed } = await this.#write(db, [], quotas, request)
      await used(claimed)
      return { settled, claimed }
    })
  }

  async #plan(db: PostgresSession, lanes: readonly Lane[], request: BoundedClaim): Promise<Quota[]> {
    const [only] = lanes
    if (only === undefined) return []
    const fits = request.bytes >= request.limit * mostPayloadBytes
    if (lanes.length === 1 && fits) return [{ ...only, count: request.limit }]
    const workspaces = new Set(lanes.map(lane => lane.workspace_id)).size
    const share = Math.ceil(request.limit / workspaces)
    const heads = await laneStore.heads(db, lanes, { each: share, ofWorkspace: request.limit })
    return planClaim(lanes, heads, { ...request, lastServed: this.#lastServed })
  }

  async #write(
    db: PostgresSession,
    settlements: readonly Settlement[],
    quotas: readonly Quota[],
    { worker_id, lease_ms }: ClaimRequest,
  ): Promise<Moved> {
    if (settlements.length === 0 && quotas.length === 0) return { settled: new Map(), claimed: [] }
    return this.#options.jobs.move(db, { now: this.#options.now(), settlements, quotas, worker_id, lease_ms })
  }
}

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

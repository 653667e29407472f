import { refusedSettlement } from '@svc/plugin'
import type { ClaimRequest, JobRecord, Renewal, RenewAnswer, SettleAnswer, Settlement } from '@svc/plugin'
import type { PostgresDatabase } from '../database.ts'
import type { ClaimedJobs, Claimer } from './claimer.ts'
import type { ClaimLimits } from './claim-limits.ts'
import { SharedFlight } from './shared-flight.ts'
import { transitionStore } from './stores/transition-store.ts'
import { upkeepStore } from './stores/upkeep-store.ts'

export interface SettlerOptions {
  database: PostgresDatabase
  jobs: ClaimedJobs
  claimer: Claimer
  limits: ClaimLimits
  now(): number | null
  /** The payload that names the place of the work for other processes. */
  notify(workspaceIds: ReadonlySet<string>): string
  /** Jobs changed their state. */
  onMoved(): void
  /** There may be work that was not there before. */
  onWork(workspaceIds: ReadonlySet<string>): void
}

type Settled = Map<Settlement, JobRecord>

/** Settles and renews the claims of workers. */
export class Settler {
  readonly #options: SettlerOptions
  readonly #alone: SharedFlight<Settlement, SettleAnswer>

  constructor(options: SettlerOptions) {
    this.#options = options
    this.#alone = new SharedFlight(async settlements => (await this.exchange(settlements, null)).settled)
  }

  /** Many callers at once share a commit. */
  async settle(settlements: readonly Settlement[]): Promise<SettleAnswer[]> {
    return this.#alone.join(settlements)
  }

  /** Settles, and claims unless the request is null. */
  async exchange(
    settlements: readonly Settlement[],
    request: ClaimRequest | null,
  ): Promise<{ settled: SettleAnswer[]; claimed: JobRecord[] }> {
    const rounds = roundsOf(settlements)
    const goesTogether = rounds.length <= 1 && !settlements.some(makesWork)
    const settled: Settled = new Map()
    let claimed: JobRecord[] = []
    if (request !== null && goesTogether) {
      const moved = await this.#options.claimer.move(settlements, request)
      for (const [index, job] of moved.settled) settled.set(settlements[index] as Settlement, job)
      claimed = moved.claimed
    } else {
      for (const round of rounds) for (const [each, job] of await this.#settleRound(round)) settled.set(each, job)
      if (request !== null) claimed = (await this.#options.claimer.move([], request)).claimed
    }
    if (settled.size > 0 || claimed.length > 0) this.#options.onMoved()
    await this.#announceRoom([...settled.values()])
    const refused = await this.#refusals(settlements.filter(each => !settled.has(each)))
    const answers = settlements.map((each): SettleAnswer => {
      const job = settled.get(each)
      return job === undefined ? (refused.get(each) as SettleAnswer) : { type: 'accepted', job }
    })
    return { settled: answers, claimed }
  }

  async renew(renewals: readonly Renewal[]): Promise<RenewAnswer[]> {
    if (renewals.length === 0) return []
    const { database, now } = this.#options
    const renewed = await transitionStore.renew(database, now(), renewals)
    const refused = await this.#refusals(renewals.filter((_, index) => !renewed.has(index)))
    return renewals.map((renewal, index): RenewAnswer => {
      const answer = renewed.get(index)
      if (answer !== undefined) return { type: 'renewed', ...answer }
      return refused.get(renewal) as Exclude<RenewAnswer, { type: 'renewed' }>
    })
  }

  async landed(): Promise<void> {
    await this.#alone.landed()
  }

  async #settleRound(settlements: readonly Settlement[]): Promise<Settled> {
    const { database, jobs, now, notify, onWork } = this.#options
    const params = { now: now(), settlements, quotas: [], worker_id: '', lease_ms: 0 }
    const workspaceIds = new Set(settlements.filter(makesWork).map(each => each.workspace_id))
    const { settled } =
      workspaceIds.size === 0
        ? await jobs.move(database, params)
        : await database.transaction(async db => {
            const moved = await jobs.move(db, params)
            await upkeepStore.notifyWork(db, notify(workspaceIds))
            return moved
          })
    if (workspaceIds.size > 0) onWork(workspaceIds)
    return new Map([...settled].map(([index, job]) => [settlements[index] as Settlement, job]))
  }

  /** A limited queue or kind has room again, for jobs of any workspace. */
  async #announceRoom(jobs: readonly JobRecord[]): Promise<void> {
    const { database, limits, notify, onWork } = this.#options
    if (!jobs.some(job => limits.isLimited(job))) return
    const everywhere = new Set<string>()
    onWork(everywhere)
    // A process that does not receive it looks again by itself: what was settled stands without it.
    await upkeepStore.notifyWork(database, notify(everywhere)).catch(() => undefined)
  }

  async #refusals<
    Item extends { workspace_id: string; job_id: string; claim_token: string; type?: Settlement['type'] },
  >(items: readonly Item[]): Promise<Map<Item, SettleAnswer>> {
    if (items.length === 0) return new Map()
    const jobs = await transitionStore.jobs(this.#options.database, items)
    return new Map(items.map((item, index) => [item, refusedSettlement(jobs.get(index), item)]))
  }
}

/** True when the job may go back to the queue: others wait for it, or for its time. */
function makesWork(settlement: Settlement): boolean {
  return settlement.type === 'given_back' || (settlement.type === 'failed' && settlement.retry)
}

/** No job twice in a round: a statement changes a row once. */
function roundsOf(settlements: readonly Settlement[]): Settlement[][] {
  const rounds: Settlement[][] = []
  const seen = new Map<string, number>()
  for (const settlement of settlements) {
    const key = `${settlement.workspace_id} ${settlement.job_id}`
    const round = seen.get(key) ?? 0
    seen.set(key, round + 1)
    const others = rounds[round]
    if (others === undefined) rounds.push([settlement])
    else others.push(settlement)
  }
  return rounds
}

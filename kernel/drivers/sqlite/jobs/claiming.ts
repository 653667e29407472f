import type { ClaimRequest } from '@svc/plugin'
import { atOnce, inClaimOrder, isWanted, mostPayloadBytes } from '../../jobs/queue-rules.ts'
import type { Pair } from '../../jobs/queue-rules.ts'
import type { ClaimLimits } from './claim-limits.ts'
import { claimStore } from './stores/claim-store.ts'
import type { Candidate } from './stores/claim-store.ts'
import type { JobChange } from './job-change.ts'
import type { JobRow } from './stores/job-row-store.ts'
import { payloadStore } from './stores/payload-store.ts'

/** Makes ready whose time has come, in bounded steps. */
export function promoteDue(change: JobChange): void {
  const { db, now } = change
  for (const pair of claimStore.promote(db, now, atOnce.promoted)) change.becameReady(pair)
  change.saw('delayed', claimStore.nextDelayed(db))
}

/** The same, and takes back whose lease has run out. Answers how many were taken back. */
export function catchUp(change: JobChange, mostLeases = atOnce.takenBack): number {
  const { db, now } = change
  promoteDue(change)
  const takenBack = claimStore.reclaim(db, now, mostLeases)
  for (const job of takenBack) change.moved('running', job)
  change.sawReady(claimStore.readyPairs(db))
  change.saw('leases', claimStore.nextLease(db, now))
  return takenBack.length
}

interface ClaimRoom {
  limit: number
  /** Of payloads, beside those that the claim has already. */
  bytes: number
  /** Claims the first job whatever its size. */
  isEmpty: boolean
}

/** Claims up to `limit` jobs of the workspace, within the limits of their queues and kinds. */
export function claimJobs(
  change: JobChange,
  request: ClaimRequest,
  options: ClaimRoom & { limits: ClaimLimits; token: () => string },
): JobRow[] {
  const { db, now } = change
  const { limit, limits, token } = options
  const ready = claimStore.readyPairs(db)
  change.sawReady(ready)
  const pairs = ready.filter(pair => isWanted(request, pair))
  const [only] = pairs
  if (only === undefined || limit <= 0) return []
  const params = { worker_id: request.worker_id, claim_token: token(), lease_expires_at: now + request.lease_ms, now }
  let jobs: JobRow[]
  const fits = options.bytes >= limit * mostPayloadBytes
  if (pairs.length === 1 && fits && !limits.isLimited(only)) {
    jobs = claimStore.claimPair(db, { ...params, queue: only.queue, kind: only.kind, limit })
    if (jobs.length < limit) change.isReady(only, false)
  } else {
    const chosen = choose(change, pairs, options, limits)
    jobs =
      chosen.length === 0
        ? []
        : claimStore.claimRows(
            db,
            chosen.map(({ row }) => row),
            params,
          )
    limits.spend(jobs, now)
  }
  for (const job of jobs) {
    if (payloadStore.isLong(job.payload)) payloadStore.setApart(db, job)
    change.moved('queued', job)
  }
  return jobs
}

/** The first jobs in the order of claims that the limits let start. */
function choose(
  change: JobChange,
  pairs: readonly Pair[],
  { limit, bytes, isEmpty }: ClaimRoom,
  limits: ClaimLimits,
): Candidate[] {
  const [free, limited] = [pairs.filter(pair => !limits.isLimited(pair)), pairs.filter(pair => limits.isLimited(pair))]
  const candidates = [...firstOf(change, free, limit), ...mayStart(change, limited, limit, limits)]
  const chosen: Candidate[] = []
  let size = 0
  for (const candidate of candidates.sort(inClaimOrder)) {
    if (chosen.length === limit) break
    // Pairs of one queue, or of one kind, share their room.
    if (limits.isLimited(candidate) && !limits.lets(candidate, chosen, change)) continue
    size += candidate.size
    if (size > bytes && (chosen.length > 0 || !isEmpty)) break
    chosen.push(candidate)
  }
  return chosen
}

/** The first jobs of all these pairs: they are in those pairs alone whose own first comes first. */
function firstOf({ db }: JobChange, pairs: readonly Pair[], limit: number): Candidate[] {
  const heads = pairs.length > limit ? claimStore.candidates(db, pairs, { each: 1, limit }) : pairs
  return heads.length === 0 ? [] : claimStore.candidates(db, heads, { each: limit, limit })
}

/** Of pairs with limits: a job that comes first may have to wait for one that comes later, so none is left out. */
function mayStart(change: JobChange, pairs: readonly Pair[], limit: number, limits: ClaimLimits): Candidate[] {
  const rooms = pairs.map(pair => ({ pair, room: limits.room(pair, change) })).filter(({ room }) => room > 0)
  if (rooms.length === 0) return []
  const each = Math.min(limit, Math.max(...rooms.map(({ room }) => room)))
  return claimStore.candidates(
    change.db,
    rooms.map(({ pair }) => pair),
    { each, limit: each * rooms.length },
  )
}

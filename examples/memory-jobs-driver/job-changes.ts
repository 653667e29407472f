import type { JobRecord, Settlement } from '@svc/plugin'

/** A longer lease than any that is given: its end was written by a clock that has gone back since. */
const longestLeaseMs = 2 * 3_600_000

export const isLive = ({ state }: JobRecord): boolean => state === 'queued' || state === 'running'
export const nothingHeld = { worker_id: null, lease_expires_at: null }

/** The job as its attempt leaves it. */
export function settled(job: JobRecord, settlement: Settlement, now: number): JobRecord {
  if (settlement.type === 'succeeded') {
    return { ...job, state: 'succeeded', result: settlement.result, progress: 1, finished_at: now }
  }
  if (settlement.type === 'given_back') {
    const anew = { ...job, attempt: job.attempt - 1, started_at: null, progress: 0, run_at: Math.min(job.run_at, now) }
    return job.cancel_requested ? { ...anew, state: 'cancelled', finished_at: now } : { ...anew, state: 'queued' }
  }
  const { error, retry, run_at } = settlement
  if (job.cancel_requested) return { ...job, state: 'cancelled', error, finished_at: now }
  if (!retry || job.attempt >= job.max_attempts) return { ...job, state: 'dead', error, finished_at: now }
  return { ...job, state: 'queued', error, run_at }
}

/** The job without the worker that lost it. It has no token, so nothing that this worker says fits any more. */
export function takenBack(job: JobRecord, now: number, reason: string): JobRecord {
  const error = `${reason} (attempt ${job.attempt} of ${job.max_attempts}).`
  const lost = { ...job, ...nothingHeld, error, run_at: now, claim_token: null }
  if (job.cancel_requested) return { ...lost, state: 'cancelled', finished_at: now }
  if (job.attempt >= job.max_attempts) return { ...lost, state: 'dead', finished_at: now }
  return { ...lost, state: 'queued', finished_at: null }
}

export function isLeaseOver({ lease_expires_at }: JobRecord, now: number): boolean {
  return lease_expires_at !== null && (lease_expires_at <= now || lease_expires_at > now + longestLeaseMs)
}

/** Highest priority first, then the oldest time, then the oldest job. */
export function inClaimOrder(a: JobRecord, b: JobRecord): number {
  return b.priority - a.priority || a.run_at - b.run_at || (a.job_id < b.job_id ? -1 : 1)
}

export function earliest(times: readonly number[]): number | null {
  return times.reduce<number | null>((first, at) => (first === null || at < first ? at : first), null)
}

import { statsOf } from '@svc/plugin'
import type { JobRecord, JobState, JobStats, JobStore, ScheduleRecord, Settlement } from '@svc/plugin'

/** A longer lease than any that is given: its end was written by a clock that has gone back since. */
const longestLeaseMs = 2 * 3_600_000
const leaseLost = 'The worker stopped reporting, so the lease of the job ran out'

export const isLive = ({ state }: JobRecord): boolean => state === 'queued' || state === 'running'
export const nothingHeld = { worker_id: null, lease_expires_at: null }

/** The job as its attempt leaves it. */
export function settled(job: JobRecord, settlement: Settlement, now: number): JobRecord {
  if (settlement.type === 'succeeded') {
    return { ...job, state: 'succeeded', result: settlement.result, progress: 1, finished_at: now }
  }
  if (settlement.type === 'given_back') {
    const { run_at = Math.min(job.run_at, now) } = settlement
    const anew = { ...job, attempt: job.attempt - 1, started_at: null, progress: 0, run_at }
    return job.cancel_requested ? { ...anew, state: 'cancelled', finished_at: now } : { ...anew, state: 'queued' }
  }
  const { error, retry, run_at } = settlement
  if (job.cancel_requested) return { ...job, state: 'cancelled', error, finished_at: now }
  if (!retry || job.attempt >= job.max_attempts) return { ...job, state: 'dead', error, finished_at: now }
  return { ...job, state: 'queued', error, run_at }
}

/** The job without the worker that lost it. It has no token, so nothing that this worker says fits any more. */
export function takenBack(job: JobRecord, now: number, reason = leaseLost): JobRecord {
  const error = `${reason} (attempt ${job.attempt} of ${job.max_attempts}).`
  const lost = { ...job, ...nothingHeld, error, run_at: Math.min(job.run_at, now), claim_token: null }
  if (job.cancel_requested) return { ...lost, state: 'cancelled', finished_at: now }
  if (job.attempt >= job.max_attempts) return { ...lost, state: 'dead', finished_at: now }
  return { ...lost, state: 'queued', finished_at: null }
}

/** Without those whose unique key is taken, by a live job or by one before them. */
export function firstOfEachKey(dead: readonly JobRecord[], isTaken: (job: JobRecord) => boolean): JobRecord[] {
  const keys = new Set<string>()
  return dead.filter(job => {
    if (job.unique_key === null) return true
    const isFirst = !keys.has(job.unique_key) && !isTaken(job)
    keys.add(job.unique_key)
    return isFirst
  })
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

/** The schedule that is put in the place of `known`; what has happened to that one stays. */
export function replaced(known: ScheduleRecord, schedule: ScheduleRecord): ScheduleRecord {
  const { created_at, last_run_at, last_job_id } = known
  const keepsTimes = (['cron', 'timezone', 'enabled'] as const).every(name => known[name] === schedule[name])
  const next_run_at = keepsTimes ? known.next_run_at : schedule.next_run_at
  return { ...schedule, created_at, last_run_at, last_job_id, next_run_at }
}

export function oldestReady(jobs: readonly JobRecord[], now: number): number | null {
  return earliest(jobs.flatMap(job => (job.state === 'queued' && job.run_at <= now ? job.run_at : [])))
}

export function depthOf(jobs: readonly JobRecord[], now: number): Awaited<ReturnType<JobStore['depth']>> {
  return [...Map.groupBy(jobs, job => job.queue)].map(([queue, ofQueue]) => {
    const count = (state: JobState) => ofQueue.filter(job => job.state === state).length
    const [queued, running, dead] = [count('queued'), count('running'), count('dead')]
    return { queue, queued, running, dead, oldest_queued_at: oldestReady(ofQueue, now) }
  })
}

export function statsOfJobs(jobs: readonly JobRecord[], now: number): JobStats {
  const byQueue = [...Map.groupBy(jobs, job => job.queue)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const counts = byQueue.flatMap(([queue, ofQueue]) =>
    [...Map.groupBy(ofQueue, job => job.state)].map(([state, { length: count }]) => ({ queue, state, count })),
  )
  const oldest = byQueue.flatMap(([queue, ofQueue]) => {
    const at = oldestReady(ofQueue, now)
    return at === null ? [] : [[queue, at] as const]
  })
  return statsOf(counts, new Map(oldest))
}

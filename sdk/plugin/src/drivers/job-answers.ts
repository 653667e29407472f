import type { Job, JobState, JobStats, JsonObject, JsonValue, NewEvent } from '../index.ts'
import type { JobRecord, SettleAnswer, Settlement } from './job-store.ts'

/** What a job has that nobody has claimed yet. */
export const untouchedJob = {
  state: 'queued',
  result: null,
  error: null,
  progress: 0,
  attempt: 0,
  worker_id: null,
  claim_token: null,
  lease_expires_at: null,
  cancel_requested: false,
  started_at: null,
  finished_at: null,
} as const satisfies Partial<JobRecord>

/** What the log says about a job that went from `from` (null: it was not there) to the state it is in: never its payload or result. */
export function jobEvent(
  from: JobState | null,
  job: Pick<JobRecord, 'job_id' | 'kind' | 'queue' | 'attempt' | 'error' | 'state'>,
): NewEvent {
  const { job_id, kind, queue, attempt, state, error } = job
  const data = { job_id, kind, queue, attempt }
  if (state === 'queued') {
    if (from === null) return { type: 'job.created', data }
    // Given back by its worker, or sent back by a person, it has no error.
    return { type: 'job.retrying', data: error === null ? data : { ...data, error: { message: error } } }
  }
  if (state === 'running') return { type: 'job.started', data }
  if (state === 'dead') return { type: 'job.dead', data: { ...data, error: { message: error ?? '' } } }
  return { type: `job.${state}`, data }
}

export interface CountRow {
  queue: string
  state: JobState
  count: number
}

function noJobs(): Record<JobState, number> {
  return { queued: 0, running: 0, succeeded: 0, cancelled: 0, dead: 0 }
}

const mostQueues = 1000

/** The statistics as the API shows them. */
export function statsOf(counts: readonly CountRow[], oldest: ReadonlyMap<string, number>): JobStats {
  const total = noJobs()
  const queues = new Map<string, Record<JobState, number>>()
  for (const { queue, state, count } of counts) {
    const ofQueue = queues.get(queue) ?? noJobs()
    queues.set(queue, ofQueue)
    ofQueue[state] += count
    total[state] += count
  }
  const shown = liveFirst([...queues]).slice(0, mostQueues)
  return {
    states: total,
    queues: shown
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([queue, byState]) => ({ queue, ...byState, oldest_queued_at: timestampOf(oldest.get(queue)) })),
    queues_left_out: queues.size - shown.length,
    oldest_queued_at: oldest.size === 0 ? null : timestampOf(Math.min(...oldest.values())),
  }
}

/** Queues that ended long ago keep their counts until their jobs are deleted, and there may be any number of them. */
function liveFirst<Queue extends [string, Record<JobState, number>]>(queues: Queue[]): Queue[] {
  if (queues.length <= mostQueues) return queues
  const isLive = ([, { queued, running }]: Queue): number => Number(queued + running > 0)
  return queues.toSorted((a, b) => isLive(b) - isLive(a) || (a[0] < b[0] ? -1 : 1))
}

function timestampOf(at: number | null | undefined): string | null {
  return at === undefined || at === null ? null : new Date(at).toISOString()
}

/**
 * What a settlement or renewal that changed nothing is answered, read off the record alone, so that every store says the same.
 * A job that was taken back has no token any more; a failure leaves its message, a job that was given back leaves none.
 */
export function refusedSettlement(
  job: JobRecord | undefined,
  settlement: { claim_token: string; type?: Settlement['type'] },
): SettleAnswer {
  if (job === undefined) return { type: 'missing' }
  if (job.claim_token !== settlement.claim_token) {
    const wasClaimed = job.claim_token !== null || job.attempt > 0
    return { type: wasClaimed ? 'lost' : 'wrong_state', job }
  }
  return { type: settlement.type === madeSettlement(job) ? 'repeated' : 'wrong_state', job }
}

/** How the claim whose token is on the job was settled; null while it runs. */
function madeSettlement(job: JobRecord): Settlement['type'] | null {
  if (job.state === 'running') return null
  if (job.state === 'succeeded') return 'succeeded'
  return job.error === null ? 'given_back' : 'failed'
}

/** The job as the API shows it. */
export function jobOf(record: JobRecord): Job {
  return {
    ...beginOf(record),
    payload: JSON.parse(record.payload) as JsonValue,
    result: record.result === null ? null : (JSON.parse(record.result) as JsonValue),
    ...endOf(record),
  }
}

/** The JSON of {@link jobOf}, with `more` fields behind, in pieces. Payload and result are JSON already, and may be large: they are not read. */
export function* jobText(record: JobRecord, more: JsonObject = {}): Iterable<string> {
  yield `${JSON.stringify(beginOf(record)).slice(0, -1)},"payload":`
  yield record.payload
  yield ',"result":'
  yield record.result ?? 'null'
  yield `,${JSON.stringify({ ...endOf(record), ...more }).slice(1)}`
}

function beginOf({ job_id, queue, kind, state, priority }: JobRecord) {
  return { job_id, queue, kind, state, priority }
}

function endOf(record: JobRecord) {
  return {
    error: record.error === null ? null : { message: record.error },
    progress: record.progress,
    attempt: record.attempt,
    max_attempts: record.max_attempts,
    run_at: new Date(record.run_at).toISOString(),
    worker_id: record.worker_id,
    lease_expires_at: timestampOf(record.lease_expires_at),
    cancel_requested: record.cancel_requested,
    created_at: new Date(record.created_at).toISOString(),
    started_at: timestampOf(record.started_at),
    finished_at: timestampOf(record.finished_at),
  }
}

const longestPauseMs = 3_600_000
const jitter = 0.2

/** Milliseconds until the next try: min(2^attempt s, 1 h), ± 20 %, so that jobs that failed together do not come back together. */
export function backoffMs(attempt: number, random = Math.random()): number {
  const base = Math.min(2 ** attempt * 1000, longestPauseMs)
  return Math.round(base * (1 - jitter + 2 * jitter * random))
}

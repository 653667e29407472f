import type { JobState, NewEvent } from '../index.ts'
import type { JobRecord } from './job-store.ts'

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

import type { Job, JobRecord, JsonValue } from '@svc/plugin'

/** The job as the API shows it. */
export function jobOf(record: JobRecord): Job {
  return {
    job_id: record.job_id,
    queue: record.queue,
    kind: record.kind,
    state: record.state,
    priority: record.priority,
    payload: JSON.parse(record.payload) as JsonValue,
    result: record.result === null ? null : (JSON.parse(record.result) as JsonValue),
    error: record.error === null ? null : { message: record.error },
    progress: record.progress,
    attempt: record.attempt,
    max_attempts: record.max_attempts,
    run_at: timestamp(record.run_at),
    worker_id: record.worker_id,
    lease_expires_at: timestampOrNull(record.lease_expires_at),
    cancel_requested: record.cancel_requested,
    created_at: timestamp(record.created_at),
    started_at: timestampOrNull(record.started_at),
    finished_at: timestampOrNull(record.finished_at),
  }
}

function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

function timestampOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : timestamp(milliseconds)
}

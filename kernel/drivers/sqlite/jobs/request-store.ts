import type { JobRecord, WorkspaceDatabase } from '@svc/plugin'

export interface RequestRow {
  key_hash: string
  body_hash: string
  job_id: string
  created: 0 | 1
  /** The job as it was answered, without its payload, which never changes. */
  answer: string
  expires_at: number
}

const selectRequest = `SELECT * FROM kernel_job_requests WHERE key_hash = @key_hash AND expires_at > @now`
const putRequest = `
  INSERT INTO kernel_job_requests (key_hash, body_hash, job_id, created, answer, expires_at)
  VALUES (@key_hash, @body_hash, @job_id, @created, @answer, @expires_at)
  ON CONFLICT (key_hash) DO UPDATE SET body_hash = excluded.body_hash, job_id = excluded.job_id, created = excluded.created,
    answer = excluded.answer, expires_at = excluded.expires_at`
const deleteExpired = `
  DELETE FROM kernel_job_requests WHERE key_hash IN (
    SELECT key_hash FROM kernel_job_requests WHERE expires_at <= @now ORDER BY expires_at LIMIT @limit
  )`

/** Requests with an `Idempotency-Key`, kept in the transaction of the job they made. */
export const requestStore = {
  find(db: WorkspaceDatabase, keyHash: string, now: number): RequestRow | undefined {
    return db.get<RequestRow>(selectRequest, { key_hash: keyHash, now })
  },
  put(db: WorkspaceDatabase, row: RequestRow): void {
    db.run(putRequest, { ...row })
  },
  deleteExpired(db: WorkspaceDatabase, now: number, limit: number): number {
    return db.run(deleteExpired, { now, limit }).changes
  },
}

export function answerOf(job: JobRecord): string {
  return JSON.stringify({ ...job, payload: undefined })
}

/** The answer again, with the payload of the job as it is stored. */
export function answeredJob(row: RequestRow, payload: string): JobRecord {
  return { ...(JSON.parse(row.answer) as Omit<JobRecord, 'payload'>), payload }
}

import { InternalError } from '@svc/plugin'
import type { WorkspaceDatabase } from '@svc/plugin'

const insertPayload = `INSERT INTO kernel_job_payloads (job_id, payload) VALUES (@job_id, @payload)`
const selectPayload = `SELECT payload FROM kernel_job_payloads WHERE job_id = ?`
const deletePayload = `DELETE FROM kernel_job_payloads WHERE job_id = ?`
const emptyRow = `UPDATE kernel_jobs SET payload = '' WHERE job_id = ?`

/** What a job's row has in place of a payload that stands apart; no JSON is empty. */
export const standsApart = ''

/** With more characters the row would not fit into a page of the file. */
const longestInRow = 3000

/** SQL for the bytes of the payload of a row of `kernel_jobs`; the text itself is not read. */
export const payloadBytes = `CASE octet_length(payload) WHEN 0
    THEN (SELECT octet_length(apart.payload) FROM kernel_job_payloads AS apart WHERE apart.job_id = kernel_jobs.job_id)
    ELSE octet_length(payload) END`

/**
 * Long payloads, in a table of their own: each step of a job writes its row anew, whole. Jobs that are older than this table have theirs
 * in the row until they are claimed.
 */
export const payloadStore = {
  isLong(payload: string): boolean {
    return payload.length > longestInRow
  },
  put(db: WorkspaceDatabase, jobId: string, payload: string): void {
    db.run(insertPayload, { job_id: jobId, payload })
  },
  /** The payload of a row, wherever it is. @throws InternalError when the file has lost it */
  read(db: WorkspaceDatabase, { job_id, payload }: { job_id: string; payload: string }): string {
    if (payload !== standsApart) return payload
    const apart = db.get<{ payload: string }>(selectPayload, job_id)
    if (apart === undefined) throw new InternalError(`The workspace's file has no payload of the job ${job_id}.`)
    return apart.payload
  },
  /** Takes a long payload out of its job's row. */
  setApart(db: WorkspaceDatabase, { job_id, payload }: { job_id: string; payload: string }): void {
    payloadStore.put(db, job_id, payload)
    db.run(emptyRow, job_id)
  },
  delete(db: WorkspaceDatabase, jobId: string): void {
    db.run(deletePayload, jobId)
  },
}

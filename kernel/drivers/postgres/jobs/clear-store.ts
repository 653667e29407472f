import type { PostgresSession } from '../database.ts'

const deleteAll = ['job_requests', 'job_schedules', 'job_rates', 'jobs'].map(table => `DELETE FROM svc.${table}`)

/** Empties the queue; to be used within a transaction, when its jobs are kept elsewhere. */
export async function clearJobs(db: PostgresSession): Promise<void> {
  for (const statement of deleteAll) await db.query(statement)
}

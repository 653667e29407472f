import type { AuditEntry } from '@svc/plugin'
import type { Queryable } from './connection.ts'

export interface AuditRow {
  /** A bigint, as text. */
  position: string
  entry: AuditEntry
}

const insertEntry = `INSERT INTO svc.audit (id, at, entry) VALUES ($1, $2, $3)`
const selectEntries = `SELECT position, entry FROM svc.audit ORDER BY position DESC LIMIT $1`
const selectEntriesBefore = `SELECT position, entry FROM svc.audit WHERE position < $2 ORDER BY position DESC LIMIT $1`
const selectEntriesAfter = `SELECT position, entry FROM svc.audit WHERE position > $1 ORDER BY position LIMIT $2`

export const postgresAuditStore = {
  async append(db: Queryable, entry: AuditEntry): Promise<void> {
    await db.query(insertEntry, [entry.id, entry.at, JSON.stringify(entry)])
  },
  /** Newest first. */
  async before(db: Queryable, position: number | null, count: number): Promise<AuditRow[]> {
    if (position === null) return (await db.query<AuditRow>(selectEntries, [count])).rows
    return (await db.query<AuditRow>(selectEntriesBefore, [count, position])).rows
  },
  /** Oldest first. */
  async after(db: Queryable, position: string, count: number): Promise<AuditRow[]> {
    return (await db.query<AuditRow>(selectEntriesAfter, [position, count])).rows
  },
}

import type { ControlRecords, ControlTable } from '../core/storage/control-plane.ts'
import type { AuditEntry } from '../core/audit-log.ts'
import type { PlaneStatus } from '../core/storage/planes.ts'
import type { Page, PageQuery } from '../pages.ts'

/** Wrong credentials of the last minute or so, counted over all servers on one control plane. */
export interface SharedFailures {
  /** Keeps one failure of each subject for so long, and has the other servers hear of it. */
  add(subjects: readonly string[], keepMs: number): Promise<void>
  /** Calls the listener with the failures that other servers add; with all that are kept, once it is heard and whenever some may have been missed. */
  onAdded(listener: (failures: readonly Failure[], options: { isAll: boolean }) => void): void
}

export interface Failure {
  subject: string
  agoMs: number
}

/**
 * Tenants, users, workspaces, keys and what they did. Two drivers keep one promise (`describeControlPlane`):
 * a registry file in the home, and PostgreSQL.
 */
export interface ControlPlane extends ControlRecords {
  appendAudit(entry: AuditEntry): Promise<void>
  listAudit(page: PageQuery): Promise<Page<AuditEntry>>
  /** All entries so far, oldest first. */
  readAudit(): AsyncIterable<AuditEntry>
  /**
   * Calls the listener with the ids of records that another process may have changed, or `null` for "anything":
   * caches are dropped then. The registry never calls it.
   */
  onForeignChange(listener: (change: { table: ControlTable; id: string } | null) => void): void
  /** The clock of the server that keeps it, in milliseconds since the epoch; absent where it is this process. */
  serverNow?(): Promise<number>
  /** Absent where there is one server. */
  readonly failures?: SharedFailures
  status(): Promise<PlaneStatus>
  close(): Promise<void>
}

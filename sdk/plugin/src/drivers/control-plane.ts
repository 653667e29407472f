import type { ControlRecords, ControlTable } from '../core/storage/control-plane.ts'
import type { AuditEntry } from '../core/audit-log.ts'
import type { PlaneStatus } from '../core/storage/planes.ts'
import type { Page, PageQuery } from '../pages.ts'

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
  status(): Promise<PlaneStatus>
  close(): Promise<void>
}

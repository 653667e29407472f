import type { AuditEntry, ControlRecords, ControlTable, Page, PageQuery, PlaneStatus } from '@svc/plugin'

export type {
  UserRecord,
  WorkspaceRecord,
  MemberRecord,
  SessionRecord,
  InviteRecord,
  ApiKeyRecord,
  PluginSettingRecord,
  FactRecord,
  ControlTables,
  ControlTable,
  ControlReader,
  ControlTransaction,
} from '@svc/plugin'

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
  status(): Promise<PlaneStatus>
  close(): Promise<void>
}

import type { AuditLog } from '../core/audit-log.ts'
import type { DataPlane, WorkspaceDatabase } from '../core/storage/data-plane.ts'
import type { Actor } from '../principal.ts'

export interface AuditedDeletion<Found, Left> {
  /** Throws where the record cannot be deleted. It is asked again in the transaction that deletes it. */
  find(db: WorkspaceDatabase): Found
  entry(found: Found): { action: string; target: string; details?: Record<string, unknown> }
  delete(db: WorkspaceDatabase, found: Found): Left
}

/**
 * Deletes a record of a workspace once the audit log says so. The log lies in another database, so that both cannot be one transaction:
 * an entry that is written last is lost when the process ends before it. Where the entry cannot be written, nothing is deleted.
 */
export async function deleteAudited<Found, Left>(
  { data, audit }: { data: DataPlane; audit: Pick<AuditLog, 'append'> },
  actor: Actor,
  deletion: AuditedDeletion<Found, Left>,
): Promise<Left> {
  const { workspace_id, ip = null, request_id = null } = actor
  const found = data.use(workspace_id, db => deletion.find(db))
  await audit.append({ principal: actor, ip, request_id, ...deletion.entry(found) })
  return data.use(workspace_id, db => db.transaction(() => deletion.delete(db, deletion.find(db))))
}

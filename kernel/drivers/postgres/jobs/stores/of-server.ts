/**
 * SQL: whether a server should leave the workspaces of a row to others: another one has it; nobody has it, and the server gives all it has
 * away; or its file has the form of other servers, which are there.
 */
export function isElsewhere(row: string, serverId: string): string {
  const placed = `FROM svc.placements p WHERE p.workspace_id = ${row}.workspace_id`
  const self = `FROM svc.servers me JOIN svc.servers other ON other.state = 'active' AND other.expires_at > now() WHERE me.server_id = ${serverId}`
  return `(
    EXISTS (SELECT 1 ${placed} AND p.server_id <> ${serverId})
    OR NOT EXISTS (SELECT 1 ${placed} AND p.server_id = ${serverId}) AND (
      EXISTS (SELECT 1 ${self} AND me.state = 'draining')
      OR EXISTS (SELECT 1 ${self} AND other.schema <> me.schema AND EXISTS (SELECT 1 ${placed} AND p.schema = other.schema))
    )
  )`
}

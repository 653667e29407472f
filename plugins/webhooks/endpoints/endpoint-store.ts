import type { WorkspaceDatabase } from '@svc/plugin'

/** Times are milliseconds since the epoch, secrets are sealed, `events` is a JSON array of patterns. */
export interface EndpointRow {
  id: string
  url: string
  description: string | null
  events: string
  status: 'enabled' | 'disabled'
  disabled_reason: string | null
  secret: string
  previous_secret: string | null
  previous_until: number | null
  created_by: string
  /** The admin on whose behalf the webhook gets events for admins; null when it gets none of these. */
  admin_by: string | null
  failing_since: number | null
  created_at: number
  updated_at: number
}

const columns =
  'id, url, description, events, status, disabled_reason, secret, previous_secret, previous_until, created_by, admin_by, failing_since, created_at, updated_at'

const insertEndpoint = `INSERT INTO webhooks_endpoints (${columns}) VALUES (@id, @url, @description, @events, @status, @disabled_reason,
  @secret, @previous_secret, @previous_until, @created_by, @admin_by, @failing_since, @created_at, @updated_at)`
const updateEndpoint = `UPDATE webhooks_endpoints SET url = @url, description = @description, events = @events, status = @status,
  disabled_reason = @disabled_reason, secret = @secret, previous_secret = @previous_secret, previous_until = @previous_until,
  admin_by = @admin_by, failing_since = @failing_since, updated_at = @updated_at WHERE id = @id`
const selectEndpoint = `SELECT ${columns} FROM webhooks_endpoints WHERE id = ? AND status <> 'deleted'`
const selectEnabled = `SELECT ${columns} FROM webhooks_endpoints WHERE status = 'enabled' ORDER BY id`
const selectPage = `SELECT ${columns} FROM webhooks_endpoints WHERE id < ? AND status <> 'deleted' ORDER BY id DESC LIMIT ?`
const countEndpoints = `SELECT count(*) AS count FROM webhooks_endpoints WHERE status <> 'deleted'`
const deleteEndpoint = `UPDATE webhooks_endpoints SET status = 'deleted', secret = '', previous_secret = NULL WHERE id = ?`
const markFailing = `UPDATE webhooks_endpoints SET failing_since = @now
  WHERE id = @id AND (failing_since IS NULL OR failing_since > @now OR @is_anew)`
const markWell = `UPDATE webhooks_endpoints SET failing_since = NULL WHERE id = ? AND failing_since IS NOT NULL`
const disableEndpoint = `UPDATE webhooks_endpoints SET status = 'disabled', disabled_reason = @reason, updated_at = @now
  WHERE id = @id AND status = 'enabled'`
const selectDeleted = `SELECT id FROM webhooks_endpoints WHERE status = 'deleted'`
const forgetEndpoint = `DELETE FROM webhooks_endpoints WHERE id = ?`

/** The webhooks of one workspace. */
export const endpointStore = {
  insert(db: WorkspaceDatabase, row: EndpointRow): void {
    db.run(insertEndpoint, { ...row })
  },
  update(db: WorkspaceDatabase, row: EndpointRow): void {
    const { created_by: _by, created_at: _at, ...changed } = row
    db.run(updateEndpoint, changed)
  },
  get(db: WorkspaceDatabase, id: string): EndpointRow | undefined {
    return db.get<EndpointRow>(selectEndpoint, id)
  },
  enabled(db: WorkspaceDatabase): EndpointRow[] {
    return db.all<EndpointRow>(selectEnabled)
  },
  page(db: WorkspaceDatabase, before: string, count: number): EndpointRow[] {
    return db.all<EndpointRow>(selectPage, before, count)
  },
  count(db: WorkspaceDatabase): number {
    return db.get<{ count: number }>(countEndpoints)?.count ?? 0
  },
  /** It is gone for everybody; its row goes once its deliveries have gone. */
  delete(db: WorkspaceDatabase, id: string): void {
    db.run(deleteEndpoint, id)
  },
  markFailing(db: WorkspaceDatabase, id: string, now: number, isAnew: boolean): void {
    db.run(markFailing, { id, now, is_anew: Number(isAnew) })
  },
  markWell(db: WorkspaceDatabase, id: string): void {
    db.run(markWell, id)
  },
  /** False when it was not enabled any more. */
  disable(db: WorkspaceDatabase, id: string, reason: string, now: number): boolean {
    return db.run(disableEndpoint, { id, reason, now }).changes === 1
  },
  deleted(db: WorkspaceDatabase): string[] {
    return db.all<{ id: string }>(selectDeleted).map(row => row.id)
  },
  forget(db: WorkspaceDatabase, id: string): void {
    db.run(forgetEndpoint, id)
  },
}

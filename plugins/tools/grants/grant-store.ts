import type { WorkspaceDatabase } from '@svc/plugin'
import type { ToolGrant } from '@svc/plugin/contracts/tools'

/** `key_id` is empty for the whole workspace; `plugin` is null for a grant of all tools of a server. */
export interface GrantRow {
  tool_name: string
  key_id: string
  decision: ToolGrant
  plugin: string | null
  granted_by: string
  granted_at: number
}

const columns = 'tool_name, key_id, decision, plugin, granted_by, granted_at'

const putGrant = `INSERT INTO tools_grants (${columns}) VALUES (@tool_name, @key_id, @decision, @plugin, @granted_by, @granted_at)
  ON CONFLICT (tool_name, key_id) DO UPDATE SET decision = excluded.decision, plugin = excluded.plugin,
  granted_by = excluded.granted_by, granted_at = excluded.granted_at`
const deleteGrant = `DELETE FROM tools_grants WHERE tool_name = ? AND key_id = ?`
const selectForCall = `SELECT ${columns} FROM tools_grants WHERE tool_name IN (?, ?) AND key_id IN ('', ?)`
const selectForCaller = `SELECT ${columns} FROM tools_grants WHERE key_id IN ('', ?)`
const selectPage = `SELECT ${columns} FROM tools_grants WHERE (tool_name, key_id) > (?, ?) ORDER BY tool_name, key_id LIMIT ?`

/** The grants of one workspace. */
export const grantStore = {
  put(db: WorkspaceDatabase, row: GrantRow): void {
    db.run(putGrant, { ...row })
  },
  delete(db: WorkspaceDatabase, toolName: string, keyId: string): boolean {
    return db.run(deleteGrant, toolName, keyId).changes === 1
  },
  forCall(db: WorkspaceDatabase, toolName: string, family: string, keyId: string): GrantRow[] {
    return db.all<GrantRow>(selectForCall, toolName, family, keyId)
  },
  forCaller(db: WorkspaceDatabase, keyId: string): GrantRow[] {
    return db.all<GrantRow>(selectForCaller, keyId)
  },
  page(db: WorkspaceDatabase, after: readonly [string, string], count: number): GrantRow[] {
    return db.all<GrantRow>(selectPage, ...after, count)
  },
}

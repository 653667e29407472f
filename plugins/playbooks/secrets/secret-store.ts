import type { WorkspaceDatabase } from '@svc/plugin'

/** A secret as it is kept: sealed. */
export interface SecretRow {
  name: string
  sealed: string
  created_at: number
  updated_at: number
}

const save = `INSERT INTO playbooks_secrets (name, sealed, created_at, updated_at) VALUES (@name, @sealed, @now, @now)
  ON CONFLICT (name) DO UPDATE SET sealed = @sealed, updated_at = @now`
const remove = 'DELETE FROM playbooks_secrets WHERE name = ?'
const selectOne = 'SELECT * FROM playbooks_secrets WHERE name = ?'
const selectAll = 'SELECT * FROM playbooks_secrets ORDER BY name'

/** The secrets of a workspace's playbooks. */
export const secretStore = {
  save(db: WorkspaceDatabase, secret: { name: string; sealed: string; now: number }): void {
    db.run(save, secret)
  },
  remove(db: WorkspaceDatabase, name: string): void {
    db.run(remove, name)
  },
  get(db: WorkspaceDatabase, name: string): SecretRow | undefined {
    return db.get<SecretRow>(selectOne, name)
  },
  all(db: WorkspaceDatabase): SecretRow[] {
    return db.all<SecretRow>(selectAll)
  },
}

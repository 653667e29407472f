import type { WorkspaceDatabase } from '@svc/plugin'

/** Where a playbook comes from. */
export type PlaybookSource = 'api' | 'manifest'

export interface PlaybookRow {
  id: string
  name: string
  kind: PlaybookSource
  enabled: 0 | 1
  active_version: string | null
  created_at: number
  updated_at: number
}

/** A version of a playbook; of one version the highest `revision` counts. */
export interface VersionRow {
  playbook_id: string
  revision: number
  version: string
  content_hash: string
  source: string
  created_at: number
  created_by: string | null
}

/** A version with its definition as JSON. */
export type FullVersionRow = VersionRow & { definition: string }

const insertPlaybook = `INSERT INTO playbooks_definitions (id, name, kind, enabled, active_version, created_at, updated_at)
  VALUES (@id, @name, @kind, @enabled, @active_version, @created_at, @updated_at)`
const updatePlaybook = `UPDATE playbooks_definitions SET kind = @kind, enabled = @enabled, active_version = @active_version, updated_at = @updated_at
  WHERE id = @id`
const deletePlaybook = 'DELETE FROM playbooks_definitions WHERE id = ?'
const selectPlaybook = 'SELECT * FROM playbooks_definitions WHERE id = @key OR name = @key'
const selectPlaybooks = 'SELECT * FROM playbooks_definitions WHERE name > @after ORDER BY name LIMIT @limit'
const selectState =
  "SELECT coalesce(max(updated_at), 0) || ':' || count(*) AS state FROM playbooks_definitions WHERE kind = 'api'"
const selectSent = "SELECT * FROM playbooks_definitions WHERE kind = 'api' AND enabled = 1 ORDER BY name"
const insertContent =
  'INSERT INTO playbooks_contents (hash, definition) VALUES (@hash, @definition) ON CONFLICT DO NOTHING'
const insertVersion = `INSERT INTO playbooks_versions (playbook_id, revision, version, content_hash, source, created_at, created_by)
  VALUES (@playbook_id, @revision, @version, @content_hash, @source, @created_at, @created_by)`
const selectVersions = `SELECT playbook_id, revision, version, content_hash, '' AS source, created_at, created_by FROM playbooks_versions
  WHERE playbook_id = ? ORDER BY revision DESC`
const selectVersion = `SELECT v.*, c.definition FROM playbooks_versions AS v JOIN playbooks_contents AS c ON c.hash = v.content_hash
  WHERE v.playbook_id = @id AND v.revision = @revision`
const deleteUnusedContents = `DELETE FROM playbooks_contents WHERE NOT EXISTS (SELECT 1 FROM playbooks_versions AS v WHERE v.content_hash = hash)
  AND NOT EXISTS (SELECT 1 FROM playbooks_runs AS r WHERE r.content_hash = hash)`

/** Playbooks of a workspace and their versions. */
export const definitionStore = {
  insert(db: WorkspaceDatabase, row: PlaybookRow): void {
    db.run(insertPlaybook, { ...row })
  },
  update(db: WorkspaceDatabase, { id, kind, enabled, active_version, updated_at }: PlaybookRow): void {
    db.run(updatePlaybook, { id, kind, enabled, active_version, updated_at })
  },
  /** With its versions. */
  delete(db: WorkspaceDatabase, id: string): void {
    db.run(deletePlaybook, id)
    db.run(deleteUnusedContents)
  },
  /** Contents that no version and no run has any more. */
  deleteUnused(db: WorkspaceDatabase): void {
    db.run(deleteUnusedContents)
  },
  /** By its id or its name. */
  get(db: WorkspaceDatabase, key: string): PlaybookRow | undefined {
    return db.get<PlaybookRow>(selectPlaybook, { key })
  },
  list(db: WorkspaceDatabase, range: { after: string; limit: number }): PlaybookRow[] {
    return db.all<PlaybookRow>(selectPlaybooks, range)
  },
  /** Another text whenever a playbook that was sent has come, changed or gone. */
  state(db: WorkspaceDatabase): string {
    return db.get<{ state: string }>(selectState)?.state ?? ''
  },
  /** Those that were sent and may be started. */
  sent(db: WorkspaceDatabase): PlaybookRow[] {
    return db.all<PlaybookRow>(selectSent)
  },
  addVersion(db: WorkspaceDatabase, row: VersionRow, definition: string): void {
    db.run(insertContent, { hash: row.content_hash, definition })
    db.run(insertVersion, { ...row })
  },
  /** The newest first; without their source. */
  versions(db: WorkspaceDatabase, id: string): VersionRow[] {
    return db.all<VersionRow>(selectVersions, id)
  },
  version(db: WorkspaceDatabase, id: string, revision: number): FullVersionRow | undefined {
    return db.get<FullVersionRow>(selectVersion, { id, revision })
  },
}

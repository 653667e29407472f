import type { AppliedMigration, WorkspaceDatabase } from '@svc/plugin'

interface NameRow {
  name: string
}
interface FingerprintRow {
  fingerprint: string
}

const hasSchemaTable = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'svc_schema'`
const selectFingerprint = `SELECT fingerprint FROM svc_schema`
const createMigrations = `
  CREATE TABLE IF NOT EXISTS svc_migrations (
    owner TEXT NOT NULL, id TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL, PRIMARY KEY (owner, id)
  ) STRICT, WITHOUT ROWID`
const createSchema = `
  CREATE TABLE IF NOT EXISTS svc_schema (one INTEGER PRIMARY KEY CHECK (one = 1), fingerprint TEXT NOT NULL) STRICT`
const selectApplied = `SELECT owner, id, checksum FROM svc_migrations ORDER BY owner, id`
const insertApplied = `INSERT INTO svc_migrations (owner, id, checksum, applied_at) VALUES (?, ?, ?, ?)`
const upsertFingerprint = `
  INSERT INTO svc_schema (one, fingerprint) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET fingerprint = excluded.fingerprint`
const selectTables = `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`

/** What has run in a file. */
export const dataMigrationStore = {
  /** The fingerprint of the plan that the file was last brought up to, or null in a new file. */
  fingerprint(db: WorkspaceDatabase): string | null {
    if (db.get<NameRow>(hasSchemaTable) === undefined) return null
    return db.get<FingerprintRow>(selectFingerprint)?.fingerprint ?? null
  },
  prepare(db: WorkspaceDatabase): void {
    db.run(createMigrations)
    db.run(createSchema)
  },
  applied(db: WorkspaceDatabase): AppliedMigration[] {
    return db.all<AppliedMigration>(selectApplied)
  },
  record(db: WorkspaceDatabase, step: AppliedMigration, at: string): void {
    db.run(insertApplied, step.owner, step.id, step.checksum, at)
  },
  setFingerprint(db: WorkspaceDatabase, fingerprint: string): void {
    db.run(upsertFingerprint, fingerprint)
  },
  tables(db: WorkspaceDatabase): string[] {
    return db.all<NameRow>(selectTables).map(row => row.name)
  },
}

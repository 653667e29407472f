import type { AppliedMigration } from '@svc/plugin'
import type { PostgresSession } from './database.ts'

const lock = `SELECT pg_advisory_xact_lock(hashtext('svc.migrations'))`
const selectSchema = `SELECT to_regnamespace('svc') IS NOT NULL AS found`
const createSchema = `CREATE SCHEMA svc`
const createMigrations = `
  CREATE TABLE IF NOT EXISTS svc.migrations (
    owner text NOT NULL, id text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (owner, id)
  )`
const selectTable = `SELECT to_regclass('svc.migrations') IS NOT NULL AS found`
const selectApplied = `SELECT owner, id, checksum FROM svc.migrations ORDER BY owner, id`
const insertApplied = `INSERT INTO svc.migrations (owner, id, checksum) VALUES ($1, $2, $3)`

interface FoundRow {
  found: boolean
}

/** What has run in the database; to be used within one transaction. */
export const postgresMigrationStore = {
  /** Waits for other processes that migrate. Asks before it creates: a role that may not create can still use what is there. */
  async prepare(db: PostgresSession): Promise<void> {
    await db.query(lock)
    const schema = await db.query<FoundRow>(selectSchema)
    if (!schema.rows[0]?.found) await db.query(createSchema)
    const table = await db.query<FoundRow>(selectTable)
    if (!table.rows[0]?.found) await db.query(createMigrations)
  },
  async exists(db: PostgresSession): Promise<boolean> {
    const { rows } = await db.query<FoundRow>(selectTable)
    return rows[0]?.found === true
  },
  async applied(db: PostgresSession): Promise<AppliedMigration[]> {
    const { rows } = await db.query<AppliedMigration>(selectApplied)
    return rows
  },
  async record(db: PostgresSession, step: AppliedMigration): Promise<void> {
    await db.query(insertApplied, [step.owner, step.id, step.checksum])
  },
}

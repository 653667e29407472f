import pg from 'pg'
import type { Session } from './vector-index-store.ts'

/** The first that goes on scanning until a filter has let enough through. */
const oldestVersion = [0, 8, 0] as const
/** Derived data: of another format it is made anew. Versions that wrote the first one took vectors for removed that were there. */
const format = 'svc memory 2'

const lock = `SELECT pg_advisory_xact_lock(hashtext('svc.memory'))`
const selectExtension = `SELECT e.extversion AS version, n.nspname AS schema
  FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'`
// Asked first: each try that is refused would be an error in the server's log.
const selectAvailable = `SELECT e.default_version AS version,
    (v.trusted AND has_database_privilege(current_database(), 'CREATE'))
      OR (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS may_create
  FROM pg_available_extensions e
    JOIN pg_available_extension_versions v ON v.name = e.name AND v.version = e.default_version
  WHERE e.name = 'vector'`
const createExtension = `CREATE EXTENSION IF NOT EXISTS vector`
// An extension that was dropped with CASCADE took its column along.
const selectFormat = `SELECT obj_description(c.oid, 'pg_class') AS format
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.oid = to_regclass('svc.memory_vectors') AND a.attname = 'embedding' AND NOT a.attisdropped
    AND to_regclass('svc.memory_parts') IS NOT NULL AND to_regclass('svc.memory_workspaces') IS NOT NULL`
const dropTables = [
  `DROP TABLE IF EXISTS svc.memory_vectors`,
  `DROP TABLE IF EXISTS svc.memory_parts`,
  `DROP TABLE IF EXISTS svc.memory_workspaces`,
]
const createTables = (schema: string): string[] => [
  `CREATE TABLE svc.memory_workspaces (
    workspace_id text COLLATE "C" PRIMARY KEY, mark text NOT NULL, seq bigint NOT NULL, begun bigint NOT NULL
  )`,
  // One workspace's vectors of one embedder. A part without a workspace is being thrown away.
  `CREATE TABLE svc.memory_parts (
    part_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    workspace_id text COLLATE "C",
    space_key text NOT NULL,
    dimensions integer NOT NULL,
    vectors bigint NOT NULL DEFAULT 0,
    UNIQUE (workspace_id, space_key)
  )`,
  `CREATE TABLE svc.memory_vectors (
    part_id integer NOT NULL,
    passage_id bigint NOT NULL,
    dimensions smallint NOT NULL,
    embedding ${schema}.halfvec NOT NULL,
    PRIMARY KEY (part_id, passage_id)
  )`,
  `COMMENT ON TABLE svc.memory_vectors IS '${format}'`,
]

/** The extension as it can be used, or why it cannot, in a sentence. */
export type Readiness = { ready: true; version: string; schema: string } | { ready: false; reason: string }

interface ExtensionRow {
  version: string
  schema: string
}
interface AvailableRow {
  version: string
  may_create: boolean
}

/** Makes the extension and its tables where they are missing and may be made; one process at a time, within a transaction. */
export async function prepareIndex(session: Session): Promise<Readiness> {
  await session.query(lock)
  const found = (await readExtension(session)) ?? (await makeExtension(session))
  if ('reason' in found) return { ready: false, reason: found.reason }
  const { version } = found
  if (isOlder(version)) {
    return {
      ready: false,
      reason: `its pgvector ${version} is too old: after installing ${oldestVersion.join('.')} or newer, run ALTER EXTENSION vector UPDATE as its owner`,
    }
  }
  const schema = pg.escapeIdentifier(found.schema)
  const { rows } = await session.query<{ format: string | null }>(selectFormat)
  if (rows[0]?.format !== format) {
    for (const statement of [...dropTables, ...createTables(schema)]) await session.query(statement)
  }
  return { ready: true, version, schema }
}

async function readExtension(session: Session): Promise<ExtensionRow | null> {
  const { rows } = await session.query<ExtensionRow>(selectExtension)
  return rows[0] ?? null
}

async function makeExtension(session: Session): Promise<ExtensionRow | { reason: string }> {
  const { rows } = await session.query<AvailableRow>(selectAvailable)
  const [available] = rows
  if (available === undefined) {
    return {
      reason: 'its server has no pgvector; install it there (in Debian the package postgresql-<version>-pgvector)',
    }
  }
  if (!available.may_create) {
    return {
      reason: `pgvector ${available.version} is there, and this role may not create it: run CREATE EXTENSION vector in this database as its owner or a superuser`,
    }
  }
  await session.query(createExtension)
  return (await readExtension(session)) ?? { reason: 'pgvector could not be created' }
}

function isOlder(version: string): boolean {
  const parts = version.split('.').map(Number)
  const differing = oldestVersion.findIndex((oldest, index) => oldest !== (parts[index] ?? 0))
  return differing !== -1 && (parts[differing] ?? 0) < (oldestVersion[differing] ?? 0)
}

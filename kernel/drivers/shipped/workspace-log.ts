import { ConflictError, UnavailableError } from '@svc/plugin'
import type { Clock, Logger } from '@svc/plugin'
import { connectionOf, createPool } from '../postgres/connection.ts'
import { PostgresDatabase } from '../postgres/database.ts'
import { migratePostgres } from '../postgres/migrate-postgres.ts'
import { NotificationFeed } from '../postgres/notification-feed.ts'
import { logMigrations } from './log-migrations.ts'
import { workspaceLogStore as store } from './workspace-log-store.ts'
import type { LogEnd, LogRow } from './workspace-log-store.ts'

/** Flights that may be under way at once. */
export const lanes = 2
const otherConnections = 4
const rowsAtOnce = 32
const trimmedAtOnce = 1000
/** What PostgreSQL says when somebody cancels the wait for its standby: the row is there, and may be gone after a failover. */
const mayNotBeReplicated = /might not have been replicated/i
const mostConfirmations = 10

export interface WorkspaceLogOptions {
  databaseUrl: string
  clock: Clock
  log: Logger
}

/** The log of all workspaces, in PostgreSQL. A row in it is durable, and its place is taken once for all. */
export class WorkspaceLog {
  readonly #database: PostgresDatabase
  readonly #unreplicated: () => number

  constructor(database: PostgresDatabase, unreplicated: () => number) {
    this.#database = database
    this.#unreplicated = unreplicated
  }

  /**
   * Writes one row for each of several workspaces, in one statement. May be called again with the same rows when the answer was lost.
   * Returns the workspaces whose place another owner has taken.
   * @throws UnavailableError while PostgreSQL is away: whether the rows are there is unknown then
   */
  async append(rows: readonly LogRow[]): Promise<Set<string>> {
    const placed = await this.#durably(() => store.insert(this.#database, rows))
    const fenced = new Set<string>()
    for (const row of rows) {
      if (placed.has(row.workspace_id)) continue
      const there = await store.row(this.#database, row.workspace_id, row.seq)
      const isOurs =
        there !== null && there.epoch === row.epoch && there.kind === row.kind && there.pages.equals(row.pages)
      if (!isOurs) fenced.add(row.workspace_id)
    }
    // A row whose answer was lost may wait for the standby still.
    if (placed.size < rows.length) await this.#durably(() => store.confirm(this.#database))
    return fenced
  }

  /**
   * Makes this server the owner: whoever had the workspace before finds the next place taken.
   * @throws ConflictError when another server did the same first
   */
  async takeOver(workspaceId: string): Promise<LogEnd> {
    return this.#durably(async () =>
      this.#database.transaction(async session => {
        const last = await store.end(session, workspaceId)
        const next = { seq: (last?.seq ?? 0) + 1, epoch: (last?.epoch ?? 0) + 1 }
        await store.place(session, workspaceId)
        const row: LogRow = { workspace_id: workspaceId, ...next, kind: 'takeover', pages: Buffer.alloc(0) }
        const placed = await store.insert(session, [row])
        if (placed.has(workspaceId)) return next
        throw new ConflictError('conflict', `Another server took workspace ${workspaceId} over at the same time.`)
      }),
    )
  }

  /** The rows after a place, up to another and with it. */
  async *rows(workspaceId: string, { after, to }: { after: number; to: number }): AsyncGenerator<LogRow> {
    for (let last = after; last < to;) {
      const rows = await store.rows(this.#database, workspaceId, { after: last, to, most: rowsAtOnce })
      yield* rows
      const end = rows.at(-1)
      if (end === undefined) return
      last = end.seq
    }
  }

  async end(workspaceId: string): Promise<LogEnd | null> {
    return store.end(this.#database, workspaceId)
  }

  /** The first place that was not trimmed. */
  async begin(workspaceId: string): Promise<number | null> {
    return store.begin(this.#database, workspaceId)
  }

  /** The names of the objects that rows of the workspace name. */
  async objects(workspaceId: string): Promise<string[]> {
    return store.objects(this.#database, workspaceId)
  }

  /** The workspaces that have something. */
  async workspaceIds(): Promise<string[]> {
    return store.placed(this.#database)
  }

  async noteSnapshot(workspaceId: string, seq: number): Promise<void> {
    await store.noteSnapshot(this.#database, workspaceId, seq)
  }

  /** Deletes the rows up to a place and with it that are older than so many seconds. A place that a snapshot has must stand above it. */
  async trim(workspaceId: string, { to, olderThanSeconds }: { to: number; olderThanSeconds: number }): Promise<void> {
    const range = { to, olderThanSeconds, most: trimmedAtOnce }
    while ((await store.trim(this.#database, workspaceId, range)) === trimmedAtOnce) continue
  }

  async check(): Promise<void> {
    await this.#database.query('SELECT 1')
  }

  async close(): Promise<void> {
    await this.#database.close()
  }

  /** A commit that may not be on the standby counts once a later one is there, for sure. */
  async #durably<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#unreplicated()
    const result = await work()
    for (let tries = 1, seen = before; this.#unreplicated() !== seen; tries += 1) {
      seen = this.#unreplicated()
      if (tries > mostConfirmations) throw unreplicated()
      await store.confirm(this.#database)
    }
    return result
  }
}

function unreplicated(): UnavailableError {
  return new UnavailableError(
    'PostgreSQL does not wait for its standby: what waits for it is cancelled again and again.',
  )
}

/** @throws UnavailableError, MigrationError, ValidationError for a URL that is not one */
export async function openWorkspaceLog({ databaseUrl, clock, log }: WorkspaceLogOptions): Promise<WorkspaceLog> {
  const { config, location } = connectionOf(databaseUrl)
  // No time limit of the server's: a flight that waits for the standby must not be cancelled.
  const pool = createPool({ ...config, max: lanes + otherConnections, statement_timeout: 0 }, log)
  let unreplicatedCommits = 0
  pool.on('connect', client => {
    client.on('notice', ({ message = '', detail = '' }) => {
      if (mayNotBeReplicated.test(`${message} ${detail}`)) unreplicatedCommits += 1
    })
  })
  const notifications = new NotificationFeed({ config, clock, log })
  const database = new PostgresDatabase({ pool, notifications, location, clock })
  try {
    await migratePostgres(database, [{ owner: 'workspace-log', migrations: logMigrations }])
  } catch (error) {
    await database.close()
    throw error
  }
  return new WorkspaceLog(database, () => unreplicatedCommits)
}

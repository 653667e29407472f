import { randomUUID } from 'node:crypto'
import { decodeCursor, messageOf, pageOf } from '@svc/plugin'
import type {
  AuditEntry,
  Clock,
  ControlPlane,
  ControlReader,
  ControlTransaction,
  Logger,
  Page,
  PageQuery,
  PlaneStatus,
} from '@svc/plugin'
import { PostgresDatabase } from '../database.ts'
import { readerOf, TransactionTurns, withHandle } from '../../control/index.ts'
import { ChangeFeed } from './change-feed.ts'
import type { Change } from './change-feed.ts'
import { connectionOf, createPool } from '../connection.ts'
import { controlStore, PostgresRows } from './control-store.ts'
import { assertMigrated, migratePostgres } from '../migrate-postgres.ts'
import { NotificationFeed } from '../notification-feed.ts'
import { PostgresFailures } from './postgres-failures.ts'

const auditBatch = 1000

/** The control plane in the schema `svc` of a PostgreSQL database. */
export class PostgresControlPlane implements ControlPlane {
  /** The same connections serve the queue. */
  readonly database: PostgresDatabase
  readonly failures: PostgresFailures
  readonly #feed: ChangeFeed
  // Transactions of this process go one after the other, so that only those of other processes can make them run again.
  readonly #turns = new TransactionTurns()

  constructor(database: PostgresDatabase) {
    this.database = database
    const instance = randomUUID()
    this.#feed = new ChangeFeed({ database, instance })
    this.failures = new PostgresFailures(database, instance)
  }

  serverNow(): Promise<number> {
    return controlStore.now(this.database)
  }

  read<T>(work: (reader: ControlReader) => Promise<T>): Promise<T> {
    return work(readerOf(new PostgresRows(this.database)))
  }

  async transaction<T>(work: (tx: ControlTransaction) => Promise<T>): Promise<T> {
    return this.#turns.run(() =>
      this.database.transaction(async session => {
        const rows = new PostgresRows(session)
        const result = await withHandle(rows, work)
        if (rows.changes.length > 0) await this.#feed.announce(session, rows.changes)
        return result
      }, 'serializable'),
    )
  }

  appendAudit(entry: AuditEntry): Promise<void> {
    return controlStore.appendAudit(this.database, entry)
  }

  async listAudit(page: PageQuery): Promise<Page<AuditEntry>> {
    const before = page.cursor === undefined ? null : decodeCursor<[number]>(page.cursor, ['number'])[0]
    const rows = await controlStore.auditBefore(this.database, before, page.limit + 1)
    return pageOf(
      rows,
      page.limit,
      row => [row.position],
      row => row.entry,
    )
  }

  async *readAudit(): AsyncGenerator<AuditEntry> {
    let last = 0
    for (;;) {
      const rows = await controlStore.auditAfter(this.database, last, auditBatch)
      for (const { entry } of rows) yield entry
      last = rows.at(-1)?.position ?? last
      if (rows.length < auditBatch) return
    }
  }

  onForeignChange(listener: (change: Change | null) => void): void {
    this.#feed.onChange(listener)
  }

  async status(): Promise<PlaneStatus> {
    const facts = { driver: 'postgres', location: this.database.location }
    try {
      return {
        ...facts,
        version: await controlStore.version(this.database),
        healthy: true,
        detail: 'the server answers',
      }
    } catch (error) {
      return { ...facts, version: null, healthy: false, detail: messageOf(error) }
    }
  }

  async close(): Promise<void> {
    await this.#turns.ended()
    await this.database.close()
  }
}

export interface PostgresOptions {
  databaseUrl: string
  /** False for a process beside the server: a schema of another version is refused and left as it is. */
  mayMigrate?: boolean
  clock: Clock
  log: Logger
}

/**
 * Connects, and brings the schema `svc` up to date.
 * @throws ValidationError for a malformed URL; UnavailableError while the server is not there; MigrationError
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresControlPlane> {
  const { databaseUrl, mayMigrate = true, clock, log } = options
  const { config, location } = connectionOf(databaseUrl)
  const pool = createPool(config, log)
  const notifications = new NotificationFeed({ config, clock, log })
  const database = new PostgresDatabase({ pool, notifications, location, clock })
  try {
    await (mayMigrate ? migratePostgres : assertMigrated)(database)
  } catch (error) {
    await database.close()
    throw error
  }
  return new PostgresControlPlane(database)
}

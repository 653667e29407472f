import type pg from 'pg'
import { decodeCursor, messageOf, pageOf } from '@svc/plugin'
import type {
  AuditEntry,
  Clock,
  ControlPlane,
  ControlReader,
  ControlTransaction,
  Page,
  PageQuery,
  PlaneStatus,
} from '@svc/plugin'
import { TransactionScope } from '../../../planes/control/index.ts'
import type { PostgresDatabase } from '../database.ts'
import type { Change, ChangeFeed } from './change-feed.ts'
import type { NotificationFeed } from './notification-feed.ts'
import { postgresAuditStore } from './postgres-audit-store.ts'
import { isRetryable, translate } from './postgres-errors.ts'
import { PostgresTransaction, readerOf } from './postgres-transaction.ts'

const mostTries = 10
const retryMs = 20
const auditBatch = 1000
const begin = 'BEGIN ISOLATION LEVEL SERIALIZABLE'
const selectTime = { name: 'svc-database-time', text: 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now' }
const selectVersion = 'SHOW server_version'

export interface PostgresControlPlaneOptions {
  pool: pg.Pool
  /** The same pool, for the other stores in this database. */
  database: PostgresDatabase
  feed: ChangeFeed
  notifications: NotificationFeed
  location: string
  clock: Clock
}

/** The control plane in the schema `svc` of a PostgreSQL database. */
export class PostgresControlPlane implements ControlPlane {
  readonly #options: PostgresControlPlaneOptions
  readonly #scope = new TransactionScope()
  // Transactions of this process go one after the other, so that only those of other processes can make them run again.
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: PostgresControlPlaneOptions) {
    this.#options = options
  }

  get database(): PostgresDatabase {
    return this.#options.database
  }

  async serverNow(): Promise<number> {
    const { rows } = await this.#options.database.query<{ now: string }>(selectTime)
    return Number(rows[0]?.now)
  }

  async read<T>(work: (reader: ControlReader) => Promise<T>): Promise<T> {
    return this.#translated(() => work(readerOf(this.#options.pool)))
  }

  async transaction<T>(work: (tx: ControlTransaction) => Promise<T>): Promise<T> {
    return this.#scope.run(async () => {
      const turn = this.#turn.then(() => this.#translated(() => this.#tryAgain(work)))
      this.#turn = turn.catch(() => undefined)
      return turn
    })
  }

  async appendAudit(entry: AuditEntry): Promise<void> {
    await this.#translated(() => postgresAuditStore.append(this.#options.pool, entry))
  }

  async listAudit(page: PageQuery): Promise<Page<AuditEntry>> {
    const before = page.cursor === undefined ? null : decodeCursor<[number]>(page.cursor, ['number'])[0]
    const rows = await this.#translated(() => postgresAuditStore.before(this.#options.pool, before, page.limit + 1))
    return pageOf(
      rows,
      page.limit,
      row => [Number(row.position)],
      row => row.entry,
    )
  }

  async *readAudit(): AsyncGenerator<AuditEntry> {
    let last = '0'
    for (;;) {
      const rows = await this.#translated(() => postgresAuditStore.after(this.#options.pool, last, auditBatch))
      for (const { entry } of rows) yield entry
      last = rows.at(-1)?.position ?? last
      if (rows.length < auditBatch) return
    }
  }

  onForeignChange(listener: (change: Change | null) => void): void {
    this.#options.feed.onChange(listener)
  }

  async status(): Promise<PlaneStatus> {
    const { pool, location } = this.#options
    const facts = { driver: 'postgres', location }
    try {
      const { rows } = await pool.query<{ server_version: string }>(selectVersion)
      const version = rows[0]?.server_version ?? null
      return { ...facts, version, healthy: true, detail: 'the server answers' }
    } catch (error) {
      return { ...facts, version: null, healthy: false, detail: messageOf(translate(error, location)) }
    }
  }

  async close(): Promise<void> {
    await this.#turn
    await this.#options.notifications.close()
    await this.#options.pool.end()
  }

  async #tryAgain<T>(work: (tx: ControlTransaction) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#tryOnce(work)
      } catch (error) {
        if (!isRetryable(error) || tries === mostTries) throw error
        await this.#options.clock.sleep(retryMs * tries * Math.random())
      }
    }
  }

  async #tryOnce<T>(work: (tx: ControlTransaction) => Promise<T>): Promise<T> {
    const client = await this.#options.pool.connect()
    const tx = new PostgresTransaction(client)
    try {
      await client.query(begin)
      const result = await work(tx)
      tx.end()
      if (tx.changes.length > 0) await this.#options.feed.announce(client, tx.changes)
      await client.query('COMMIT')
      client.release()
      return result
    } catch (error) {
      tx.end()
      // A connection that cannot even roll back is thrown away.
      const isBroken = await client.query('ROLLBACK').then(
        () => false,
        () => true,
      )
      client.release(isBroken)
      throw error
    }
  }

  async #translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw translate(error, this.#options.location)
    }
  }
}

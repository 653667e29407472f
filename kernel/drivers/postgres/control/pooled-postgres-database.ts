import pg from 'pg'
import type { Clock } from '@svc/plugin'
import type { PostgresDatabase, PostgresSession } from '../database.ts'
import type { Queryable } from './connection.ts'
import type { NotificationFeed } from './notification-feed.ts'
import { isRetryable, translate } from './postgres-errors.ts'

const mostTries = 10
const retryMs = 5
const bigint = 20

/** Counts and milliseconds are far from 2^53: numbers are what callers work with. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === bigint ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

export interface PooledPostgresDatabaseOptions {
  pool: pg.Pool
  notifications: NotificationFeed
  location: string
  clock: Clock
}

/** The pool of the control plane, for stores of the kernel that keep their tables in the same database. */
export class PooledPostgresDatabase implements PostgresDatabase {
  readonly #options: PooledPostgresDatabaseOptions

  constructor(options: PooledPostgresDatabaseOptions) {
    this.#options = options
  }

  async query<Row>(
    statement: string | { name: string; text: string },
    params: readonly unknown[] = [],
  ): Promise<{ rows: Row[]; count: number }> {
    return this.#tryAgain(() => run<Row>(this.#options.pool, statement, params))
  }

  async transaction<T>(work: (session: PostgresSession) => Promise<T>): Promise<T> {
    return this.#tryAgain(() => this.#tryOnce(work))
  }

  listen(channel: string, listener: (payload: string | null) => void): void {
    this.#options.notifications.listen(channel, listener)
  }

  /** A statement or transaction that lost against another one has changed nothing, and can be run again. */
  async #tryAgain<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work()
      } catch (error) {
        if (!isRetryable(error) || tries === mostTries) throw translate(error, this.#options.location)
        await this.#options.clock.sleep(retryMs * tries * Math.random())
      }
    }
  }

  async #tryOnce<T>(work: (session: PostgresSession) => Promise<T>): Promise<T> {
    const client = await this.#options.pool.connect()
    try {
      await client.query('BEGIN')
      const result = await work({ query: (statement, params = []) => run(client, statement, params) })
      await client.query('COMMIT')
      client.release()
      return result
    } catch (error) {
      // A connection that cannot even roll back is thrown away.
      const isBroken = await client.query('ROLLBACK').then(
        () => false,
        () => true,
      )
      client.release(isBroken)
      throw error
    }
  }
}

async function run<Row>(
  db: Queryable,
  statement: string | { name: string; text: string },
  params: readonly unknown[],
): Promise<{ rows: Row[]; count: number }> {
  const prepared = typeof statement === 'string' ? { text: statement } : statement
  const { rows, rowCount } = await db.query<Row & pg.QueryResultRow>({ ...prepared, values: [...params], types })
  return { rows, count: rowCount ?? 0 }
}

import type pg from 'pg'
import type { Clock } from '@svc/plugin'
import type { NotificationFeed } from './notification-feed.ts'
import { isRetryable, translate } from './postgres-errors.ts'

/** One connection, or the pool. Statements with a name are prepared once a connection. */
export interface PostgresSession {
  query<Row>(
    statement: string | { name: string; text: string },
    params?: readonly unknown[],
  ): Promise<{ rows: Row[]; count: number }>
}

const mostTries = 10
const begin = { 'read committed': 'BEGIN', serializable: 'BEGIN ISOLATION LEVEL SERIALIZABLE' }
/** A serializable transaction loses against all that read what it wrote: the others need more time to end. */
const retryMs = { 'read committed': 5, serializable: 20 }

export interface PostgresDatabaseOptions {
  pool: pg.Pool
  notifications: NotificationFeed
  location: string
  clock: Clock
}

/** One pool of connections, for all stores of the kernel that keep their tables in the same database. */
export class PostgresDatabase implements PostgresSession {
  readonly #options: PostgresDatabaseOptions

  constructor(options: PostgresDatabaseOptions) {
    this.#options = options
  }

  get location(): string {
    return this.#options.location
  }

  async query<Row>(
    statement: string | { name: string; text: string },
    params: readonly unknown[] = [],
  ): Promise<{ rows: Row[]; count: number }> {
    return this.#tryAgain(retryMs['read committed'], () => run<Row>(this.#options.pool, statement, params))
  }

  async transaction<T>(
    work: (session: PostgresSession) => Promise<T>,
    isolation: keyof typeof begin = 'read committed',
  ): Promise<T> {
    return this.#tryAgain(retryMs[isolation], () => this.#tryOnce(work, begin[isolation]))
  }

  /** Calls back with each payload; with null after every (re)connection, when something may have been missed. */
  listen(channel: string, listener: (payload: string | null) => void): void {
    this.#options.notifications.listen(channel, listener)
  }

  async close(): Promise<void> {
    await this.#options.notifications.close()
    await this.#options.pool.end()
  }

  /** A statement or transaction that lost against another one has changed nothing, and can be run again. */
  async #tryAgain<T>(restMs: number, work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work()
      } catch (error) {
        if (!isRetryable(error) || tries === mostTries) throw translate(error, this.#options.location)
        await this.#options.clock.sleep(restMs * tries * Math.random())
      }
    }
  }

  async #tryOnce<T>(work: (session: PostgresSession) => Promise<T>, beginning: string): Promise<T> {
    const client = await this.#options.pool.connect()
    try {
      await client.query(beginning)
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
  db: Pick<pg.Pool, 'query'>,
  statement: string | { name: string; text: string },
  params: readonly unknown[],
): Promise<{ rows: Row[]; count: number }> {
  const prepared = typeof statement === 'string' ? { text: statement } : statement
  const { rows, rowCount } = await db.query<Row & pg.QueryResultRow>({ ...prepared, values: [...params] })
  return { rows, count: rowCount ?? 0 }
}

import type pg from 'pg'
import { messageOf } from '@svc/plugin'
import type { Clock, Logger } from '@svc/plugin'
import { translate } from '../postgres/postgres-errors.ts'
import { openIndexPools } from './index-connection.ts'
import type { IndexPools } from './index-connection.ts'
import { prepareIndex } from './vector-index-schema.ts'
import type { Readiness } from './vector-index-schema.ts'

const firstRetryMs = 1000
const mostRetryMs = 30_000
/** An extension can be added, dropped or updated while the server runs. */
const checkAgainMs = 30_000

export interface VectorIndexOptions {
  databaseUrl: string
  clock: Clock
  log: Logger
}

/** How the index is doing, as `planes/status` says it. */
export type IndexCondition =
  | { kind: 'unknown' }
  | { kind: 'ready'; version: string; schema: string }
  | { kind: 'missing'; reason: string }
  | { kind: 'away'; reason: string }

/** The tables in PostgreSQL with their connections: whether they can be used now, found out anew when something goes wrong. */
export class VectorIndex {
  readonly #options: VectorIndexOptions
  readonly #pools: IndexPools
  readonly #working = new Set<pg.PoolClient>()
  #condition: IndexCondition = { kind: 'unknown' }
  #checking: Promise<void> | null = null
  #failures = 0
  #nextCheckAt = 0
  #timesReady = 0
  #isClosed = false

  constructor(options: VectorIndexOptions) {
    this.#options = options
    this.#pools = openIndexPools(options.databaseUrl, options.log)
  }

  get location(): string {
    return this.#pools.location
  }

  get condition(): IndexCondition {
    return this.#condition
  }

  /** How often it was found ready: in between its tables may have been made anew. */
  get timesReady(): number {
    return this.#timesReady
  }

  /** How long until it is worth asking again; 0 when it is ready. */
  get waitMs(): number {
    if (this.#condition.kind === 'ready') return 0
    return Math.max(0, this.#nextCheckAt - this.#options.clock.now())
  }

  /** The quoted schema of the extension; null while the index cannot be used. */
  get schema(): string | null {
    return this.#condition.kind === 'ready' ? this.#condition.schema : null
  }

  /** Looks whether it can be used, unless that was found out just now. Never rejects. */
  async check(): Promise<boolean> {
    if (this.waitMs === 0 && this.#condition.kind !== 'ready') {
      this.#checking ??= this.#prepare().finally(() => {
        this.#checking = null
      })
      await this.#checking
    }
    return this.#condition.kind === 'ready'
  }

  /** One short statement. {@link failed} handles its failure. */
  get searches(): Pick<pg.Pool, 'query'> {
    return this.#pools.searches
  }

  async transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    try {
      await client.query('BEGIN')
      const result = await work(client)
      await client.query('COMMIT')
      this.#release(client, false)
      return result
    } catch (error) {
      // Closing the connection rolls back.
      this.#release(client, true)
      throw error
    }
  }

  /** A connection for `work` alone, whose settings and locks end with it. */
  async session<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    try {
      return await work(client)
    } finally {
      this.#release(client, true)
    }
  }

  /** Something went wrong: until it was looked into again, nobody waits for PostgreSQL. Says so once. */
  failed(error: unknown): void {
    const reason = messageOf(translate(error, this.#pools.location))
    this.#condition = { kind: 'away', reason }
    this.#nextCheckAt = this.#options.clock.now() + Math.min(firstRetryMs * 2 ** this.#failures, mostRetryMs)
    this.#failures += 1
    if (this.#failures > 1) return
    this.#options.log.warn(
      { reason, cause: messageOf(error) },
      'the memory index in PostgreSQL cannot be used now; memory is searched in the workspaces’ files until it can',
    )
  }

  /** A search or a step of the sync went well. */
  worked(): void {
    if (this.#failures > 0) this.#options.log.info({}, 'the memory index in PostgreSQL can be used again')
    this.#failures = 0
  }

  /** Breaks off whatever is under way, which would at worst last as long as an index is built. */
  abort(): void {
    this.#isClosed = true
    for (const client of this.#working) void client.end()
  }

  async close(): Promise<void> {
    this.abort()
    await this.#checking
    await this.#pools.close()
  }

  async #connect(): Promise<pg.PoolClient> {
    const client = await this.#pools.sync.connect()
    this.#working.add(client)
    if (this.#isClosed) void client.end()
    return client
  }

  #release(client: pg.PoolClient, isBroken: boolean): void {
    this.#working.delete(client)
    client.release(isBroken)
  }

  async #prepare(): Promise<void> {
    try {
      this.#found(await this.transaction(prepareIndex))
    } catch (error) {
      this.failed(error)
    }
  }

  #found(readiness: Readiness): void {
    const { log, clock } = this.#options
    const before = this.#condition
    this.#nextCheckAt = clock.now() + checkAgainMs
    if (!readiness.ready) {
      this.#condition = { kind: 'missing', reason: readiness.reason }
      if (before.kind === 'missing' && before.reason === readiness.reason) return
      log.info({ reason: readiness.reason }, 'memory is searched in the workspaces’ files')
      return
    }
    const { version, schema } = readiness
    this.#condition = { kind: 'ready', version, schema }
    this.#timesReady += 1
    if (before.kind !== 'away') log.info({ pgvector: version }, 'memory is searched with pgvector')
  }
}

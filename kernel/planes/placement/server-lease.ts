import { messageOf, UnavailableError } from '@svc/plugin'
import type { Clock, Logger } from '@svc/plugin'
import type { PostgresDatabase } from '../../drivers/postgres/database.ts'
import { serverStore } from './server-store.ts'
import type { NewServer, Renewal } from './server-store.ts'

/** Loading the code keeps a server that starts from its timers for seconds. */
const leastSecondsAtStart = 15
/** By so much the clocks of two machines may differ in their rates. */
const rateMargin = 0.9

export interface ServerLeaseOptions {
  database: PostgresDatabase
  leaseSeconds: number
  clock: Clock
  log: Logger
  /** PostgreSQL says that the lease has ended: whatever this process holds may have another owner. */
  onLost(reason: string): void
  /** Called after each renewal. */
  onRenewed?(renewal: Renewal): void
}

/**
 * The right of this server to own workspaces. It is counted on this machine from before each renewal was sent, so it ends here before it
 * ends in PostgreSQL. Monotonic time counts, which no setting of a clock changes; it stands still while the machine sleeps, so where the
 * clock has gone further, that counts.
 */
export class ServerLease {
  readonly #options: ServerLeaseOptions
  readonly #closing = new AbortController()
  /** Wakes the next renewal. */
  #asked = new AbortController()
  #serverId: string | null = null
  /** On the clock of `performance.now()`. */
  #deadline = 0
  /** By so much the clock was ahead of `performance.now()` when the lease was last renewed. */
  #clockAhead = 0
  #clockOffset = 0
  #running: Promise<void> | null = null
  #seconds: number

  constructor(options: ServerLeaseOptions) {
    this.#options = options
    this.#seconds = Math.max(options.leaseSeconds, leastSecondsAtStart)
  }

  /** The server has started: from now on its lease is as long as it was asked for. */
  serving(): void {
    this.#seconds = this.#options.leaseSeconds
    this.#asked.abort()
  }

  get remainingMs(): number {
    return this.#deadline - Math.max(performance.now(), this.#options.clock.now() - this.#clockAhead)
  }

  /** What the clock of PostgreSQL says now, in milliseconds: servers need not agree about theirs. */
  get sharedNow(): number {
    return performance.now() + this.#clockOffset
  }

  /** @throws UnavailableError */
  async begin(server: NewServer): Promise<void> {
    const startedAt = this.#times()
    this.#extend(startedAt, this.#seconds, await serverStore.join(this.#options.database, server, this.#seconds))
    this.#serverId = server.server_id
    this.#running = this.#renewUntilClosed(server.server_id)
  }

  /** @throws UnavailableError when this server may not say what its workspaces hold */
  assertHeld(): void {
    if (this.remainingMs > 0) return
    // It may be held still: only the clock says that it is over.
    if (this.#deadline > performance.now()) this.#asked.abort()
    throw new UnavailableError(
      'This server could not renew its lease in PostgreSQL in time. It answers again once it could.',
      { retry_after_seconds: 1 },
    )
  }

  /** Gives it up, so that nobody waits for its end. */
  async end(): Promise<void> {
    this.#closing.abort()
    await this.#running
    const { database, log } = this.#options
    if (this.#serverId === null) return
    await serverStore.leave(database, this.#serverId).catch((error: unknown) => {
      log.warn({ reason: messageOf(error) }, 'the lease of this server could not be given up; it ends by itself')
    })
    this.#deadline = 0
  }

  #times(): { monotonic: number; clock: number } {
    return { monotonic: performance.now(), clock: this.#options.clock.now() }
  }

  #extend(startedAt: { monotonic: number; clock: number }, seconds: number, { now }: Renewal): void {
    this.#deadline = startedAt.monotonic + seconds * 1000 * rateMargin
    this.#clockAhead = startedAt.clock - startedAt.monotonic
    this.#clockOffset = now - performance.now()
  }

  async #renewUntilClosed(serverId: string): Promise<void> {
    const { clock, log, leaseSeconds, onLost } = this.#options
    const { signal } = this.#closing
    let failures = 0
    while (!signal.aborted) {
      const woken = failures === 0 ? AbortSignal.any([signal, this.#asked.signal]) : signal
      await clock.sleep((leaseSeconds * 1000) / (failures === 0 ? 3 : 8), woken).catch(() => undefined)
      this.#asked = new AbortController()
      if (signal.aborted) return
      const [startedAt, seconds] = [this.#times(), this.#seconds]
      try {
        const renewal = await this.#renew(serverId, seconds, signal)
        if (renewal === null) {
          this.#deadline = 0
          return onLost(`The lease of the server ${serverId} has ended before it was renewed.`)
        }
        this.#extend(startedAt, seconds, renewal)
        failures = 0
        this.#options.onRenewed?.(renewal)
      } catch (error) {
        // It was the end of the server that cut the renewal off.
        if (signal.aborted) return
        failures += 1
        if (failures === 1) log.warn({ reason: messageOf(error) }, 'the lease could not be renewed; trying again')
      }
    }
  }

  /** A connection that is dead and says nothing must not keep the next try waiting. */
  async #renew(serverId: string, seconds: number, signal: AbortSignal): Promise<Renewal | null> {
    const { clock, database, leaseSeconds } = this.#options
    const over = new AbortController()
    const limit = clock.sleep((leaseSeconds * 1000) / 3, AbortSignal.any([signal, over.signal])).then(() => {
      throw new UnavailableError('PostgreSQL has not answered in time.')
    })
    try {
      return await Promise.race([serverStore.renew(database, serverId, seconds), limit])
    } finally {
      over.abort()
      limit.catch(() => undefined)
    }
  }
}

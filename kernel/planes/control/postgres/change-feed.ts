import pg from 'pg'
import { messageOf } from '@svc/plugin'
import type { Clock, Logger } from '@svc/plugin'
import type { ControlTable } from '../control-plane.ts'
import { controlTables } from '../control-schema.ts'
import type { Queryable } from './connection.ts'

const channel = 'svc_control'
const listen = `LISTEN ${channel}`
const notify = `SELECT pg_notify('${channel}', $1)`
/** PostgreSQL takes 8,000 bytes; beyond this, "anything" is told instead. */
const mostPayloadBytes = 7000
const reconnectMs = 1000

export type Change = { table: ControlTable; id: string }
type Listener = (change: Change | null) => void

interface Message {
  by: string
  changes: [string, string][] | null
}

export interface ChangeFeedOptions {
  config: pg.ClientConfig
  /** Names this process, so that it does not hear itself. */
  instance: string
  clock: Clock
  log: Logger
}

/** Tells other processes on the same database what was changed, and hears it from them, over a connection of its own. */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions
  readonly #listeners: Listener[] = []
  readonly #closing = new AbortController()
  #running: Promise<void> | null = null

  constructor(options: ChangeFeedOptions) {
    this.#options = options
  }

  /** To be sent inside the transaction: it is delivered with the commit, or not at all. */
  async announce(db: Queryable, changes: readonly Change[]): Promise<void> {
    const pairs = changes.map(({ table, id }): [string, string] => [table, id])
    const message = JSON.stringify({ by: this.#options.instance, changes: pairs } satisfies Message)
    const isTooLong = Buffer.byteLength(message) > mostPayloadBytes
    const anything = JSON.stringify({ by: this.#options.instance, changes: null } satisfies Message)
    await db.query(notify, [isTooLong ? anything : message])
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener)
    this.#running ??= this.#run()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#listenOnce().catch((error: unknown) => {
        if (signal.aborted) return
        this.#options.log.warn(
          { reason: messageOf(error) },
          'changes of other processes are not heard now; connecting again',
        )
      })
      if (!signal.aborted) await this.#options.clock.sleep(reconnectMs, signal).catch(() => undefined)
    }
  }

  /** Resolves or rejects when the connection ends. */
  async #listenOnce(): Promise<void> {
    const client = new pg.Client(this.#options.config)
    const ended = new Promise<void>((resolve, reject) => {
      client.once('error', reject)
      client.once('end', resolve)
    })
    const hangUp = (): void => void client.end().catch(() => undefined)
    this.#closing.signal.addEventListener('abort', hangUp, { once: true })
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''))
    try {
      await Promise.race([client.connect().then(() => client.query(listen)), ended])
      // Whatever was changed while nobody listened.
      this.#tell(null)
      await ended
    } finally {
      this.#closing.signal.removeEventListener('abort', hangUp)
      ended.catch(() => undefined)
      await client.end().catch(() => undefined)
    }
  }

  #receive(payload: string): void {
    const message = parse(payload)
    if (message?.by === this.#options.instance) return
    if (!message?.changes) return this.#tell(null)
    for (const [name, id] of message.changes) {
      const table = controlTables.find(each => each === name)
      this.#tell(table === undefined ? null : { table, id })
    }
  }

  #tell(change: Change | null): void {
    for (const listener of this.#listeners) listener(change)
  }
}

/** Null for what is not ours; anything may have happened then. */
function parse(payload: string): Message | null {
  try {
    const message = JSON.parse(payload) as Partial<Message> | null
    if (typeof message?.by !== 'string') return null
    return { by: message.by, changes: Array.isArray(message.changes) ? message.changes : null }
  } catch {
    return null
  }
}

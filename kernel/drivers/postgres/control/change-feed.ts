import type { ControlTable } from '@svc/plugin'
import type { PostgresDatabase, PostgresSession } from '../database.ts'
import { controlTables } from '../../control/index.ts'

const channel = 'svc_control'
const notify = `SELECT pg_notify('${channel}', $1)`
/** PostgreSQL takes 8,000 bytes; a longer message is replaced by "anything may have changed". */
const mostPayloadBytes = 7000

export type Change = { table: ControlTable; id: string }
type Listener = (change: Change | null) => void

interface Message {
  by: string
  changes: [string, string][] | null
}

export interface ChangeFeedOptions {
  database: PostgresDatabase
  /** Names this process, so that it ignores its own messages. */
  instance: string
}

/** Announces changes to other processes on the same database, and receives theirs. */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions
  readonly #listeners: Listener[] = []

  constructor(options: ChangeFeedOptions) {
    this.#options = options
  }

  /** To be sent inside the transaction: it is delivered with the commit, or not at all. */
  async announce(db: PostgresSession, changes: readonly Change[]): Promise<void> {
    const pairs = changes.map(({ table, id }): [string, string] => [table, id])
    const message = JSON.stringify({ by: this.#options.instance, changes: pairs } satisfies Message)
    const isTooLong = Buffer.byteLength(message) > mostPayloadBytes
    const anything = JSON.stringify({ by: this.#options.instance, changes: null } satisfies Message)
    await db.query(notify, [isTooLong ? anything : message])
  }

  onChange(listener: Listener): void {
    const isFirst = this.#listeners.length === 0
    this.#listeners.push(listener)
    if (isFirst) this.#options.database.listen(channel, payload => this.#receive(payload))
  }

  #receive(payload: string | null): void {
    const message = payload === null ? null : parse(payload)
    if (message?.by === this.#options.instance) return
    if (!message?.changes) return this.#emit(null)
    for (const [name, id] of message.changes) {
      const table = controlTables.find(each => each === name)
      this.#emit(table === undefined ? null : { table, id })
    }
  }

  #emit(change: Change | null): void {
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

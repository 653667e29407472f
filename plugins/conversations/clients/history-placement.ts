import { messageOf } from '@svc/plugin'
import type { ByteQuota, DataPlane, EventLog, Logger, Principal, WorkspaceDatabase } from '@svc/plugin'
import type { ChatMessage } from '@svc/plugin/contracts/models'
import { inBackground } from '@svc/plugin/library/turns/in-background'
import type { Message, MessageHead, Session } from '../records.ts'
import { messageStore } from '../sessions/message-store.ts'
import type { Leaf } from '../sessions/message-store.ts'
import { sessionStore } from '../sessions/session-store.ts'
import { requireSession } from '../sessions/sessions.ts'
import { underWay } from '../turns/turn-journal.ts'
import type { TurnJournal } from '../turns/turn-journal.ts'
import type { NewMessage } from '../turns/turn-steps.ts'
import { toMessage } from './client-history.ts'
import type { ClientHistory } from './client-history.ts'

/** What is placed at once: everybody else waits meanwhile. */
const mostAtOnce = 200
const mostCharacters = 256 * 1024

export interface HistoryPlacementOptions {
  journal: TurnJournal
  data: DataPlane
  quota: Pick<ByteQuota, 'measure'>
  events: EventLog
  log: Logger
}

export interface PlacedHistory extends Pick<ClientHistory, 'known' | 'asked'> {
  principal: Principal
  /** A new one, or the id of the one that is continued. */
  session: Session | string
  /** What it follows; absent: the end of the active branch. */
  after?: MessageHead
}

/**
 * A history on its way into a conversation. The beginning of a long one is placed ahead, in portions between which others have their turn: as
 * a branch that nobody reads before {@link leaf} makes it the active one.
 */
export class HistoryPlacement {
  readonly session_id: string
  /** Of the turn, the last of what is asked; the rest is history. */
  readonly asked: NewMessage[]
  readonly #options: HistoryPlacementOptions
  readonly #history: PlacedHistory
  readonly #ahead: readonly ChatMessage[][]
  readonly #late: NewMessage[]
  #placed: Message[] = []

  constructor(options: HistoryPlacementOptions, history: PlacedHistory) {
    const { session, known, asked } = history
    this.#options = options
    this.#history = history
    this.session_id = typeof session === 'string' ? session : session.session_id
    const before = portionsOf([...known, ...asked.slice(0, -mostAtOnce)])
    this.#late = (before.pop() ?? []).map(toMessage)
    this.#ahead = before
    this.asked = asked.slice(-mostAtOnce).map(toMessage)
  }

  get #isLong(): boolean {
    return this.#ahead.length > 0
  }

  /** Places the beginning of a long history, then does what stores the rest. When one of them throws, nothing of it is kept. */
  async placeFor<T>(storeRest: () => T): Promise<T> {
    try {
      for (const portion of this.#ahead) await this.#inTransaction(db => this.#placeNext(db, portion))
      return storeRest()
    } catch (error) {
      await this.#remove().catch((reason: unknown) => this.#noteLeft(reason))
      throw error
    }
  }

  /** In the transaction of the turn, first: the conversation is there. */
  open(db: WorkspaceDatabase): void {
    const { session, principal } = this.#history
    if (typeof session === 'string') return
    const { session_id, user_id } = session
    if (!this.#isLong) sessionStore.insert(db, session)
    const created = { type: 'conversation.created', data: { session_id, user_id } }
    this.#options.events.append(db, principal.workspace_id, [created])
  }

  /** In the same transaction: all of the history is on the active branch, up to this leaf. */
  leaf(db: WorkspaceDatabase): Leaf {
    const { session_id } = this
    // Something may have been asked between two portions.
    if (this.#isLong && requireSession(db, session_id).status !== 'idle') throw underWay()
    const after = this.#placed.at(-1) ?? this.#history.after
    const leaf = after ? messageStore.cutAfter(db, session_id, after) : messageStore.leaf(db, session_id)
    return this.#options.journal.place(db, session_id, leaf, this.#late)
  }

  async #remove(): Promise<void> {
    const { session_id } = this
    while (this.#placed.length > 0) {
      const ids = this.#placed.slice(-mostAtOnce).map(({ message_id }) => message_id)
      await this.#inTransaction(db => messageStore.remove(db, ids))
      this.#placed = this.#placed.slice(0, -mostAtOnce)
    }
    if (this.#isLong && typeof this.#history.session !== 'string')
      await this.#inTransaction(db => sessionStore.delete(db, session_id))
  }

  #noteLeft(error: unknown): void {
    const { workspace_id } = this.#history.principal
    this.#options.log.warn(
      { workspace_id, session_id: this.session_id, reason: messageOf(error) },
      'the beginning of a history whose turn did not start could not be removed; nobody reads it, and it goes with its conversation',
    )
  }

  #placeNext(db: WorkspaceDatabase, messages: readonly ChatMessage[]): void {
    const { session, after } = this.#history
    const { session_id } = this
    const { journal, quota } = this.#options
    const unread = messages.map(message => ({ ...toMessage(message), active: false }))
    const { messages: placed } = quota.measure(db, () => {
      if (typeof session !== 'string' && this.#placed.length === 0) sessionStore.insert(db, session)
      requireSession(db, session_id)
      const behind = this.#placed.at(-1) ?? after ?? messageStore.leaf(db, session_id)
      return journal.place(db, session_id, behind, unread)
    })
    this.#placed.push(...placed)
  }

  #inTransaction<T>(work: (db: WorkspaceDatabase) => T): Promise<T> {
    const { workspace_id } = this.#history.principal
    return inBackground(() => this.#options.data.use(workspace_id, db => db.transaction(() => work(db))))
  }
}

/** Whether a history is too long to be placed at once. */
export function isLong(messages: readonly ChatMessage[]): boolean {
  return portionsOf(messages).length > 1
}

function portionsOf(messages: readonly ChatMessage[]): ChatMessage[][] {
  const portions: ChatMessage[][] = []
  let portion: ChatMessage[] = []
  let characters = 0
  for (const message of messages) {
    characters += message.content.length
    if (portion.length === 0 || portion.length === mostAtOnce || characters > mostCharacters) {
      portions.push((portion = []))
      characters = message.content.length
    }
    portion.push(message)
  }
  return portions
}

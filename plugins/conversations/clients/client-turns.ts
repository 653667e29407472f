import { ConflictError, NotFoundError } from '@svc/plugin'
import type { ByteQuota, Clock, DataPlane, EventLog, Ids, Logger, Principal, WorkspaceDatabase } from '@svc/plugin'
import type {
  ClientTurn,
  PassedExchange,
  TranscriptEvent,
  Turn,
  TurnRecord,
  Turns,
} from '@svc/plugin/contracts/conversations'
import type { MessageHead, TurnOptions } from '../records.ts'
import { appPrefix } from '../sessions/choices.ts'
import { messageStore } from '../sessions/message-store.ts'
import { sessionStore } from '../sessions/session-store.ts'
import type { TranscriptLog } from '../transcripts/transcript-log.ts'
import type { TurnEngine } from '../turns/turn-engine.ts'
import { underWay } from '../turns/turn-journal.ts'
import type { TurnJournal } from '../turns/turn-journal.ts'
import { turnStore } from '../turns/turn-store.ts'
import { historyHash, newClientSession, readHistory, toMessage } from './client-history.ts'
import type { ClientHistory } from './client-history.ts'
import { KeptExchanges } from './kept-exchanges.ts'

export interface ClientTurnsOptions {
  turns: TurnEngine
  journal: TurnJournal
  transcripts: TranscriptLog
  data: DataPlane
  quota: Pick<ByteQuota, 'measure'>
  events: EventLog
  config: { step_limit: number }
  ids: Ids
  clock: Clock
  log: Logger
  signal: AbortSignal
}

/** Turns of clients that keep the history themselves: it is found again by what it says. */
export class ClientTurns implements Turns {
  readonly #options: ClientTurnsOptions
  readonly #kept: KeptExchanges

  constructor(options: ClientTurnsOptions) {
    this.#options = options
    this.#kept = new KeptExchanges(options)
  }

  async start(turn: ClientTurn): Promise<Turn> {
    const { principal, after_message_id } = turn
    const { turns } = this.#options
    const model = await turns.checkModel(principal, turn.model)
    const history = readHistory(turn.messages)
    const options = optionsOf(turn, history)
    // What was kept a moment ago may be what is continued.
    this.#kept.flush()
    if (after_message_id !== undefined) return this.#continueAfter(turn, model, options, after_message_id)
    const hash = historyHash(principal, history.known)
    const session_id = this.#use(principal, db =>
      history.known.length === 0 ? null : sessionStore.continued(db, hash),
    )
    if (session_id === null) return this.#beginAnew(turn, model, options, history)
    return turns.beginTurn({
      session_id,
      principal,
      model,
      options,
      question: db => ({ leaf: messageStore.leaf(db, session_id), messages: history.asked.map(toMessage) }),
    })
  }

  follow(
    turn: { workspace_id: string; session_id: string; turn_id: string; after: string | null },
    signal: AbortSignal,
  ): AsyncIterable<TranscriptEvent> {
    return this.#options.turns.followTranscript(turn, signal)
  }

  get(workspaceId: string, turnId: string): TurnRecord {
    return this.#options.turns.get(workspaceId, turnId)
  }

  cancel(workspaceId: string, turnId: string): Promise<void> {
    return this.#options.turns.cancelTurn(workspaceId, turnId)
  }

  keep(exchange: PassedExchange): void {
    this.#kept.add(exchange)
  }

  /** Stores what is to be kept now. */
  flush(): void {
    this.#kept.flush()
  }

  #continueAfter({ principal, messages }: ClientTurn, model: string, options: TurnOptions, messageId: string): Turn {
    const answer = this.#use(principal, db => this.#answer(db, principal, messageId))
    const asked = messages.filter(({ role }) => role !== 'system').map(toMessage)
    const { history_hash: _, ...rest } = options
    const { session_id } = answer
    return this.#options.turns.beginTurn({
      session_id,
      principal,
      model,
      options: rest,
      question: db => ({ leaf: messageStore.cutAfter(db, session_id, answer), messages: asked }),
    })
  }

  /** The last message of the turn that gave the answer. @throws NotFoundError, ConflictError */
  #answer(db: WorkspaceDatabase, principal: Principal, messageId: string): MessageHead {
    const unknown = new NotFoundError('There is no such answer to continue.')
    const answer = messageStore.find(db, messageId)
    if (answer === null) throw unknown
    const session = sessionStore.get(db, answer.session_id)
    const isOwn = session?.user_id === principal.user_id && session.key_id === (principal.key_id ?? null)
    if (!isOwn) throw unknown
    if (answer.role !== 'assistant') throw new ConflictError('conflict', 'Only an answer can be continued.')
    if (turnStore.live(db, answer.session_id)) throw underWay()
    return (answer.turn_id === null ? null : messageStore.lastOfTurn(db, answer.turn_id)) ?? answer
  }

  #beginAnew(turn: ClientTurn, model: string, options: TurnOptions, { known, asked }: ClientHistory): Turn {
    const { turns, events, journal } = this.#options
    const { principal } = turn
    const session = newClientSession(this.#options, turn)
    const { session_id, user_id } = session
    return turns.beginTurn({
      session_id,
      principal,
      model,
      options,
      prepare: db => {
        sessionStore.insert(db, session)
        events.append(db, principal.workspace_id, [{ type: 'conversation.created', data: { session_id, user_id } }])
      },
      question: db => {
        const start = { message_id: null, position: -1 }
        const leaf = journal.place(db, session_id, start, known.map(toMessage))
        return { leaf, messages: asked.map(toMessage) }
      },
    })
  }

  #use<T>(principal: Principal, work: (db: WorkspaceDatabase) => T): T {
    return this.#options.data.use(principal.workspace_id, work)
  }
}

function optionsOf(turn: ClientTurn, { system, known, asked }: ClientHistory): TurnOptions {
  const { temperature, top_p, max_tokens, stop, seed, presence_penalty, frequency_penalty } = turn
  const { client_tools, tool_choice, parallel_tool_calls, response_schema, json_object, principal, model } = turn
  const isAgent = model === 'agent' || model.startsWith(appPrefix)
  const all = {
    ...{ temperature, top_p, max_tokens, stop, seed, presence_penalty, frequency_penalty },
    ...{ client_tools, tool_choice, parallel_tool_calls, response_schema, json_object },
    tools: isAgent ? ('all' as const) : ('none' as const),
    bare: isAgent ? undefined : true,
    system: system === '' ? undefined : system,
    history_hash: historyHash(principal, [...known, ...asked]),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as TurnOptions
}

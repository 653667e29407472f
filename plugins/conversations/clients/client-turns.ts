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
import { historyHash, messageHash, newClientSession, readHistory } from './client-history.ts'
import { HistoryPlacement } from './history-placement.ts'
import type { PlacedHistory } from './history-placement.ts'
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
    turns.checkRoom(principal)
    const history = readHistory(turn.messages)
    const options = optionsOf(turn, history.system)
    // What was kept a moment ago may be what is continued.
    await this.#kept.flush(principal.workspace_id)
    if (after_message_id !== undefined) return this.#continueAfter(turn, model, options, after_message_id)
    const hash = historyHash(principal, history.known)
    const continued = this.#use(principal, db => (history.known.length === 0 ? null : sessionStore.continued(db, hash)))
    const placed: PlacedHistory =
      continued === null
        ? { ...history, principal, session: newClientSession(this.#options, turn) }
        : { asked: history.asked, known: [], principal, session: continued }
    return this.#beginBehind(placed, model, { ...options, history_hash: messageHash(hash, history.asked) })
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
  flush(): Promise<void> {
    return this.#kept.flush()
  }

  #continueAfter(
    { principal, messages }: ClientTurn,
    model: string,
    options: TurnOptions,
    messageId: string,
  ): Promise<Turn> {
    const after = this.#use(principal, db => this.#answer(db, principal, messageId))
    const asked = messages.filter(({ role }) => role !== 'system')
    return this.#beginBehind({ principal, session: after.session_id, after, known: [], asked }, model, options)
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

  async #beginBehind(history: PlacedHistory, model: string, options: TurnOptions): Promise<Turn> {
    const placement = new HistoryPlacement(this.#options, history)
    const { session_id, asked } = placement
    return placement.placeFor(() =>
      this.#options.turns.beginTurn({
        session_id,
        principal: history.principal,
        model,
        options,
        prepare: db => placement.open(db),
        question: db => ({ leaf: placement.leaf(db), messages: asked }),
      }),
    )
  }

  #use<T>(principal: Principal, work: (db: WorkspaceDatabase) => T): T {
    return this.#options.data.use(principal.workspace_id, work)
  }
}

function optionsOf(turn: ClientTurn, system: string): TurnOptions {
  const { temperature, top_p, max_tokens, stop, seed, presence_penalty, frequency_penalty } = turn
  const { client_tools, tool_choice, parallel_tool_calls, response_schema, json_object, model } = turn
  const isAgent = model === 'agent' || model.startsWith(appPrefix)
  const all = {
    ...{ temperature, top_p, max_tokens, stop, seed, presence_penalty, frequency_penalty },
    ...{ client_tools, tool_choice, parallel_tool_calls, response_schema, json_object },
    tools: isAgent ? ('all' as const) : ('none' as const),
    bare: isAgent ? undefined : true,
    system: system === '' ? undefined : system,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as TurnOptions
}

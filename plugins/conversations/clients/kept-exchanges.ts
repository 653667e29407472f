import { messageOf } from '@svc/plugin'
import type { ByteQuota, Clock, EventLog, Ids, Logger, WorkspaceDatabase } from '@svc/plugin'
import type { PassedExchange } from '@svc/plugin/contracts/conversations'
import type { Session } from '../records.ts'
import { messageStore } from '../sessions/message-store.ts'
import { parsedArguments } from '../sessions/parsed-arguments.ts'
import { sessionStore } from '../sessions/session-store.ts'
import type { TranscriptLog } from '../transcripts/transcript-log.ts'
import type { NewTranscriptEvent } from '../transcripts/transcript-store.ts'
import { titleFrom } from '../turns/titles.ts'
import type { TurnJournal } from '../turns/turn-journal.ts'
import { answerHash, historyHash, messageHash, newClientSession, readHistory, toMessage } from './client-history.ts'

const flushMs = 50
const mostWaiting = 64

export interface KeptExchangesOptions {
  journal: TurnJournal
  quota: Pick<ByteQuota, 'measure'>
  transcripts: TranscriptLog
  events: EventLog
  config: { step_limit: number }
  ids: Ids
  clock: Clock
  log: Logger
  signal: AbortSignal
}

/** Exchanges that were passed through to a provider, kept as conversations; many in one transaction, a moment later. */
export class KeptExchanges {
  readonly #options: KeptExchangesOptions
  #waiting: PassedExchange[] = []
  #isDue = false

  constructor(options: KeptExchangesOptions) {
    this.#options = options
  }

  /** One that asks nothing is no conversation. */
  add(exchange: PassedExchange): void {
    if (exchange.messages.every(({ role }) => role === 'system')) return
    this.#waiting.push(exchange)
    if (this.#waiting.length >= mostWaiting) this.flush()
    if (this.#isDue) return
    this.#isDue = true
    void this.#flushSoon()
  }

  /** The clients have their answers; what cannot be kept is for the log, and keeps no other from being kept. */
  flush(): void {
    const waiting = this.#waiting
    this.#waiting = []
    const byWorkspace = Map.groupBy(waiting, ({ principal }) => principal.workspace_id)
    for (const [workspaceId, exchanges] of byWorkspace) {
      try {
        this.#storeAll(workspaceId, exchanges)
      } catch {
        for (const exchange of exchanges) this.#storeAlone(workspaceId, exchange)
      }
    }
  }

  #storeAll(workspaceId: string, exchanges: readonly PassedExchange[]): void {
    this.#options.transcripts.commitAll(workspaceId, (db, append) => {
      for (const exchange of exchanges) this.#options.quota.measure(db, () => this.#store(db, exchange, append))
    })
  }

  #storeAlone(workspaceId: string, exchange: PassedExchange): void {
    try {
      this.#storeAll(workspaceId, [exchange])
    } catch (error) {
      const reason = messageOf(error)
      this.#options.log.warn({ workspace_id: workspaceId, reason }, 'an exchange could not be kept')
    }
  }

  async #flushSoon(): Promise<void> {
    const { clock, signal } = this.#options
    // When the server stops, what waits is stored at once.
    await clock.sleep(flushMs, signal).catch(() => undefined)
    this.#isDue = false
    this.flush()
  }

  #store(
    db: WorkspaceDatabase,
    exchange: PassedExchange,
    append: (sessionId: string, events: readonly NewTranscriptEvent[]) => void,
  ): void {
    const { journal, ids, clock } = this.#options
    const { principal, model, messages, answer, usage } = exchange
    const { known, asked } = readHistory(messages)
    const state = historyHash(principal, known)
    const continued = known.length === 0 ? null : sessionStore.continued(db, state)
    const session_id = continued ?? this.#begin(db, exchange)
    const start = { message_id: null, position: -1 }
    const before =
      continued === null
        ? journal.place(db, session_id, start, known.map(toMessage))
        : messageStore.leaf(db, session_id)
    const turn_id = ids.create('turn')
    const question = journal.place(
      db,
      session_id,
      before,
      asked.map(message => ({ ...toMessage(message), turn_id })),
    )
    const message_id = ids.create('msg')
    const { content, tool_calls, finish_reason } = answer
    const said = { role: 'assistant' as const, message_id, content, tool_calls, model, turn_id, finish_reason, usage }
    const answered = journal.place(db, session_id, question, [said])
    journal.insertDone(db, principal, {
      turn_id,
      session_id,
      model,
      question_id: question.message_id ?? message_id,
      answer_id: message_id,
      finish_reason,
      usage,
      at: clock.timestamp(),
    })
    append(session_id, [
      ...question.messages.map(({ message_id, role, content }) => ({
        type: 'message',
        turn_id,
        data: { message_id, role, content },
      })),
      ...(content === '' ? [] : [{ type: 'content', turn_id, data: { delta: content } }]),
      ...tool_calls.map(call => ({
        type: 'tool_call',
        turn_id,
        data: { call_id: call.id, tool_name: call.name, arguments: parsedArguments(call.arguments) },
      })),
      { type: 'done', turn_id, data: { message_id, finish_reason, usage: { ...usage } } },
    ])
    const whole = answerHash(messageHash(state, asked), content, tool_calls)
    const hashes = { whole, streamed: whole }
    sessionStore.setEnd(db, session_id, { leaf_id: answered.message_id, at: clock.timestamp(), hashes })
  }

  #begin(db: WorkspaceDatabase, exchange: PassedExchange): string {
    const { events } = this.#options
    const { principal, messages } = exchange
    const question = messages.find(({ role }) => role === 'user')?.content ?? ''
    const title = titleFrom(question)
    const named = title === '' ? {} : { title, title_by: 'model' as const }
    const session: Session = { ...newClientSession(this.#options, exchange), ...named }
    const { session_id, user_id } = session
    sessionStore.insert(db, session)
    events.append(db, principal.workspace_id, [{ type: 'conversation.created', data: { session_id, user_id } }])
    return session_id
  }
}

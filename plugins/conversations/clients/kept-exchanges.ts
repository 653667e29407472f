import { messageOf } from '@svc/plugin'
import type { ByteQuota, Clock, DataPlane, EventLog, Ids, Logger, WorkspaceDatabase } from '@svc/plugin'
import type { PassedExchange } from '@svc/plugin/contracts/conversations'
import type { Session } from '../records.ts'
import { parsedArguments } from '../sessions/parsed-arguments.ts'
import { sessionStore } from '../sessions/session-store.ts'
import type { TranscriptLog } from '../transcripts/transcript-log.ts'
import type { NewTranscriptEvent } from '../transcripts/transcript-store.ts'
import { titleFrom } from '../turns/titles.ts'
import type { TurnJournal } from '../turns/turn-journal.ts'
import { answerHash, historyHash, newClientSession, readHistory } from './client-history.ts'
import { HistoryPlacement, isLong } from './history-placement.ts'

const flushMs = 50
const mostWaiting = 64
/** Of a workspace: each may be as large as a request. */
const mostLong = 8

export interface KeptExchangesOptions {
  journal: TurnJournal
  data: DataPlane
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
  /** By workspace, those with a long history. */
  readonly #long = new Map<string, { waiting: number; last: Promise<void> }>()
  #waiting: PassedExchange[] = []
  #isDue = false

  constructor(options: KeptExchangesOptions) {
    this.#options = options
  }

  /** One that asks nothing is no conversation. */
  add(exchange: PassedExchange): void {
    const { messages, principal } = exchange
    if (messages.every(({ role }) => role === 'system')) return
    if (isLong(messages)) return this.#addLong(principal.workspace_id, exchange)
    this.#waiting.push(exchange)
    if (this.#waiting.length >= mostWaiting) this.#flushShort()
    if (this.#isDue) return
    this.#isDue = true
    void this.#flushSoon()
  }

  /** Resolves when what was added is stored, of one workspace or of all. */
  async flush(workspaceId?: string): Promise<void> {
    this.#flushShort()
    if (workspaceId !== undefined) await this.#long.get(workspaceId)?.last
    else await Promise.all([...this.#long.values()].map(({ last }) => last))
  }

  /** The clients have their answers; what cannot be kept is for the log, and keeps no other from being kept. */
  #flushShort(): void {
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

  /** One after another: the next may continue it. */
  #addLong(workspaceId: string, exchange: PassedExchange): void {
    const line = this.#long.get(workspaceId) ?? { waiting: 0, last: Promise.resolve() }
    if (line.waiting === mostLong) return this.#warn(workspaceId, new Error('too many with a long history wait'))
    this.#long.set(workspaceId, line)
    line.waiting += 1
    line.last = line.last.then(async () => {
      await this.#storeLong(exchange)
      line.waiting -= 1
      if (line.waiting === 0) this.#long.delete(workspaceId)
    })
  }

  #storeAll(
    workspaceId: string,
    exchanges: readonly PassedExchange[],
    placementOf = (db: WorkspaceDatabase, exchange: PassedExchange) => this.#placementOf(db, exchange),
  ): void {
    const { transcripts, quota } = this.#options
    transcripts.commitAll(workspaceId, (db, append) => {
      for (const exchange of exchanges)
        quota.measure(db, () => this.#store(db, exchange, placementOf(db, exchange), append))
    })
  }

  #storeAlone(workspaceId: string, exchange: PassedExchange): void {
    try {
      this.#storeAll(workspaceId, [exchange])
    } catch (error) {
      this.#warn(workspaceId, error)
    }
  }

  #warn(workspaceId: string, error: unknown): void {
    const reason = messageOf(error)
    this.#options.log.warn({ workspace_id: workspaceId, reason }, 'an exchange could not be kept')
  }

  async #flushSoon(): Promise<void> {
    const { clock, signal } = this.#options
    // When the server stops, what waits is stored at once.
    await clock.sleep(flushMs, signal).catch(() => undefined)
    this.#isDue = false
    this.#flushShort()
  }

  async #storeLong(exchange: PassedExchange): Promise<void> {
    const { workspace_id } = exchange.principal
    try {
      // What was passed through before it may be what it continues.
      this.#flushShort()
      const placement = this.#options.data.use(workspace_id, db => this.#placementOf(db, exchange))
      await placement.placeFor(() => this.#storeAll(workspace_id, [exchange], () => placement))
    } catch (error) {
      this.#warn(workspace_id, error)
    }
  }

  #placementOf(db: WorkspaceDatabase, exchange: PassedExchange): HistoryPlacement {
    const { principal, messages } = exchange
    const { known, asked } = readHistory(messages)
    const continued = known.length === 0 ? null : sessionStore.continued(db, historyHash(principal, known))
    const history =
      continued === null ? { session: this.#sessionOf(exchange), known } : { session: continued, known: [] }
    return new HistoryPlacement(this.#options, { principal, asked, ...history })
  }

  #store(
    db: WorkspaceDatabase,
    exchange: PassedExchange,
    placement: HistoryPlacement,
    append: (sessionId: string, events: readonly NewTranscriptEvent[]) => void,
  ): void {
    const { journal, ids, clock } = this.#options
    const { principal, model, messages, answer, usage } = exchange
    const { session_id } = placement
    const turn_id = ids.create('turn')
    placement.open(db)
    const asked = placement.asked.map(message => ({ ...message, turn_id }))
    const question = journal.place(db, session_id, placement.leaf(db), asked)
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
    const whole = answerHash(historyHash(principal, messages), content, tool_calls)
    const hashes = { whole, streamed: whole }
    sessionStore.setEnd(db, session_id, { leaf_id: answered.message_id, at: clock.timestamp(), hashes })
  }

  #sessionOf(exchange: PassedExchange): Session {
    const question = exchange.messages.find(({ role }) => role === 'user')?.content ?? ''
    const title = titleFrom(question)
    const named = title === '' ? {} : { title, title_by: 'model' as const }
    return { ...newClientSession(this.#options, exchange), ...named }
  }
}

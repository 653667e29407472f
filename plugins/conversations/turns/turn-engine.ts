import { ConflictError, NotFoundError, RateLimitedError, UnavailableError } from '@svc/plugin'
import type {
  Callers,
  Clock,
  DataPlane,
  EventLog,
  Ids,
  Logger,
  Principal,
  ServerSentEvent,
  WorkspaceDatabase,
  WorkspaceMarks,
} from '@svc/plugin'
import type { AgentApps } from '@svc/plugin/contracts/agent-apps'
import type { TranscriptEvent, Turn, TurnRecord } from '@svc/plugin/contracts/conversations'
import type { Memories } from '@svc/plugin/contracts/memory'
import type { Models } from '@svc/plugin/contracts/models'
import type { Approvals, ToolCatalog } from '@svc/plugin/contracts/tools'
import type { Message, StoredTurn } from '../records.ts'
import { MemoryRecall } from '../recall/memory-recall.ts'
import { requireAppScope } from '../sessions/app-scope.ts'
import { messageStore } from '../sessions/message-store.ts'
import { requireMessage, requireSession } from '../sessions/sessions.ts'
import { sessionStore } from '../sessions/session-store.ts'
import { abortable } from './abortable.ts'
import { AppTurns, appPrefix, requireApp } from './app-turn.ts'
import { branchStore } from './branch-store.ts'
import type { Leaf } from './branch-store.ts'
import { ClientTurns } from './client-turns.ts'
import type { AnswerAgain, ConversationTurns, Edit, LogQuery, Question } from './conversation-turns.ts'
import { HistoryReader } from './history-reader.ts'
import { memoryStore } from './memory-store.ts'
import { ToolRounds } from './tool-round.ts'
import { TranscriptLog } from './transcript-log.ts'
import { TurnJournal, underWay } from './turn-journal.ts'
import type { NewMessage, TurnBeginning } from './turn-steps.ts'
import { TurnLoop } from './turn-loop.ts'
import { readTurn } from './turn-records.ts'
import { TurnRunner } from './turn-runner.ts'
import { turnStore } from './turn-store.ts'

export interface TurnEngineParts {
  data: DataPlane
  events: EventLog
  marks: WorkspaceMarks
  callers: Callers
  models: Models
  tools: ToolCatalog | undefined
  approvals: Approvals | undefined
  apps: AgentApps | undefined
  memories: Memories | undefined
  /** Of the plugin's configuration. */
  config: { step_limit: number; context_window: number; turn_minutes: number; max_turns: number; memory: boolean }
  ids: Ids
  clock: Clock
  log: Logger
  signal: AbortSignal
}

/** The turns of all conversations: what is asked of them is checked here, and carried out by the runner. */
export class TurnEngine implements ConversationTurns {
  /** For clients that keep the history themselves. */
  readonly forClients: ClientTurns
  readonly #parts: TurnEngineParts
  readonly #log: TranscriptLog
  readonly #journal: TurnJournal
  readonly #runner: TurnRunner

  constructor(parts: TurnEngineParts) {
    const { data, events, marks, callers, models, tools, approvals, apps, memories, config, ids, clock, log, signal } =
      parts
    this.#parts = parts
    this.#log = new TranscriptLog({ data, clock, log, signal })
    const journal = new TurnJournal({ log: this.#log, events, marks, callers, ids, clock })
    this.#journal = journal
    const contextWindow = config.context_window
    const history = new HistoryReader({ data, models, journal, contextWindow, log })
    const rounds = new ToolRounds({ catalog: tools, data, journal, log })
    const recall = new MemoryRecall({ memories, data, byDefault: config.memory, clock, log })
    const loop = new TurnLoop({
      data,
      models,
      catalog: tools,
      rounds,
      journal,
      history,
      recall,
      callers,
      ids,
      clock,
      log,
    })
    const appTurns = new AppTurns(apps, journal)
    const minutes = config.turn_minutes
    this.#runner = new TurnRunner({
      data,
      marks,
      approvals,
      models,
      journal,
      loop,
      appTurns,
      minutes,
      clock,
      log,
      signal,
    })
    this.forClients = new ClientTurns({
      engine: this,
      journal,
      log: this.#log,
      data,
      events,
      ids,
      clock,
      logger: log,
      signal,
      config,
    })
  }

  async begin(question: Question): Promise<Turn> {
    const { session_id, principal, text, attachments = [], images = [], options = {} } = question
    const message: NewMessage = { role: 'user', content: text, attachments, images }
    const model = await this.#modelFor(principal, session_id, question.model)
    return this.beginTurn({
      session_id,
      principal,
      model,
      options,
      onStored: question.onStored,
      question: db => ({ leaf: branchStore.leaf(db, session_id), messages: [message] }),
    })
  }

  async retry(wish: AnswerAgain): Promise<Turn> {
    const { session_id, principal, message_id } = wish
    const last = this.#use(principal, db => {
      requireSession(db, session_id)
      return turnStore.last(db, session_id)
    })
    if (last === null) throw new ConflictError('conflict', 'Nothing was asked in this conversation yet.')
    if (last.status !== 'done') throw underWay()
    if (last.finish_reason === 'stop' && message_id === undefined) {
      const message =
        'The last turn came to its end. Another answer in the place of this one: POST …/messages/{id}/regenerate.'
      throw new ConflictError('conflict', message)
    }
    return this.#again({ ...wish, message_id: message_id ?? last.question_id }, last)
  }

  async regenerate(wish: AnswerAgain): Promise<Turn> {
    return this.#again(wish, null)
  }

  async edit(edit: Edit): Promise<Turn> {
    const { session_id, principal, message_id, text, options = {} } = edit
    const old = this.#use(principal, db => {
      requireSession(db, session_id)
      return requireMessage(db, session_id, message_id)
    })
    if (old.role !== 'user') throw new ConflictError('conflict', 'Only a question can be edited; this message is none.')
    const { attachments = old.attachments, images = old.images } = edit
    const message: NewMessage = { role: 'user', content: text, attachments, images }
    return this.beginTurn({
      session_id,
      principal,
      model: await this.#modelFor(principal, session_id, edit.model),
      options,
      onStored: edit.onStored,
      question: db => ({ leaf: cutBefore(db, old), messages: [message] }),
    })
  }

  /** For a caller who has found the model. @throws ConflictError, RateLimitedError, UnavailableError */
  beginTurn({ session_id, principal, model, options, question, prepare, onStored }: TurnBeginning): Turn {
    const { config, callers } = this.#parts
    if (this.#runner.isStopping) throw new UnavailableError('The server is stopping.')
    const here = this.#runner.countIn(principal.workspace_id)
    if (here >= config.max_turns) {
      const message = `${here} turns run in this workspace, and no more may at once. Wait for the end of one.`
      throw new RateLimitedError(message, 5)
    }
    const caller = callers.save(principal)
    const turn = this.#journal.begin(
      principal.workspace_id,
      { session_id, model, caller, options },
      question,
      prepare,
      onStored,
    )
    this.#runner.launch(turn, principal)
    return { session_id, turn_id: turn.turn_id, message_id: turn.answer_id, model }
  }

  /** The id that is kept with the turn. @throws NotFoundError, ForbiddenError */
  async checkModel(principal: Principal, model: string | null): Promise<string> {
    if (model?.startsWith(appPrefix)) {
      requireAppScope(principal, model)
      requireApp(this.#parts.apps, model)
      return model
    }
    const resolved = await this.#parts.models.resolve(principal, model === 'agent' ? undefined : (model ?? undefined))
    return model ?? resolved.id
  }

  follow(query: LogQuery, signal: AbortSignal): AsyncIterable<ServerSentEvent> {
    this.#use(query, db => requireSession(db, query.session_id))
    return this.#log.follow(query, signal, event => event.shown)
  }

  followTranscript(query: LogQuery, signal: AbortSignal): AsyncIterable<TranscriptEvent> {
    this.#use(query, db => requireSession(db, query.session_id))
    return this.#log.follow(query, signal, ({ event }) => event)
  }

  get(workspaceId: string, turnId: string): TurnRecord {
    return readTurn(this.#parts.data, workspaceId, turnId, this.#runner.find(turnId))
  }

  live(workspaceId: string, sessionId: string): TurnRecord | null {
    const turn = this.#parts.data.use(workspaceId, db => turnStore.live(db, sessionId))
    return turn === null ? null : this.get(workspaceId, turn.turn_id)
  }

  switchTo(workspaceId: string, sessionId: string, messageId: string): void {
    const { data, clock } = this.#parts
    data.use(workspaceId, db =>
      db.transaction(() => {
        requireSession(db, sessionId)
        requireMessage(db, sessionId, messageId)
        if (turnStore.live(db, sessionId)) throw underWay()
        const leaf = messageStore.activate(db, sessionId, messageId)
        sessionStore.setLeaf(db, sessionId, leaf, clock.timestamp())
        memoryStore.setHistory(db, sessionId, null)
      }),
    )
  }

  async cancel(workspaceId: string, sessionId: string): Promise<boolean> {
    const turn = this.#parts.data.use(workspaceId, db => {
      requireSession(db, sessionId)
      return turnStore.live(db, sessionId)
    })
    if (turn === null) return false
    await this.#runner.end(turn)
    return true
  }

  /** @throws NotFoundError */
  async cancelTurn(workspaceId: string, turnId: string): Promise<void> {
    const turn = this.#parts.data.use(workspaceId, db => turnStore.get(db, turnId))
    if (turn === null) throw new NotFoundError('There is no such turn in this workspace.')
    if (turn.status !== 'done') await this.#runner.end(turn)
  }

  async settled(workspaceId: string, turnId: string, signal: AbortSignal): Promise<TurnRecord> {
    const running = this.#runner.find(turnId)
    if (running) await abortable(running.settled, signal)
    return this.get(workspaceId, turnId)
  }

  async forget(workspaceId: string, sessionId: string): Promise<void> {
    await this.cancel(workspaceId, sessionId)
    this.#log.forget(workspaceId, sessionId)
  }

  start(): Promise<void> {
    return this.#runner.start()
  }

  async stop(): Promise<void> {
    this.forClients.flush()
    await this.#runner.stop()
    this.#log.close()
  }

  async #again(wish: AnswerAgain, retried: StoredTurn | null): Promise<Turn> {
    const { session_id, principal, message_id } = wish
    const { question, before } = this.#use(principal, db => {
      requireSession(db, session_id)
      const asked = message_id ?? turnStore.last(db, session_id)?.question_id
      if (asked === undefined) throw new ConflictError('conflict', 'Nothing was asked in this conversation yet.')
      const message = requireMessage(db, session_id, asked)
      const turn = message.turn_id === null ? null : turnStore.get(db, message.turn_id)
      const isQuestion = message.role === 'user'
      const question = isQuestion || turn === null ? message : requireMessage(db, session_id, turn.question_id)
      if (question.role === 'assistant') throw new ConflictError('conflict', 'No question is known for this answer.')
      return { question, before: retried ?? turn }
    })
    const { history_hash: _, ...options } = wish.options ?? before?.options ?? {}
    const model = wish.model ?? before?.model
    return this.beginTurn({
      session_id,
      principal,
      model: await this.#modelFor(principal, session_id, model),
      options,
      onStored: wish.onStored,
      question: db => ({ leaf: branchStore.cutAfter(db, session_id, question), messages: [] }),
    })
  }

  async #modelFor(principal: Principal, sessionId: string, wish: string | undefined): Promise<string> {
    const session = this.#use(principal, db => requireSession(db, sessionId))
    return this.checkModel(principal, wish ?? session.model)
  }

  #use<T>(of: { workspace_id: string }, work: (db: WorkspaceDatabase) => T): T {
    return this.#parts.data.use(of.workspace_id, work)
  }
}

/** The branch up to what stands before a message. */
function cutBefore(db: WorkspaceDatabase, { session_id, parent_id }: Message): Leaf {
  const parent = parent_id === null ? null : messageStore.get(db, session_id, parent_id)
  return branchStore.cutAfter(db, session_id, parent)
}

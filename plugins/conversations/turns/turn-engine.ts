import { ConflictError, NotFoundError, RateLimitedError, UnavailableError } from '@svc/plugin'
import type {
  Actor,
  Callers,
  Clock,
  DataPlane,
  EventLog,
  Principal,
  ServerSentEvent,
  WorkspaceDatabase,
} from '@svc/plugin'
import type { AgentApps } from '@svc/plugin/contracts/agent-apps'
import type { TranscriptEvent, Turn, TurnRecord } from '@svc/plugin/contracts/conversations'
import type { Models } from '@svc/plugin/contracts/models'
import { withoutData } from '@svc/plugin/library/models/provider-data'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'
import type { MessageHead, StoredTurn } from '../records.ts'
import { appPrefix, requireAppScope } from '../sessions/choices.ts'
import { messageStore } from '../sessions/message-store.ts'
import type { Leaf } from '../sessions/message-store.ts'
import { sessionStore } from '../sessions/session-store.ts'
import { requireMessage, requireSession } from '../sessions/sessions.ts'
import type { LogQuery, TranscriptLog } from '../transcripts/transcript-log.ts'
import { transcriptStore } from '../transcripts/transcript-store.ts'
import { requireApp } from './app-turn.ts'
import type { RunningTurn } from './running-turn.ts'
import { underWay } from './turn-journal.ts'
import type { TurnJournal } from './turn-journal.ts'
import type { TurnRunner } from './turn-runner.ts'
import { clientCalls } from './turn-steps.ts'
import type { AnswerAgain, Edit, NewMessage, Question, TurnBeginning } from './turn-steps.ts'
import { turnStore } from './turn-store.ts'

const eventsAtOnce = 100

export interface TurnEngineOptions {
  data: DataPlane
  callers: Callers
  models: Models
  apps: AgentApps | undefined
  events: EventLog
  transcripts: TranscriptLog
  journal: TurnJournal
  runner: TurnRunner
  /** How many turns may be under way in a workspace. */
  maxTurns: number
  clock: Clock
}

/** The turns of all conversations: what is asked of them is checked here, and carried out by the runner. */
export class TurnEngine {
  readonly #options: TurnEngineOptions

  constructor(options: TurnEngineOptions) {
    this.#options = options
  }

  /** @throws NotFoundError; ConflictError when a turn is under way; RateLimitedError; ForbiddenError for a model that the key may not ask */
  async begin(question: Question): Promise<Turn> {
    const { session, principal, text, attachments = [], images = [], options = {} } = question
    const { session_id } = session
    const message: NewMessage = { role: 'user', content: text, attachments, images }
    const model = await this.checkModel(principal, question.model ?? session.model)
    return this.beginTurn({
      session_id,
      principal,
      model,
      options,
      onStored: question.onStored,
      question: db => ({ leaf: messageStore.leaf(db, session_id), messages: [message] }),
    })
  }

  /** Answers the question of a turn that did not come to its end once more. @throws ConflictError when there is none */
  async retry(request: AnswerAgain): Promise<Turn> {
    const { session, principal, message_id } = request
    const last = this.#use(principal, db => turnStore.last(db, session.session_id))
    if (last === null) throw new ConflictError('conflict', 'Nothing was asked in this conversation yet.')
    if (last.status !== 'done') throw underWay()
    if (last.finish_reason === 'stop' && message_id === undefined) {
      const message =
        'The last turn came to its end. Another answer in the place of this one: POST …/messages/{id}/regenerate.'
      throw new ConflictError('conflict', message)
    }
    return this.#again({ ...request, message_id: message_id ?? last.question_id }, last)
  }

  /** @throws as `begin`; ConflictError for a message that answers nothing */
  async regenerate(request: AnswerAgain): Promise<Turn> {
    return this.#again(request, null)
  }

  /** @throws as `begin`; ConflictError for a message that is no question */
  async edit(edit: Edit): Promise<Turn> {
    const { session, principal, message_id, text, options = {} } = edit
    const { session_id } = session
    const old = this.#use(principal, db => messageStore.whole(db, [requireMessage(db, session_id, message_id)])[0])
    if (old?.role !== 'user')
      throw new ConflictError('conflict', 'Only a question can be edited; this message is none.')
    const { attachments = old.attachments, images = old.images } = edit
    const message: NewMessage = { role: 'user', content: text, attachments, images }
    return this.beginTurn({
      session_id,
      principal,
      model: await this.checkModel(principal, edit.model ?? session.model),
      options,
      onStored: edit.onStored,
      question: db => ({ leaf: cutBefore(db, old), messages: [message] }),
    })
  }

  /** For a caller who has found the model. @throws ConflictError, RateLimitedError, UnavailableError */
  beginTurn({ session_id, principal, model, options, question, prepare, onStored }: TurnBeginning): Turn {
    const { callers, journal, runner } = this.#options
    this.checkRoom(principal)
    const caller = callers.save(principal)
    const started = { session_id, model, caller, options }
    const turn = journal.begin(principal.workspace_id, started, { question, prepare, onStored })
    runner.launch(turn, principal)
    return { session_id, turn_id: turn.turn_id, message_id: turn.answer_id, model }
  }

  /** Whether one more turn may begin now. @throws RateLimitedError, UnavailableError */
  checkRoom({ workspace_id }: Principal): void {
    const { maxTurns, runner } = this.#options
    if (runner.isStopping) throw new UnavailableError('The server is stopping.')
    const here = runner.countIn(workspace_id)
    if (here < maxTurns) return
    const message = `${here} turns run in this workspace, and no more may at once. Wait for the end of one.`
    throw new RateLimitedError(message, 5)
  }

  /** The id that is kept with the turn. @throws NotFoundError, ForbiddenError */
  async checkModel(principal: Principal, model: string | null): Promise<string> {
    if (model?.startsWith(appPrefix)) {
      requireAppScope(principal, model)
      requireApp(this.#options.apps, model)
      return model
    }
    const resolved = await this.#options.models.resolve(principal, model === 'agent' ? undefined : (model ?? undefined))
    return model ?? resolved.id
  }

  /** @throws NotFoundError, ValidationError for an `after` that is not of this conversation */
  follow(query: LogQuery, signal: AbortSignal): AsyncIterable<ServerSentEvent> {
    return this.#options.transcripts.follow(query, signal, event => event.shown)
  }

  followTranscript(query: LogQuery, signal: AbortSignal): AsyncIterable<TranscriptEvent> {
    this.#use(query, db => requireSession(db, query.session_id))
    return this.#options.transcripts.follow(query, signal, ({ event }) => event)
  }

  /** @throws NotFoundError */
  get(workspaceId: string, turnId: string): TurnRecord {
    return this.#options.data.use(workspaceId, db =>
      recordOf(db, requireTurn(db, turnId), this.#options.runner.find(turnId)),
    )
  }

  /** Makes the branch through the message the one that is read and continued. @throws NotFoundError, ConflictError when a turn is under way */
  switchTo(actor: Actor, sessionId: string, messageId: string): void {
    const { data, clock, events } = this.#options
    data.use(actor.workspace_id, db =>
      db.transaction(() => {
        requireMessage(db, sessionId, messageId)
        if (requireSession(db, sessionId).status !== 'idle') throw underWay()
        const leaf_id = messageStore.activate(db, sessionId, messageId)
        sessionStore.setEnd(db, sessionId, { leaf_id, at: clock.timestamp(), hashes: null })
        const updated = { session_id: sessionId, user_id: actor.user_id }
        events.append(db, actor.workspace_id, [{ type: 'conversation.updated', data: updated }])
      }),
    )
  }

  /** Ends what runs or waits in the conversation; resolves with its id when its `done` is stored, with null when nothing did. */
  async cancel(workspaceId: string, sessionId: string): Promise<string | null> {
    const turn = this.#options.data.use(workspaceId, db => turnStore.live(db, sessionId))
    if (turn === null) return null
    await this.#options.runner.end(turn)
    return turn.turn_id
  }

  /** @throws NotFoundError */
  async cancelTurn(workspaceId: string, turnId: string): Promise<void> {
    const turn = this.#options.data.use(workspaceId, db => requireTurn(db, turnId))
    if (turn.status !== 'done') await this.#options.runner.end(turn)
  }

  /** The turn once it waits for a person or is done, with its stored events of some types. */
  async settled(
    { workspace_id, turn_id, types }: { workspace_id: string; turn_id: string; types: readonly string[] },
    signal: AbortSignal,
  ): Promise<{ record: TurnRecord; events: TranscriptEvent[] }> {
    const { data } = this.#options
    const running = this.#options.runner.find(turn_id)
    if (running) await orAborted(running.settled, signal)
    const { record, session_id, first_seq } = data.use(workspace_id, db => {
      const turn = requireTurn(db, turn_id)
      return { ...turn, record: recordOf(db, turn, this.#options.runner.find(turn_id)) }
    })
    const events: TranscriptEvent[] = []
    for (let after = first_seq - 1; ;) {
      const query = { session_id, turn_id, after, types, limit: eventsAtOnce }
      const page = data.use(workspace_id, db => transcriptStore.ofTurn(db, query))
      events.push(...page.map(({ event }) => event))
      if (page.length < eventsAtOnce) return { record, events }
      after = page.at(-1)?.seq ?? after
      // Results of tools are large; others have their turn between two pages.
      await new Promise(setImmediate)
      signal.throwIfAborted()
    }
  }

  /** The conversation is deleted: its turn ends, its readers are sent away. */
  async forget(workspaceId: string, sessionId: string): Promise<void> {
    await this.cancel(workspaceId, sessionId)
    this.#options.transcripts.forget(workspaceId, sessionId)
  }

  /** Before requests come: ends what a crash broke off, and goes on waiting for people. */
  start(): Promise<void> {
    return this.#options.runner.start()
  }

  /** The workspace goes elsewhere once its turns have ended, or `over` aborts. */
  leave(workspaceId: string, over: AbortSignal): Promise<void> {
    return this.#options.runner.leave(workspaceId, over)
  }

  /** Turns that run are marked as interrupted; readers get the end of their streams. */
  async stop(): Promise<void> {
    const { runner, transcripts } = this.#options
    await runner.stop()
    transcripts.close()
  }

  async #again(request: AnswerAgain, retried: StoredTurn | null): Promise<Turn> {
    const { session, principal, message_id } = request
    const { session_id } = session
    const { question, before } = this.#use(principal, db => {
      const asked = message_id ?? turnStore.last(db, session_id)?.question_id
      if (asked === undefined) throw new ConflictError('conflict', 'Nothing was asked in this conversation yet.')
      const message = requireMessage(db, session_id, asked)
      const turn = message.turn_id === null ? null : turnStore.get(db, message.turn_id)
      const isQuestion = message.role === 'user'
      const question = isQuestion || turn === null ? message : requireMessage(db, session_id, turn.question_id)
      if (question.role === 'assistant') throw new ConflictError('conflict', 'No question is known for this answer.')
      return { question, before: retried ?? turn }
    })
    const { history_hash: _, ...options } = request.options ?? before?.options ?? {}
    return this.beginTurn({
      session_id,
      principal,
      model: await this.checkModel(principal, request.model ?? before?.model ?? session.model),
      options,
      onStored: request.onStored,
      question: db => {
        // Another branch may have become the active one meanwhile.
        const now = requireMessage(db, session_id, question.message_id)
        return { leaf: messageStore.cutAfter(db, session_id, now), messages: [] }
      },
    })
  }

  #use<T>(of: { workspace_id: string }, work: (db: WorkspaceDatabase) => T): T {
    return this.#options.data.use(of.workspace_id, work)
  }
}

/** The branch up to what stands before a message. */
function cutBefore(db: WorkspaceDatabase, { session_id, parent_id }: MessageHead): Leaf {
  const parent = parent_id === null ? null : messageStore.get(db, session_id, parent_id)
  return messageStore.cutAfter(db, session_id, parent)
}

/** @throws NotFoundError */
function requireTurn(db: WorkspaceDatabase, turnId: string): StoredTurn {
  const turn = turnStore.get(db, turnId)
  if (turn) return turn
  throw new NotFoundError('There is no such turn in this workspace.')
}

function recordOf(db: WorkspaceDatabase, turn: StoredTurn, running: RunningTurn | undefined): TurnRecord {
  const { session_id, turn_id, answer_id, model, status, finish_reason, usage, error, created_at, finished_at } = turn
  const answer = messageStore.find(db, answer_id)
  return {
    session_id,
    turn_id,
    message_id: answer_id,
    model,
    status,
    finish_reason,
    content: answer?.content ?? running?.content ?? '',
    tool_calls: clientCalls(turn, answer?.tool_calls ?? []).map(withoutData),
    usage,
    error,
    created_at,
    finished_at,
  }
}

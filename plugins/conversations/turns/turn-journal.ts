import { ConflictError } from '@svc/plugin'
import type {
  ByteQuota,
  Callers,
  Clock,
  EventLog,
  Ids,
  JsonObject,
  Principal,
  WorkspaceDatabase,
  WorkspaceMarks,
} from '@svc/plugin'
import { stepSeparator } from '@svc/plugin/contracts/conversations'
import type { ChatToolCall, TokenUsage } from '@svc/plugin/contracts/models'
import { answerHash } from '../clients/client-history.ts'
import { shownMemory } from '../recall/memory-recall.ts'
import type { Message, PendingCall, RecalledMemory, StoredTurn } from '../records.ts'
import { messageStore } from '../sessions/message-store.ts'
import type { Leaf } from '../sessions/message-store.ts'
import { parsedArguments } from '../sessions/parsed-arguments.ts'
import { sessionStore } from '../sessions/session-store.ts'
import type { SessionEnd, Summary } from '../sessions/session-store.ts'
import { requireSession } from '../sessions/sessions.ts'
import type { TranscriptLog } from '../transcripts/transcript-log.ts'
import { transcriptStore } from '../transcripts/transcript-store.ts'
import type { NewTranscriptEvent } from '../transcripts/transcript-store.ts'
import { clientCalls } from './turn-steps.ts'
import type { CallOutcome, NewMessage, NewTurn, StepAnswer, TurnBeginning, TurnOutcome } from './turn-steps.ts'
import { turnStore } from './turn-store.ts'

const neverRan = { code: 'cancelled', message: 'The turn ended before this call did.' }

/** The leaf behind what was added, with what was added. */
export interface PlacedMessages extends Leaf {
  messages: Message[]
}

export interface TurnJournalOptions {
  log: TranscriptLog
  events: EventLog
  marks: WorkspaceMarks
  quota: Pick<ByteQuota, 'measure'>
  callers: Callers
  ids: Ids
  clock: Clock
}

/** Everything that a turn writes. Each step is one transaction together with its events. */
export class TurnJournal {
  readonly #options: TurnJournalOptions
  readonly #loggedContext = new WeakMap<StoredTurn, string>()

  constructor(options: TurnJournalOptions) {
    this.#options = options
  }

  /** @throws ConflictError when a turn is under way; PayloadTooLargeError when the workspace is full */
  begin(
    workspaceId: string,
    turn: NewTurn,
    { question, prepare, onStored }: Pick<TurnBeginning, 'question' | 'prepare' | 'onStored'>,
  ): StoredTurn {
    const { ids, clock, log, events, marks, quota } = this.#options
    // Noted before it is written: a crash leaves one workspace too many to look at, never one too few.
    marks.add(workspaceId)
    const { session_id, model } = turn
    const turn_id = ids.create('turn')
    const store = (db: WorkspaceDatabase, emit: (event: NewTranscriptEvent) => void, end: number): StoredTurn => {
      prepare?.(db)
      if (requireSession(db, session_id).status !== 'idle') throw underWay()
      const at = clock.timestamp()
      const { leaf, messages } = question(db)
      const asked = this.place(
        db,
        session_id,
        leaf,
        messages.map(message => ({ ...message, turn_id })),
      )
      sessionStore.setLeaf(db, session_id, asked.message_id, at)
      const stored: StoredTurn = {
        ...turn,
        turn_id,
        status: 'running',
        finish_reason: null,
        question_id: asked.message_id ?? '',
        answer_id: ids.create('msg'),
        steps: 0,
        pending: [],
        usage: { prompt_tokens: 0, completion_tokens: 0 },
        memories: null,
        error: null,
        first_seq: end + 1,
        created_at: at,
        finished_at: null,
      }
      turnStore.insert(db, stored)
      onStored?.(db, stored)
      for (const { message_id, role, content } of asked.messages)
        emit({ type: 'message', turn_id, data: { message_id, role, content } })
      const { user_id } = turn.caller
      events.append(db, workspaceId, [
        { type: 'conversation.turn.started', data: { session_id, turn_id, model, user_id } },
      ])
      return stored
    }
    return log.commit(workspaceId, session_id, (db, emit, end) => quota.measure(db, () => store(db, emit, end)))
  }

  /** A piece of the answer; stored soon. */
  piece(turn: StoredTurn, type: 'content' | 'reasoning', delta: string): void {
    this.#options.log.add(turn.caller.workspace_id, turn.session_id, { type, turn_id: turn.turn_id, data: { delta } })
  }

  called(turn: StoredTurn, call: ChatToolCall): void {
    const data = { call_id: call.id, tool_name: call.name, arguments: parsedArguments(call.arguments) }
    this.#options.log.add(turn.caller.workspace_id, turn.session_id, { type: 'tool_call', turn_id: turn.turn_id, data })
  }

  /** The end of a call that readers saw and that is not run, since its answer broke off. */
  neverMade(turn: StoredTurn, { id, name }: ChatToolCall): void {
    const data = { call_id: id, tool_name: name, error: { ...neverRan } }
    this.#options.log.add(turn.caller.workspace_id, turn.session_id, {
      type: 'tool_result',
      turn_id: turn.turn_id,
      data,
    })
  }

  emit(turn: StoredTurn, type: string, data: JsonObject): void {
    this.#commit(turn, (_db, emit) => emit(type, data))
  }

  /** A part of the history is no longer sent to the model; logged once for each turn and extent. */
  cutHistory(turn: StoredTurn, context: JsonObject, summary: Summary | null): void {
    const key = `${turn.turn_id} ${JSON.stringify([context['strategy'], context['dropped_messages']])}`
    if (this.#loggedContext.get(turn) === key) return
    this.#loggedContext.set(turn, key)
    this.#commit(turn, (db, emit) => {
      if (summary !== null) sessionStore.setSummary(db, turn.session_id, summary)
      emit('context', context)
    })
  }

  /** What of the workspace's memory the turn is given. */
  remembered(turn: StoredTurn, memories: RecalledMemory[]): void {
    turn.memories = memories
    if (memories.length === 0) return
    this.#commit(turn, (db, emit) => {
      turnStore.setMemories(db, turn.turn_id, memories)
      emit('memory', { memories: memories.map(shownMemory) })
    })
  }

  /** What the model is offered from the next step on. */
  loadedTools(turn: StoredTurn, names: readonly string[]): void {
    this.#commit(turn, db => sessionStore.setLoadedTools(db, turn.session_id, names))
  }

  /** Tokens that the turn used beside its answers; stored with its next step. */
  used(turn: StoredTurn, usage: TokenUsage): void {
    turn.usage = sum(turn.usage, usage)
  }

  /** A step that calls tools is complete: kept with a place for each result. */
  stepped(turn: StoredTurn, answer: StepAnswer): void {
    const { step, model, content, calls, client, usage } = answer
    const { session_id, turn_id, answer_id } = turn
    const isLast = client.size > 0
    turn.steps = step
    turn.usage = sum(turn.usage, usage)
    const said: NewMessage = { role: 'assistant', content, tool_calls: calls, model, turn_id, usage }
    const places = calls
      .filter(call => !client.has(call.id))
      .map((call): NewMessage => ({ role: 'tool', content: '', tool_call_id: call.id, tool_name: call.name, turn_id }))
    this.#commit(turn, (db, emit) => {
      const first = isLast ? { ...said, message_id: answer_id } : said
      const leaf = this.place(db, session_id, messageStore.leaf(db, session_id), [first, ...places])
      sessionStore.setLeaf(db, session_id, leaf.message_id, this.#options.clock.timestamp())
      turnStore.progress(db, turn)
      emit('step', { step, model, usage: { ...usage } })
    })
  }

  /** False when the call has its result already, or its turn is over. */
  result(turn: StoredTurn, outcome: CallOutcome): boolean {
    const { call_id, tool_name, content, shown } = outcome
    return this.#commit(turn, (db, emit) => {
      if (!messageStore.fill(db, turn.turn_id, call_id, content)) return false
      turn.pending = turn.pending.filter(call => call.call_id !== call_id)
      turnStore.progress(db, turn)
      emit('tool_result', { call_id, tool_name, ...shown })
      return true
    })
  }

  asked(turn: StoredTurn, call: PendingCall, expiresAt: string): void {
    this.#commit(turn, (db, emit) => {
      turn.pending = [...turn.pending, call]
      turnStore.progress(db, turn)
      emit('approval', { ...call, expires_at: expiresAt })
    })
  }

  setStatus(turn: StoredTurn, status: 'running' | 'waiting'): void {
    turn.status = status
    this.#commit(turn, (db, emit) => {
      turnStore.progress(db, turn)
      if (status === 'waiting') emit('waiting', { approval_ids: turn.pending.map(({ approval_id }) => approval_id) })
    })
  }

  /** False when the turn is over already, or its conversation is gone. */
  finish(turn: StoredTurn, outcome: TurnOutcome): boolean {
    const { session_id, turn_id, answer_id, caller } = turn
    const { finish_reason, content, model, error = null, detail, step } = outcome
    const { clock, events } = this.#options
    const at = clock.timestamp()
    if (step) {
      turn.steps = step.step
      turn.usage = sum(turn.usage, step.usage)
    }
    return this.#commit(turn, (db, emit) => {
      const { usage } = turn
      if (!turnStore.end(db, { turn_id, finish_reason, usage, error, finished_at: at })) return false
      if (step) emit('step', { step: step.step, model: step.model, usage: { ...step.usage } })
      for (const call of messageStore.open(db, turn_id)) {
        messageStore.fill(db, turn_id, call.tool_call_id, JSON.stringify({ error: neverRan }))
        emit('tool_result', { call_id: call.tool_call_id, tool_name: call.tool_name, error: { ...neverRan } })
      }
      const isPlaced = messageStore.endAnswer(db, { message_id: answer_id, finish_reason, usage })
      const answer: NewMessage = {
        role: 'assistant',
        message_id: answer_id,
        content,
        model,
        turn_id,
        finish_reason,
        usage,
      }
      const leaf = this.place(db, session_id, messageStore.leaf(db, session_id), isPlaced ? [] : [answer])
      if (error !== null) emit('error', { ...error })
      emit('done', {
        message_id: answer_id,
        finish_reason,
        usage: { ...usage },
        ...(detail !== undefined && { detail }),
      })
      sessionStore.setEnd(db, session_id, { leaf_id: leaf.message_id, at, hashes: historyHashes(db, turn) })
      const ended = { session_id, turn_id, finish_reason, usage: { ...usage } }
      events.append(db, caller.workspace_id, [{ type: 'conversation.turn.ended', data: ended }])
      turn.status = 'done'
      turn.finish_reason = finish_reason
      turn.error = error
      turn.finished_at = at
      return true
    })
  }

  /** Its conversation is gone, and with it whatever waits to be stored. */
  forget({ caller, session_id }: StoredTurn): void {
    this.#options.log.forget(caller.workspace_id, session_id)
  }

  setTitle(workspaceId: string, sessionId: string, title: string): void {
    this.#options.log.commit(workspaceId, sessionId, (db, emit) => {
      if (!sessionStore.setTitle(db, sessionId, title)) return
      emit({ type: 'title', turn_id: null, data: { title } })
      const updated = { session_id: sessionId, user_id: null }
      this.#options.events.append(db, workspaceId, [{ type: 'conversation.updated', data: updated }])
    })
  }

  /** A turn that was over before it came here: passed through to a provider. */
  insertDone(
    db: WorkspaceDatabase,
    principal: Principal,
    done: Omit<
      StoredTurn,
      | 'caller'
      | 'options'
      | 'status'
      | 'steps'
      | 'pending'
      | 'memories'
      | 'error'
      | 'first_seq'
      | 'created_at'
      | 'finished_at'
    > & { at: string },
  ): void {
    const { at, ...turn } = done
    const { session_id, turn_id, finish_reason, usage } = turn
    const { callers, events } = this.#options
    turnStore.insert(db, {
      ...turn,
      caller: callers.save(principal),
      options: { bare: true, tools: 'none' },
      status: 'done',
      steps: 1,
      pending: [],
      memories: null,
      error: null,
      first_seq: transcriptStore.end(db, session_id) + 1,
      created_at: at,
      finished_at: at,
    })
    const ended = { session_id, turn_id, finish_reason: finish_reason ?? 'stop', usage: { ...usage } }
    events.append(db, principal.workspace_id, [{ type: 'conversation.turn.ended', data: ended }])
  }

  #commit<T>(turn: StoredTurn, work: (db: WorkspaceDatabase, emit: (type: string, data: JsonObject) => void) => T): T {
    const { turn_id, session_id, caller } = turn
    return this.#options.log.commit(caller.workspace_id, session_id, (db, emit) =>
      work(db, (type, data) => emit({ type, turn_id, data })),
    )
  }

  /** Adds messages behind the leaf. The caller stores the new leaf with the conversation. */
  place(db: WorkspaceDatabase, sessionId: string, leaf: Leaf, messages: readonly NewMessage[]): PlacedMessages {
    const { ids, clock } = this.#options
    const at = clock.timestamp()
    let { message_id: parent_id, position } = leaf
    const placed = messages.map(message => {
      position += 1
      const full: Message = {
        turn_id: null,
        attachments: [],
        images: [],
        tool_calls: [],
        tool_call_id: null,
        tool_name: null,
        model: null,
        finish_reason: null,
        usage: null,
        created_at: at,
        active: true,
        ...message,
        message_id: message.message_id ?? ids.create('msg'),
        session_id: sessionId,
        parent_id,
        position,
      }
      messageStore.insert(db, full)
      parent_id = full.message_id
      return full
    })
    return { message_id: parent_id, position, messages: placed }
  }
}

/** What a client that keeps the history would say of it: the last step's text, or all that was streamed to it. */
function historyHashes(db: WorkspaceDatabase, turn: StoredTurn): SessionEnd['hashes'] {
  const { history_hash } = turn.options
  if (history_hash === undefined) return null
  const answers = messageStore.answers(db, turn.turn_id)
  const last = answers.at(-1)
  const calls = clientCalls(turn, last?.tool_calls ?? [])
  const all = answers.flatMap(({ content }) => (content === '' ? [] : [content])).join(stepSeparator)
  return { whole: answerHash(history_hash, last?.content ?? '', calls), streamed: answerHash(history_hash, all, calls) }
}

export function underWay(): ConflictError {
  return new ConflictError(
    'conflict',
    'A turn is under way in this conversation. Wait for its end, or cancel it, before the next.',
  )
}

export function sum(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    prompt_tokens: a.prompt_tokens + b.prompt_tokens,
    completion_tokens: a.completion_tokens + b.completion_tokens,
  }
}

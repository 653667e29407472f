import { useSyncExternalStore } from 'react'
import { APIError } from '@svc/sdk'
import type { ConversationEvent, EventStream } from '@svc/sdk'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { sentenceOf } from '../../../ui/states/sentence-of.ts'
import { sourceOf } from './turns.ts'
import type { Part, Source, ToolPart } from './turns.ts'

/** A turn under way, or the last one until what it said is read as messages. */
export interface LiveTurn {
  question: string | null
  /** Names of the files that were sent with the question. */
  files: readonly string[]
  turnId: string | null
  /** Stored messages from this one on are replaced by the turn; null: all of them stay. */
  replaces: string | null
  parts: readonly Part[]
  sources: readonly Source[]
  state: 'running' | 'reconnecting' | 'done'
  /** The id of the last event that was read. */
  lastEventId?: string | undefined
  error: string | null
}

type Events = EventStream<ConversationEvent, unknown>

const redrawMs = 50
const pauseMs = 1000

class LiveTurns {
  readonly #turns = new Map<string, LiveTurn>()
  /** What the last turn of a conversation said, once it is whole. */
  readonly #said = new Map<string, string>()
  readonly #listeners = new Set<() => void>()
  /** Conversations whose turn is to be stopped as soon as the server has it. */
  readonly #stopping = new Set<string>()
  /** What each turn is read from. */
  readonly #streams = new Map<string, Events>()
  #shown: string | null = null
  #timer: ReturnType<typeof setTimeout> | null = null

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  of(sessionId: string): LiveTurn | null {
    return this.#turns.get(sessionId) ?? null
  }

  /** Empty while a turn is under way, and where none ended on this page. */
  saidIn(sessionId: string): string {
    return this.#said.get(sessionId) ?? ''
  }

  /** From now on a turn of this conversation is read, one that was left from where it was. */
  show(sessionId: string): void {
    this.#shown = sessionId
    const turn = this.#turns.get(sessionId)
    if (!turn?.turnId || turn.error !== null || turn.state === 'done' || this.#streams.has(sessionId)) return
    void this.#follow(sessionId, () => restOf(sessionId, turn))
  }

  /** Nobody looks at this conversation: a browser has six connections to a server, and a turn that waits for a person would hold one for a day. */
  leave(sessionId: string): void {
    if (this.#shown === sessionId) this.#shown = null
    // What the server has not heard yet is still sent.
    if (this.#turns.get(sessionId)?.turnId === null) return
    const events = this.#streams.get(sessionId)
    this.#streams.delete(sessionId)
    events?.abort()
  }

  /** Shows a turn that `begin` starts. Resolves when the server has taken it, rejects when it did not. */
  async start(
    sessionId: string,
    given: { question: string | null; files?: readonly string[]; replaces?: string | null },
    begin: () => Events,
  ): Promise<void> {
    this.#shown = sessionId
    this.#set(
      sessionId,
      fresh({ question: given.question, files: given.files ?? [], replaces: given.replaces ?? null }),
    )
    await new Promise<void>((resolve, reject) => {
      this.#follow(sessionId, begin, resolve).then(resolve, reject)
    })
  }

  /** Shows a turn that somebody else began, or that this page lost. */
  async join(sessionId: string, turnId: string): Promise<void> {
    if (this.#turns.has(sessionId)) return
    this.#set(sessionId, fresh({ turnId }))
    await this.#follow(sessionId, () => svc.conversations.events(sessionId, { turn_id: turnId }))
  }

  /** Ends the turn; what was said is kept. */
  async stop(sessionId: string): Promise<void> {
    const turn = this.#turns.get(sessionId)
    if (turn !== undefined && turn.turnId === null) this.#stopping.add(sessionId)
    else await svc.conversations.cancel(sessionId)
  }

  #set(sessionId: string, turn: LiveTurn): void {
    this.#said.delete(sessionId)
    this.#turns.set(sessionId, turn)
    this.#notify()
  }

  #notify(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      for (const listener of this.#listeners) listener()
    }, redrawMs)
  }

  /** `onBegun`: the turn is ours, and the server has taken it. */
  async #follow(sessionId: string, begin: () => Events, onBegun?: () => void): Promise<void> {
    let isBegun = onBegun === undefined
    for (let events = begin(); ;) {
      this.#streams.set(sessionId, events)
      try {
        for await (const event of events) {
          isBegun = true
          onBegun?.()
          const turn = this.#readFrom(sessionId, events)
          if (turn === null) return
          this.#set(sessionId, changed(turn, event))
          if (this.#stopping.delete(sessionId)) await svc.conversations.cancel(sessionId)
          if (event.type === 'title') void queries.invalidateQueries({ queryKey: ['chat'] })
          if (this.#shown !== sessionId) this.leave(sessionId)
        }
        if (this.#readFrom(sessionId, events) === null) return
        break
      } catch (error) {
        const turn = this.#readFrom(sessionId, events)
        if (turn === null) return
        const isRefused = error instanceof APIError
        if (!isBegun) {
          this.#turns.delete(sessionId)
          this.#streams.delete(sessionId)
          this.#stopping.delete(sessionId)
          this.#notify()
          throw error
        }
        // What the provider or the turn itself said: it has ended with it.
        if (isRefused || turn.turnId === null) {
          this.#set(sessionId, { ...turn, error: sentenceOf(error) })
          break
        }
        this.#set(sessionId, { ...turn, state: 'reconnecting' })
        await new Promise(resolve => setTimeout(resolve, pauseMs))
        if (this.#readFrom(sessionId, events) === null) return
        events = restOf(sessionId, turn)
      }
    }
    await this.#end(sessionId)
  }

  /** The turn that is read from there; null: it was left. */
  #readFrom(sessionId: string, events: Events): LiveTurn | null {
    return this.#streams.get(sessionId) === events ? this.of(sessionId) : null
  }

  /** What was said is read as messages first, so that nothing flickers. */
  async #end(sessionId: string): Promise<void> {
    this.#stopping.delete(sessionId)
    this.#streams.delete(sessionId)
    const turn = this.#turns.get(sessionId)
    if (turn === undefined) return
    this.#set(sessionId, { ...turn, state: 'done' })
    await queries.invalidateQueries({ queryKey: ['chat'] })
    if (turn.error !== null) return this.#notify()
    await readAgain(sessionId)
    if (this.#turns.get(sessionId)?.turnId !== turn.turnId) return
    this.#turns.delete(sessionId)
    this.#said.set(sessionId, textOf(turn))
    this.#notify()
  }

  /** Takes away what is left of a turn that failed. */
  forget(sessionId: string): void {
    this.#turns.delete(sessionId)
    this.#notify()
  }
}

/** Resolves when the messages were read since they became old. Until then, as after a read that failed, what the turn said stands nowhere else. */
function readAgain(sessionId: string): Promise<void> {
  const isOld = (): boolean => queries.getQueryState(['chat', 'messages', sessionId])?.isInvalidated === true
  return new Promise(resolve => {
    if (!isOld()) return resolve()
    const stop = queries.getQueryCache().subscribe(() => {
      if (isOld()) return
      stop()
      resolve()
    })
  })
}

/** What of a turn was not read yet. */
function restOf(sessionId: string, { turnId, lastEventId }: LiveTurn): Events {
  return svc.conversations.events(sessionId, { turn_id: turnId ?? '', after: lastEventId })
}

function textOf({ parts }: LiveTurn): string {
  return parts.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('\n')
}

function fresh(given: Partial<LiveTurn>): LiveTurn {
  const { question = null, files = [], turnId = null, replaces = null } = given
  return { question, files, turnId, replaces, parts: [], sources: [], state: 'running', error: null }
}

/** The turn after one more event. */
export function changed(turn: LiveTurn, event: ConversationEvent): LiveTurn {
  const known = {
    ...turn,
    state: 'running' as const,
    lastEventId: event.id,
    turnId: turn.turnId ?? ('turn_id' in event ? event.turn_id : null),
  }
  switch (event.type) {
    case 'message':
      return event.role === 'user' ? { ...known, question: event.content } : known
    case 'content':
      return { ...known, parts: withText(known.parts, event.delta) }
    case 'memory':
      return { ...known, sources: event.memories.map(sourceOf) }
    case 'tool_call': {
      const { call_id: callId, tool_name: name, arguments: given } = event
      return { ...known, parts: [...known.parts, { kind: 'tool', callId, name, arguments: given, state: 'running' }] }
    }
    case 'approval':
      return withTool(known, event.call_id, {
        state: 'approval',
        approval: { id: event.approval_id, expiresAt: event.expires_at },
      })
    case 'approved':
      return withTool(known, event.call_id, { state: 'running', approval: undefined })
    case 'tool_result': {
      const error = event.error?.message
      const failed = error !== undefined && /\bdenied\b/i.test(error) ? 'denied' : 'failed'
      const state = error === undefined ? 'done' : failed
      return withTool(known, event.call_id, { state, result: event.result, error, approval: undefined })
    }
    default:
      return known
  }
}

function withText(parts: readonly Part[], delta: string): readonly Part[] {
  const last = parts.at(-1)
  return last?.kind === 'text'
    ? [...parts.slice(0, -1), { kind: 'text', text: last.text + delta }]
    : [...parts, { kind: 'text', text: delta }]
}

function withTool(turn: LiveTurn, callId: string, change: Partial<ToolPart>): LiveTurn {
  return {
    ...turn,
    parts: turn.parts.map(part => (part.kind === 'tool' && part.callId === callId ? { ...part, ...change } : part)),
  }
}

export const liveTurns = new LiveTurns()

/** The turn under way in a conversation, drawn anew at most every 50 ms. */
export function useLiveTurn(sessionId: string | undefined): LiveTurn | null {
  return useSyncExternalStore(liveTurns.subscribe, () => (sessionId === undefined ? null : liveTurns.of(sessionId)))
}

/** The answer that ended last, once it is whole. */
export function useWholeAnswer(sessionId: string): string {
  return useSyncExternalStore(liveTurns.subscribe, () => liveTurns.saidIn(sessionId))
}

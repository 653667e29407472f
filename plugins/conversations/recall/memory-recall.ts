import { hasScope, messageOf } from '@svc/plugin'
import type { Clock, Logger, Principal } from '@svc/plugin'
import type { Memories, MemoryResult } from '@svc/plugin/contracts/memory'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'
import { guessTokens } from '../history/token-count.ts'
import type { MessageHead, RecalledMemory, Session, StoredTurn } from '../records.ts'
import { timeLimit } from '../turns/time-limit.ts'
import { isRelevant } from './relevance.ts'

const permission = 'memory:read'
const mostMemories = 5
const mostMs = 1500
/** The first search of a server waits until what searches has been started. */
const mostMsAtFirst = 15_000
const mostTokens = 2000
/** The share of the room that memories may take. */
const mostShare = 1 / 6
/** The marks around each. */
const tokensOfMarks = 60
const messagesBefore = 8

export interface MemoryRecallOptions {
  memories: Pick<Memories, 'search'> | undefined
  byDefault: boolean
  clock: Clock
  log: Logger
}

export interface RecallRequest {
  turn: StoredTurn
  session: Session
  /** The last messages of the active branch, the newest first. */
  newest: readonly MessageHead[]
  principal: Principal
  /** Tokens that the history may take. */
  room: number
  signal: AbortSignal
}

/** Finds what the workspace remembers about a question before it is answered. */
export class MemoryRecall {
  readonly #options: MemoryRecallOptions
  /** Whether a search has answered, or has had the time in which the first one should have. */
  #hasStarted = false

  constructor(options: MemoryRecallOptions) {
    this.#options = options
  }

  /** The best first. Nothing when memory is switched off, cannot be had in time, or has nothing to do with the question. */
  async find({ turn, session, newest, principal, room, signal }: RecallRequest): Promise<RecalledMemory[]> {
    const { memories, byDefault } = this.#options
    if (memories === undefined || turn.options.bare || !(session.memory ?? byDefault)) return []
    if (!hasScope(principal.scopes, permission)) return []
    const { question, before } = asked(turn, newest)
    const query = memoryQuery(question, before)
    const most = Math.min(mostTokens, Math.floor(room * mostShare), Math.floor(room / 2) - guessTokens(question))
    if (query === null || most <= tokensOfMarks) return []
    const results = await this.#search(memories, turn, { query, principal, signal })
    return fitting(
      results.filter(result => isRelevant(query, result)),
      most,
    )
  }

  /** A question is answered without what could not be found in time, or at all. */
  async #search(
    memories: Pick<Memories, 'search'>,
    { turn_id, session_id }: StoredTurn,
    { query, principal, signal }: { query: string; principal: Principal; signal: AbortSignal },
  ): Promise<readonly MemoryResult[]> {
    const { clock, log } = this.#options
    const search = new AbortController()
    const leave = (): void => search.abort(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    const most = this.#hasStarted ? mostMs : mostMsAtFirst
    const endLimit = timeLimit(clock, most, () => {
      this.#hasStarted = true
      search.abort(new Error(`Memory did not answer within ${most} ms.`))
    })
    try {
      signal.throwIfAborted()
      const question = { query, top_k: mostMemories, principal, signal: search.signal }
      const { results } = await orAborted(memories.search(question), search.signal)
      this.#hasStarted = true
      return results
    } catch (error) {
      signal.throwIfAborted()
      log.warn({ turn_id, session_id, reason: messageOf(error) }, 'a turn goes on without memory')
      return []
    } finally {
      endLimit()
      signal.removeEventListener('abort', leave)
    }
  }
}

/** What was asked, and what was asked before it. */
function asked(
  { question_id }: StoredTurn,
  newest: readonly MessageHead[],
): { question: string; before: string | null } {
  const at = newest.findIndex(({ message_id }) => message_id === question_id)
  const question = newest[at]?.content ?? ''
  const earlier = newest.slice(at + 1, at + 1 + messagesBefore)
  return { question, before: earlier.find(({ role }) => role === 'user')?.content ?? null }
}

/** As many as the budget has room for; a long passage that does not fit leaves room for shorter ones. */
function fitting(results: readonly MemoryResult[], most: number): RecalledMemory[] {
  let left = most
  return results.flatMap(({ id, source, score, chunk, updated_at }) => {
    const { heading, text } = chunk
    const tokens = guessTokens(text) + guessTokens(heading.join(' > ')) + guessTokens(source ?? '') + tokensOfMarks
    if (tokens > left) return []
    left -= tokens
    return [{ id, source, score, heading, text, updated_at }]
  })
}

const mostCharacters = 2000
const mostBefore = 300
const fewWords = 6
const words = /[\p{L}\p{N}]+/gu
/** What the built-in model is asked to run: the words are a tool's arguments and no question. */
const toolRequest = /^\/[A-Za-z0-9_-]{1,64}(?:\s|$)/

/** What memory is asked: the question, and when it is short what was asked before it; null when nothing can be found by it. */
export function memoryQuery(question: string, before: string | null): string | null {
  const text = question.trim().slice(0, mostCharacters)
  const count = text.match(words)?.length ?? 0
  if (count === 0 || toolRequest.test(text)) return null
  if (count >= fewWords || before === null) return text
  return `${text}\n${before.trim().slice(-mostBefore)}`
}

const mostShown = 240

/** A memory as readers of a conversation see it: where it is, and how it begins. */
export interface ShownMemory {
  id: string
  source: string | null
  score: number
  chunk_text: string
}

export function shownMemory({
  id,
  source,
  score,
  text,
}: RecalledMemory): ShownMemory & Record<string, string | number | null> {
  return { id, source, score, chunk_text: beginningOf(text) }
}

function beginningOf(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  if (line.length <= mostShown) return line
  return `${line
    .slice(0, mostShown)
    .replace(/\s+\S*$/u, '')
    .toWellFormed()} …`
}

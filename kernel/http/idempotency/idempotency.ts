import { hash } from 'node:crypto'
import { ConflictError, UnprocessableError, ValidationError, messageOf } from '@svc/plugin'
import type { IdempotentRequest, SvcError } from '@svc/plugin'
import type { Answer } from '../replies/answer.ts'
import type { Exchange } from '../exchange.ts'
import type { HttpOptions } from '../http-options.ts'
import type { HttpLimits } from '../limits.ts'
import { IdempotencyStore } from './idempotency-store.ts'
import type { IdempotencyRow } from './idempotency-store.ts'
import { problemOf, problemType } from '../replies/problem.ts'
import type { AnswerHeaders } from '../replies/route-reply.ts'

/** The first request of its key, under way. */
export interface IdempotentRun {
  complete(answer: Answer, headers: AnswerHeaders): void
  /** Keeps the refusal, unless a later try may go better: then the key is free again. */
  fail(error: SvcError, requestId: string): void
  release(): void
}

/** An answer as it is kept, and sent again. */
interface KeptReply {
  answer: Answer
  headers: AnswerHeaders
}

/** What the first request of its key has done at once; `kept` is its answer where there is one already. */
export interface DoneAtOnce<T> {
  value: T
  kept: KeptReply | null
}

type IdempotencyOptions = Pick<HttpOptions, 'data' | 'clock' | 'ids' | 'log'> & { limits: HttpLimits }

interface Claim {
  key_hash: string
  owner: string
}

const keyPattern = /^[\x21-\x7e]{1,255}$/
// Facts of one exchange, or of one browser; the rest of an answer's headers is kept.
const notKept = /^(?:set-cookie|x-request-id|ratelimit-.*|date|connection|content-length|content-type|retry-after)$/
const retryable = new Set([408, 425, 429])

/** Whether a later try may get another answer than this. */
export function mayPass(status: number): boolean {
  return status >= 500 || retryable.has(status)
}

export function answerOfRefusal(error: SvcError, requestId: string): Answer {
  return { status: error.status, contentType: problemType, body: JSON.stringify(problemOf(error, requestId)) }
}

/**
 * `Idempotency-Key`: one key, one execution, one answer, for a day, or until later answers of the workspace need its room. A request
 * that was cut off by the end of its process is released: its row names a run that goes on no more.
 */
export class Idempotency {
  readonly #store: IdempotencyStore
  readonly #options: IdempotencyOptions
  /** The owners of records whose first request runs here. */
  readonly #running = new Set<string>()

  constructor(options: IdempotencyOptions) {
    this.#options = options
    this.#store = new IdempotencyStore(options.data, options.limits.idempotencyBytes)
  }

  /** What names the request: its key with caller and route, and its body. @throws ValidationError for a bad key */
  identify(exchange: Exchange): IdempotentRequest {
    const key = exchange.headers['idempotency-key'] ?? ''
    if (!keyPattern.test(key)) {
      const message = 'must be 1 to 255 visible ASCII characters'
      throw new ValidationError(`Idempotency-Key ${message}`, [{ path: '/headers/idempotency-key', message }])
    }
    const { clock, limits } = this.#options
    const { user_id, key_id = '' } = exchange.principal
    // By the developer key too: another of the same user may have fewer scopes, grants or models.
    const scope = [user_id, key_id, exchange.method, exchange.url, key].join('\n')
    return {
      key_hash: hash('sha256', scope, 'base64url'),
      body_hash: bodyHash(exchange.body),
      expires_at: clock.now() + limits.idempotencyTtlMs,
    }
  }

  /**
   * The kept answer of the key, or what `work` returned. It runs in the transaction that claims the key: what it does at once is stored
   * together with its record, and all of it is undone when it throws.
   * @throws ValidationError for a bad key; UnprocessableError `idempotency_mismatch`; ConflictError `idempotency_in_progress`
   */
  once<T>(exchange: Exchange, work: (run: IdempotentRun) => DoneAtOnce<T>): { replay: KeptReply } | { value: T } {
    const { workspace_id } = exchange.principal
    const { clock, ids } = this.#options
    const owner = ids.secret(12)
    const claim = { ...this.identify(exchange), owner, now: clock.now() }
    const isAlive = (other: string): boolean => this.#running.has(other)
    const done = this.#store.claim(workspace_id, claim, isAlive, () => {
      const { value, kept } = work(this.#run(workspace_id, claim))
      if (kept === null) this.#running.add(owner)
      else this.#keep(workspace_id, claim, kept)
      return value
    })
    return 'row' in done ? { replay: replayOf(done.row, claim.body_hash) } : { value: done.result }
  }

  #run(workspaceId: string, claim: Claim): IdempotentRun {
    const release = (): void => this.#settle(claim, () => this.#store.release(workspaceId, claim))
    const complete = (answer: Answer, headers: AnswerHeaders): void =>
      this.#settle(claim, () => this.#keep(workspaceId, claim, { answer, headers }))
    const fail = (error: SvcError, requestId: string): void => complete(answerOfRefusal(error, requestId), {})
    return { complete, fail, release }
  }

  /** An answer that a later try may better is not kept: the key is free again. */
  #keep(workspaceId: string, claim: Claim, { answer, headers }: KeptReply): void {
    const { status, contentType, body } = answer
    if (mayPass(status)) return this.#store.release(workspaceId, claim)
    this.#store.complete(workspaceId, {
      ...claim,
      status,
      headers: JSON.stringify({ content_type: contentType, headers: keptHeaders(headers) }),
      body: typeof body === 'string' ? Buffer.from(body) : body,
    })
  }

  /** The work is done and its answer is true, kept or not: a store that fails now must not turn it into an error, and frees the key. */
  #settle({ owner }: Claim, write: () => void): void {
    this.#running.delete(owner)
    try {
      write()
    } catch (error) {
      this.#options.log.error({ err: error }, `an idempotency record could not be kept: ${messageOf(error)}`)
    }
  }
}

function replayOf(row: IdempotencyRow, bodyHashNow: string): KeptReply {
  if (row.body_hash !== bodyHashNow) {
    throw new UnprocessableError(
      'idempotency_mismatch',
      'This Idempotency-Key was used for a request with another body. Use a new key.',
    )
  }
  if (row.owner !== null || row.status === null) {
    throw new ConflictError(
      'idempotency_in_progress',
      'The first request with this Idempotency-Key is still running. Ask again in a moment.',
      { retry_after_seconds: 1 },
    )
  }
  const kept = JSON.parse(row.headers ?? '{}') as { content_type: string | null; headers: Record<string, string> }
  const body = row.body === null ? null : Buffer.from(row.body)
  return { answer: { status: row.status, contentType: kept.content_type, body }, headers: kept.headers }
}

function keptHeaders(headers: AnswerHeaders): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && !notKept.test(name)) kept[name] = value
  }
  return kept
}

function bodyHash(body: unknown): string {
  return hash('sha256', JSON.stringify(body) ?? '', 'base64url')
}

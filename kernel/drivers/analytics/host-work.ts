import {
  ChildEndedError,
  ChildMethodError,
  ConflictError,
  InternalError,
  NotFoundError,
  PayloadTooLargeError,
  StorageFullError,
  TimeoutError,
  UnprocessableError,
  ValidationError,
} from '@svc/plugin'
import type { Child, JsonValue, WorkingChild } from '@svc/plugin'

/** What one caller asks of a process, with failures in words that fit the work. */
export class HostWork {
  readonly #child: WorkingChild<null>
  readonly #limits: Limits

  constructor(child: WorkingChild<null>, limits: Limits) {
    this.#child = child
    this.#limits = limits
  }

  async ask<Answer>(method: string, params: object | null): Promise<Answer> {
    return (await this.#ask(method, params)).value as Answer
  }

  /** For a method that answers with raw bytes. */
  async askBytes(method: string, params: object | null): Promise<Uint8Array> {
    const { bytes } = await this.#ask(method, params)
    if (!bytes) throw new InternalError(`A query host answered ${method} without bytes.`)
    return bytes
  }

  async #ask(method: string, params: object | null): ReturnType<WorkingChild<null>['requestBytes']> {
    try {
      return await this.#child.requestBytes(method, params as JsonValue)
    } catch (error) {
      throw await hostFailure(error, this.#child.child, this.#limits)
    }
  }
}

/** What a child died of, in words that fit its work. */
export interface Limits {
  memoryMb: number
  timeoutMs: number
  /** `query_limit`, `import_failed`: given when it took too much memory or ended by itself. */
  code: string
  /** `The query`, `The import`. */
  what: string
}

/** The error in words for the caller. */
export async function hostFailure(error: unknown, child: Child, limits: Limits): Promise<unknown> {
  if (error instanceof ChildMethodError) {
    if (error.code !== 'internal_error') return methodFailure(error)
    // A bug of ours: its words are on the child's standard error, and the pool ends the process.
    const { lastWords } = await child.exited
    return new InternalError(`${limits.what} failed in its process.`, {
      cause: error,
      fields: { last_words: lastWords },
    })
  }
  return error instanceof ChildEndedError ? endOf(error, limits) : error
}

function endOf(error: ChildEndedError, { what, code, memoryMb, timeoutMs }: Limits): Error {
  const { reason, exit } = error
  if (reason === 'ended') return error
  if (reason === 'time')
    return new TimeoutError(
      `${what} took longer than ${timeoutMs} ms and was ended. Ask for less, or allow more time.`,
      { cause: error },
    )
  const message =
    reason === 'memory'
      ? `${what} needs more than ${memoryMb} MiB of memory. Read fewer rows or columns at once.`
      : `${what} ended the process that worked on it. ${code === 'import_failed' ? 'Is the file damaged, or nested very deep?' : 'Write it in another way, or read less at once.'}`
  return new UnprocessableError(code, message, { cause: error, fields: { exit: { ...exit } } })
}

function methodFailure(error: ChildMethodError): unknown {
  const details = { cause: error }
  switch (error.code) {
    case 'payload_too_large':
      return new PayloadTooLargeError(error.message, details)
    case 'not_found':
      return new NotFoundError(error.message, details)
    case 'conflict':
      return new ConflictError('conflict', error.message, details)
    case 'validation_error':
      return new ValidationError(error.message, [], details)
    case 'storage_full':
      return new StorageFullError(error.message, details)
    case 'unknown_method':
      return new InternalError(`A query host failed: ${error.message}`, details)
    default:
      return new UnprocessableError(error.code, error.message, details)
  }
}

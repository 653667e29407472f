import { InternalError, UnprocessableError } from '@svc/plugin'
import type { JsonValue, QueryRun } from '@svc/plugin'
import { hostFailure } from './host-failure.ts'
import type { Limits } from './host-failure.ts'
import type { QueryHost } from './query-hosts.ts'

/**
 * What one caller asks of a process, within its time. Only the process's own time counts: a client that reads slowly does not use it up. A signal that aborts, and
 * time that is over, kill the process, because an engine may not listen while it works.
 */
export class HostWork {
  readonly #host: QueryHost
  readonly #signal: AbortSignal
  readonly #limits: Limits
  #remainingMs: number

  constructor(host: QueryHost, { signal, timeoutMs }: QueryRun, limits: Omit<Limits, 'timeoutMs'>) {
    this.#host = host
    this.#signal = signal
    this.#limits = { ...limits, timeoutMs }
    this.#remainingMs = timeoutMs
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

  async #ask(method: string, params: object | null): Promise<{ value: JsonValue; bytes: Uint8Array | null }> {
    this.#signal.throwIfAborted()
    let timedOut = false
    const startedAt = performance.now()
    const timer = setTimeout(() => {
      timedOut = true
      this.#kill('timeout')
    }, this.#remainingMs)
    const onAbort = (): void => this.#kill('aborted')
    this.#signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await this.#host.child.requestBytes(method, params as JsonValue, this.#signal)
    } catch (error) {
      this.#signal.throwIfAborted()
      const failure = await hostFailure(error, this.#host.child, this.#limits, timedOut)
      if (isUnfit(failure)) this.#host.ended = true
      throw failure
    } finally {
      clearTimeout(timer)
      this.#signal.removeEventListener('abort', onAbort)
      this.#remainingMs = Math.max(1, this.#remainingMs - (performance.now() - startedAt))
    }
  }

  #kill(reason: string): void {
    this.#host.ended = true
    this.#host.child.kill(reason)
  }
}

/** After a bug it may be in any state, and after its limits were met it may hold on to the memory that the next query needs. */
function isUnfit(failure: unknown): boolean {
  return failure instanceof InternalError || (failure instanceof UnprocessableError && failure.code === 'query_limit')
}

import type { ServerResponse } from 'node:http'
import type { FinishedRequest, Clock } from '@svc/plugin'
import { logAccess } from './access-log.ts'
import type { Exchange } from './exchange.ts'

/** nginx's word for a client that left before it was answered. */
const clientClosed = 499

/** What is under way: counted for a graceful stop, reported once it is finished. */
export class Traffic {
  /** The abort controllers of requests whose signal somebody reads. */
  readonly aborts = new Set<AbortController>()
  readonly #clock: Clock
  readonly #listeners: ((request: FinishedRequest) => void)[] = []
  #running = 0
  #onIdle: (() => void) | undefined
  #stopping = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get running(): number {
    return this.#running
  }

  get stopping(): boolean {
    return this.#stopping
  }

  onFinished(listener: (request: FinishedRequest) => void): void {
    this.#listeners.push(listener)
  }

  enter(exchange: Exchange, raw: ServerResponse): void {
    this.#running += 1
    raw.once('close', () => this.#leave(exchange, raw))
  }

  stop(): void {
    this.#stopping = true
  }

  /** Resolves when no request is under way. */
  idle(): Promise<void> {
    return new Promise(resolve => {
      if (this.#running === 0) resolve()
      else this.#onIdle = resolve
    })
  }

  abortAll(reason: Error): void {
    for (const controller of this.aborts) controller.abort(reason)
  }

  #leave(exchange: Exchange, raw: ServerResponse): void {
    this.#running -= 1
    if (this.#running === 0) this.#onIdle?.()
    const duration = performance.now() - exchange.startedAt
    const status = raw.headersSent ? raw.statusCode : clientClosed
    logAccess(exchange, status, duration)
    if (this.#listeners.length === 0) return
    const finished: FinishedRequest = {
      at: this.#clock.now(),
      principal: exchange.caller,
      method: exchange.method,
      route: exchange.route?.definition.path ?? null,
      status,
      duration_ms: duration,
    }
    for (const listener of this.#listeners) listener(finished)
  }
}

import type { Logger } from '@svc/plugin'

/** Adds the request's id to every line. */
export class RequestLog implements Logger {
  readonly #log: Logger
  readonly #request: { readonly id: string }

  constructor(log: Logger, request: { readonly id: string }) {
    this.#log = log
    this.#request = request
  }

  debug(fields: object, message: string): void {
    this.#log.debug({ request_id: this.#request.id, ...fields }, message)
  }

  info(fields: object, message: string): void {
    this.#log.info({ request_id: this.#request.id, ...fields }, message)
  }

  warn(fields: object, message: string): void {
    this.#log.warn({ request_id: this.#request.id, ...fields }, message)
  }

  error(fields: object, message: string): void {
    this.#log.error({ request_id: this.#request.id, ...fields }, message)
  }
}

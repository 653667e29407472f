import { environment } from './runtime.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'off'

/** Where the client's log goes; `console` is one. */
export interface Logger {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'off']

/** Writes what is at or above a level. Lines have method, path, status, time and request id: never a header or a body. */
export class Log {
  readonly #least: number
  readonly #logger: Logger

  constructor(level: LogLevel | undefined, logger: Logger | undefined) {
    const asked = level ?? environment('SVC_LOG') ?? 'warn'
    this.#least = Math.max(0, order.indexOf(asked as LogLevel))
    this.#logger = logger ?? console
  }

  write(level: Exclude<LogLevel, 'off'>, message: () => string): void {
    if (order.indexOf(level) >= this.#least) this.#logger[level](`svc: ${message()}`)
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'

/** Structured logging: fields first, then a sentence. */
export interface Logger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Time as a service, so that tests neither sleep nor stub globals. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** RFC 3339 UTC with milliseconds. */
  timestamp(): string
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Makes ids and secrets. */
export interface Ids {
  /** An opaque id: the prefix, a few lower-case letters that say what the record is, `_` and a time-ordered random part. Ids made later sort after. */
  create(prefix: string): string
  /** `bytes` of randomness in base64url. */
  secret(bytes: number): string
}

/** Ids of the work that is under way: `request_id`, `job_id`, `run_id`. */
export type LogFields = Readonly<Record<string, string | number>>

const current = new AsyncLocalStorage<LogFields>()

/** Every log line that is written while `work` runs, and by what it starts, carries these fields beside those around it. */
export function withLogFields<T>(fields: LogFields, work: () => T): T {
  return current.run({ ...current.getStore(), ...fields }, work)
}

/** As {@link withLogFields}, for work of its own: what caused it gives it no fields. */
export function withOwnLogFields<T>(fields: LogFields, work: () => T): T {
  return current.run(fields, work)
}

/** The fields of the work that is under way, for the logger. */
export function logFields(): LogFields | undefined {
  return current.getStore()
}

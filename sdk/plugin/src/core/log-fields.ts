import { AsyncLocalStorage } from 'node:async_hooks'

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

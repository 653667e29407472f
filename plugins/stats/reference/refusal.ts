import type { JsonObject } from '@svc/plugin'

/** Data that a method must refuse, and the sentence it does that with. */
export interface Refusal {
  because: string
  method: string
  columns: Readonly<Record<string, readonly (number | null)[] | readonly (string | null)[]>>
  variables: JsonObject
  options?: JsonObject
  message: string
}

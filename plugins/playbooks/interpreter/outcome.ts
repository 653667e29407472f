import type { JsonValue } from '@svc/plugin'

/** What a task gives, and where to go on: `continue`, `exit`, `end`, or the name of a task beside it. */
export interface Outcome {
  output: JsonValue
  then: string
}

/** What a kind of task makes of its input; `then`, where it decides that itself. */
export interface Result {
  output: JsonValue
  then?: string
}

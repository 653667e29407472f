import type { JsonObject } from '@svc/plugin'

/** A method on a data set of this folder, whose numbers are in `reference.json` or `reference-2.json` under the case's name, by their paths in `result`. */
export interface MethodCase {
  name: string
  method: string
  /** `mtcars`, of `mtcars.csv`. */
  data: string
  variables: JsonObject
  options?: JsonObject
  /** Levels of columns that are not in alphabetical order, or whose numbers are only codes. */
  levels?: Record<string, string[]>
  /** The largest relative error, where it is not 1e-8. */
  tolerance?: number
}

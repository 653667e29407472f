import type { JsonObject } from '@svc/plugin'

/** A method on a data set of this folder, whose numbers are in `reference.json` or `reference-2.json` under the case's name, by their paths in `result`. */
export interface MethodCase {
  name: string
  method: string
  /** `mtcars`, of `mtcars.csv`. */
  data: string
  variables: JsonObject
  options?: JsonObject
  /** Of columns whose levels are not in the order of the alphabet, or of numbers that are no measure. */
  levels?: Record<string, string[]>
  /** The largest relative error, where it is not 1e-8. */
  tolerance?: number
}

import type { JsonObject, JsonSchema, JsonValue } from '@svc/plugin'

export type Measure = 'continuous' | 'ordinal' | 'nominal'

/** A column as a method gets it. */
export interface AnalysisVariable {
  name: string
  label: string | null
  measure: Measure
  /** The levels of an ordinal or nominal column; the first is the reference. */
  levels: string[] | null
  /** What stands in the column: dates and timestamps arrive in R as milliseconds since the epoch. */
  meaning?: 'number' | 'date' | 'timestamp' | 'text' | 'boolean'
  /** Values that mean that there is none; they are NA in R. */
  missing_values?: (string | number)[]
}

/** What is analysed: checked, defaults filled in. */
export interface AnalysisRequest {
  variables: JsonObject
  options: JsonObject
  /** The columns that `variables` names, by name. */
  columns: ReadonlyMap<string, AnalysisVariable>
  /** The dataset's name, for titles and scripts. */
  dataset: string
}

/** What the method's R function answered. */
export interface RAnswer {
  n: number
  excluded: number
  /** As api.md §11 names it. */
  result: JsonObject
  assumptions: Assumption[]
  /** What tables, plots and words need beyond the result. */
  extra: JsonObject
  warnings: string[]
}

export type Assumption = {
  name: string
  statistic: number | null
  p_value: number | null
  /** Null: it cannot be said. */
  ok: boolean | null
  note: string
}

export interface AnalysisTable {
  title: string
  columns: { name: string; type: 'text' | 'number' | 'integer' | 'p_value' | 'boolean' }[]
  rows: (string | number | boolean | null)[][]
}

export interface AnalysisPlot {
  title: string
  /** Vega-Lite 6, its data within. */
  spec: JsonObject
}

export interface Presentation {
  tables: AnalysisTable[]
  plots: AnalysisPlot[]
  /** Plain language: what was tested, what came out, what follows and what does not. */
  interpretation: string
}

/**
 * A method of `POST /api/stats/analyze`. In `variables`, a property is a column's name or an array of such; `x-measures` beside it names the measures that fit
 * (default: all): one of `continuous` alone arrives in R as numbers, one of `ordinal` or `nominal` alone as a factor, else by the column's own measure.
 */
export interface StatMethod {
  method: string
  title: string
  description: string
  variables: JsonSchema
  options: JsonSchema
  /** Files of `plugins/stats/r/` that hold its R function `svc_<method>` and what it needs, beyond `base.R`. */
  sources: readonly string[]
  /** What no schema can say. @throws ValidationError */
  check?(request: AnalysisRequest): void
  /** Options as the R function gets them, where they are not the caller's own: a formula as a tree, say. @throws ValidationError */
  arguments?(request: AnalysisRequest): JsonObject
  present(answer: RAnswer, request: AnalysisRequest): Presentation
  /** Scripts that read `data.csv` (the dataset as exported) and reproduce the numbers; the answer has what R chose, such as the order of a model. */
  syntax(request: AnalysisRequest, answer: RAnswer): { r: string; python: string }
}

/** A data frame on its way to R. */
export type RColumn =
  | { name: string; kind: 'number'; values: Float64Array }
  | { name: string; kind: 'factor' | 'ordered'; codes: Int32Array; levels: string[] }

/** R, in a process of its own. */
export interface REngine {
  /**
   * Calls `svc_<method>(data, variables, options)`; missing values are NA.
   * @throws UnprocessableError `unprocessable` (the method's own refusal, naming variable and reason), TimeoutError, UnavailableError, the signal's reason
   */
  run(
    call: {
      workspaceId: string
      method: string
      sources: readonly string[]
      columns: readonly RColumn[]
      variables: JsonObject
      options: JsonObject
    },
    run: { signal: AbortSignal; timeoutMs: number },
  ): Promise<RAnswer>
  /** `R` and its version, as in an analysis's `engine`. */
  readonly engine: { name: string; version: string }
  close(): Promise<void>
}

export type { JsonValue }

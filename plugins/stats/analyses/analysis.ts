import type { JsonObject } from '@svc/plugin'
import type { AnalysisPlot, AnalysisTable, Assumption } from '../methods/stat-method.ts'

/** An analysis in a list. */
export interface AnalysisSummary {
  analysis_id: string
  method: string
  /** The method's. */
  title: string
  /** Null: the method needs no data. */
  dataset_id: string | null
  version: number | null
  dataset: string | null
  n: number
  excluded: number
  interpretation: string
  duration_ms: number
  created_at: string
  created_by: { user_id: string; username: string }
}

/** As api.md names it; everything that is known of one analysis. */
export interface Analysis extends AnalysisSummary {
  variables: JsonObject
  options: JsonObject
  filter: string | null
  result: JsonObject
  tables: AnalysisTable[]
  assumptions: Assumption[]
  plots: AnalysisPlot[]
  syntax: { r: string; python: string }
  engine: { name: string; version: string }
  warnings: string[]
}

/** What `POST /api/stats/analyze` asks for, its shape checked. */
export type AnalysisOrder = {
  dataset_id?: string
  version?: number
  method: string
  variables?: JsonObject
  options?: JsonObject
  filter?: string | null
}

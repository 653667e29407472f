import type { Analysis } from '../analyses/analysis.ts'
import type { AnalysisTable } from '../methods/stat-method.ts'
import type { exportFormats } from '../routes/schemas.ts'

export type ReportFormat = (typeof exportFormats)[number]
/** What statistics write themselves; the others are documents. */
export type DataFormat = Extract<ReportFormat, 'csv' | 'json' | 'r'>

export interface ReportCover {
  title?: string
  author?: string
  date?: string
  text?: string
}

/** What is written. */
export interface Report {
  cover: ReportCover
  /** RFC 3339. */
  made_at: string
  analyses: Analysis[]
}

/** An analysis as it is stored, so that only the thread reads it. */
export interface StoredAnalysis {
  summary: string
  rest: string
}

/** To the thread. */
export type RenderTask =
  | { kind: 'file'; format: DataFormat; cover: ReportCover; made_at: string; analyses: StoredAnalysis[] }
  | { kind: 'chapter'; analysis: StoredAnalysis }

/** Nobody reads more in print; CSV and JSON have all rows. */
export const mostPrintedRows = 200

export const defaultTitle = 'Statistical report'

/** What an analysis was made of, for people. */
export function sourceOf({ dataset, dataset_id, version }: Analysis): string {
  if (dataset_id === null) return 'no data'
  return dataset === null ? `version ${version}` : `${dataset}, version ${version}`
}

/** What the API calls it and its data. */
export function identifiersOf({ analysis_id, dataset_id, version }: Analysis): string {
  return dataset_id === null ? analysis_id : `${analysis_id}, data ${dataset_id}@${version}`
}

/** The end of a document: who computed it, and from what. */
export function originOf(analysis: Analysis): string {
  const { engine, title } = analysis
  return `${title}. Computed by ${engine.name} ${engine.version}: ${identifiersOf(analysis)}`
}

/** `30 rows, 2 left out for missing values`. */
export function rowsOf({ n, excluded, dataset_id }: Analysis): string {
  if (dataset_id === null) return ''
  const rows = n === 1 ? '1 row' : `${n} rows`
  return excluded === 0 ? rows : `${rows}, ${excluded} left out for missing values`
}

/** As methods name the table that repeats their assumptions. */
const assumptionTable = 'Assumption checks'

/** The tables that are printed: assumptions have a place of their own. */
export function printedTables({ tables }: Analysis): AnalysisTable[] {
  return tables.filter(({ title }) => title !== assumptionTable)
}

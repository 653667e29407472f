import type { Analysis } from '../analyses/analysis.ts'
import type { AnalysisTable } from '../methods/stat-method.ts'
import type { exportFormats } from '../routes/schemas.ts'

export type ReportFormat = (typeof exportFormats)[number]

export interface ReportCover {
  title?: string
  author?: string
  date?: string
  text?: string
}

/** What is printed. */
export interface Report {
  cover: ReportCover
  /** RFC 3339. */
  made_at: string
  analyses: Analysis[]
}

/** To the thread: analyses as they are stored, so that only the thread reads them. */
export interface RenderTask {
  format: ReportFormat
  cover: ReportCover
  made_at: string
  analyses: { summary: string; rest: string }[]
}

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

/** The end of a report: who computed it and when. */
export function originOf({ analyses, made_at }: Report): string {
  const engines = [...new Set(analyses.map(({ engine }) => `${engine.name} ${engine.version}`))].join(', ')
  return `Computed by ${engines}. Made ${made_at}.`
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

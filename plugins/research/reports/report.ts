import type { Writer } from '../claims/claim.ts'

export interface Report {
  report_id: string
  research_project_id: string
  title: string
  /** Markdown with citations and marks. */
  body: string
  /** Null: the project's. */
  style: string | null
  locale: string | null
  authors: string[]
  /** Keys that it cites, and claims that it names, each once. */
  citations: string[]
  claims: string[]
  version: number
  etag: string
  created_by: Writer
  created_at: string
  updated_at: string
}

export interface WrittenReport {
  title: string
  body: string
  style?: string | null | undefined
  locale?: string | null | undefined
  authors?: string[] | undefined
}

export interface ReportVersion {
  version: number
  title: string
  size: number
  created_by: Writer
  created_at: string
}

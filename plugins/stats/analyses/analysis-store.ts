import type { WorkspaceDatabase } from '@svc/plugin'
import type { Analysis, AnalysisSummary } from './analysis.ts'

interface SummaryRow {
  analysis_id: string
  summary: string
}

interface WholeRow extends SummaryRow {
  rest: string
}

export interface AnalysisFilter {
  dataset_id: string | null
  method: string | null
  /** The id of the last one that is known; null from the newest. */
  before: string | null
  limit: number
}

const insertAnalysis = `INSERT INTO stats_analyses (analysis_id, method, dataset_id, job_id, summary, rest)
  VALUES (@analysis_id, @method, @dataset_id, @job_id, @summary, @rest)`
const selectAnalysis = 'SELECT analysis_id, summary, rest FROM stats_analyses WHERE analysis_id = ?'
const selectOfJob = 'SELECT analysis_id, summary FROM stats_analyses WHERE job_id = ?'
const before = 'analysis_id < @before ORDER BY analysis_id DESC LIMIT @limit'
const selectAll = `SELECT analysis_id, summary FROM stats_analyses WHERE ${before}`
const selectOfDataset = `SELECT analysis_id, summary FROM stats_analyses WHERE dataset_id = @dataset_id
  AND (@method IS NULL OR method = @method) AND ${before}`
const selectOfMethod = `SELECT analysis_id, summary FROM stats_analyses WHERE method = @method AND ${before}`
const deleteAnalysis = 'DELETE FROM stats_analyses WHERE analysis_id = ?'
const countAnalyses = 'SELECT count(*) AS count FROM stats_analyses'

/** After every id. */
const last = '~'

/** The analyses of one workspace. */
export const analysisStore = {
  insert(db: WorkspaceDatabase, summary: AnalysisSummary, rest: string, jobId: string | null): void {
    const { analysis_id, method, dataset_id } = summary
    db.run(insertAnalysis, { analysis_id, method, dataset_id, job_id: jobId, summary: JSON.stringify(summary), rest })
  },
  get(db: WorkspaceDatabase, analysisId: string): Analysis | undefined {
    const row = db.get<WholeRow>(selectAnalysis, analysisId)
    return row && ({ ...JSON.parse(row.summary), ...JSON.parse(row.rest) } as Analysis)
  },
  /** As they are stored. */
  texts(db: WorkspaceDatabase, analysisId: string): { summary: string; rest: string } | undefined {
    return db.get<WholeRow>(selectAnalysis, analysisId)
  },
  ofJob(db: WorkspaceDatabase, jobId: string): string | undefined {
    return db.get<SummaryRow>(selectOfJob, jobId)?.analysis_id
  },
  page(db: WorkspaceDatabase, { dataset_id, method, before: from, limit }: AnalysisFilter): AnalysisSummary[] {
    const page = { before: from ?? last, limit }
    const rows = () => {
      if (dataset_id !== null) return db.all<SummaryRow>(selectOfDataset, { ...page, dataset_id, method })
      if (method !== null) return db.all<SummaryRow>(selectOfMethod, { ...page, method })
      return db.all<SummaryRow>(selectAll, page)
    }
    return rows().map(({ summary }) => JSON.parse(summary) as AnalysisSummary)
  },
  delete(db: WorkspaceDatabase, analysisId: string): boolean {
    return db.run(deleteAnalysis, analysisId).changes > 0
  },
  count(db: WorkspaceDatabase): number {
    return db.get<{ count: number }>(countAnalyses)?.count ?? 0
  },
}

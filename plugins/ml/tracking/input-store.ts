import type { WorkspaceDatabase } from '@svc/plugin'

/** A dataset as a client of MLflow logged it; `tags` is JSON. */
export interface InputRow {
  run_id: string
  experiment_id: string
  name: string
  digest: string
  source_type: string
  source: string
  schema: string | null
  profile: string | null
  context: string | null
  tags: string
}

export interface InputSummary {
  experiment_id: string
  name: string
  digest: string
  context: string | null
}

const insertInput = `INSERT INTO ml_inputs (run_id, experiment_id, name, digest, source_type, source, schema, profile, context, tags)
  VALUES (@run_id, @experiment_id, @name, @digest, @source_type, @source, @schema, @profile, @context, @tags)
  ON CONFLICT (run_id, name, digest) DO UPDATE SET context = excluded.context, tags = excluded.tags`
const selectOfRuns = `SELECT * FROM ml_inputs WHERE run_id IN (SELECT value FROM json_each(?)) ORDER BY run_id, name, digest`
const selectSummaries = `SELECT DISTINCT experiment_id, name, digest, context FROM ml_inputs
  WHERE experiment_id IN (SELECT value FROM json_each(?)) ORDER BY experiment_id, name, digest LIMIT 1000`

/** Datasets that were logged to runs. */
export const inputStore = {
  put(db: WorkspaceDatabase, row: InputRow): void {
    db.run(insertInput, { ...row })
  },
  ofRuns(db: WorkspaceDatabase, runIds: readonly string[]): InputRow[] {
    return db.all<InputRow>(selectOfRuns, JSON.stringify(runIds))
  },
  summaries(db: WorkspaceDatabase, experimentIds: readonly string[]): InputSummary[] {
    return db.all<InputSummary>(selectSummaries, JSON.stringify(experimentIds))
  },
}

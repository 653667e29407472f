import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0001-stats',
  statements: [
    // What people said of the columns of a version; columns without a row are as the data has them. JSON in levels and missing_values.
    `CREATE TABLE stats_variables (
       dataset_id     TEXT NOT NULL,
       version        INTEGER NOT NULL,
       name           TEXT NOT NULL,
       measure        TEXT NOT NULL,
       levels         TEXT,
       missing_values TEXT NOT NULL,
       label          TEXT,
       updated_at     INTEGER NOT NULL,
       PRIMARY KEY (dataset_id, version, name)
     ) STRICT, WITHOUT ROWID`,
    // summary and rest together are the analysis as it is answered; lists read summaries alone.
    `CREATE TABLE stats_analyses (
       analysis_id TEXT PRIMARY KEY,
       method      TEXT NOT NULL,
       dataset_id  TEXT,
       job_id      TEXT,
       summary     TEXT NOT NULL,
       rest        TEXT NOT NULL
     ) STRICT`,
    `CREATE INDEX stats_analyses_dataset ON stats_analyses (dataset_id, analysis_id) WHERE dataset_id IS NOT NULL`,
    `CREATE INDEX stats_analyses_method ON stats_analyses (method, analysis_id)`,
    `CREATE UNIQUE INDEX stats_analyses_job ON stats_analyses (job_id) WHERE job_id IS NOT NULL`,
  ],
})

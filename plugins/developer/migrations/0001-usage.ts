import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0001-usage',
  statements: [
    `CREATE TABLE developer_usage (
       day               TEXT NOT NULL,
       key_id            TEXT NOT NULL,
       route             TEXT NOT NULL,
       model             TEXT NOT NULL,
       requests          INTEGER NOT NULL,
       errors            INTEGER NOT NULL,
       prompt_tokens     INTEGER NOT NULL,
       completion_tokens INTEGER NOT NULL,
       PRIMARY KEY (day, key_id, route, model)
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE developer_latency (
       day    TEXT NOT NULL,
       key_id TEXT NOT NULL,
       route  TEXT NOT NULL,
       bucket INTEGER NOT NULL,
       count  INTEGER NOT NULL,
       PRIMARY KEY (day, key_id, route, bucket)
     ) STRICT, WITHOUT ROWID`,
  ],
})

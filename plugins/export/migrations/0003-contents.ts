import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0003-contents',
  statements: [
    // Exports of before have none: their files lie in the home under their ids.
    `CREATE TABLE export_contents (
       export_id TEXT NOT NULL REFERENCES export_exports (export_id) ON DELETE CASCADE,
       part      TEXT NOT NULL,
       sha256    TEXT NOT NULL,
       PRIMARY KEY (export_id, part)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX export_contents_sha256 ON export_contents (sha256)`,
  ],
})

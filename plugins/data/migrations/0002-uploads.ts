import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0002-uploads',
  statements: [
    // Null in those of before, whose file and order lie in the home; the next start fills them in.
    `ALTER TABLE data_uploads ADD COLUMN sha256 TEXT`,
    `ALTER TABLE data_uploads ADD COLUMN order_json TEXT`,
    `CREATE INDEX data_uploads_sha256 ON data_uploads (sha256)`,
  ],
})

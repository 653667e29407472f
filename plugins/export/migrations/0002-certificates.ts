import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0002-certificates',
  statements: [
    `CREATE TABLE export_certificates (
       certificate_id     TEXT PRIMARY KEY,
       name               TEXT NOT NULL,
       fingerprint_sha256 TEXT NOT NULL,
       chain              TEXT NOT NULL,
       sealed_key         TEXT,
       active             INTEGER NOT NULL,
       created_at         INTEGER NOT NULL,
       deleted_at         INTEGER
     ) STRICT`,
    // One signs at a time, and one that is deleted does not.
    `CREATE UNIQUE INDEX export_certificates_active ON export_certificates (active) WHERE active = 1`,
  ],
})

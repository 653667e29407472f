import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0005-secrets',
  statements: [
    `CREATE TABLE playbooks_secrets (
       name       TEXT PRIMARY KEY NOT NULL,
       sealed     TEXT NOT NULL,
       created_at INTEGER NOT NULL,
       updated_at INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
  ],
})

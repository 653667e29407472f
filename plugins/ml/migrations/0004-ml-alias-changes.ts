import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0004-ml-alias-changes',
  statements: [
    // A version that is null: the alias was taken away. One that went before may be gone itself, so neither is a reference.
    `CREATE TABLE ml_alias_changes (
       change_id        INTEGER PRIMARY KEY,
       model_id         TEXT NOT NULL REFERENCES ml_models (model_id) ON DELETE CASCADE,
       alias            TEXT NOT NULL,
       version          INTEGER,
       previous_version INTEGER,
       user_id          TEXT NOT NULL,
       username         TEXT NOT NULL,
       changed_at       INTEGER NOT NULL
     ) STRICT`,
    `CREATE INDEX ml_alias_changes_model ON ml_alias_changes (model_id, change_id)`,
  ],
})

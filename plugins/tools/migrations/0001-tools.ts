import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0001-tools',
  statements: [
    // `key_id` is empty for the grant of the whole workspace.
    `CREATE TABLE tools_grants (
       tool_name  TEXT NOT NULL,
       key_id     TEXT NOT NULL,
       decision   TEXT NOT NULL,
       plugin     TEXT,
       granted_by TEXT NOT NULL,
       granted_at INTEGER NOT NULL,
       PRIMARY KEY (tool_name, key_id)
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE tools_approvals (
       approval_id TEXT PRIMARY KEY,
       tool_name   TEXT NOT NULL,
       arguments   TEXT NOT NULL,
       binding     TEXT NOT NULL,
       repeat_key  TEXT NOT NULL,
       status      TEXT NOT NULL,
       result      TEXT,
       error       TEXT,
       origin      TEXT NOT NULL,
       app         TEXT,
       caller      TEXT NOT NULL,
       decided_by  TEXT,
       reason      TEXT,
       created_at  INTEGER NOT NULL,
       expires_at  INTEGER NOT NULL,
       decided_at  INTEGER,
       finished_at INTEGER,
       is_told     INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE UNIQUE INDEX tools_approvals_repeat ON tools_approvals (repeat_key) WHERE status = 'pending'`,
    `CREATE INDEX tools_approvals_expiry ON tools_approvals (expires_at) WHERE status = 'pending'`,
    `CREATE INDEX tools_approvals_unfinished ON tools_approvals (approval_id) WHERE status = 'approved' AND finished_at IS NULL`,
    `CREATE INDEX tools_approvals_untold ON tools_approvals (approval_id) WHERE is_told = 0`,
    `CREATE INDEX tools_approvals_status ON tools_approvals (status, approval_id)`,
    `CREATE TABLE tools_calls (
       seq            INTEGER PRIMARY KEY,
       call_id        TEXT NOT NULL,
       at             INTEGER NOT NULL,
       tool_name      TEXT NOT NULL,
       effect         TEXT NOT NULL,
       user_id        TEXT NOT NULL,
       username       TEXT NOT NULL,
       key_id         TEXT,
       origin         TEXT NOT NULL,
       approval_id    TEXT,
       outcome        TEXT NOT NULL,
       code           TEXT,
       duration_ms    REAL NOT NULL,
       arguments_hash TEXT NOT NULL
     ) STRICT`,
    `CREATE INDEX tools_calls_of_user ON tools_calls (user_id, seq)`,
    `CREATE INDEX tools_calls_at ON tools_calls (at)`,
  ],
})

import { defineMigration } from '@svc/plugin'

/** What search finds: what people asked, and answers once they are complete. */
const isFound = (row: 'new' | 'old') => `(${row}.role = 'user' OR ${row}.finish_reason IS NOT NULL)`
const find = `INSERT INTO conversations_search (rowid, content) SELECT new.number, new.content WHERE ${isFound('new')};`
const unfind = `INSERT INTO conversations_search (conversations_search, rowid, content)
  SELECT 'delete', old.number, old.content WHERE ${isFound('old')};`
const findTitle =
  'INSERT INTO conversations_titles (rowid, title) SELECT new.number, new.title WHERE new.title IS NOT NULL;'
const unfindTitle = `INSERT INTO conversations_titles (conversations_titles, rowid, title)
  SELECT 'delete', old.number, old.title WHERE old.title IS NOT NULL;`

export default defineMigration({
  id: '0001-conversations',
  statements: [
    // The numbers are what the search tables know a row by.
    `CREATE TABLE conversations_sessions (
       number       INTEGER PRIMARY KEY,
       session_id   TEXT NOT NULL UNIQUE,
       title        TEXT,
       title_by     TEXT NOT NULL,
       model        TEXT,
       system       TEXT,
       tools        TEXT,
       settings     TEXT NOT NULL,
       source       TEXT NOT NULL,
       user_id      TEXT NOT NULL,
       key_id       TEXT,
       leaf_id      TEXT,
       history_hash TEXT,
       streamed_hash TEXT,
       summary      TEXT,
       created_at   TEXT NOT NULL,
       updated_at   TEXT NOT NULL
     ) STRICT`,
    `CREATE INDEX conversations_sessions_recent ON conversations_sessions (updated_at, session_id)`,
    `CREATE INDEX conversations_sessions_history ON conversations_sessions (history_hash) WHERE history_hash IS NOT NULL`,
    `CREATE INDEX conversations_sessions_streamed ON conversations_sessions (streamed_hash) WHERE streamed_hash IS NOT NULL`,
    `CREATE TABLE conversations_messages (
       number        INTEGER PRIMARY KEY,
       message_id    TEXT NOT NULL UNIQUE,
       session_id    TEXT NOT NULL REFERENCES conversations_sessions (session_id) ON DELETE CASCADE,
       parent_id     TEXT,
       position      INTEGER NOT NULL,
       active        INTEGER NOT NULL,
       turn_id       TEXT,
       role          TEXT NOT NULL,
       content       TEXT NOT NULL,
       attachments   TEXT,
       images        TEXT,
       tool_calls    TEXT,
       tool_call_id  TEXT,
       tool_name     TEXT,
       model         TEXT,
       finish_reason TEXT,
       usage         TEXT,
       created_at    TEXT NOT NULL
     ) STRICT`,
    `CREATE INDEX conversations_messages_path ON conversations_messages (session_id, active, position)`,
    `CREATE INDEX conversations_messages_parent ON conversations_messages (session_id, parent_id)`,
    `CREATE INDEX conversations_messages_turn ON conversations_messages (turn_id)`,
    `CREATE TABLE conversations_turns (
       turn_id           TEXT PRIMARY KEY,
       session_id        TEXT NOT NULL REFERENCES conversations_sessions (session_id) ON DELETE CASCADE,
       status            TEXT NOT NULL,
       finish_reason     TEXT,
       model             TEXT NOT NULL,
       question_id       TEXT NOT NULL,
       answer_id         TEXT NOT NULL,
       caller            TEXT NOT NULL,
       options           TEXT NOT NULL,
       steps             INTEGER NOT NULL,
       pending           TEXT,
       prompt_tokens     INTEGER NOT NULL,
       completion_tokens INTEGER NOT NULL,
       error             TEXT,
       first_seq         INTEGER NOT NULL,
       created_at        TEXT NOT NULL,
       finished_at       TEXT
     ) STRICT, WITHOUT ROWID`,
    `CREATE UNIQUE INDEX conversations_turns_live ON conversations_turns (session_id) WHERE status <> 'done'`,
    `CREATE INDEX conversations_turns_session ON conversations_turns (session_id, turn_id)`,
    `CREATE TABLE conversations_events (
       session_id TEXT NOT NULL REFERENCES conversations_sessions (session_id) ON DELETE CASCADE,
       seq        INTEGER NOT NULL,
       turn_id    TEXT,
       type       TEXT NOT NULL,
       data       TEXT NOT NULL,
       at         TEXT NOT NULL,
       PRIMARY KEY (session_id, seq)
     ) STRICT, WITHOUT ROWID`,
    // Which turn a request with an Idempotency-Key began.
    `CREATE TABLE conversations_requests (
       key_hash   TEXT PRIMARY KEY,
       body_hash  TEXT NOT NULL,
       turn_id    TEXT NOT NULL REFERENCES conversations_turns (turn_id) ON DELETE CASCADE,
       expires_at INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX conversations_requests_turn ON conversations_requests (turn_id)`,
    `CREATE INDEX conversations_requests_expiry ON conversations_requests (expires_at)`,
    // The text itself stands in the messages alone.
    `CREATE VIRTUAL TABLE conversations_search USING fts5 (
       content, content = 'conversations_messages', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 2'
     )`,
    `CREATE TRIGGER conversations_messages_said AFTER INSERT ON conversations_messages BEGIN ${find} END`,
    `CREATE TRIGGER conversations_messages_gone AFTER DELETE ON conversations_messages BEGIN ${unfind} END`,
    // An answer grows many times before it is complete; until then this does nothing.
    `CREATE TRIGGER conversations_messages_changed AFTER UPDATE OF content, finish_reason ON conversations_messages
     WHEN ${isFound('old')} OR ${isFound('new')} BEGIN ${unfind} ${find} END`,
    `CREATE VIRTUAL TABLE conversations_titles USING fts5 (
       title, content = 'conversations_sessions', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 2'
     )`,
    `CREATE TRIGGER conversations_sessions_named AFTER INSERT ON conversations_sessions BEGIN ${findTitle} END`,
    `CREATE TRIGGER conversations_sessions_gone AFTER DELETE ON conversations_sessions BEGIN ${unfindTitle} END`,
    `CREATE TRIGGER conversations_sessions_renamed AFTER UPDATE OF title ON conversations_sessions
     BEGIN ${unfindTitle} ${findTitle} END`,
  ],
})

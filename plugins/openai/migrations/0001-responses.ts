import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0001-responses',
  statements: [
    `CREATE TABLE openai_responses (
       response_id TEXT PRIMARY KEY,
       previous_id TEXT,
       session_id  TEXT NOT NULL,
       turn_id     TEXT NOT NULL,
       message_id  TEXT NOT NULL,
       key_id      TEXT,
       model       TEXT NOT NULL,
       echo        TEXT NOT NULL,
       input       TEXT NOT NULL,
       final       TEXT,
       created_at  INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX openai_responses_of_session ON openai_responses (session_id)`,
  ],
})

import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0002-embedders',
  statements: [
    `CREATE TABLE memory_embedders (
       place      TEXT PRIMARY KEY CHECK (place IN ('active', 'next')),
       embedder   TEXT NOT NULL,
       space_key  TEXT NOT NULL,
       dimensions INTEGER NOT NULL,
       user_id    TEXT,
       username   TEXT
     ) STRICT, WITHOUT ROWID`,
  ],
})

import { defineMigration } from '@svc/plugin'
import type { Migration } from '@svc/plugin'

/** What the memory plane keeps in each workspace's file. Owner: the kernel. */
export const memoryMigrations: readonly Migration[] = [
  defineMigration({
    id: '0004-memory',
    statements: [
      // `seq` counts vectors added and removed, so that a reader in another thread or database learns what is new; `facts_seq` changes
      // of what documents are filtered by.
      `CREATE TABLE kernel_passage_state (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        instance TEXT NOT NULL,
        seq INTEGER NOT NULL DEFAULT 0,
        removals_pruned INTEGER NOT NULL DEFAULT 0,
        facts_seq INTEGER NOT NULL DEFAULT 0,
        passages INTEGER NOT NULL DEFAULT 0
      ) STRICT`,
      `INSERT INTO kernel_passage_state (one, instance) VALUES (1, lower(hex(randomblob(16))))`,
      `CREATE TABLE kernel_passage_documents (
        document_key INTEGER PRIMARY KEY AUTOINCREMENT,
        document_id TEXT NOT NULL UNIQUE,
        source TEXT,
        tags TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        valid_from INTEGER,
        valid_until INTEGER
      ) STRICT`,
      `CREATE INDEX kernel_passage_documents_by_source ON kernel_passage_documents (source) WHERE source IS NOT NULL`,
      `CREATE INDEX kernel_passage_documents_by_time ON kernel_passage_documents (created_at)`,
      `CREATE INDEX kernel_passage_documents_from ON kernel_passage_documents (valid_from) WHERE valid_from IS NOT NULL`,
      `CREATE INDEX kernel_passage_documents_until ON kernel_passage_documents (valid_until) WHERE valid_until IS NOT NULL`,
      ...['INSERT', 'UPDATE', 'DELETE'].map(
        event =>
          `CREATE TRIGGER kernel_passage_documents_${event.toLowerCase()} AFTER ${event} ON kernel_passage_documents BEGIN
            UPDATE kernel_passage_state SET facts_seq = facts_seq + 1;
          END`,
      ),
      `CREATE TABLE kernel_passage_tags (
        tag TEXT NOT NULL,
        document_key INTEGER NOT NULL,
        PRIMARY KEY (tag, document_key)
      ) STRICT, WITHOUT ROWID`,
      `CREATE TABLE kernel_passages (
        passage_id INTEGER PRIMARY KEY AUTOINCREMENT,
        document_key INTEGER NOT NULL,
        ordinal INTEGER NOT NULL,
        heading TEXT NOT NULL,
        text TEXT NOT NULL,
        start_at INTEGER NOT NULL,
        end_at INTEGER NOT NULL
      ) STRICT`,
      `CREATE INDEX kernel_passages_by_document ON kernel_passages (document_key, ordinal)`,
      `CREATE TRIGGER kernel_passages_counted AFTER INSERT ON kernel_passages BEGIN
        UPDATE kernel_passage_state SET passages = passages + 1;
      END`,
      `CREATE TRIGGER kernel_passages_uncounted AFTER DELETE ON kernel_passages BEGIN
        UPDATE kernel_passage_state SET passages = passages - 1;
      END`,
      // Marks are part of a word: many scripts write vowels with them.
      `CREATE VIRTUAL TABLE kernel_passage_words USING fts5(
        heading, text, content = 'kernel_passages', content_rowid = 'passage_id',
        tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co'"
      )`,
      // Only runs of scripts that are written without spaces; a passage that has none is not in it.
      `CREATE VIRTUAL TABLE kernel_passage_trigrams USING fts5(
        runs, content = '', contentless_delete = 1, tokenize = 'trigram'
      )`,
      `CREATE TABLE kernel_passage_spaces (
        space_id INTEGER PRIMARY KEY AUTOINCREMENT,
        key TEXT NOT NULL UNIQUE,
        dimensions INTEGER NOT NULL,
        embedded INTEGER NOT NULL DEFAULT 0,
        embedded_through INTEGER NOT NULL DEFAULT 0
      ) STRICT`,
      // Small rows of their own: a search reads all of them once, and vectors only of what it ranks.
      `CREATE TABLE kernel_passage_sketches (
        vector_id INTEGER PRIMARY KEY,
        space_id INTEGER NOT NULL,
        passage_id INTEGER NOT NULL,
        document_key INTEGER NOT NULL,
        bits BLOB NOT NULL
      ) STRICT`,
      `CREATE UNIQUE INDEX kernel_passage_sketches_by_passage ON kernel_passage_sketches (space_id, passage_id)`,
      `CREATE INDEX kernel_passage_sketches_by_space ON kernel_passage_sketches (space_id)`,
      `CREATE TABLE kernel_passage_vectors (vector_id INTEGER PRIMARY KEY, numbers BLOB NOT NULL) STRICT`,
      `CREATE TABLE kernel_passage_removals (
        seq INTEGER PRIMARY KEY,
        space_id INTEGER NOT NULL,
        vector_id INTEGER NOT NULL,
        passage_id INTEGER NOT NULL
      ) STRICT`,
      `CREATE TRIGGER kernel_passage_sketches_counted AFTER INSERT ON kernel_passage_sketches BEGIN
        UPDATE kernel_passage_spaces SET embedded = embedded + 1 WHERE space_id = NEW.space_id;
      END`,
      `CREATE TRIGGER kernel_passage_sketches_removed AFTER DELETE ON kernel_passage_sketches BEGIN
        DELETE FROM kernel_passage_vectors WHERE vector_id = OLD.vector_id;
        UPDATE kernel_passage_spaces SET embedded = embedded - 1 WHERE space_id = OLD.space_id;
        UPDATE kernel_passage_state SET seq = seq + 1;
        INSERT INTO kernel_passage_removals (seq, space_id, vector_id, passage_id)
          SELECT seq, OLD.space_id, OLD.vector_id, OLD.passage_id FROM kernel_passage_state;
      END`,
    ],
  }),
  // How far the workspace's vectors are in an index outside of its file.
  defineMigration({
    id: '0005-memory-sync',
    statements: [
      `CREATE TABLE kernel_memory_sync (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        current TEXT NOT NULL,
        intended TEXT NOT NULL
      ) STRICT`,
    ],
  }),
]

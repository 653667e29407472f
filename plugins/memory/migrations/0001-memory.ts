import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0001-memory',
  statements: [
    `CREATE TABLE memory_documents (
       id           TEXT NOT NULL UNIQUE,
       head         TEXT NOT NULL,
       length       INTEGER NOT NULL,
       text_version INTEGER NOT NULL,
       format       TEXT NOT NULL CHECK (format IN ('markdown', 'text')),
       fingerprint  TEXT NOT NULL,
       source       TEXT,
       tags         TEXT NOT NULL,
       metadata     TEXT NOT NULL,
       provenance   TEXT NOT NULL,
       valid_from   INTEGER,
       valid_until  INTEGER,
       version      INTEGER NOT NULL,
       chunks       INTEGER NOT NULL,
       changed      TEXT NOT NULL,
       changed_by   TEXT NOT NULL,
       created_at   INTEGER NOT NULL,
       updated_at   INTEGER NOT NULL
     ) STRICT`,
    `CREATE INDEX memory_documents_by_time ON memory_documents (created_at, id)`,
    `CREATE INDEX memory_documents_by_source ON memory_documents (source, created_at, id)`,
    `CREATE INDEX memory_documents_by_text ON memory_documents (fingerprint)`,
    // Contents that are longer than a head, whole, under the version of the document that began with them.
    `CREATE TABLE memory_texts (
       document_id  TEXT NOT NULL,
       text_version INTEGER NOT NULL,
       content      TEXT NOT NULL,
       UNIQUE (document_id, text_version)
     ) STRICT`,
    `CREATE TABLE memory_tags (
       tag         TEXT NOT NULL,
       created_at  INTEGER NOT NULL,
       document_id TEXT NOT NULL,
       PRIMARY KEY (tag, created_at, document_id)
     ) STRICT, WITHOUT ROWID`,
    // What a document was before its present version.
    `CREATE TABLE memory_versions (
       document_id  TEXT NOT NULL,
       version      INTEGER NOT NULL,
       head         TEXT NOT NULL,
       length       INTEGER NOT NULL,
       text_version INTEGER NOT NULL,
       source       TEXT,
       tags         TEXT NOT NULL,
       metadata     TEXT NOT NULL,
       valid_from   INTEGER,
       valid_until  INTEGER,
       changed      TEXT NOT NULL,
       changed_by   TEXT NOT NULL,
       at           INTEGER NOT NULL,
       UNIQUE (document_id, version)
     ) STRICT`,
    `CREATE TABLE memory_sources (
       source    TEXT NOT NULL PRIMARY KEY,
       documents INTEGER NOT NULL,
       chunks    INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX memory_sources_by_size ON memory_sources (documents)`,
    `CREATE TABLE memory_totals (
       one       INTEGER PRIMARY KEY CHECK (one = 1),
       documents INTEGER NOT NULL,
       chunks    INTEGER NOT NULL
     ) STRICT`,
    `INSERT INTO memory_totals (one, documents, chunks) VALUES (1, 0, 0)`,
    // Counted as they come and go: counting a million rows would take longer than the question is worth. '' stands for no source.
    `CREATE TRIGGER memory_documents_come AFTER INSERT ON memory_documents BEGIN
       UPDATE memory_totals SET documents = documents + 1, chunks = chunks + new.chunks;
       INSERT INTO memory_sources (source, documents, chunks) VALUES (coalesce(new.source, ''), 1, new.chunks)
         ON CONFLICT (source) DO UPDATE SET documents = documents + 1, chunks = chunks + excluded.chunks;
     END`,
    `CREATE TRIGGER memory_documents_go AFTER DELETE ON memory_documents BEGIN
       UPDATE memory_totals SET documents = documents - 1, chunks = chunks - old.chunks;
       UPDATE memory_sources SET documents = documents - 1, chunks = chunks - old.chunks WHERE source = coalesce(old.source, '');
       DELETE FROM memory_sources WHERE source = coalesce(old.source, '') AND documents = 0;
     END`,
    `CREATE TRIGGER memory_documents_change AFTER UPDATE OF source, chunks ON memory_documents BEGIN
       UPDATE memory_totals SET chunks = chunks - old.chunks + new.chunks;
       UPDATE memory_sources SET documents = documents - 1, chunks = chunks - old.chunks WHERE source = coalesce(old.source, '');
       INSERT INTO memory_sources (source, documents, chunks) VALUES (coalesce(new.source, ''), 1, new.chunks)
         ON CONFLICT (source) DO UPDATE SET documents = documents + 1, chunks = chunks + excluded.chunks;
       DELETE FROM memory_sources WHERE source = coalesce(old.source, '') AND documents = 0;
     END`,
  ],
})

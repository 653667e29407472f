import { defineMigration } from '@svc/plugin'

/** Full text over title and body, kept in step by the database itself; the text stands in the rows alone. */
const search = (kind: 'tasks' | 'notes'): string[] => {
  const rows = `workspace_${kind}`
  const found = `workspace_${kind}_search`
  const find = `INSERT INTO ${found} (rowid, title, body) VALUES (new.number, new.title, new.body);`
  const unfind = `INSERT INTO ${found} (${found}, rowid, title, body) VALUES ('delete', old.number, old.title, old.body);`
  return [
    `CREATE VIRTUAL TABLE ${found} USING fts5 (
       title, body, content = '${rows}', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 2'
     )`,
    `CREATE TRIGGER ${rows}_written AFTER INSERT ON ${rows} BEGIN ${find} END`,
    `CREATE TRIGGER ${rows}_gone AFTER DELETE ON ${rows} BEGIN ${unfind} END`,
    `CREATE TRIGGER ${rows}_changed AFTER UPDATE OF title, body ON ${rows} BEGIN ${unfind} ${find} END`,
  ]
}

export default defineMigration({
  id: '0001-workspace',
  statements: [
    // The numbers are what the search tables know a row by. Times are milliseconds since the epoch.
    `CREATE TABLE workspace_tasks (
       number       INTEGER PRIMARY KEY,
       task_id      TEXT NOT NULL UNIQUE,
       title        TEXT NOT NULL,
       body         TEXT NOT NULL,
       status       TEXT NOT NULL,
       priority     INTEGER NOT NULL,
       due          TEXT,
       due_at       INTEGER,
       tags         TEXT NOT NULL,
       version      INTEGER NOT NULL,
       created_by   TEXT NOT NULL,
       created_at   INTEGER NOT NULL,
       updated_at   INTEGER NOT NULL,
       completed_at INTEGER
     ) STRICT`,
    `CREATE INDEX workspace_tasks_updated ON workspace_tasks (updated_at, task_id)`,
    `CREATE INDEX workspace_tasks_due ON workspace_tasks (due_at, task_id) WHERE due_at IS NOT NULL`,
    `CREATE TABLE workspace_task_tags (
       tag     TEXT NOT NULL,
       task_id TEXT NOT NULL REFERENCES workspace_tasks (task_id) ON DELETE CASCADE,
       PRIMARY KEY (tag, task_id)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX workspace_task_tags_task ON workspace_task_tags (task_id)`,
    `CREATE TABLE workspace_notes (
       number     INTEGER PRIMARY KEY,
       note_id    TEXT NOT NULL UNIQUE,
       title      TEXT NOT NULL,
       title_key  TEXT NOT NULL,
       body       TEXT NOT NULL,
       tags       TEXT NOT NULL,
       version    INTEGER NOT NULL,
       created_by TEXT NOT NULL,
       created_at INTEGER NOT NULL,
       updated_at INTEGER NOT NULL
     ) STRICT`,
    `CREATE INDEX workspace_notes_updated ON workspace_notes (updated_at, note_id)`,
    `CREATE INDEX workspace_notes_title ON workspace_notes (title_key, note_id)`,
    `CREATE TABLE workspace_note_tags (
       tag     TEXT NOT NULL,
       note_id TEXT NOT NULL REFERENCES workspace_notes (note_id) ON DELETE CASCADE,
       PRIMARY KEY (tag, note_id)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX workspace_note_tags_note ON workspace_note_tags (note_id)`,
    // Titles that notes had before: links that name them still lead there.
    `CREATE TABLE workspace_note_titles (
       title_key TEXT NOT NULL,
       note_id   TEXT NOT NULL REFERENCES workspace_notes (note_id) ON DELETE CASCADE,
       until     INTEGER NOT NULL,
       PRIMARY KEY (title_key, note_id)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX workspace_note_titles_note ON workspace_note_titles (note_id)`,
    // What a note's text names, in its order: a title, or the id of a note.
    `CREATE TABLE workspace_note_links (
       note_id  TEXT NOT NULL REFERENCES workspace_notes (note_id) ON DELETE CASCADE,
       position INTEGER NOT NULL,
       text     TEXT NOT NULL,
       target   TEXT NOT NULL,
       base     TEXT NOT NULL,
       PRIMARY KEY (note_id, position)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX workspace_note_links_target ON workspace_note_links (target, note_id)`,
    `CREATE INDEX workspace_note_links_base ON workspace_note_links (base, note_id) WHERE base <> target`,
    ...search('tasks'),
    ...search('notes'),
  ],
})

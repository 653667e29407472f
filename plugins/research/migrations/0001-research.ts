import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0001-research',
  statements: [
    // Times are milliseconds since the epoch. Columns named *_json hold JSON; tags are a JSON array.
    `CREATE TABLE research_projects (
       project_id  TEXT PRIMARY KEY,
       title       TEXT NOT NULL,
       question    TEXT,
       description TEXT,
       tags        TEXT NOT NULL,
       style       TEXT NOT NULL,
       locale      TEXT NOT NULL,
       created_by  TEXT NOT NULL,
       created_at  INTEGER NOT NULL,
       updated_at  INTEGER NOT NULL
     ) STRICT`,
    // content_sha256 is the hash by which one content given twice is known: of the snapshot, else of the reference.
    `CREATE TABLE research_sources (
       source_id      TEXT PRIMARY KEY,
       project_id     TEXT NOT NULL REFERENCES research_projects (project_id) ON DELETE CASCADE,
       kind           TEXT NOT NULL,
       key            TEXT NOT NULL,
       csl_json       TEXT NOT NULL,
       tags           TEXT NOT NULL,
       state          TEXT NOT NULL,
       content_sha256 TEXT NOT NULL,
       created_by     TEXT NOT NULL,
       created_at     INTEGER NOT NULL,
       updated_at     INTEGER NOT NULL
     ) STRICT`,
    `CREATE UNIQUE INDEX research_sources_key ON research_sources (project_id, key)`,
    `CREATE INDEX research_sources_content ON research_sources (project_id, content_sha256)`,
    // A source's contents, the last one its present one. Bytes and text lie in files named by their hashes.
    `CREATE TABLE research_snapshots (
       source_id    TEXT NOT NULL REFERENCES research_sources (source_id) ON DELETE CASCADE,
       number       INTEGER NOT NULL,
       sha256       TEXT NOT NULL,
       size         INTEGER NOT NULL,
       content_type TEXT NOT NULL,
       file_id      TEXT,
       url          TEXT,
       final_url    TEXT,
       fetched_at   INTEGER NOT NULL,
       text_sha256  TEXT,
       text_size    INTEGER NOT NULL,
       text_json    TEXT,
       PRIMARY KEY (source_id, number)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX research_snapshots_sha256 ON research_snapshots (sha256)`,
    `CREATE INDEX research_snapshots_text ON research_snapshots (text_sha256) WHERE text_sha256 IS NOT NULL`,
    // record_sha256 is the beginning of the chain that the claim's evidence goes on, head_sha256 its end.
    `CREATE TABLE research_claims (
       claim_id      TEXT PRIMARY KEY,
       project_id    TEXT NOT NULL REFERENCES research_projects (project_id) ON DELETE CASCADE,
       text          TEXT NOT NULL,
       kind          TEXT NOT NULL,
       tags          TEXT NOT NULL,
       status        TEXT NOT NULL,
       problem_json  TEXT,
       record_sha256 TEXT NOT NULL,
       head_sha256   TEXT NOT NULL,
       created_by    TEXT NOT NULL,
       created_at    INTEGER NOT NULL,
       updated_at    INTEGER NOT NULL,
       verified_at   INTEGER
     ) STRICT`,
    `CREATE INDEX research_claims_project ON research_claims (project_id, claim_id)`,
    // target is the record of another domain that the evidence rests on; is_stale: that record has changed since it was last looked at.
    `CREATE TABLE research_evidence (
       evidence_id   TEXT PRIMARY KEY,
       claim_id      TEXT NOT NULL REFERENCES research_claims (claim_id) ON DELETE CASCADE,
       position      INTEGER NOT NULL,
       type          TEXT NOT NULL,
       relation      TEXT NOT NULL,
       note          TEXT,
       source_id     TEXT REFERENCES research_sources (source_id),
       target        TEXT,
       body_json     TEXT NOT NULL,
       problem_json  TEXT,
       is_stale      INTEGER NOT NULL,
       record_sha256 TEXT NOT NULL,
       created_by    TEXT NOT NULL,
       created_at    INTEGER NOT NULL
     ) STRICT`,
    `CREATE UNIQUE INDEX research_evidence_claim ON research_evidence (claim_id, position)`,
    `CREATE INDEX research_evidence_source ON research_evidence (source_id) WHERE source_id IS NOT NULL`,
    `CREATE INDEX research_evidence_target ON research_evidence (target) WHERE target IS NOT NULL`,
    `CREATE TABLE research_links (
       link_id    TEXT PRIMARY KEY,
       project_id TEXT NOT NULL REFERENCES research_projects (project_id) ON DELETE CASCADE,
       type       TEXT NOT NULL,
       record_id  TEXT NOT NULL,
       version    INTEGER,
       created_by TEXT NOT NULL,
       created_at INTEGER NOT NULL
     ) STRICT`,
    `CREATE UNIQUE INDEX research_links_record ON research_links (project_id, type, record_id, coalesce(version, 0))`,
    `CREATE TABLE research_reports (
       report_id  TEXT PRIMARY KEY,
       project_id TEXT NOT NULL REFERENCES research_projects (project_id) ON DELETE CASCADE,
       version    INTEGER NOT NULL,
       created_by TEXT NOT NULL,
       created_at INTEGER NOT NULL,
       updated_at INTEGER NOT NULL
     ) STRICT`,
    `CREATE INDEX research_reports_project ON research_reports (project_id, report_id)`,
    `CREATE TABLE research_report_versions (
       report_id    TEXT NOT NULL REFERENCES research_reports (report_id) ON DELETE CASCADE,
       version      INTEGER NOT NULL,
       title        TEXT NOT NULL,
       body         TEXT NOT NULL,
       style        TEXT,
       locale       TEXT,
       authors      TEXT NOT NULL,
       names_json   TEXT NOT NULL,
       size         INTEGER NOT NULL,
       created_by   TEXT NOT NULL,
       created_at   INTEGER NOT NULL,
       PRIMARY KEY (report_id, version)
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE research_styles (
       style      TEXT PRIMARY KEY,
       title      TEXT NOT NULL,
       kind       TEXT NOT NULL,
       locale     TEXT,
       xml        TEXT NOT NULL,
       created_by TEXT NOT NULL,
       created_at INTEGER NOT NULL
     ) STRICT`,
  ],
})

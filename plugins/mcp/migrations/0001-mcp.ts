import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0001-mcp',
  statements: [
    // What other servers say of their tools, in the workspace where it is told that they changed.
    `CREATE TABLE mcp_known_tools (
       server      TEXT NOT NULL,
       tool        TEXT NOT NULL,
       fingerprint TEXT NOT NULL,
       seen_at     INTEGER NOT NULL,
       PRIMARY KEY (server, tool)
     ) STRICT, WITHOUT ROWID`,
  ],
})

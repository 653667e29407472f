import type { WorkspaceDatabase } from '@svc/plugin'

/** `fingerprint` is a hash of everything that a model reads about the tool. */
export interface KnownToolRow {
  tool: string
  fingerprint: string
}

const selectTools = 'SELECT tool, fingerprint FROM mcp_known_tools WHERE server = ?'
const upsertTool = `INSERT INTO mcp_known_tools (server, tool, fingerprint, seen_at) VALUES (@server, @tool, @fingerprint, @now)
  ON CONFLICT (server, tool) DO UPDATE SET fingerprint = @fingerprint, seen_at = @now`

/** The tools of other servers as they were seen last. */
export const knownToolsStore = {
  of(db: WorkspaceDatabase, server: string): KnownToolRow[] {
    return db.all<KnownToolRow>(selectTools, server)
  },
  put(db: WorkspaceDatabase, server: string, { tool, fingerprint }: KnownToolRow, now: number): void {
    db.run(upsertTool, { server, tool, fingerprint, now })
  },
}

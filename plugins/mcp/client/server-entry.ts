/** A server of `mcp.json` that can be tried. */
export interface ServerEntry {
  name: string
  target: HttpTarget | StdioTarget
}

export interface HttpTarget {
  kind: 'http'
  url: string
  headers: Record<string, string>
}

export interface StdioTarget {
  kind: 'stdio'
  command: string
  args: string[]
  env: Record<string, string>
  /** The folder of `mcp.json` when it names none. */
  cwd: string
}

/** A server of `mcp.json` that is not tried, with what is wrong or `null` when it is switched off. */
export interface UnusableEntry {
  name: string
  kind: 'http' | 'stdio'
  problem: string | null
}

export interface ServersFile {
  servers: ServerEntry[]
  unusable: UnusableEntry[]
  /** Why nothing of the file can be used. */
  problem: string | null
}

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

/** JSON Schema of `mcp.json`: around the servers, and of one server. */
export const fileSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['mcpServers'],
  properties: {
    $schema: { type: 'string' },
    mcpServers: { type: 'object', maxProperties: 100 },
  },
}

const texts = { type: 'object', maxProperties: 100, additionalProperties: { type: 'string' } }

export const serverSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    type: { enum: ['http', 'streamable-http', 'streamableHttp', 'stdio'] },
    description: { type: 'string' },
    disabled: { type: 'boolean' },
    url: { type: 'string', minLength: 1, maxLength: 2048 },
    headers: texts,
    command: { type: 'string', minLength: 1 },
    args: { type: 'array', maxItems: 1000, items: { type: 'string' } },
    env: texts,
    cwd: { type: 'string', minLength: 1 },
  },
}

import type { RouteRegistrar } from '@svc/plugin'
import { Type } from 'typebox'
import type { RemoteServers } from './remote-servers.ts'
import type { ServersWatch } from './servers-file/servers-watch.ts'

const closed = { additionalProperties: false }
const Server = Type.Object(
  {
    name: Type.String({ description: 'As in mcp.json' }),
    transport: Type.Enum(['http', 'stdio']),
    status: Type.Enum(['connecting', 'connected', 'unreachable', 'closed', 'disabled', 'invalid']),
    error: Type.Union([Type.String(), Type.Null()]),
    protocol_version: Type.Union([Type.String(), Type.Null()]),
    tools: Type.Array(Type.String(), { description: 'Their names here; listed also while the server is unreachable' }),
  },
  { ...closed, title: 'McpServer' },
)
const Servers = Type.Object(
  {
    items: Type.Array(Server),
    next_cursor: Type.Null(),
    error: Type.Union([Type.String(), Type.Null()], { description: 'What is wrong with mcp.json as a whole' }),
  },
  { ...closed, title: 'McpServers' },
)
const ServerParams = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }, closed)
const example = {
  name: 'github',
  transport: 'http',
  status: 'connected',
  error: null,
  protocol_version: '2025-11-25',
  tools: ['github__search_issues'],
}
const permission = { role: 'admin' } as const

/** `/api/mcp/servers`: the other servers whose tools are offered here. */
export function serverRoutes(
  app: RouteRegistrar,
  {
    servers,
    watch,
    waits,
  }: { servers: RemoteServers; watch: ServersWatch; /** They are started by being asked for. */ waits: boolean },
): void {
  app.route({
    method: 'GET',
    path: '/api/mcp/servers',
    operationId: 'listMcpServers',
    summary: 'List the MCP servers of mcp.json',
    description: 'Each with what became of it, by name; all on one page.',
    permission,
    responses: {
      200: {
        description: 'The servers',
        schema: Servers,
        example: { items: [example], next_cursor: null, error: null },
      },
    },
    handler: async ({ signal }) => {
      if (waits) await servers.settled(signal)
      return { items: servers.report(), next_cursor: null, error: watch.problem }
    },
  })

  app.route({
    method: 'POST',
    path: '/api/mcp/servers/:name/reconnect',
    operationId: 'reconnectMcpServer',
    summary: 'Connect to an MCP server anew',
    description: 'At once, and reads its list of tools; the answer says whether it succeeded.',
    permission,
    params: ServerParams,
    responses: { 200: { description: 'The server after the attempt', schema: Server, example } },
    idempotent: 'by-nature',
    longRunning: true,
    handler: async ({ params, signal }) => {
      if (waits) await servers.settled(signal)
      return servers.reconnect(params.name)
    },
  })
}

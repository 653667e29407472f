import { decodeCursor, NotFoundError, pageOf } from '@svc/plugin'
import type { JsonObject, RouteRegistrar, ToolManifest } from '@svc/plugin'
import type { ToolCatalog } from '@svc/plugin/contracts/tools'
import { Type } from 'typebox'
import type { Static } from 'typebox'

const closed = { additionalProperties: false }
const Schema = Type.Record(Type.String(), Type.Unknown())
const Tool = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    description: Type.String(),
    input_schema: Schema,
    output_schema: Type.Optional(Schema),
    effect: Type.Enum(['read', 'write', 'external', 'destructive']),
    annotations: Type.Object(
      { read_only: Type.Boolean(), destructive: Type.Boolean(), open_world: Type.Boolean() },
      closed,
    ),
    plugin: Type.String(),
    permission: Type.Union([Type.String(), Type.Null()]),
  },
  closed,
)
const ToolPage = Type.Object({ items: Type.Array(Tool), next_cursor: Type.Union([Type.String(), Type.Null()]) }, closed)
const ToolParams = Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) }, closed)
const PageQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
    cursor: Type.Optional(Type.String({ maxLength: 2048 })),
  },
  closed,
)
const CallBody = Type.Object({ arguments: Type.Record(Type.String(), Type.Unknown()) }, closed)
const CallResult = Type.Object(
  { tool_name: Type.String(), result: Type.Unknown(), is_error: Type.Literal(false), duration_ms: Type.Number() },
  closed,
)

const toolExample = {
  name: 'calculator',
  title: 'Calculator',
  description: 'Evaluates a mathematical expression.',
  effect: 'read',
  plugin: 'tools',
  permission: 'tools:write',
  input_schema: { type: 'object', required: ['expression'], properties: { expression: { type: 'string' } } },
  annotations: { read_only: true, destructive: false, open_world: false },
}

/** `/api/tools`: what can be called, and calling it. */
export function toolRoutes(app: RouteRegistrar, catalog: ToolCatalog): void {
  app.route<{ query: Static<typeof PageQuery> }>({
    method: 'GET',
    path: '/api/tools',
    operationId: 'listTools',
    summary: 'List tools',
    tags: ['tools'],
    description: 'All tools of the running plugins, by name.',
    permission: 'tools:read',
    query: PageQuery,
    responses: {
      200: { description: 'A page of tools', schema: ToolPage, example: { items: [toolExample], next_cursor: null } },
    },
    handler: ({ query }) => page(catalog.list(), query),
  })

  app.route<{ params: Static<typeof ToolParams> }>({
    method: 'GET',
    path: '/api/tools/:name',
    operationId: 'getTool',
    summary: 'Get a tool',
    tags: ['tools'],
    permission: 'tools:read',
    params: ToolParams,
    responses: { 200: { description: 'The tool', schema: Tool, example: toolExample } },
    handler: ({ params }) => {
      const tool = catalog.get(params.name)
      if (!tool) throw new NotFoundError(`There is no tool ${JSON.stringify(params.name)}. GET /api/tools lists them.`)
      return tool
    },
  })

  app.route<{ params: Static<typeof ToolParams>; body: { arguments: JsonObject } }>({
    method: 'POST',
    path: '/api/tools/:name/call',
    operationId: 'callTool',
    summary: 'Call a tool',
    tags: ['tools'],
    description: 'Checks the arguments against the tool’s `input_schema`, then runs it as the caller.',
    permission: 'tools:write',
    params: ToolParams,
    body: CallBody,
    bodyLimit: 4 * 1024 * 1024,
    responses: {
      200: {
        description: 'What the tool gave',
        schema: CallResult,
        example: { tool_name: 'calculator', result: { result: 5, text: '5' }, is_error: false, duration_ms: 3.2 },
      },
    },
    errors: { 422: ['tool_failed', 'url_blocked'], 502: ['upstream_error'], 504: ['timeout'] },
    example: { summary: 'Calculate', body: { arguments: { expression: 'sqrt(3^2 + 4^2)' } } },
    longRunning: true,
    handler: ({ params, body, principal, signal }) =>
      catalog.call({ name: params.name, arguments: body.arguments, principal, signal }),
  })
}

function page(tools: readonly ToolManifest[], { limit, cursor }: Static<typeof PageQuery>) {
  const after = cursor === undefined ? null : decodeCursor<readonly [string]>(cursor, ['string'])[0]
  const rest = after === null ? tools : tools.filter(tool => tool.name > after)
  return pageOf(
    rest.slice(0, limit + 1),
    limit,
    tool => [tool.name],
    tool => tool,
  )
}

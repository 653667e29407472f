import { decodeCursor, pageOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import { Type } from 'typebox'
import type { AppCatalog } from '../catalog/app-catalog.ts'
import { toolSummaryOf } from '../tools/sandboxed-tool-summary.ts'
import { defaultPage, FolderName, FolderQuery } from './app-routes.ts'
import { anyObject, FolderError, nullableSchema, nullableText } from './app-schemas.ts'

const Summary = Type.Object(
  {
    name: Type.String(),
    version: nullableText,
    title: nullableText,
    description: nullableText,
    effect: Type.Union([Type.Enum(['read', 'write', 'external', 'destructive']), Type.Null()], {
      description: 'What calling it does to the world.',
    }),
    input_schema: nullableSchema,
    output_schema: nullableSchema,
    permissions: anyObject('What the manifest grants.'),
    limits: anyObject('What one call may use.'),
    enabled: Type.Boolean({ description: 'False: the operator has switched it off.' }),
    examples: Type.Array(anyObject('A title, and inputs that work.')),
    error: FolderError,
  },
  { title: 'SandboxedTool' },
)

const example = {
  name: 'word-count',
  version: '1.0.0',
  title: 'Word count',
  description: 'Counts the words of a text',
  effect: 'read',
  input_schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  output_schema: { type: 'object', properties: { words: { type: 'integer' } }, required: ['words'] },
  permissions: { agent: false, tools: [], memory: 'none', files: 'none', datasets: 'none', network: [] },
  limits: { timeout_ms: 30000, cpu_ms: 1000, memory_mb: 64, tool_calls: 50, tokens: 20000, concurrency: 4 },
  enabled: true,
  examples: [{ title: 'Three words', inputs: { text: 'one two three' } }],
}

/** The folders of sandboxed tools as their authors see them: broken ones, with their errors, too. */
export function sandboxedToolRoutes(
  app: RouteRegistrar,
  { catalog, disabled }: { catalog: AppCatalog; disabled: readonly string[] },
): void {
  const isEnabled = (name: string) => !disabled.includes(name)

  app.route({
    method: 'GET',
    path: '/api/sandboxed-tools',
    operationId: 'listSandboxedTools',
    summary: 'Lists the folders of sandboxed tools',
    description:
      'By name. A folder that is broken is listed with its `error`; the tools that can be called are listed by `/api/tools`.',
    permission: 'tools:read',
    query: FolderQuery,
    responses: {
      200: {
        description: 'A page of tools',
        schema: Type.Object({ items: Type.Array(Summary), next_cursor: Type.Union([Type.String(), Type.Null()]) }),
        example: { items: [example], next_cursor: null },
      },
    },
    async handler(request) {
      const { limit = defaultPage, cursor } = request.query
      const after = cursor === undefined ? '' : decodeCursor<readonly [string]>(cursor, ['string'])[0]
      const found = await catalog.page('tool', { after, count: limit + 1, signal: request.signal })
      return pageOf(
        found,
        limit,
        ({ name }) => [name],
        entry => toolSummaryOf(entry, isEnabled(entry.name)),
      )
    },
  })

  app.route({
    method: 'GET',
    path: '/api/sandboxed-tools/:name',
    operationId: 'getSandboxedTool',
    summary: 'Shows the folder of a sandboxed tool',
    permission: 'tools:read',
    params: FolderName,
    responses: { 200: { description: 'The tool', schema: Summary, example } },
    async handler({ params }) {
      const entry = await catalog.require(params.name, 'tool')
      return toolSummaryOf(entry, isEnabled(entry.name))
    },
  })
}

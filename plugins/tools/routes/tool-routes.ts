import { decodeCursor, pageOf } from '@svc/plugin'
import type { PluginEnv, RouteRegistrar, ToolManifest } from '@svc/plugin'
import { isPending, whoDecides } from '@svc/plugin/contracts/tools'
import type { Static } from 'typebox'
import type { CallLog } from '../calls/call-log.ts'
import type { ToolCalls } from '../calls/tool-calls.ts'
import type { Grants } from '../grants/grants.ts'
import type { ToolRegistry } from '../registry/tool-registry.ts'
import { exampleCall, examplePending, exampleTool } from './examples.ts'
import {
  CallBody,
  CallItem,
  CallPending,
  CallQuery,
  CallResult,
  PageQuery,
  pageOfItems,
  Tool,
  ToolParams,
} from './schemas.ts'

export interface ToolRouteServices {
  registry: ToolRegistry
  grants: Grants
  tools: ToolCalls
  calls: CallLog
  phrase: PluginEnv['phrase']
}

/** `/api/tools`: what can be called, calling it, and what was called. */
export function toolRoutes(app: RouteRegistrar, { registry, grants, tools, calls, phrase }: ToolRouteServices): void {
  app.route({
    method: 'GET',
    path: '/api/tools',
    operationId: 'listTools',
    summary: 'List tools',
    description: 'All tools that can be called now, by name, each with what a call by this caller meets.',
    permission: 'tools:read',
    query: PageQuery,
    responses: {
      200: {
        description: 'A page of tools',
        schema: pageOfItems(Tool),
        example: { items: [exampleTool], next_cursor: null },
      },
    },
    handler: async ({ query, principal, signal }) => {
      await registry.settled(signal)
      const grantOf = grants.grantsFor(principal)
      return toolPage(registry.list(principal.workspace_id), query, tool => ({ ...tool, grant: grantOf(tool) }))
    },
  })

  app.route({
    method: 'GET',
    path: '/api/tools/calls',
    operationId: 'listToolCalls',
    summary: 'List calls of tools',
    description:
      'Who called what, when, from where and with what outcome, newest first; never arguments or results. An admin sees the whole workspace, others their own.',
    permission: 'tools:read',
    query: CallQuery,
    responses: {
      200: {
        description: 'A page of calls',
        schema: pageOfItems(CallItem),
        example: { items: [exampleCall], next_cursor: null },
      },
    },
    handler: ({ query, principal }) => calls.list(principal, query),
  })

  app.route({
    method: 'GET',
    path: '/api/tools/:name',
    operationId: 'getTool',
    summary: 'Get a tool',
    permission: 'tools:read',
    params: ToolParams,
    responses: { 200: { description: 'The tool', schema: Tool, example: exampleTool } },
    handler: async ({ params, principal, signal }) => {
      const { manifest } = await registry.arrive(params.name, principal.workspace_id, signal)
      return { ...manifest, grant: grants.grantFor(principal, manifest) }
    },
  })

  app.route({
    method: 'POST',
    path: '/api/tools/:name/call',
    operationId: 'callTool',
    summary: 'Call a tool',
    description:
      'Checks the arguments against the tool’s `input_schema`, then runs it as the caller. Where the grant is `ask` nothing runs: the answer is ' +
      '202 with an approval that a person decides, and the same call again while it waits gets the same approval.',
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
      202: { description: 'Nothing ran; a person is asked', schema: CallPending, example: examplePending },
    },
    errors: { 422: ['tool_failed', 'url_blocked'], 502: ['upstream_error'], 504: ['timeout'] },
    example: { summary: 'Calculate', body: { arguments: { expression: 'sqrt(3^2 + 4^2)' } } },
    longRunning: true,
    handler: async ({ params, body, principal, signal, baseUrl }, reply) => {
      const outcome = await tools.call({ name: params.name, arguments: body.arguments, principal, signal })
      if (!isPending(outcome)) return outcome
      const url = `${baseUrl}/api/approvals/${outcome.approval_id}`
      reply.status(202).header('location', url)
      return { ...outcome, url, message: phrase(whoDecides(outcome)) }
    },
  })
}

function toolPage<T>(
  tools: readonly ToolManifest[],
  { limit, cursor }: Static<typeof PageQuery>,
  toItem: (tool: ToolManifest) => T,
) {
  const after = cursor === undefined ? null : decodeCursor<readonly [string]>(cursor, ['string'])[0]
  const rest = after === null ? tools : tools.filter(tool => tool.name > after)
  return pageOf(rest.slice(0, limit + 1), limit, tool => [tool.name], toItem)
}

import type { RouteDefinition, RouteRegistrar, RouteReply, RouteRequest } from '@svc/plugin'
import type { McpEndpoint } from './mcp-endpoint.ts'
import { assertOwnOrigin } from './own-origin.ts'
import { rpcProblem } from './rpc-problem.ts'
import { sendWebAnswer, webRequest } from './web-exchange.ts'

const message = {
  anyOf: [
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
  ],
}
const exampleMessage = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const exampleAnswer = { jsonrpc: '2.0', id: 1, result: { tools: [] } }

/** `/mcp`: the Model Context Protocol over streamable HTTP. */
export function mcpRoutes(app: RouteRegistrar, endpoint: McpEndpoint): void {
  const shared = {
    path: '/mcp',
    tags: ['mcp'],
    permission: { key: 'tools:read' },
    idempotent: false,
    etag: false,
    longRunning: true,
    problem: rpcProblem,
    handler: async (request: RouteRequest, reply: RouteReply) => {
      assertOwnOrigin(request)
      return sendWebAnswer(await endpoint.handle(webRequest(request), request.body, request.principal), request, reply)
    },
  } satisfies Partial<RouteDefinition>

  app.route({
    ...shared,
    method: 'POST',
    operationId: 'postMcp',
    summary: 'Send one message of the Model Context Protocol',
    description:
      'Streamable HTTP, protocol 2026-07-28 and 2025-11-25. Offers the tools of the workspace. For MCP clients, with a developer key that has the scope ' +
      '`tools:read`, and `tools:write` to call them. Answers as JSON or as server-sent events, as the client accepts.',
    body: message,
    bodyLimit: 4 * 1024 * 1024,
    example: { summary: 'List the tools', body: exampleMessage },
    responses: {
      200: {
        description: 'The answer to a request',
        schema: { type: 'object', additionalProperties: true },
        example: exampleAnswer,
      },
      202: { description: 'A notification was taken' },
    },
  })

  app.route({
    ...shared,
    method: 'GET',
    operationId: 'listenMcp',
    summary: 'Listen to a session of the Model Context Protocol',
    description: 'Server-sent events of a session of protocol 2025-11-25, such as `notifications/tools/list_changed`.',
    responses: {
      200: {
        description: 'Messages of the server',
        contentType: 'text/event-stream',
        schema: { type: 'string' },
        example: 'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n',
      },
    },
  })

  app.route({
    ...shared,
    method: 'DELETE',
    operationId: 'endMcpSession',
    summary: 'End a session of the Model Context Protocol',
    responses: { 200: { description: 'The session has ended' } },
  })
}

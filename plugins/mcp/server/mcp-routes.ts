import { ForbiddenError } from '@svc/plugin'
import type {
  ForeignProblem,
  JsonObject,
  PublicProblem,
  RouteDefinition,
  RouteRegistrar,
  RouteReply,
  RouteRequest,
  RouteResponse,
} from '@svc/plugin'
import type { McpEndpoint } from './mcp-endpoint.ts'
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
    permission: { key: 'tools:read' },
    idempotent: false,
    etag: false,
    longRunning: true,
    problem: rpcProblem,
    // What the protocol's library answers by itself.
    errors: { 405: ['method_not_allowed'], 406: ['not_acceptable'], 409: ['conflict'] },
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
        otherTypes: ['text/event-stream'],
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
    responses: { 200: sessionEnded },
  })
}

/** Typed as any response: the handler, which all three routes share, answers an error of the protocol with a body. */
const sessionEnded: RouteResponse = { description: 'The session has ended' }

/**
 * The protocol asks for it, against pages that reach us by a name pointed here: what a browser sends comes from our own address.
 * Programs send no Origin.
 * @throws ForbiddenError
 */
export function assertOwnOrigin({ headers, baseUrl }: RouteRequest): void {
  const { origin, host } = headers
  if (origin === undefined) return
  const from = URL.canParse(origin) ? new URL(origin).host : null
  if (from !== null && (from === host || from === new URL(baseUrl).host)) return
  throw new ForbiddenError(
    'forbidden',
    'This request comes from a web page of another site. MCP is for programs, and for pages of this server.',
  )
}

const parseError = -32_700
const invalidRequest = -32_600
const internalError = -32_603
const serverError = -32_000

/** An error of a request that never reached the protocol, in the protocol's form. */
function rpcProblem(problem: PublicProblem): ForeignProblem {
  const { status, code, detail, request_id, errors } = problem
  const data: JsonObject = { code, request_id, ...(errors && { errors: errors.map(error => ({ ...error })) }) }
  return { status, body: { jsonrpc: '2.0', id: null, error: { code: rpcCode(problem), message: detail, data } } }
}

function rpcCode({ status, detail }: PublicProblem): number {
  if (status >= 500) return internalError
  if (status !== 400) return serverError
  return /^body is (not valid|missing)/.test(detail) ? parseError : invalidRequest
}

import type { ServerContext } from '@modelcontextprotocol/server'
import { decodeCursor, messageOf, pageOf, SvcError } from '@svc/plugin'
import type { HttpServer, JsonObject, Logger, PluginEnv, Principal } from '@svc/plugin'
import type { Approvals, ToolCall, ToolCatalog, ToolOrigin } from '@svc/plugin/contracts/tools'
import { didYouMean } from '@svc/plugin/library/closest-word'
import { approvalAnswer, approvalTool, approvalToolName } from './approval-tool.ts'
import { callAnswer, errorAnswer } from './call-answer.ts'
import { listResources, readResource, resourceTemplates } from './workspace-resources.ts'
import { listedTool } from './listed-tool.ts'

type Library = typeof import('@modelcontextprotocol/server')
type ProtocolServer = InstanceType<Library['Server']>

export interface ProtocolServerOptions {
  library: Library
  catalog: ToolCatalog
  approvals: Approvals | undefined
  http: Pick<HttpServer, 'dispatch'>
  version: string
  log: Logger
  phrase: PluginEnv['phrase']
}

const pageSize = 100
const origin: ToolOrigin = { kind: 'mcp' }
const instructions =
  'The tools of an svc workspace. Some calls wait for a person: such an answer says so, and svc_approval says later what came of it.'

/** One server of the protocol: for one request in the newer one, for one session in the older. Who calls comes with each request. */
export function createProtocolServer(options: ProtocolServerOptions): ProtocolServer {
  const { library, catalog, http } = options
  const server = new library.Server(
    { name: 'svc', title: 'svc', version: options.version },
    { capabilities: { tools: { listChanged: true }, resources: {} }, instructions },
  )
  server.setRequestHandler('tools/list', async ({ params }, context) => {
    await catalog.settled(context.mcpReq.signal)
    const after = params?.cursor === undefined ? null : positionOf(library, params.cursor)
    const caller = callerOf(context)
    const listed = catalog.list(caller.workspace_id).filter(catalog.reachableBy(caller))
    const tools = after === null ? listed : listed.filter(({ name }) => name > after)
    const { items, next_cursor } = pageOf(tools.slice(0, pageSize + 1), pageSize, tool => [tool.name], listedTool)
    if (next_cursor !== null) return { tools: items, nextCursor: next_cursor }
    return { tools: options.approvals ? [...items, approvalTool] : items }
  })
  server.setRequestHandler('tools/call', ({ params }, context) =>
    callTool(options, { name: params.name, given: (params.arguments ?? {}) as JsonObject, context }),
  )
  server.setRequestHandler('resources/list', ({ params }, context) =>
    listResources(http, callerOf(context), params?.cursor),
  )
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates,
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const found = await readResource(http, callerOf(context), { uri, signal: context.mcpReq.signal })
    if (!found) throw new library.ResourceNotFoundError(uri)
    return found
  })
  return server
}

async function callTool(
  { library, catalog, approvals, log, phrase }: ProtocolServerOptions,
  { name, given, context }: { name: string; given: JsonObject; context: ServerContext },
) {
  const principal = callerOf(context)
  if (approvals && name === approvalToolName) return approvalAnswer(approvals, principal, given)
  const tool = catalog.get(name, principal.workspace_id)
  const isReachable = catalog.reachableBy(principal)
  if (!tool || !isReachable(tool)) {
    const names = catalog.list(principal.workspace_id).filter(isReachable)
    const hint = didYouMean(
      name,
      names.map(each => each.name),
      'tools/list lists those there are.',
    )
    throw new library.ProtocolError(
      library.ProtocolErrorCode.InvalidParams,
      `Unknown tool: ${name.slice(0, 64)}. ${hint}`,
    )
  }
  const { signal } = context.mcpReq
  try {
    const progress = progressOf(context, signal)
    const outcome = await catalog.call({ name, arguments: given, principal, signal, origin, ...progress })
    return callAnswer(tool, outcome, phrase)
  } catch (error) {
    if (signal.aborted) throw error
    // A result, not an error of the protocol: the model reads results and can correct its arguments, and never sees such errors.
    if (error instanceof SvcError && error.status !== 500) return errorAnswer(error.code, error.message)
    log.error({ tool: name, err: error, reason: messageOf(error) }, 'A tool call over MCP failed.')
    return errorAnswer('internal_error', 'The call failed for a reason of ours; it is in the log.')
  }
}

/** Where the client asked for it, and as long as it waits. */
function progressOf({ mcpReq }: ServerContext, signal: AbortSignal): Pick<ToolCall, 'progress'> {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return {}
  return {
    progress: report => {
      if (signal.aborted) return
      const sent = mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...report } })
      // A client that has left misses nothing.
      sent.catch(() => undefined)
    },
  }
}

function positionOf(library: Library, cursor: string): string {
  try {
    return decodeCursor<readonly [string]>(cursor, ['string'])[0]
  } catch (cause) {
    throw new library.ProtocolError(library.ProtocolErrorCode.InvalidParams, messageOf(cause))
  }
}

function callerOf(context: ServerContext): Principal {
  const principal = context.http?.authInfo?.extra?.['principal']
  if (principal === undefined) throw new Error('A request without its caller.')
  return principal as Principal
}

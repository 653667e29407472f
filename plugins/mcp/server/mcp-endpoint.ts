import { hash } from 'node:crypto'
import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server'
import { ValidationError } from '@svc/plugin'
import type { Clock, HttpServer, Ids, Logger, PluginEnv, Principal, ToolManifest } from '@svc/plugin'
import type { Approvals, ToolCatalog } from '@svc/plugin/contracts/tools'
import { createProtocolServer } from './protocol-server.ts'
import { Sessions } from './sessions.ts'
import type { SessionLimits } from './sessions.ts'

interface McpEndpointOptions {
  catalog: ToolCatalog
  approvals: Approvals | undefined
  http: Pick<HttpServer, 'dispatch'>
  limits: SessionLimits
  clock: Clock
  ids: Ids
  log: Logger
  phrase: PluginEnv['phrase']
  signal: AbortSignal
  version: string
}

type Library = typeof import('@modelcontextprotocol/server')

interface Opened {
  library: Library
  handler: McpHttpHandler
  sessions: Sessions
}

/**
 * The protocol over HTTP. Its newer revision has no sessions: each request is whole. Clients of the older ones get a session
 * when they initialize, or are answered without one when they name none.
 */
export class McpEndpoint {
  readonly #options: McpEndpointOptions
  #opened: Promise<Opened> | undefined

  constructor(options: McpEndpointOptions) {
    this.#options = options
  }

  /** @throws ValidationError for what no revision that is served allows */
  async handle(request: Request, body: unknown, principal: Principal): Promise<Response> {
    if (Array.isArray(body))
      throw new ValidationError('body must be one JSON-RPC message: batches ended with protocol 2025-06-18.')
    this.#opened ??= this.#open()
    const { library, handler, sessions } = await this.#opened
    const authInfo: AuthInfo = { token: '', clientId: '', scopes: [], extra: { principal } }
    if (!(await library.isLegacyRequest(request, body))) return handler.fetch(request, { authInfo, parsedBody: body })
    const sessionId = request.headers.get('mcp-session-id')
    if (sessionId !== null) return sessions.handle(sessionId, request, { authInfo, parsedBody: body }, principal)
    if (library.isInitializeRequest(body)) return sessions.begin(request, { authInfo, parsedBody: body }, principal)
    return handler.fetch(request, { authInfo, ...(body !== undefined && { parsedBody: body }) })
  }

  async close(): Promise<void> {
    if (!this.#opened) return
    const { handler, sessions } = await this.#opened
    await Promise.all([handler.close(), sessions.close()])
  }

  async #open(): Promise<Opened> {
    const { catalog, approvals, http, log, phrase, version, limits, clock, ids, signal } = this.#options
    const library = await import('@modelcontextprotocol/server')
    const create = () => createProtocolServer({ library, catalog, approvals, http, version, log, phrase })
    const onerror = (error: Error) => log.debug({ reason: error.message }, 'A request over MCP was refused.')
    const handler = library.createMcpHandler(create, { onerror })
    const sessions = new Sessions({ library, create, onerror, limits, clock, ids })
    const notify = async () => {
      handler.notify.toolsChanged()
      await sessions.notifyToolsChanged()
    }
    void watchTools({ catalog, clock, signal, notify })
    return { library, handler, sessions }
  }
}

interface ToolsWatchOptions {
  catalog: Pick<ToolCatalog, 'list'>
  clock: Clock
  signal: AbortSignal
  /** Notifies every client that listens. */
  notify(): Promise<void>
}

const lookMs = 2000

/** Looks whether the list of tools is another one, until the signal. Its sources come and go without a word: folders, other servers. */
async function watchTools({ catalog, clock, signal, notify }: ToolsWatchOptions): Promise<void> {
  let seen = catalog.list()
  let state = stateOf(seen)
  while (!signal.aborted) {
    try {
      await clock.sleep(lookMs, signal)
    } catch {
      // The server stops.
      return
    }
    const list = catalog.list()
    // The same array while nothing changed: an idle server does not read a thousand schemas again.
    if (list === seen) continue
    seen = list
    const before = state
    state = stateOf(list)
    if (state !== before) await notify()
  }
}

function stateOf(tools: readonly ToolManifest[]): string {
  return hash('sha1', JSON.stringify(tools))
}

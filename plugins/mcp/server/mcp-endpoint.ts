import { hash } from 'node:crypto'
import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server'
import { ValidationError } from '@svc/plugin'
import type { Clock, HttpServer, Ids, Logger, PluginEnv, Principal, ToolManifest } from '@svc/plugin'
import type { Approvals, ToolCatalog } from '@svc/plugin/contracts/tools'
import { repeatedly } from '@svc/plugin/library/time/waiting'
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
  /** Whose tools clients have asked for. */
  readonly #workspaces = new Set<string>()

  constructor(options: McpEndpointOptions) {
    this.#options = options
  }

  /** @throws ValidationError for what no revision that is served allows */
  async handle(request: Request, body: unknown, principal: Principal): Promise<Response> {
    if (Array.isArray(body))
      throw new ValidationError('body must be one JSON-RPC message: batches ended with protocol 2025-06-18.')
    this.#opened ??= this.#open()
    if (this.#workspaces.size < mostWatched) this.#workspaces.add(principal.workspace_id)
    const { library, handler, sessions } = await this.#opened
    const authInfo: AuthInfo = { token: '', clientId: '', scopes: [], extra: { principal } }
    if (!(await library.isLegacyRequest(request, body))) return handler.fetch(request, { authInfo, parsedBody: body })
    const sessionId = request.headers.get('mcp-session-id')
    if (sessionId !== null) return sessions.handle(sessionId, request, { authInfo, parsedBody: body }, principal)
    if (library.isInitializeRequest(body)) return sessions.begin(request, { authInfo, parsedBody: body }, principal)
    return handler.fetch(request, { authInfo, ...(body !== undefined && { parsedBody: body }) })
  }

  /** The workspace is used here no longer: what is known of it may be untrue. */
  forget(workspaceId: string): void {
    this.#workspaces.delete(workspaceId)
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
    void watchTools({ catalog, workspaces: this.#workspaces, clock, signal, notify })
    return { library, handler, sessions }
  }
}

interface ToolsWatchOptions {
  catalog: Pick<ToolCatalog, 'list'>
  workspaces: ReadonlySet<string>
  clock: Clock
  signal: AbortSignal
  /** Notifies every client that listens. */
  notify(): Promise<void>
}

const lookMs = 2000
const mostWatched = 1000

/** Looks whether the list of tools is another one, until the signal. Its sources come and go without a word: folders, other servers. */
async function watchTools({ catalog, workspaces, clock, signal, notify }: ToolsWatchOptions): Promise<void> {
  const seen = new Map<string | null, { list: readonly ToolManifest[]; state: string }>()
  /** Whether one of the lists is another than before; one that is seen for the first time is none. */
  const hasChanged = (): boolean => {
    let changed = false
    for (const workspaceId of [null, ...workspaces]) {
      const list = catalog.list(workspaceId)
      const before = seen.get(workspaceId)
      // The same array while nothing changed: an idle server does not read a thousand schemas again.
      if (list === before?.list) continue
      const state = stateOf(list)
      seen.set(workspaceId, { list, state })
      changed ||= before !== undefined && state !== before.state
    }
    return changed
  }
  hasChanged()
  const look = async (): Promise<void> => {
    if (hasChanged()) await notify()
  }
  await repeatedly(lookMs, look, { clock, signal })
}

function stateOf(tools: readonly ToolManifest[]): string {
  return hash('sha1', JSON.stringify(tools))
}

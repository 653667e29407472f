import type { McpHandlerRequestOptions } from '@modelcontextprotocol/server'
import type { Clock, Ids, Principal } from '@svc/plugin'

type Library = typeof import('@modelcontextprotocol/server')
type ProtocolServer = InstanceType<Library['Server']>
type Transport = InstanceType<Library['WebStandardStreamableHTTPServerTransport']>

export interface SessionLimits {
  max_sessions: number
  max_sessions_per_person: number
  session_minutes: number
}

export interface SessionsOptions {
  library: Library
  create: () => ProtocolServer
  onerror: (error: Error) => void
  limits: SessionLimits
  clock: Clock
  ids: Ids
}

interface Session {
  /** The key that began it; to any other it is not there. */
  owner: string
  person: string
  server: ProtocolServer
  transport: Transport
  lastUse: number
  /** Streams on which the client waits for notifications. */
  listeners: number
}

/** The sessions of the older protocol, in memory: a client whose session is gone begins another. */
export class Sessions {
  readonly #options: SessionsOptions
  /** The one unused for longest first. */
  readonly #sessions = new Map<string, Session>()

  constructor(options: SessionsOptions) {
    this.#options = options
  }

  async begin(request: Request, given: McpHandlerRequestOptions, principal: Principal): Promise<Response> {
    const { library, create, ids, clock, onerror } = this.#options
    await this.#makeRoom(principal.user_id)
    const transport = new library.WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => ids.secret(24),
      onsessioninitialized: id => {
        this.#sessions.set(id, {
          owner: ownerOf(principal),
          person: principal.user_id,
          server,
          transport,
          lastUse: clock.now(),
          listeners: 0,
        })
      },
      onsessionclosed: id => void this.#sessions.delete(id),
    })
    const server = create()
    server.onerror = onerror
    await server.connect(transport)
    const answer = await transport.handleRequest(request, given)
    if (transport.sessionId === undefined) await server.close()
    return answer
  }

  async handle(id: string, request: Request, given: McpHandlerRequestOptions, principal: Principal): Promise<Response> {
    const session = this.#sessions.get(id)
    if (!session || session.owner !== ownerOf(principal)) return sessionNotFound()
    session.lastUse = this.#options.clock.now()
    this.#sessions.delete(id)
    this.#sessions.set(id, session)
    const answer = await session.transport.handleRequest(request, given)
    // A second stream of a session is refused, and nobody leaves what never opened.
    if (request.method === 'GET' && answer.ok) {
      session.listeners += 1
      const stop = () => this.#stopListening(session)
      if (request.signal.aborted) stop()
      else request.signal.addEventListener('abort', stop, { once: true })
    }
    return answer
  }

  async notifyToolsChanged(): Promise<void> {
    await Promise.allSettled(Array.from(this.#sessions.values(), ({ server }) => server.sendToolListChanged()))
  }

  async close(): Promise<void> {
    const all = [...this.#sessions.values()]
    this.#sessions.clear()
    await Promise.allSettled(all.map(({ server }) => server.close()))
  }

  #stopListening(session: Session): void {
    session.listeners -= 1
    session.lastUse = this.#options.clock.now()
  }

  /** Ends sessions that nobody uses, and for a new one too many its person's own oldest, so that nobody can drive out the others, however many keys they have. */
  async #makeRoom(person: string): Promise<void> {
    const { limits, clock } = this.#options
    const idleSince = clock.now() - limits.session_minutes * 60_000
    await this.#end(([, { listeners, lastUse }]) => listeners === 0 && lastUse <= idleSince)
    await this.#end(([, session]) => session.person === person, limits.max_sessions_per_person - 1)
    await this.#end(() => true, limits.max_sessions - 1)
  }

  /** Of those that are chosen the last used may stay, as many as `kept`. */
  async #end(chosen: (entry: [string, Session]) => boolean, kept = 0): Promise<void> {
    const all = [...this.#sessions].filter(chosen)
    for (const [id, { server }] of all.slice(0, Math.max(0, all.length - kept))) {
      this.#sessions.delete(id)
      await server.close()
    }
  }
}

function ownerOf({ key_id, user_id, workspace_id }: Principal): string {
  return [workspace_id, user_id, key_id].join(' ')
}

function sessionNotFound(): Response {
  const message = 'Session not found: it ended, or was never yours. Initialize a new one.'
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_001, message } }, { status: 404 })
}

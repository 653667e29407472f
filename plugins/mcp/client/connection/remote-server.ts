import type { CallToolResult, Client, Tool, Transport } from '@modelcontextprotocol/client'
import { messageOf, UpstreamError } from '@svc/plugin'
import type { Clock, JsonObject, JsonValue, Logger, ToolContext } from '@svc/plugin'
import { foreignResult, listTools, maxPages, reasonOf } from '../tools/remote-tools.ts'
import { openTransport } from './open-transport.ts'
import type { TransportOptions } from './open-transport.ts'
import { ProgramTransport } from './program-transport.ts'
import type { ServerEntry } from '../servers-file/servers-file.ts'

type Library = typeof import('@modelcontextprotocol/client')

export interface RemoteServerOptions extends TransportOptions {
  version: string
  clock: Clock
  log: Logger
  /** The server's tools, whenever they were read. */
  onTools(tools: readonly Tool[]): void
}

export type RemoteStatus = 'connecting' | 'connected' | 'unreachable' | 'closed'

const connectMs = 15_000
const doubtMs = 5000
const refreshMs = 1000
const firstWaitMs = 1000
const longestWaitMs = 60_000

/** One other server: connected to in the background, again and again with growing pauses; its tools stay listed meanwhile. */
export class RemoteServer {
  readonly entry: ServerEntry
  status: RemoteStatus = 'connecting'
  /** Why it is unreachable. */
  problem: string | null = null
  protocolVersion: string | null = null
  /** True once the first attempt is over, either way. */
  isTried = false
  /** Resolves with {@link isTried}. */
  readonly tried: Promise<void>
  readonly #tried = Promise.withResolvers<void>()
  readonly #options: RemoteServerOptions
  readonly #closing = new AbortController()
  #connection: Promise<Client> | undefined
  #library: Library | undefined
  #wake: AbortController | undefined
  #refreshing = false
  #era: 'auto' | 'legacy' = 'auto'

  constructor(options: RemoteServerOptions) {
    this.#options = options
    this.entry = options.entry
    this.tried = this.#tried.promise.then(() => void (this.isTried = true))
  }

  /** Connects and stays connected until {@link close}. */
  async run(): Promise<void> {
    const { clock } = this.#options
    const { signal } = this.#closing
    let wait = firstWaitMs
    while (!signal.aborted) {
      const connection = this.#connected()
      const client = await connection.catch(() => null)
      this.#tried.resolve()
      if (client) {
        await ended(client)
        this.#forget(connection)
        wait = firstWaitMs
      }
      if (signal.aborted) return
      this.#wake = new AbortController()
      // Woken early by a call, or by an admin; either way it is tried again.
      await clock.sleep(wait, AbortSignal.any([signal, this.#wake.signal])).catch(() => undefined)
      wait = Math.min(wait * 2, longestWaitMs)
    }
  }

  /** Tries again at once. */
  async reconnect(): Promise<void> {
    const before = this.#connection
    this.#connection = undefined
    const client = await before?.catch(() => null)
    await client?.close()
    await this.#connected().catch(() => null)
    this.#wake?.abort()
  }

  /** @throws UnprocessableError `tool_failed`, UpstreamError */
  async call(tool: string, input: JsonObject, context: ToolContext): Promise<JsonValue> {
    const answer = await this.#answer(tool, input, context)
    const maxBytes = this.#options.limits.max_result_bytes
    return foreignResult(answer, { tool: `${this.entry.name}/${tool}`, maxBytes })
  }

  async #answer(name: string, input: JsonObject, { signal, progress }: ToolContext): Promise<CallToolResult> {
    const timeout = this.#options.limits.call_timeout_seconds * 1000
    const options = { signal, timeout, maxTotalTimeout: timeout, ...(progress && { onprogress: progress }) }
    const connection = this.#connected()
    try {
      const client = await connection
      return await client.callTool({ name, arguments: input }, options)
    } catch (error) {
      if (signal.aborted) throw error
      await this.#doubt(connection, error)
      throw new UpstreamError(`The MCP server "${this.entry.name}" failed: ${reasonOf(error)}`, { cause: error })
    }
  }

  /** After a call that never reached the server's own answer: is it still there? A session that it forgot shows only here. */
  async #doubt(connection: Promise<Client>, error: unknown): Promise<void> {
    if (this.entry.target.kind === 'stdio' || error instanceof this.#library!.ProtocolError) return
    const client = await connection.catch(() => null)
    if (!client || this.#connection !== connection) return
    try {
      this.#options.onTools(
        await listTools(client, AbortSignal.any([this.#closing.signal, AbortSignal.timeout(doubtMs)])),
      )
    } catch {
      // The next connection reads what this one could not.
      this.#forget(connection)
      await client.close()
    }
  }

  async close(): Promise<void> {
    this.status = 'closed'
    this.#tried.resolve()
    this.#closing.abort(new Error('The server is no longer used.'))
    const client = await this.#connection?.catch(() => null)
    await client?.close()
  }

  #connected(): Promise<Client> {
    if (this.#connection) return this.#connection
    const connection = this.#connect()
    this.#connection = connection
    connection.catch(() => {
      if (this.#connection === connection) this.#connection = undefined
    })
    return connection
  }

  async #connect(): Promise<Client> {
    const { log, entry, version, onTools } = this.#options
    this.#library ??= await import('@modelcontextprotocol/client')
    const client = new this.#library.Client(
      { name: 'svc', version },
      {
        capabilities: {},
        listMaxPages: maxPages,
        versionNegotiation: { mode: this.#era, probe: { timeoutMs: 5000 } },
        // Results are checked for their size alone: a foreign schema is no program to run here.
        jsonSchemaValidator: {
          getValidator: () => input => ({ valid: true, data: input as never, errorMessage: undefined }),
        },
        listChanged: { tools: { autoRefresh: false, onChanged: () => void this.#refresh(client) } },
      },
    )
    client.onerror = error => log.debug({ server: entry.name, reason: messageOf(error) }, 'An MCP server went wrong.')
    const transport = openTransport(this.#library, this.#options)
    try {
      this.#closing.signal.throwIfAborted()
      await client.connect(transport, { timeout: connectMs, signal: this.#closing.signal })
      onTools(await listTools(client, this.#closing.signal))
      this.status = 'connected'
      this.problem = null
      this.protocolVersion = client.getNegotiatedProtocolVersion() ?? null
      log.info({ server: entry.name, protocol: this.protocolVersion }, 'An MCP server is connected.')
      void this.#keepListening(client)
      return client
    } catch (error) {
      await client.close().catch(() => undefined)
      // Some older servers fall over what they do not know; the next attempt speaks their language from the start.
      this.#era = this.#era === 'auto' ? 'legacy' : 'auto'
      this.#unreachable(lastWordsOf(transport) ?? reasonOf(error))
      throw error
    }
  }

  /** Unless another has taken its place. */
  #forget(connection: Promise<Client>): void {
    if (this.#connection !== connection) return
    this.#connection = undefined
    this.#unreachable('the connection ended')
  }

  /**
   * The library opens the stream of changes once. A server that stops ends it, and so does a proxy that cuts what is quiet: it is opened again, and
   * the tools are read, since they may have changed meanwhile. A server that refuses is connected to anew.
   */
  async #keepListening(client: Client): Promise<void> {
    const { clock, log, entry } = this.#options
    const { signal } = this.#closing
    let wait = firstWaitMs
    let subscription = client.autoOpenedSubscription
    while (subscription) {
      const openedAt = clock.now()
      const how = await subscription.closed
      if (how === 'local' || client.transport === undefined) return
      if (clock.now() - openedAt > longestWaitMs) wait = firstWaitMs
      try {
        await clock.sleep(wait, signal)
        wait = Math.min(wait * 2, longestWaitMs)
        subscription = await client.listen(subscription.honoredFilter, { signal })
        await this.#refresh(client)
      } catch (error) {
        log.debug({ server: entry.name, reason: messageOf(error) }, 'The changes of an MCP server are not heard.')
        return client.close().catch(() => undefined)
      }
    }
  }

  async #refresh(client: Client): Promise<void> {
    if (this.#refreshing) return
    this.#refreshing = true
    const { clock, onTools, log } = this.#options
    const { signal } = this.#closing
    try {
      // However often it says so, it is asked once a second.
      await clock.sleep(refreshMs, signal)
      this.#refreshing = false
      onTools(await listTools(client, signal))
    } catch (error) {
      this.#refreshing = false
      if (signal.aborted) return
      log.warn(
        { server: this.entry.name, reason: reasonOf(error) },
        'The tools of an MCP server could not be read again.',
      )
    }
  }

  #unreachable(reason: string): void {
    if (this.#closing.signal.aborted) return
    const { log, entry } = this.#options
    const isNews = this.status !== 'unreachable' || this.problem !== reason
    this.status = 'unreachable'
    this.problem = reason
    if (isNews) log.warn({ server: entry.name, reason }, 'An MCP server cannot be reached; it is tried again.')
  }
}

function ended(client: Client): Promise<void> {
  return new Promise(resolve => {
    client.onclose = resolve
    if (client.transport === undefined) resolve()
  })
}

function lastWordsOf(transport: Transport): string | null {
  return transport instanceof ProgramTransport && transport.lastWords !== '' ? transport.lastWords.slice(-500) : null
}

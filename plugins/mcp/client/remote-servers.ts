import type { Tool } from '@modelcontextprotocol/client'
import { NotFoundError, UpstreamError } from '@svc/plugin'
import type {
  Clock,
  Egress,
  JsonObject,
  JsonValue,
  Logger,
  OperatorPrograms,
  ToolContext,
  ToolManifest,
} from '@svc/plugin'
import type { ToolSource } from '@svc/plugin/contracts/tools'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'
import { atMost } from '@svc/plugin/library/time/waiting'
import { foreignTool } from './tools/foreign-tool.ts'
import type { ForeignTool } from './tools/foreign-tool.ts'
import type { RemoteLimits } from './connection/open-transport.ts'
import { publicNames, serverPrefixes } from './tools/public-names.ts'
import { RemoteServer } from './connection/remote-server.ts'
import type { RemoteStatus } from './connection/remote-server.ts'
import type { ServerEntry, ServersFile, UnusableEntry } from './servers-file/servers-file.ts'
import type { ToolChanges } from './tools/tool-changes.ts'

export interface RemoteServersOptions {
  limits: RemoteLimits & { stdio_enabled: boolean }
  egress: Egress
  programs: OperatorPrograms
  changes: Pick<ToolChanges, 'note'>
  /** Called each time somebody waits for the tools. */
  onWanted?(): void
  version: string
  clock: Clock
  log: Logger
}

/** A server of `mcp.json` as admins see it. */
export interface ServerReport {
  name: string
  transport: 'http' | 'stdio'
  status: RemoteStatus | 'disabled' | 'invalid'
  error: string | null
  protocol_version: string | null
  tools: string[]
}

interface Used {
  server: RemoteServer
  /** The entry as text: another one is another server. */
  text: string
  /** Started here, and not reached over the network. */
  isProgram: boolean
}

const settleMs = 5000
const stdioRefused = 'is a program, and programs are started only with SVC_MCP_STDIO_ENABLED=true.'

/** The servers of `mcp.json` with their tools, which are listed also while their server is gone. */
export class RemoteServers implements ToolSource {
  readonly #options: RemoteServersOptions
  readonly #used = new Map<string, Used>()
  readonly #lists = new Map<string, readonly Tool[]>()
  #unusable: readonly UnusableEntry[] = []
  #prefixes: ReadonlyMap<string, string> = new Map()
  #byName: ReadonlyMap<string, { server: string; tool: ForeignTool }> = new Map()
  #manifests: readonly ToolManifest[] = []
  readonly #read = Promise.withResolvers<void>()
  #isRead = false

  constructor(options: RemoteServersOptions) {
    this.#options = options
  }

  list(): readonly ToolManifest[] {
    return this.#manifests
  }

  /** When each server has been tried once, the slow ones left aside. */
  async settled(signal: AbortSignal): Promise<void> {
    this.#options.onWanted?.()
    const servers = () => Array.from(this.#used.values(), ({ server }) => server)
    if (this.#isRead && servers().every(server => server.isTried)) return
    const tried = this.#read.promise.then(() => Promise.all(servers().map(server => server.tried)))
    await atMost(settleMs, orAborted(tried, signal), this.#options.clock)
  }

  /** The file was looked at, or never will be: there is nothing to wait for but the servers that are known now. */
  looked(): void {
    this.#isRead = true
    this.#read.resolve()
  }

  async call(name: string, input: JsonObject, context: ToolContext): Promise<JsonValue> {
    const found = this.#byName.get(name)
    const used = found && this.#used.get(found.server)
    if (!found || !used) throw new UpstreamError(`The MCP server of the tool ${name} is gone.`)
    return used.server.call(found.tool.remoteName, input, context)
  }

  /** Uses the servers of the file from now on. Those that stay the same stay connected. */
  async use({ servers, unusable }: ServersFile): Promise<void> {
    const isRefused = ({ target }: ServerEntry): boolean =>
      target.kind === 'stdio' && !this.#options.limits.stdio_enabled
    const wanted = new Map(servers.filter(entry => !isRefused(entry)).map(entry => [entry.name, entry]))
    const refused = servers
      .filter(isRefused)
      .map(({ name }) => ({ name, kind: 'stdio' as const, problem: `The server "${name}" ${stdioRefused}` }))
    this.#unusable = [...unusable, ...refused]
    this.#prefixes = serverPrefixes([...servers, ...unusable].map(({ name }) => name))
    const gone = [...this.#used].filter(([name, { text }]) => text !== JSON.stringify(wanted.get(name)))
    for (const [name] of gone) {
      this.#used.delete(name)
      if (!wanted.has(name)) this.#lists.delete(name)
    }
    for (const entry of wanted.values()) if (!this.#used.has(entry.name)) this.#begin(entry)
    this.#index()
    await Promise.all(gone.map(([, { server }]) => server.close()))
  }

  report(): ServerReport[] {
    const used = Array.from(this.#used.values(), ({ server }) => this.#reportOf(server))
    const unusable = this.#unusable.map(({ name, kind, problem }) => ({
      name,
      transport: kind,
      status: problem === null ? ('disabled' as const) : ('invalid' as const),
      error: problem,
      protocol_version: null,
      tools: [],
    }))
    return [...used, ...unusable].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** @throws NotFoundError */
  async reconnect(name: string): Promise<ServerReport> {
    const used = this.#used.get(name)
    if (!used)
      throw new NotFoundError(
        `There is no MCP server ${JSON.stringify(name.slice(0, 64))} in use. GET /api/mcp/servers lists them.`,
      )
    await used.server.reconnect()
    return this.#reportOf(used.server)
  }

  async close(): Promise<void> {
    const all = [...this.#used.values()]
    this.#used.clear()
    await Promise.all(all.map(({ server }) => server.close()))
  }

  #begin(entry: ServerEntry): void {
    const { limits, egress, programs, version, clock, log } = this.#options
    const onTools = (tools: readonly Tool[]): void => {
      if (this.#used.get(entry.name)?.server !== server) return
      if (JSON.stringify(this.#lists.get(entry.name)) === JSON.stringify(tools)) return
      this.#lists.set(entry.name, tools)
      this.#index()
      this.#noteChanges(entry.name)
    }
    const server: RemoteServer = new RemoteServer({ entry, version, limits, egress, programs, clock, log, onTools })
    this.#used.set(entry.name, { server, text: JSON.stringify(entry), isProgram: entry.target.kind === 'stdio' })
    void server.run()
  }

  #index(): void {
    const byName = new Map<string, { server: string; tool: ForeignTool }>()
    // Ours runs out first, and says which server it was.
    const timeoutMs = (this.#options.limits.call_timeout_seconds + 5) * 1000
    for (const [server, tools] of this.#lists) {
      const prefix = this.#prefixes.get(server)
      const used = this.#used.get(server)
      if (prefix === undefined || used === undefined) continue
      const names = publicNames(
        prefix,
        tools.map(({ name }) => name),
      )
      for (const tool of tools) {
        const name = names.get(tool.name)!
        byName.set(name, { server, tool: foreignTool(tool, { name, server, timeoutMs, isProgram: used.isProgram }) })
      }
    }
    this.#byName = byName
    this.#manifests = Array.from(byName.values(), ({ tool }) => tool.manifest)
  }

  #noteChanges(server: string): void {
    const tools = [...this.#byName.values()].filter(found => found.server === server)
    this.#options.changes.note(
      server,
      tools.map(({ tool }) => ({ name: tool.manifest.name, fingerprint: tool.fingerprint })),
    )
  }

  #reportOf(server: RemoteServer): ServerReport {
    const { entry, status, problem, protocolVersion } = server
    const tools = [...this.#byName].filter(([, found]) => found.server === entry.name).map(([name]) => name)
    return {
      name: entry.name,
      transport: entry.target.kind,
      status,
      error: problem,
      protocol_version: protocolVersion,
      tools: tools.toSorted(),
    }
  }
}

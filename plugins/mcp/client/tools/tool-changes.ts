import type { Clock, DataPlane, EventLog, Logger, Principal } from '@svc/plugin'
import { messageOf } from '@svc/plugin'
import { knownToolsStore } from './known-tools-store.ts'

export interface ToolChangesOptions {
  data: DataPlane
  events: EventLog
  /** The first owner; null before setup. */
  owner(): Promise<Principal | null>
  clock: Clock
  log: Logger
}

/** What became of the tools of a server since they were last seen. */
export interface ListedTool {
  name: string
  fingerprint: string
}

/**
 * Watches what other servers say of their tools: one that was approved as harmless may say something else tomorrow. Servers belong to
 * no workspace, so the workspace of the first owner keeps this and gets the events.
 */
export class ToolChanges {
  readonly #options: ToolChangesOptions
  /** One after the other: lists are compared with those before them. */
  #noting: Promise<void> = Promise.resolve()
  /** What was seen before there was an owner. */
  readonly #early = new Map<string, readonly ListedTool[]>()

  constructor(options: ToolChangesOptions) {
    this.#options = options
  }

  note(server: string, tools: readonly ListedTool[]): void {
    this.#noting = this.#noting.then(() => this.#note(server, tools))
  }

  /** Resolves when all that was noted is kept. */
  settled(): Promise<void> {
    return this.#noting
  }

  async #note(server: string, tools: readonly ListedTool[]): Promise<void> {
    const { data, events, owner, clock, log } = this.#options
    try {
      const principal = await owner()
      if (principal === null) {
        if (!this.#early.has(server)) this.#early.set(server, tools)
        return
      }
      const early = this.#early.get(server) ?? []
      this.#early.delete(server)
      const workspaceId = principal.workspace_id
      const changed = data.use(workspaceId, db =>
        db.transaction(() => {
          const kept = knownToolsStore.of(db, server).map(row => [row.tool, row.fingerprint] as const)
          const known = new Map([...early.map(tool => [tool.name, tool.fingerprint] as const), ...kept])
          const stored = new Map(kept)
          const others = tools.filter(({ name, fingerprint }) => stored.get(name) !== fingerprint)
          for (const { name, fingerprint } of others)
            knownToolsStore.put(db, server, { tool: name, fingerprint }, clock.now())
          const names = others
            .filter(tool => (known.get(tool.name) ?? tool.fingerprint) !== tool.fingerprint)
            .map(({ name }) => name)
          if (names.length > 0)
            events.append(db, workspaceId, [{ type: 'mcp.server.changed', data: { server, tools: names } }])
          return names
        }),
      )
      if (changed.length > 0)
        log.warn({ server, tools: changed }, 'An MCP server describes its tools otherwise than before.')
    } catch (error) {
      log.warn(
        { server, reason: messageOf(error) },
        'The tools of an MCP server could not be compared with those before.',
      )
    }
  }
}

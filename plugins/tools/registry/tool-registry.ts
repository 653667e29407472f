import { messageOf, NotFoundError } from '@svc/plugin'
import type { Contribution, JsonLike, JsonObject, Logger, ToolBindings, ToolContext, ToolManifest } from '@svc/plugin'
import type { ToolSource } from '@svc/plugin/contracts/tools'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'
import { didYouMean } from '@svc/plugin/library/closest-word'

/** A tool with what runs it. */
export interface RegisteredTool {
  manifest: ToolManifest
  /** False for tools of sources: their schemas may be a stranger's. */
  isTrusted: boolean
  check?(input: JsonObject, context: ToolContext): void | Promise<void>
  run(input: JsonObject, context: ToolContext): Promise<JsonLike>
}

export interface ToolRegistryOptions {
  bindings: ToolBindings
  sources: () => readonly Contribution<ToolSource>[]
  log: Logger
}

interface SourceList {
  list: readonly ToolManifest[]
  tools: ReadonlyMap<string, RegisteredTool>
}

interface WorkspaceList {
  /** What it was merged from. */
  from: readonly (readonly ToolManifest[])[]
  all: readonly ToolManifest[]
}

const none: readonly ToolManifest[] = []
const longestWaitMs = 5000
/** A source that makes up names without end fills no memory with them. */
const mostWarned = 1000
const namePattern = /^[A-Za-z0-9_-]{1,64}$/
/** Paths of the API below /api/tools. */
const reserved = new Set(['calls', 'grants'])

/** Every tool there is: those that plugins declare, and those of the sources, which come and go. */
export class ToolRegistry {
  readonly #options: ToolRegistryOptions
  readonly #warned = new Set<string>()
  #bound: ReadonlyMap<string, RegisteredTool> | undefined
  #read = new Map<ToolSource, SourceList>()
  #all: readonly ToolManifest[] | undefined
  /** Of the workspaces that have tools of their own. */
  readonly #ofWorkspaces = new Map<string, WorkspaceList>()

  constructor(options: ToolRegistryOptions) {
    this.#options = options
  }

  /** The tools in the order of their names; null: those that every workspace has. The same array while nothing changed. */
  list(workspaceId: string | null): readonly ToolManifest[] {
    const lists = this.#lists()
    this.#all ??= this.#merged(lists)
    return workspaceId === null ? this.#all : this.#listOf(workspaceId, this.#all, lists)
  }

  find(name: string, workspaceId: string | null): RegisteredTool | undefined {
    const bound = this.#boundTools().get(name)
    if (bound) return bound
    const sources = this.#options.sources()
    for (const source of sources) {
      const found = this.#toolsOf(source).get(name)
      if (found) return found
    }
    if (workspaceId === null) return undefined
    for (const { value: source } of sources) {
      const manifest = source.listOf?.(workspaceId).find(tool => tool.name === name && this.#isNamedWell(tool))
      if (manifest) return this.#sourced(source, manifest)
    }
    return undefined
  }

  /** As {@link find}; a tool that a source has not come to yet is waited for. @throws NotFoundError */
  async arrive(name: string, workspaceId: string, signal: AbortSignal): Promise<RegisteredTool> {
    const found = this.find(name, workspaceId)
    if (found) return found
    await this.settled(signal)
    return this.require(name, workspaceId)
  }

  /** Resolves once every source has said what it has, or after a while: one that is slow keeps nobody from the others. */
  async settled(signal: AbortSignal): Promise<void> {
    const sources = this.#options.sources()
    const waiting = new AbortController()
    const { signal: until } = waiting
    const leave = (): void => waiting.abort(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    const limit = setTimeout(() => waiting.abort(new Error(`It took longer than ${longestWaitMs} ms.`)), longestWaitMs)
    const ended = await Promise.allSettled(
      sources.map(({ value }) => orAborted(Promise.resolve(value.settled?.(until)), until)),
    )
    clearTimeout(limit)
    signal.removeEventListener('abort', leave)
    for (const [index, each] of ended.entries()) {
      if (each.status === 'fulfilled' || signal.aborted) continue
      const fields = { from: sources[index]?.plugin, reason: messageOf(each.reason) }
      this.#options.log.warn(fields, 'a source of tools did not say in time what it has')
    }
  }

  /** The workspace is used here no longer: what is known of it may be untrue. */
  forget(workspaceId: string): void {
    this.#ofWorkspaces.delete(workspaceId)
  }

  /** @throws NotFoundError */
  require(name: string, workspaceId: string): RegisteredTool {
    const found = this.find(name, workspaceId)
    if (found) return found
    const names = this.list(workspaceId).map(tool => tool.name)
    const hint = didYouMean(name, names, 'GET /api/tools lists those there are.')
    throw new NotFoundError(`There is no tool ${JSON.stringify(name.slice(0, 64))}. ${hint}`)
  }

  #listOf(
    workspaceId: string,
    all: readonly ToolManifest[],
    lists: readonly ReadonlyMap<string, RegisteredTool>[],
  ): readonly ToolManifest[] {
    const sources = this.#options.sources().map(({ value }) => value)
    const own = sources.map(source => ({ source, list: source.listOf?.(workspaceId) ?? none }))
    if (own.every(({ list }) => list.length === 0)) {
      this.#ofWorkspaces.delete(workspaceId)
      return all
    }
    const from = [all, ...own.map(({ list }) => list)]
    const known = this.#ofWorkspaces.get(workspaceId)
    if (known?.from.length === from.length && known.from.every((list, index) => list === from[index])) return known.all
    const owned = own.map(({ source, list }) => this.#sourcedAll(source, list))
    const merged = this.#merged([...lists, ...owned])
    this.#ofWorkspaces.set(workspaceId, { from, all: merged })
    return merged
  }

  #lists(): ReadonlyMap<string, RegisteredTool>[] {
    return [this.#boundTools(), ...this.#options.sources().map(source => this.#toolsOf(source))]
  }

  #merged(lists: readonly ReadonlyMap<string, RegisteredTool>[]): ToolManifest[] {
    const byName = new Map<string, ToolManifest>()
    for (const { manifest } of lists.flatMap(list => [...list.values()])) {
      const first = byName.get(manifest.name)
      if (first) this.#warn(manifest, `its name is taken by a tool of ${first.plugin}`)
      else byName.set(manifest.name, manifest)
    }
    return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  #boundTools(): ReadonlyMap<string, RegisteredTool> {
    this.#bound ??= new Map(
      this.#options.bindings
        .all()
        .filter(({ manifest }) => this.#isNamedWell(manifest))
        .map(({ manifest, handler, check }) => [
          manifest.name,
          { manifest, isTrusted: true, run: handler, ...(check && { check: check as RegisteredTool['check'] }) },
        ]),
    )
    return this.#bound
  }

  #toolsOf({ value: source }: Contribution<ToolSource>): ReadonlyMap<string, RegisteredTool> {
    const list = source.list()
    const known = this.#read.get(source)
    if (known?.list === list) return known.tools
    const tools = this.#sourcedAll(source, list)
    this.#read.set(source, { list, tools })
    this.#all = undefined
    return tools
  }

  #sourcedAll(source: ToolSource, list: readonly ToolManifest[]): ReadonlyMap<string, RegisteredTool> {
    const tools = new Map<string, RegisteredTool>()
    for (const manifest of list) {
      if (!this.#isNamedWell(manifest)) continue
      if (tools.has(manifest.name)) this.#warn(manifest, 'its source names it twice')
      else tools.set(manifest.name, this.#sourced(source, manifest))
    }
    return tools
  }

  #sourced(source: ToolSource, manifest: ToolManifest): RegisteredTool {
    return { manifest, isTrusted: false, run: (input, context) => source.call(manifest.name, input, context) }
  }

  #isNamedWell(manifest: ToolManifest): boolean {
    if (namePattern.test(manifest.name) && !reserved.has(manifest.name)) return true
    this.#warn(manifest, 'its name does not fit ^[A-Za-z0-9_-]{1,64}$, or is a word of the API (calls, grants)')
    return false
  }

  /** Once for each tool: sources are read again and again. */
  #warn({ name, plugin }: ToolManifest, reason: string): void {
    const key = JSON.stringify([plugin, name, reason])
    if (this.#warned.has(key) || this.#warned.size >= mostWarned) return
    this.#warned.add(key)
    this.#options.log.warn({ tool: name.slice(0, 100), from: plugin, reason }, 'a tool is left out')
  }
}

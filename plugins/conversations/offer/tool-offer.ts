import type { JsonValue, Principal, ToolManifest } from '@svc/plugin'
import type { ChatMessage, ChatTool, ChatToolCall } from '@svc/plugin/contracts/models'
import type { ToolCatalog } from '@svc/plugin/contracts/tools'
import { tokensOfTools } from '../history/token-count.ts'
import type { ToolSet } from '../records.ts'
import { allNames, findTools, findToolsName, foundTools } from './find-tools.ts'
import { ToolGroups } from './tool-groups.ts'
import { searchTools } from './tool-search.ts'

export interface ToolOfferRequest {
  catalog: ToolCatalog | undefined
  principal: Principal
  set: ToolSet
  /** Functions that were found in this conversation, in the order in which they came. */
  loaded: readonly string[]
  /** Tools of the client's own; those of the same names are left out. */
  client: readonly ChatTool[]
  /** The tools that are offered from the start, those that are dearest to be without first. */
  core: readonly string[]
  /** Tokens of the model's context; null for one that pays for no tokens, which is offered everything. */
  window: number | null
}

const mostAtStart = 1600
const mostInAll = 12_000
const mostFound = 2000

/**
 * What a model is offered in one step: all that fits at once, or a few tools and `find_tools`, then what was found. What was offered
 * before stays where it was, and what is found is added at the end, so that providers find the beginning of the request in their caches.
 */
export class ToolOffer {
  /** In the order in which they are sent. */
  readonly tools: readonly ChatTool[]
  readonly #request: ToolOfferRequest
  /** Everything that may be called: offered now, or to be found. */
  readonly #reachable: Map<string, ToolManifest>
  readonly #groups: ToolGroups
  readonly #finds: boolean
  #loaded: readonly string[]

  constructor(request: ToolOfferRequest) {
    const { client, window, set } = request
    this.#request = request
    this.#loaded = request.loaded
    this.#reachable = reachableTools(request)
    const whole = Array.from(this.#reachable.values(), toChatTool)
    const isWhole = set !== 'all' || window === null || tokensOfTools(whole) <= startRoom(window)
    this.#finds = !isWhole
    if (this.#finds) this.#reachable.delete(findToolsName)
    const isTaken = (name: string) => this.#reachable.has(name) || client.some(tool => tool.name === name)
    this.#groups = new ToolGroups(isWhole ? [] : this.#reachable.values(), isTaken)
    this.tools = [...client, ...(isWhole ? whole : this.#chosen(window))]
  }

  /** The names of what can be called, without the client's. */
  get names(): string[] {
    const own = this.tools.slice(this.#request.client.length)
    return own.map(({ name }) => name)
  }

  canCall(name: string): boolean {
    return this.#reachable.has(name)
  }

  /** Whether a call is to {@link find}. */
  isSearch(name: string): boolean {
    return this.#finds && name === findToolsName && !this.#isClients(name)
  }

  /** What find_tools answers; the best are loaded. */
  find(query: string): { result: JsonValue; names: string[] } {
    const { catalog, principal, window } = this.#request
    const room = Math.min(mostFound, Math.floor((window ?? Infinity) / 8))
    const ranked = searchTools(catalog?.list(principal.workspace_id) ?? [], query, ({ name }) =>
      this.#reachable.has(name),
    )
    const inGroup = [...this.#reachable.values()].filter(({ name }) => this.#groups.of(name) === query.trim())
    const all = inGroup.length > 0 ? inGroup : ranked
    const reachable = [...this.#reachable.values()]
    const { result, tools } =
      all.length > 0 ? foundTools(all, this.#groups, room) : allNames(reachable, this.#groups, room)
    return { result, names: tools.map(({ name }) => name) }
  }

  /** The list that the conversation is to keep when these are offered from now on; null when it stays as it is. */
  load(names: readonly string[]): readonly string[] | null {
    const { window } = this.#request
    if (!this.#finds || window === null) return null
    const offered = new Set(this.names)
    const fresh = new Set(names.map(name => this.#groups.of(name) ?? name).filter(name => !offered.has(name)))
    // One that is too large for this model by itself would keep out everything else.
    const room = loadRoom(window)
    const added = [...fresh].filter(name => tokensOfTools(this.#chatTools([name])) <= room)
    if (added.length === 0) return null
    const all = [...this.#loaded.filter(name => !fresh.has(name)), ...added]
    this.#loaded = this.#fits(all, room) ? all : this.#anew(added, room / 2)
    return this.#loaded
  }

  /** The call that was meant, when it was made through a group. */
  resolved(call: ChatToolCall): ChatToolCall {
    return this.#groups.resolved(call)
  }

  /** The history with calls as this model made them. */
  asCalled(messages: ChatMessage[]): ChatMessage[] {
    return this.#groups.asCalled(messages)
  }

  /** Why a call cannot be made, for the model. */
  refusal(name: string): string {
    const shown = JSON.stringify(name.slice(0, 64))
    if (this.#groups.has(name)) {
      const [first = ''] = this.#groups.names(name)
      return `A call of ${shown} names one of its tools and gives its arguments: {"tool": "${first}", "arguments": {…}}.`
    }
    const names = this.names.slice(0, 20).join(', ')
    return `There is no tool ${shown} here. There are: ${names || 'none'}.`
  }

  #isClients(name: string): boolean {
    return this.#request.client.some(tool => tool.name === name)
  }

  #chosen(window: number): ChatTool[] {
    const start = this.#isClients(findToolsName) ? [] : [findTools]
    const names = new Set<string>()
    for (const name of this.#request.core) {
      const [tool] = this.#chatTools([name])
      if (tool === undefined || names.has(name) || tokensOfTools([...start, tool]) > startRoom(window)) continue
      start.push(tool)
      names.add(name)
    }
    const found = this.#loaded.filter(name => !names.has(name) && this.#chatTools([name]).length > 0)
    return [...start, ...this.#chatTools(this.#newest(found, loadRoom(window)))]
  }

  #chatTools(names: readonly string[]): ChatTool[] {
    return names.flatMap(name => {
      const manifest = this.#reachable.get(name)
      const tool = manifest === undefined ? this.#groups.toChatTool(name) : toChatTool(manifest)
      return tool === null ? [] : [tool]
    })
  }

  #fits(names: readonly string[], room: number): boolean {
    return tokensOfTools(this.#chatTools(names)) <= room
  }

  /**
   * The list when it has grown too long: the best of what was just found, and before it the newest that still fit. Much is left out at
   * once, since every time that something goes the provider's cache begins anew.
   */
  #anew(added: readonly string[], room: number): readonly string[] {
    const [best, ...others] = added
    const kept = best === undefined ? [] : [best]
    for (const name of others) if (this.#fits([...kept, name], room)) kept.push(name)
    const before = this.#loaded.filter(name => !added.includes(name))
    const from = before.findIndex((_, index) => this.#fits([...before.slice(index), ...kept], room))
    return [...(from === -1 ? [] : before.slice(from)), ...kept]
  }

  /** The last of them, at least one. */
  #newest(names: readonly string[], room: number): readonly string[] {
    let from = 0
    while (from < names.length - 1 && !this.#fits(names.slice(from), room)) from += 1
    return names.slice(from)
  }
}

/** Tokens of the tools that are offered before any was looked for. */
function startRoom(window: number): number {
  return Math.min(mostAtStart, Math.floor(window / 10))
}

/** Tokens of what was found. */
function loadRoom(window: number): number {
  return Math.min(mostInAll, Math.floor(window / 5))
}

/** Those of the set which the caller may have called. */
function reachableTools({ catalog, principal, set, client }: ToolOfferRequest): Map<string, ToolManifest> {
  if (catalog === undefined || set === 'none') return new Map()
  const isReachable = catalog.reachableBy(principal)
  const taken = new Set(client.map(({ name }) => name))
  const named = set === 'all' ? null : new Set(set)
  const all = catalog.list(principal.workspace_id)
  const tools = all.filter(tool => named?.has(tool.name) !== false && !taken.has(tool.name))
  return new Map(tools.filter(isReachable).map(tool => [tool.name, tool]))
}

const chatTools = new WeakMap<ToolManifest, ChatTool>()

/** The same object for the same manifest, so that what is computed of it once can be kept beside it. */
function toChatTool(manifest: ToolManifest): ChatTool {
  const known = chatTools.get(manifest)
  if (known !== undefined) return known
  const { name, title, description, input_schema } = manifest
  const tool = { name, description: description === '' ? title : description, parameters: input_schema }
  chatTools.set(manifest, tool)
  return tool
}

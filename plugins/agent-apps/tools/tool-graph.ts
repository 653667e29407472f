import type { ToolEffect, ToolManifest } from '@svc/plugin'
import type { AppDefinition } from '../manifest/app-definition.ts'
import { greaterEffect, leastEffect } from '../manifest/least-effect.ts'
import { modelScope, scopesOf } from '../runs/app-permissions.ts'
import { appOfTool } from './app-tool-name.ts'

export interface ToolGraphOptions {
  /** The last good version of a folder of this kind, or null. */
  definition: (kind: AppDefinition['kind'], name: string) => AppDefinition | null
  /** The tools of plugins. */
  bindings: { all(): readonly { manifest: Pick<ToolManifest, 'name' | 'effect' | 'permission'> }[] }
}

/** How apps, sandboxed tools and the tools of plugins call each other, going by the manifests' permissions. */
export class ToolGraph {
  readonly #options: ToolGraphOptions

  constructor(options: ToolGraphOptions) {
    this.#options = options
  }

  /** What calling the tool does at most; null for a tool of another server, or for none. */
  effectOf(tool: string): ToolEffect | null {
    return this.#effectOf(tool, new Set())
  }

  /** What a folder's code does at most, the tools that it may call included. */
  effectOfFolder(definition: AppDefinition): ToolEffect {
    return this.#effectOfFolder(definition, new Set())
  }

  /** The scopes that a folder's own manifest comes to, and those of what it may call; none for other tools. */
  scopesFor(tool: string): string[] {
    const scopes = new Set<string>()
    for (const { name, definition } of this.#reachable(tool)) {
      if (definition === null) {
        const permission = this.#binding(name)?.permission
        if (permission) scopes.add(permission)
        continue
      }
      const { permissions } = definition
      for (const scope of scopesOf(permissions)) scopes.add(scope)
      if (permissions.agent) scopes.add('models:read').add(modelScope)
      if (permissions.tools.length > 0) scopes.add('tools:read').add('tools:write')
      if (definition.kind === 'app') scopes.add('agent-apps:write')
    }
    return [...scopes]
  }

  /** True when a call of `tool` may lead to one of `others`. */
  reaches(tool: string, others: readonly string[]): boolean {
    return this.#reachable(tool).some(({ name }) => others.includes(name))
  }

  #effectOf(tool: string, seen: Set<string>): ToolEffect | null {
    const definition = this.#definition(tool)
    if (definition === null) return this.#binding(tool)?.effect ?? null
    // A ring adds nothing that its members do not.
    if (seen.has(tool)) return 'read'
    return this.#effectOfFolder(definition, seen.add(tool))
  }

  #effectOfFolder({ permissions, effect }: AppDefinition, seen: Set<string>): ToolEffect {
    const least = leastEffect(permissions, tool => this.#effectOf(tool, seen) ?? 'external')
    return greaterEffect(effect ?? 'read', least.effect)
  }

  #reachable(tool: string): { name: string; definition: AppDefinition | null }[] {
    const found = new Map<string, AppDefinition | null>([[tool, this.#definition(tool)]])
    // A map that is walked hands out what is added meanwhile, too.
    for (const definition of found.values()) {
      for (const name of definition?.permissions.tools ?? []) {
        if (!found.has(name)) found.set(name, this.#definition(name))
      }
    }
    return Array.from(found, ([name, definition]) => ({ name, definition }))
  }

  #definition(tool: string): AppDefinition | null {
    const app = appOfTool(tool)
    return app === null ? this.#options.definition('tool', tool) : this.#options.definition('app', app)
  }

  #binding(tool: string) {
    return this.#options.bindings.all().find(({ manifest }) => manifest.name === tool)?.manifest
  }
}

/**
 * A call by another run may wait for its turn only where nothing that waits for it can hold that turn: else two runs that call
 * each other's apps would wait for ever.
 */
export function mayWaitFor(tool: string, chain: readonly string[], graph: ToolGraph): boolean {
  return chain.length === 0 || !graph.reaches(tool, chain)
}

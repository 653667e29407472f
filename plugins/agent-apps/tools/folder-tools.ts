import { SvcError } from '@svc/plugin'
import type { JsonObject, JsonSchema, JsonValue, Logger, ToolContext, ToolEffect, ToolManifest } from '@svc/plugin'
import type { ToolSource } from '@svc/plugin/contracts/tools'
import type { AppCatalog } from '../catalog/app-catalog.ts'
import type { AppEntry } from '../catalog/app-entry.ts'
import type { AppDefinition } from '../manifest/app-definition.ts'
import type { RunService } from '../runs/run-service.ts'
import { appOfTool, appToolName, longestToolName, toolNameOf } from './app-tool-name.ts'
import type { SandboxedTools } from './sandboxed-tools.ts'
import type { ToolGraph } from './tool-graph.ts'

interface FolderToolsOptions {
  catalog: AppCatalog
  runs: RunService
  sandboxed: SandboxedTools
  graph: ToolGraph
  disabled: readonly string[]
  log: Logger
}

/** How many apps and sandboxed tools may stand above a call: an app that calls itself, or a ring of apps, ends here. */
const deepest = 4

/** What the manifests folder gives to the tools of the server: the sandboxed tools, and each app as `app_<name>`. */
export class FolderTools implements ToolSource {
  readonly #options: FolderToolsOptions
  readonly #skipped = new Set<string>()
  readonly #manifests = new WeakMap<AppDefinition, ToolManifest>()
  #listed: readonly ToolManifest[] = []

  constructor(options: FolderToolsOptions) {
    this.#options = options
  }

  list(): readonly ToolManifest[] {
    const { catalog } = this.#options
    const entries = [...catalog.entries('tool'), ...catalog.entries('app')]
    const offered = entries.map(entry => this.#offered(entry)).filter(definition => definition !== null)
    const listed = offered.map(definition => this.#manifestOf(definition))
    const isSame = listed.length === this.#listed.length && listed.every((tool, at) => tool === this.#listed[at])
    if (!isSame) this.#listed = listed
    return this.#listed
  }

  settled(signal: AbortSignal): Promise<void> {
    return this.#options.catalog.settled(signal)
  }

  async call(name: string, input: JsonObject, context: ToolContext): Promise<JsonValue> {
    const chain = context.app?.chain ?? []
    if (chain.length >= deepest) {
      const path = [...chain, name].join(' → ')
      const rule = `Apps and sandboxed tools call each other at most ${deepest} deep`
      throw new SvcError(422, 'call_depth_exceeded', `${rule}; this one is deeper: ${path}.`)
    }
    const { runs, sandboxed } = this.#options
    const app = appOfTool(name)
    if (app === null) return sandboxed.call(name, input, context)
    const { principal, signal } = context
    const parent_run_id = this.#parentOf(context)
    const record = await runs.run({ app, inputs: input, runner: 'api', principal, signal, chain, parent_run_id })
    return record.output
  }

  /** The run of the playbook above the call, so that playbooks which call each other come to an end. */
  #parentOf({ origin, principal }: ToolContext): string | undefined {
    if (origin?.kind === 'playbook') return origin.run_id
    if (origin?.kind !== 'app' || origin.run_id === null) return undefined
    return this.#options.runs.parentOf(principal.workspace_id, origin.run_id)
  }

  /** Made anew when the folder changes, or what its tools do. */
  #manifestOf(definition: AppDefinition): ToolManifest {
    const effect = this.#options.graph.effectOfFolder(definition)
    const known = this.#manifests.get(definition)
    if (known?.effect === effect) return known
    const manifest = toolManifestOf(definition, effect)
    this.#manifests.set(definition, manifest)
    return manifest
  }

  #offered({ app, name, kind }: AppEntry): AppDefinition | null {
    if (app === null || this.#options.disabled.includes(name)) return null
    if (kind === 'tool') return app.definition
    if (!app.definition.runners.includes('api')) return null
    if (appToolName(name).length <= longestToolName) return app.definition
    this.#skip(name)
    return null
  }

  #skip(name: string): void {
    if (this.#skipped.has(name)) return
    this.#skipped.add(name)
    const rule = `as a tool its name would be longer than ${longestToolName} characters`
    this.#options.log.warn(
      { app: name },
      `The agent app ${name} is not offered as a tool: ${rule}. Give it a shorter name.`,
    )
  }
}

const pluginId = 'agent-apps'
/** That a call may wait for its turn, beyond its own time. */
const turnMs = 10_000

/** What a prompt answers when its manifest has no `outputs`. */
const promptOutput: JsonSchema = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
}

/** A folder as the tools list it. */
function toolManifestOf(definition: AppDefinition, effect: ToolEffect): ToolManifest {
  const { kind, name, display_name, description, inputs, outputs, icon, entry } = definition
  const output_schema = outputs ?? (entry.type === 'prompt' ? promptOutput : null)
  return {
    name: toolNameOf(definition),
    title: display_name ?? name,
    description,
    input_schema: inputs,
    ...(output_schema && { output_schema }),
    effect,
    annotations: {
      read_only: effect === 'read',
      destructive: effect === 'destructive',
      open_world: definition.permissions.network.length > 0 || effect === 'external',
    },
    ...(icon !== null && { icon }),
    timeout_ms: definition.limits.timeout_ms + turnMs,
    plugin: pluginId,
    permission: kind === 'app' ? 'agent-apps:write' : 'tools:write',
  }
}

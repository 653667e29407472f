import { messageOf, NotFoundError, UnprocessableError } from '@svc/plugin'
import type {
  Clock,
  DataPlane,
  JsonObject,
  JsonSchema,
  JsonValue,
  Logger,
  ToolContext,
  ToolEffect,
  ToolManifest,
} from '@svc/plugin'
import type { ToolCatalog, ToolSource } from '@svc/plugin/contracts/tools'
import type { PlaybookFolders } from '../definitions/playbook-folders.ts'
import { definitionStore } from '../definitions/definition-store.ts'
import type { Playbooks } from '../definitions/playbooks.ts'
import { namesByExpression, needsOf } from '../definitions/playbook-needs.ts'
import { toolNameOf } from '../definitions/shown-playbook.ts'
import type { WorkflowDefinition } from '../definitions/workflow.ts'
import type { Runs } from '../runs/runs.ts'
import type { ShownRun } from '../runs/shown-run.ts'

export interface PlaybookToolsOptions {
  data: DataPlane
  folders: PlaybookFolders
  playbooks: Pick<Playbooks, 'offered'>
  runs: Runs
  catalog: Pick<ToolCatalog, 'get'> | undefined
  clock: Clock
  log: Logger
}

const waitSeconds = 30
/** The call waits, and then says where it is. */
const timeoutMs = (waitSeconds + 10) * 1000
/** Folders are looked at when somebody asks for tools, this often at most. */
const lookAgainMs = 1000
const none: readonly ToolManifest[] = []
const strength: readonly ToolEffect[] = ['read', 'write', 'external', 'destructive']

/** Tools of a workspace, with the state of its playbooks from which they were made. */
interface OwnTools {
  state: string
  tools: readonly ToolManifest[]
  names: ReadonlyMap<string, string>
}

/** Playbooks whose metadata says `tool: true`, each as a tool: `playbook_weekly_report`. Those that were sent are their workspace's alone. */
export class PlaybookTools implements ToolSource {
  readonly #options: PlaybookToolsOptions
  #tools: readonly ToolManifest[] = []
  #names: ReadonlyMap<string, string> = new Map()
  #made: readonly object[] = []
  #lookedAt = -Infinity
  readonly #own = new Map<string, OwnTools>()

  constructor(options: PlaybookToolsOptions) {
    this.#options = options
  }

  list(): readonly ToolManifest[] {
    const { clock, log } = this.#options
    if (clock.now() - this.#lookedAt > lookAgainMs)
      this.settled().catch((error: unknown) =>
        log.warn({ reason: messageOf(error) }, 'The folders of playbooks cannot be read.'),
      )
    return this.#tools
  }

  listOf(workspaceId: string): readonly ToolManifest[] {
    return this.#ownOf(workspaceId).tools
  }

  /** The workspace is used here no longer: what is known of it may be untrue. */
  forget(workspaceId: string): void {
    this.#own.delete(workspaceId)
  }

  #ownOf(workspaceId: string): OwnTools {
    const { data } = this.#options
    const state = data.use(workspaceId, db => definitionStore.state(db))
    const before = this.#own.get(workspaceId)
    if (before?.state === state) return before
    const offered = this.#options.playbooks.offered(workspaceId).filter(each => toolNameOf(each) !== null)
    const names = offered.map(({ document }) => [toolNameOf({ document }) ?? '', document.name] as const)
    const tools = offered.map(definition => this.#toolOf(definition))
    const own = { state, tools: tools.length > 0 ? tools : none, names: new Map(names) }
    this.#own.set(workspaceId, own)
    return own
  }

  async settled(): Promise<void> {
    const { folders, clock } = this.#options
    this.#lookedAt = clock.now()
    await folders.look()
    const offered = folders.all().flatMap(({ good }) => (good && toolNameOf(good.definition) !== null ? [good] : []))
    const isSame = offered.length === this.#made.length && offered.every((good, index) => good === this.#made[index])
    if (isSame) return
    this.#made = offered
    this.#tools = offered.map(({ definition }) => this.#toolOf(definition))
    this.#names = new Map(
      offered.map(({ definition }) => [toolNameOf(definition) ?? '', definition.document.name] as const),
    )
  }

  /** @throws NotFoundError; UnprocessableError when the run faults */
  async call(name: string, inputs: JsonObject, context: ToolContext): Promise<JsonValue> {
    const { principal, signal, origin, idempotency_key: key } = context
    const playbook_id = this.#names.get(name) ?? this.#ownOf(principal.workspace_id).names.get(name)
    if (playbook_id === undefined) throw new NotFoundError(`There is no tool ${name}.`)
    const { runs } = this.#options
    const request = key === undefined ? null : { key_hash: key, body_hash: '' }
    const parent = origin?.kind === 'playbook' ? { parent_run_id: origin.run_id } : {}
    const { run } = await runs.start({ playbook_id, inputs, trigger: 'tool', principal, request, ...parent })
    return answerOf(await runs.ended(principal.workspace_id, run.id, waitSeconds, signal))
  }

  #toolOf(definition: WorkflowDefinition): ToolManifest {
    const { name, title, summary } = definition.document
    const effect = this.#effectOf(definition)
    const label = title ?? name
    return {
      name: toolNameOf(definition) ?? name,
      title: label,
      description: `${summary ?? `Runs the playbook ${label}.`} Answers its output, or run_id and status when it takes longer than ${waitSeconds} s: playbook_status says how it goes on.`,
      input_schema: (definition.input?.schema?.document as JsonSchema | undefined) ?? { type: 'object' },
      effect,
      annotations: {
        read_only: effect === 'read',
        destructive: effect === 'destructive',
        open_world: effect === 'external',
      },
      icon: 'route',
      timeout_ms: timeoutMs,
      idempotent: true,
      plugin: 'playbooks',
      permission: 'playbooks:write',
    }
  }

  /** The strongest of what it calls; what is not known here reaches the outside. */
  #effectOf(definition: WorkflowDefinition): ToolEffect {
    const needs = needsOf(definition)
    const isNamed = !namesByExpression(definition)
    const reaches = needs.agent || needs.network || needs.apps.length > 0 || needs.playbooks.length > 0 || !isNamed
    const effects = needs.tools.map(tool => this.#options.catalog?.get(tool, null)?.effect ?? 'external')
    const ranks = [...effects, reaches ? 'external' : 'read'].map(effect => strength.indexOf(effect as ToolEffect))
    return strength[Math.max(...ranks)] ?? 'external'
  }
}

/** `playbook_status`. @throws NotFoundError */
export function playbookStatus(runs: Pick<Runs, 'get'>, runId: string, { principal }: ToolContext): JsonObject {
  const { id, name, status, output, error, progress, waiting_for } = runs.get(principal.workspace_id, runId)
  const waits = waiting_for.map(({ kind, task, until }) => ({ kind, task, until }))
  return { run_id: id, playbook: name, status, output, error, progress, waiting_for: waits }
}

function answerOf({ id, status, output, error }: ShownRun): JsonValue {
  if (status === 'completed') return output
  if (status === 'faulted')
    throw new UnprocessableError(
      'tool_failed',
      `The run ${id} faulted: ${String(error?.['detail'] ?? error?.['title'])}`,
    )
  return { run_id: id, status }
}

import type { DataPlane, JsonObject, JsonValue, WorkspaceDatabase } from '@svc/plugin'
import type { AgentApps } from '@svc/plugin/contracts/agent-apps'
import type { ToolCatalog } from '@svc/plugin/contracts/tools'
import { didYouMean } from '@svc/plugin/library/closest-word'
import { below } from '../../interpreter/frame.ts'
import { expressionIn } from '../../interpreter/rules/template.ts'
import { secretStore } from '../../secrets/secret-store.ts'
import { definitionStore } from '../definition-store.ts'
import { isObject, mistakesOf } from '../mistakes.ts'
import type { Mistake } from '../mistakes.ts'
import type { CheckedDefinition } from '../read-definition.ts'
import { literalFaults } from '../schemas/schema-checks.ts'
import { functionName } from '../../interpreter/rules/functions.ts'

export interface WorkspaceChecksOptions {
  data: DataPlane
  tools: Pick<ToolCatalog, 'get' | 'list' | 'settled'> | undefined
  apps: Pick<AgentApps, 'get' | 'list' | 'settled'> | undefined
}

/** A call with its place. */
interface PlacedCall {
  name: string
  given: JsonObject
  path: string
}

const longestWaitMs = 2000

interface Found {
  errors: Mistake[]
  warnings: Mistake[]
}

/** What a definition names of a workspace: a name that is not there may come later, arguments that do not fit a tool are wrong by now. */
export class WorkspaceChecks {
  readonly #options: WorkspaceChecksOptions

  constructor(options: WorkspaceChecksOptions) {
    this.#options = options
  }

  /** The check with what the workspace adds to it. */
  async added(workspaceId: string, checked: CheckedDefinition): Promise<CheckedDefinition> {
    if (checked.definition === null) return checked
    const { tools, apps } = this.#options
    const { tools: toolNames, apps: appNames } = checked.needs
    // A name that is there may not be known in the first moments of a server.
    if (toolNames.some(name => !tools?.get(name, workspaceId))) await tools?.settled(AbortSignal.timeout(longestWaitMs))
    if (appNames.some(name => !apps?.get(name)?.inputs)) await apps?.settled(AbortSignal.timeout(longestWaitMs))
    const found = this.#options.data.use(workspaceId, db => this.#found(db, workspaceId, checked))
    const errors = found.errors.map(checked.placed)
    const warnings = [...checked.warnings, ...found.warnings.map(checked.placed)]
    return { ...checked, definition: errors.length === 0 ? checked.definition : null, errors, warnings }
  }

  #found(db: WorkspaceDatabase, workspaceId: string, checked: CheckedDefinition): Found {
    const found: Found = { errors: [], warnings: [] }
    for (const [index, name] of checked.needs.secrets.entries())
      if (!secretStore.get(db, name)) found.warnings.push(missing('secret', name, below('/use/secrets', index), []))
    const own = checked.definition?.document.name
    for (const { task, path } of checked.tasks) {
      const workflow = isObject(task['run']) ? task['run']['workflow'] : undefined
      const name = literal(isObject(workflow) ? workflow['name'] : undefined)
      if (name === null || name === own || definitionStore.get(db, name)) continue
      const others = definitionStore.list(db, { after: '', limit: 1000 }).map(each => each.name)
      found.warnings.push(missing('playbook', name, below(path, 'run', 'workflow', 'name'), others))
    }
    const isLoose = checked.definition?.evaluate?.mode === 'loose'
    for (const call of callsOf(checked)) this.#look(call, { workspaceId, isLoose }, found)
    return found
  }

  #look(call: PlacedCall, { workspaceId, isLoose }: { workspaceId: string; isLoose: boolean }, found: Found): void {
    const { tools, apps } = this.#options
    if (call.name === 'tool' && tools)
      look(call, isLoose, found, {
        kind: 'tool',
        values: 'arguments',
        schemaOf: name => tools.get(name, workspaceId)?.input_schema,
        names: () => tools.list(workspaceId).map(({ name }) => name),
      })
    if (call.name === 'app' && apps)
      look(call, isLoose, found, {
        kind: 'app',
        values: 'inputs',
        schemaOf: name => {
          const app = apps.get(name)
          return app === null ? undefined : (app.inputs ?? {})
        },
        names: () => apps.list().map(({ name }) => name),
      })
    const named = call.name === 'agent' && tools ? call.given['tools'] : undefined
    for (const [index, given] of Array.isArray(named) ? named.entries() : []) {
      const name = literal(given)
      if (name === null || tools?.get(name, workspaceId)) continue
      const names = tools?.list(workspaceId).map(tool => tool.name) ?? []
      found.warnings.push(missing('tool', name, below(call.path, 'with', 'tools', index), names))
    }
  }
}

interface Kind {
  kind: 'tool' | 'app'
  /** The argument that has the values. */
  values: string
  /** Undefined: there is none of this name. */
  schemaOf(name: string): JsonObject | undefined
  names(): readonly string[]
}

function look({ given, path }: PlacedCall, isLoose: boolean, found: Found, kind: Kind): void {
  const name = literal(given['name'])
  if (name === null) return
  const schema = kind.schemaOf(name)
  if (schema === undefined) {
    found.warnings.push(missing(kind.kind, name, below(path, 'with', 'name'), kind.names()))
    return
  }
  const values = given[kind.values] ?? {}
  // In loose mode any text may be an expression.
  if (isLoose || !isObject(values)) return
  const at = below(path, 'with', kind.values)
  for (const mistake of mistakesOf(literalFaults(schema, values)))
    found.errors.push({
      ...mistake,
      code: 'arguments',
      path: `${at}${mistake.path}`,
      message: `${name}: ${mistake.message}`,
    })
}

function missing(
  what: 'secret' | 'tool' | 'app' | 'playbook',
  name: string,
  path: string,
  names: readonly string[],
): Mistake {
  const hint = didYouMean(name, names, 'A run that comes to it faults.')
  return { code: `unknown_${what}`, path, message: `There is no ${what} "${name.slice(0, 100)}" yet. ${hint}` }
}

/** Null for what is known when the run comes to it. */
function literal(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && expressionIn(value) === null ? value : null
}

function callsOf({ definition, tasks }: CheckedDefinition): PlacedCall[] {
  const own = definition?.use?.functions ?? {}
  const named = Object.entries(own).map(([name, task]) => ({ ...task, path: below('/use/functions', name) }))
  const all = [...named, ...tasks.map(({ task, path }) => ({ call: task['call'], with: task['with'], path }))]
  return all.flatMap(({ call, with: given, path }) => {
    if (typeof call !== 'string' || Object.hasOwn(own, call)) return []
    return [{ name: functionName(call), given: isObject(given) ? given : {}, path }]
  })
}

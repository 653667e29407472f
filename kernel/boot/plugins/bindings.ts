import { closestWord } from '@svc/plugin/library/closest-word'
import type {
  Contribution,
  JobHandler,
  UnknownPathForm,
  RouteDefinition,
  RoutePermission,
  ToolHandler,
  ToolOptions,
  Uses,
} from '@svc/plugin'
import type { PluginManifest } from '../../manifest/index.ts'
import { isBelow } from '../plan/manifest-faults.ts'
import { coreServicePrefix } from '../plan/plan.ts'
import { declaredServices } from '../rooms.ts'

/** By how many letters an unknown scope may differ from a known one to be taken for a typing error. */
const typingErrors = 2

/** What `env.tool` was given. */
interface BoundTool {
  handler: ToolHandler<never>
  check?: ToolOptions<never>['check']
}

/** What a plugin's code bound during its setup. */
export interface Bindings {
  services: Map<string, unknown>
  routes: RouteDefinition[]
  unknownPaths: UnknownPathForm | undefined
  jobs: Map<string, JobHandler<never>>
  tools: Map<string, BoundTool>
  contributions: { point: string; value: unknown }[]
  /** Points whose contributions it reads. */
  hosted: Set<string>
}

export function emptyBindings(): Bindings {
  return {
    services: new Map(),
    routes: [],
    unknownPaths: undefined,
    jobs: new Map(),
    tools: new Map(),
    contributions: [],
    hosted: new Set(),
  }
}

/** A contribution with the point it was made to. */
export interface PointContribution extends Contribution<unknown> {
  point: string
}

/** Manifest against code, before setup: what the definition says of itself. */
export function definitionFaults(manifest: PluginManifest, definition: { id: string; uses?: Uses }): string[] {
  const { consumes = [], optional = [] } = manifest.services ?? {}
  const declared = new Set([...consumes, ...optional])
  const used = new Set(Object.values(definition.uses ?? {}).map(service => service.id))
  const faults: string[] = []
  if (definition.id !== manifest.id)
    faults.push(`definePlugin says id "${definition.id}", the manifest "${manifest.id}"; make them equal`)
  for (const id of used) {
    if (declared.has(id) || (id.startsWith(coreServicePrefix) && !declaredServices.has(id))) continue
    faults.push(`the service ${id} is used, and not declared; add it to services.consumes or services.optional`)
  }
  for (const id of declared) {
    if (used.has(id)) continue
    faults.push(
      `the service ${id} is declared in services, and not used; add it to "uses" in definePlugin, or remove it from the manifest`,
    )
  }
  return faults
}

/** Manifest against code, after setup. A plugin that forms the 404s may declare a prefix for them alone. */
export function bindingFaults(
  manifest: PluginManifest,
  bindings: Bindings,
  permissions: ReadonlySet<string>,
): string[] {
  const { services, jobs, tools, extension_points: points } = manifest
  const contributed = bindings.contributions.map(({ point }) => point)
  const kinds = jobs?.map(({ kind }) => kind)
  const names = tools?.map(({ name }) => name)
  return [
    ...compare('service', 'services.provides', services?.provides, bindings.services.keys(), 'env.provide'),
    ...compare('job', 'jobs', kinds, bindings.jobs.keys(), 'env.job'),
    ...compare('tool', 'tools', names, bindings.tools.keys(), 'env.tool'),
    ...compare('extension point', 'extension_points.hosts', points?.hosts, bindings.hosted, 'env.contributions'),
    ...compare('contribution to', 'extension_points.contributes', points?.contributes, contributed, 'env.contribute'),
    ...routeFaults(manifest, bindings, permissions),
  ]
}

function compare(
  what: string,
  field: string,
  declared: readonly string[] = [],
  bound: Iterable<string>,
  how: string,
): string[] {
  const isBound = new Set(bound)
  const remedy = `call ${how} in setup, or remove it from the manifest`
  const unbound = declared.filter(id => !isBound.has(id))
  const undeclared = [...isBound].filter(id => !declared.includes(id))
  return [
    ...unbound.map(id => `the ${what} ${id} is declared in ${field}, and not bound; ${remedy}`),
    ...undeclared.map(id => `the ${what} ${id} is bound, and not declared; add it to ${field}`),
  ]
}

function routeFaults(
  manifest: PluginManifest,
  { routes, unknownPaths }: Bindings,
  permissions: ReadonlySet<string>,
): string[] {
  const prefixes = manifest.routes ?? []
  const faults = routes.flatMap(({ method, path, permission }) => {
    const fault = permissionFault(permission, permissions, manifest.id)
    const outside = `lies outside the declared prefixes (${prefixes.join(', ') || 'none'}); add its prefix to routes`
    return [
      ...(prefixes.some(prefix => isBelow(path, prefix)) ? [] : [outside]),
      ...(fault === null ? [] : [fault]),
    ].map(what => `the route ${method} ${path} ${what}`)
  })
  const unused = unknownPaths ? [] : prefixes.filter(prefix => !routes.some(route => isBelow(route.path, prefix)))
  const remedy = 'bind one, or remove it from the manifest'
  return [
    ...faults,
    ...unused.map(prefix => `the prefix ${prefix} is declared in routes, and no route lies below it; ${remedy}`),
  ]
}

/**
 * An undeclared scope is a typing error when it is in the plugin's own domain or close to a known scope; otherwise the plugin that
 * declares it is just not installed, and the route is open to callers with the scope `*`.
 */
function permissionFault(
  permission: RoutePermission | undefined,
  permissions: ReadonlySet<string>,
  plugin: string,
): string | null {
  if (permission === undefined) return 'has no permission; say "public", "signed-in", a permission or a role'
  const scope = scopeOf(permission)
  if (scope === undefined || scope === 'public' || scope === 'signed-in' || permissions.has(scope)) return null
  const near = closestWord(scope, [...permissions], typingErrors)
  if (near === null && !scope.startsWith(`${plugin}:`)) return null
  const remedy = near === null ? 'add it to permissions' : `did you mean ${near}?`
  return `asks for the permission ${scope}, which no manifest declares; ${remedy}`
}

function scopeOf(permission: RoutePermission): string | undefined {
  if (typeof permission === 'string') return permission
  return 'key' in permission ? permission.key : permission.scope
}

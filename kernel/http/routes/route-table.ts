import { isJson, NotFoundError, UnavailableError } from '@svc/plugin'
import type { DescribedRoute, JsonSchema, UnknownPathForm, RouteDefinition, SvcError } from '@svc/plugin'
import type { Authenticator } from '../../auth/index.ts'
import type { RouteOwner } from '../http-options.ts'

export interface ListedRoute {
  definition: RouteDefinition
  owner: RouteOwner
}

const pathPattern = /^\/(?:[A-Za-z0-9._~-]+|:[a-z][a-z0-9_]*|\*)(?:\/(?:[A-Za-z0-9._~-]+|:[a-z][a-z0-9_]*|\*))*$/
const operationPattern = /^[A-Za-z][A-Za-z0-9_.-]*$/
const permissionPattern = /^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$/
const roles = new Set(['owner', 'admin', 'user'])

/** All routes of all owners. Collects what is wrong with an owner's routes, so that a person corrects everything in one round. */
export class RouteTable {
  readonly routes: ListedRoute[] = []
  readonly #byPath = new Map<string, ListedRoute>()
  readonly #byOperation = new Map<string, ListedRoute>()
  readonly #owners: RouteOwner[] = []

  /** Takes all of these routes or none. @throws Error that lists every fault of every route */
  add(owner: RouteOwner, definitions: readonly RouteDefinition[]): void {
    const added = definitions.map(definition => ({ owner, definition }))
    const faults = [
      ...added.flatMap(route => faultsOf(route.definition).map(fault => `${nameOf(route)}: ${fault}`)),
      ...doubles(this.#byPath, added, pathOf, 'path'),
      ...doubles(this.#byOperation, added, operationOf, 'operationId'),
    ]
    if (faults.length > 0) throw new Error(`Routes are not valid:\n${faults.map(fault => `- ${fault}`).join('\n')}`)
    this.routes.push(...added)
    for (const route of added) {
      this.#byPath.set(pathOf(route), route)
      this.#byOperation.set(operationOf(route), route)
    }
    this.#owners.push(owner)
  }

  described(auth: Pick<Authenticator, 'recordsIn'>): DescribedRoute[] {
    return this.routes.map(({ definition, owner: { plugin, title } }) => ({
      definition,
      title,
      idempotency: idempotencyOf(definition),
      etag: hasEtag(definition),
      records: (['params', 'query', 'body', 'form'] as const).flatMap(part => {
        const schema = definition[part]
        return schema ? auth.recordsIn(schema, plugin) : []
      }),
    }))
  }

  /** What the owner of the path, the one with the longest prefix, answers there while it cannot; null when nobody unavailable owns it. */
  refusalAt(path: string): SvcError | null {
    const owner = this.#ownerOf(path)
    const reason = owner?.unavailable() ?? null
    if (reason === null) return null
    return owner?.isOff ? new NotFoundError(reason) : new UnavailableError(reason)
  }

  /** The form of an error at a path that has no route. */
  formAt(path: string): UnknownPathForm | undefined {
    return this.#ownerOf(path)?.unknownPaths
  }

  #ownerOf(path: string): RouteOwner | undefined {
    const owned = this.#owners.flatMap(owner => (owner.prefixes ?? []).map(prefix => ({ owner, prefix })))
    const [closest] = owned
      .filter(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
      .sort((a, b) => b.prefix.length - a.prefix.length)
    return closest?.owner
  }
}

/** Whether the route takes an `Idempotency-Key`. Where it does not say so: a POST, unless its body is taken as it comes and cannot be compared. */
export function idempotencyOf({ idempotent, method, permission, upload }: RouteDefinition): boolean | 'handler' {
  if (idempotent === 'by-nature') return false
  return idempotent ?? (method === 'POST' && permission !== 'public' && !upload)
}

/** The status of an answer whose handler sets none: the first success that is declared. */
export function successOf({ responses }: RouteDefinition): number {
  return Number(Object.keys(responses).find(status => status.startsWith('2')) ?? 200)
}

/** Whether its answers have an `ETag`, where it does not say so: those of a GET that are made of a schema. */
export function hasEtag(definition: RouteDefinition): boolean {
  const success = definition.responses[successOf(definition)]
  return (
    definition.etag ?? (definition.method === 'GET' && success?.schema !== undefined && isJson(success.contentType))
  )
}

function doubles(
  known: ReadonlyMap<string, ListedRoute>,
  added: readonly ListedRoute[],
  keyOf: (route: ListedRoute) => string,
  what: string,
): string[] {
  return [...Map.groupBy(added, keyOf)].flatMap(([key, same]) => {
    const before = known.get(key)
    const all = before ? [before, ...same] : same
    return all.length > 1 ? [`${all.map(nameOf).join(' and ')} have the same ${what}; give one of them another`] : []
  })
}

function pathOf({ definition }: ListedRoute): string {
  return `${definition.method} ${definition.path.replaceAll(/:[a-z0-9_]+/g, ':')}`
}

function operationOf({ definition }: ListedRoute): string {
  return definition.operationId
}

function nameOf({ definition, owner }: ListedRoute): string {
  return `${definition.method} ${definition.path} (${definition.operationId}, of ${owner.plugin})`
}

function faultsOf(route: RouteDefinition): string[] {
  const faults: string[] = []
  const writes = route.method === 'POST' || route.method === 'PUT' || route.method === 'PATCH'
  if (route.path !== '/' && !pathPattern.test(route.path))
    faults.push('the path must be /-separated words, `:names` in snake_case or a last `*`')
  if (!operationPattern.test(route.operationId ?? '')) faults.push('it needs an operationId of letters and digits')
  if (!route.summary) faults.push('it needs a summary')
  if (!isPermission(route.permission)) {
    faults.push("it declares no permission; say 'public', 'signed-in', '<domain>:<action>' or { role }")
  }
  if (!Object.keys(route.responses ?? {}).some(status => status.startsWith('2')))
    faults.push('it declares no response for success')
  if (route.body !== undefined && !writes && route.method !== 'DELETE') faults.push(`a ${route.method} takes no body`)
  if (route.upload && route.idempotent === true)
    faults.push("its body is not known before it is read: idempotent must be 'handler' or false")
  if (writes && route.body !== undefined && route.example?.body === undefined)
    faults.push('it needs an example with a body: example: { body: { … } }')
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = route[part]
    if (schema !== undefined && schema['type'] !== 'object' && !isCombined(schema))
      faults.push(`${part} must be an object schema`)
  }
  if (route.body) faults.push(...openObjects(route.body, 'body'))
  return faults
}

function isPermission(permission: RouteDefinition['permission'] | undefined): boolean {
  if (typeof permission === 'object' && 'key' in permission) return permissionPattern.test(permission.key)
  if (typeof permission === 'object') return roles.has(permission.role)
  return permission === 'public' || permission === 'signed-in' || permissionPattern.test(permission ?? '')
}

function isCombined(schema: JsonSchema): boolean {
  return ['anyOf', 'oneOf', 'allOf', '$ref'].some(keyword => keyword in schema)
}

/** Objects with named properties must say whether they take others: forgetting is how unknown fields slip in. */
function openObjects(schema: unknown, where: string): string[] {
  // Nearly all schemas are closed: the places are put into words for those that are not.
  if (!hasOpenObject(schema)) return []
  if (Array.isArray(schema)) return schema.flatMap((part, index) => openObjects(part, `${where}/${index}`))
  const node = schema as Record<string, unknown>
  const own = isOpen(node)
    ? [`the object at ${where} must state additionalProperties (false, unless others are meant to pass)`]
    : []
  const inner = Object.entries(node)
    .filter(([keyword]) => !withoutSchemas.has(keyword))
    .flatMap(([keyword, value]) => openObjects(value, `${where}/${keyword}`))
  return [...own, ...inner]
}

const withoutSchemas = new Set(['default', 'examples', 'example', 'const', 'enum', 'required'])

function hasOpenObject(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  if (Array.isArray(schema)) return schema.some(hasOpenObject)
  const node = schema as Record<string, unknown>
  if (isOpen(node)) return true
  for (const keyword in node) {
    if (!withoutSchemas.has(keyword) && hasOpenObject(node[keyword])) return true
  }
  return false
}

function isOpen(node: Readonly<Record<string, unknown>>): boolean {
  return (
    node['properties'] !== undefined &&
    node['additionalProperties'] === undefined &&
    node['unevaluatedProperties'] === undefined
  )
}

import { isJson } from '@svc/plugin'
import type { DescribedRoute, EventType, HttpServer, JsonSchema, RouteDefinition, RoutePermission } from '@svc/plugin'
import { NamedSchemas, refTo } from './named-schemas.ts'
import { eventUnion, workspaceEvents } from './open-api-events.ts'
import { problemResponses, problemSchema } from './open-api-problems.ts'
import type { DocumentedResponse } from './open-api-problems.ts'
import { mapSchema } from './schema-map.ts'

type Json = Record<string, unknown>
type Responses = Record<string, DocumentedResponse>

const binary = { type: 'string', format: 'binary' }
const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export type DescribedServer = Pick<HttpServer, 'facts' | 'problemTitle' | 'routes'>

export interface DocumentOptions {
  /** What the log of a workspace may hold. */
  eventTypes?: readonly EventType[]
  /** Hears of each name that stands for more than one shape. */
  onConflict?: (name: string) => void
}

/**
 * The OpenAPI 3.1 document of all routes, without the server's address: JSON Schema 2020-12 goes into it as it stands, each schema with a name
 * (a `title` such as `MemoryDocument`) once, among the components.
 */
export function openApiDocument(server: DescribedServer, { eventTypes, onConflict }: DocumentOptions = {}): Json {
  const paths: Record<string, Json> = {}
  const schemas = new NamedSchemas()
  const sorted = server.routes().toSorted((a, b) => (a.definition.path < b.definition.path ? -1 : 1))
  for (const route of sorted) {
    const { definition } = route
    const path = definition.path.replaceAll(/:([a-z0-9_]+)/g, '{$1}').replace('*', '{path}')
    paths[path] = { ...paths[path], [definition.method.toLowerCase()]: operation(route, server) }
  }
  const named = schemas.gather(paths)
  if (eventTypes) schemas.gather(eventUnion(workspaceEvents(eventTypes)))
  for (const name of schemas.conflicts) onConflict?.(name)
  return {
    openapi: '3.1.0',
    info: {
      title: 'svc',
      version: server.facts().version,
      description:
        'A self-hosted workspace for AI agents. Errors are problem objects (RFC 9457), lists are pages with cursors, ids are opaque.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [],
    security: [{ api_key: [] }, { session: [] }],
    tags: tagsOf(sorted),
    paths: named,
    components: {
      schemas: { ...schemas.all, Problem: problemSchema },
      securitySchemes: {
        api_key: {
          type: 'http',
          scheme: 'bearer',
          description: 'A developer key, `svc_…`. It belongs to one workspace.',
        },
        session: { type: 'apiKey', in: 'cookie', name: 'svc_session', description: 'The session of a browser.' },
      },
    },
  }
}

function tagsOf(routes: readonly DescribedRoute[]): Json[] {
  const names = routes
    .filter(({ definition }) => !definition.internal)
    .map(({ definition, title }) => definition.tag ?? title)
  return [...new Set(names)].toSorted().map(name => ({ name }))
}

function operation(described: DescribedRoute, server: DescribedServer): Json {
  const { definition: route, title } = described
  const parameters = [...pathParameters(route), ...queryParameters(route), ...headerParameters(described)]
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: describe(described),
    tags: [route.tag ?? title],
    ...(route.internal && { 'x-internal': true }),
    ...(isDoneTwice(described) && { 'x-svc-idempotent': false }),
    ...((route.longRunning || route.upload) && { 'x-svc-long': true }),
    ...securityOf(route.permission),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body || route.upload ? { requestBody: requestBody(route) } : {}),
    responses: joined(successes(described), problemResponses(described, server)),
  }
}

/** Whether the same request, sent once more after a lost answer, may change something once more. */
function isDoneTwice({ definition: { method, permission, idempotent }, idempotency }: DescribedRoute): boolean {
  if (method !== 'POST' || idempotency || idempotent === 'by-nature') return false
  return !(typeof permission === 'string' && permission.endsWith(':read'))
}

function securityOf(permission: RoutePermission): Json {
  if (permission === 'public') return { security: [] }
  return typeof permission === 'object' && 'key' in permission ? { security: [{ api_key: [] }] } : {}
}

function describe({ definition: { description, permission }, records }: DescribedRoute): string {
  const asked = [permissionText(permission), ...recordTexts(records)].join(' ')
  return description === undefined ? asked : `${description}\n\n${asked}`
}

/** A field may name one of several kinds of records, and stand in a form and in JSON. */
function recordTexts(records: DescribedRoute['records']): string[] {
  const byField = Map.groupBy(records, ({ path }) => path.at(-1) ?? '')
  return [...byField].map(([field, same]) => {
    const scopes = [...new Set(same.map(({ scope }) => `\`${scope}\``))].join(' and ')
    return `With \`${field}\` also ${scopes}.`
  })
}

function permissionText(permission: RoutePermission): string {
  if (permission === 'public') return 'Public: needs no credential.'
  if (permission === 'signed-in') return 'Needs a signed-in caller; any scope.'
  if (typeof permission === 'string') return `Needs the scope \`${permission}\`.`
  if ('key' in permission) return `Needs a developer key with the scope \`${permission.key}\`; no session opens it.`
  const scope = permission.scope ?? '*'
  return `Needs the role ${permission.role} or higher, and the scope \`${scope}\`.`
}

function propertiesOf(schema: JsonSchema | undefined): [string, Json][] {
  return Object.entries((schema?.['properties'] as Record<string, Json> | undefined) ?? {})
}

/** A schema as it is for the sender: what has a default may be left out. */
function sentAs(schema: unknown): Json | undefined {
  return mapSchema(schema, withoutDefaulted) as Json | undefined
}

function withoutDefaulted(schema: Json): Json {
  if (!Array.isArray(schema['required'])) return schema
  const properties = new Map(propertiesOf(schema))
  const required = (schema['required'] as string[]).filter(name => !('default' in (properties.get(name) ?? {})))
  if (required.length > 0) return { ...schema, required }
  const { required: _none, ...rest } = schema
  return rest
}

function pathParameters(route: RouteDefinition): Json[] {
  const declared = new Map(propertiesOf(route.params))
  const names = [...route.path.matchAll(/:([a-z0-9_]+)|(\*)/g)].map(match => match[1] ?? 'path')
  return names.map(name =>
    parameter(
      name,
      'path',
      true,
      declared.get(name === 'path' ? '*' : name) ?? declared.get(name) ?? { type: 'string' },
    ),
  )
}

function queryParameters(route: RouteDefinition): Json[] {
  const required = new Set((sentAs(route.query)?.['required'] as string[] | undefined) ?? [])
  return propertiesOf(route.query).map(([name, schema]) => {
    const example = route.example?.query?.[name]
    return { ...parameter(name, 'query', required.has(name), schema), ...(example === undefined ? {} : { example }) }
  })
}

function parameter(name: string, where: string, required: boolean, schema: Json): Json {
  const { description, ...rest } = schema
  return { name, in: where, required, ...(description === undefined ? {} : { description }), schema: rest }
}

function headerParameters({ definition, etag, idempotency }: DescribedRoute): Json[] {
  const headers: Json[] = []
  if (definition.permission !== 'public') {
    headers.push({
      name: 'X-Workspace-Id',
      in: 'header',
      required: false,
      description:
        "With a session: the workspace to act in, else the user's default one. A key belongs to one workspace; to name another is 404.",
      schema: { type: 'string' },
    })
  }
  if (idempotency) {
    headers.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'The same key and body within 24 hours answer the stored response, with `Idempotency-Replayed: true`.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    })
  }
  if (etag) {
    headers.push({
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description: 'The `ETag` of an answer that the client has: 304 while it would be the same.',
      schema: { type: 'string' },
    })
  }
  return headers
}

function requestBody(route: RouteDefinition): Json {
  const isRequired = route.body === undefined || ((route.body['required'] as string[] | undefined) ?? []).length > 0
  return { required: isRequired, content: { ...jsonContent(route), ...uploadContent(route) } }
}

function jsonContent(route: RouteDefinition): Json {
  if (!route.body) return {}
  const example = route.example?.body
  const examples =
    example === undefined
      ? {}
      : { examples: { default: { summary: route.example?.summary ?? route.summary, value: example } } }
  return {
    'application/json': { schema: { title: `${typeNameOf(route)}Request`, ...sentAs(route.body) }, ...examples },
  }
}

/** `createTask` is `CreateTask`. */
function typeNameOf({ operationId }: RouteDefinition): string {
  return operationId.charAt(0).toUpperCase() + operationId.slice(1)
}

function uploadContent(route: RouteDefinition): Json {
  const { upload = [], form, summary } = route
  const file = { type: 'object', properties: { file: binary }, required: ['file'] }
  const schema = form ? { title: `${typeNameOf(route)}Form`, ...form } : file
  const examples = (value: unknown): Json => ({ default: { summary, value } })
  return {
    ...(upload.includes('multipart') && {
      'multipart/form-data': { schema, examples: examples({ file: '(the bytes of a file)' }) },
    }),
    ...(upload.includes('raw') && {
      'application/octet-stream': { schema: binary, examples: examples('(the bytes, as they are)') },
    }),
  }
}

function successes({ definition: route, etag, idempotency }: DescribedRoute): Responses {
  const entries = Object.entries(route.responses).map(([status, response]) => [
    status,
    success(response, {
      ...requestId,
      ...(status === '201' && writes.has(route.method)
        ? { Location: textHeader('Where the record is; of several, their list.') }
        : {}),
      ...(idempotency ? { 'Idempotency-Replayed': textHeader('`true`: the answer that was stored.') } : {}),
      ...(etag && status === '200' ? { ETag: textHeader('Of this answer, for `If-None-Match`.') } : {}),
    }),
  ])
  const unchanged: Responses = etag
    ? { 304: { description: 'As the `ETag` of the request says', headers: requestId } }
    : {}
  return { ...unchanged, ...(Object.fromEntries(entries) as Responses) }
}

/** A page may be answered with the status of a problem, too, such as 503 while it is being built: then either may come. */
function joined(declared: Responses, problems: Responses): Responses {
  const both = { ...declared, ...problems }
  for (const [status, problem] of Object.entries(problems)) {
    const own = declared[status]
    if (!own) continue
    both[status] = {
      description: `${own.description}. ${problem.description}`,
      headers: { ...own.headers, ...problem.headers },
      content: { ...own.content, ...problem.content },
    }
  }
  return both
}

function textHeader(description: string): Json {
  return { description, schema: { type: 'string' } }
}

const requestId: Json = { 'X-Request-Id': textHeader('Names this request in the log.') }

function success(response: RouteDefinition['responses'][number], headers: Json): DocumentedResponse {
  const { contentType, description, events, example, otherTypes = [] } = response
  const type = contentType?.split(';', 1)[0] ?? 'application/json'
  const hasBody = response.schema !== undefined || contentType !== undefined || example !== undefined
  const examples = example === undefined ? {} : { examples: { default: { value: example } } }
  const schema = response.schema ?? (isJson(contentType) ? {} : { type: 'string' })
  const others = otherTypes.map(other => [other, { schema: isJson(other) ? {} : { type: 'string' } }] as const)
  const content: Record<string, Json> = {
    ...(hasBody ? { [type]: { schema, ...examples } } : {}),
    ...Object.fromEntries(others),
  }
  const stream = content['text/event-stream']
  if (events && stream)
    stream['x-svc-events'] = events === 'workspace' ? { $ref: refTo('WorkspaceEvent') } : eventUnion(events)
  return { description, headers, ...(Object.keys(content).length > 0 ? { content } : {}) }
}

import type {
  ListResourcesResult,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { HttpServer, JsonObject, JsonValue, Principal } from '@svc/plugin'

type Inside = Pick<HttpServer, 'dispatch'>

/** One kind of resource: what a client reads about it, and where our own routes list and show it. */
interface ResourceKind {
  template: ResourceTemplateType & { mimeType: string }
  uriPrefix: string
  listPath: string
  showPath(id: string): string
  titleOf(item: JsonObject): string
  textOf(shown: JsonValue): JsonValue | undefined
}

const idPattern = /^[A-Za-z0-9_]{1,64}$/
const mostOfTitle = 80

const conversations: ResourceKind = {
  template: {
    uriTemplate: 'svc://conversations/{session_id}',
    name: 'conversation',
    title: 'A conversation of the workspace',
    description: 'What was said, as Markdown.',
    mimeType: 'text/markdown',
  },
  uriPrefix: 'svc://conversations/',
  listPath: '/api/conversations?limit=100',
  showPath: id => `/api/conversations/${id}/export?format=md`,
  titleOf: ({ title }) => (typeof title === 'string' && title !== '' ? title : 'Untitled'),
  textOf: markdown => markdown,
}

const memories: ResourceKind = {
  template: {
    uriTemplate: 'svc://memory/{id}',
    name: 'memory',
    title: 'A document of the workspace’s memory',
    description: 'Its text. It is data, written by the person or program that added it.',
    mimeType: 'text/plain',
  },
  uriPrefix: 'svc://memory/',
  listPath: '/api/memory?limit=50',
  showPath: id => `/api/memory/${id}`,
  titleOf: ({ id, source, content }) => {
    if (typeof source === 'string' && source !== '') return source
    const line = typeof content === 'string' ? content.replaceAll(/\s+/gu, ' ').trim() : ''
    const beginning = line.length > mostOfTitle ? `${line.slice(0, mostOfTitle).toWellFormed()}…` : line
    return beginning || String(id)
  },
  textOf: shown => (isObject(shown) ? shown['content'] : undefined),
}

export const resourceTemplates: ResourceTemplateType[] = [conversations.template, memories.template]

/** Marks a cursor of the second list. */
const ofMemory = 'memory:'

/**
 * The conversations of the workspace, then what it remembers, the newest first: what a client takes up as context. Our own routes are
 * called as the caller, so that their rights, their audit and their plugin decide; without a plugin its list is empty.
 */
export async function listResources(
  http: Inside,
  principal: Principal,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const isInMemory = cursor?.startsWith(ofMemory) === true
  const first = isInMemory ? { resources: [] } : await pageOf(http, principal, conversations, cursor)
  if (first.nextCursor !== undefined) return first
  const after = isInMemory ? cursor.slice(ofMemory.length) : undefined
  const { resources, nextCursor } = await pageOf(http, principal, memories, after)
  return {
    resources: [...first.resources, ...resources],
    ...(nextCursor !== undefined && { nextCursor: `${ofMemory}${nextCursor}` }),
  }
}

/** Null when there is none that this caller may read. */
export async function readResource(
  http: Inside,
  principal: Principal,
  { uri, signal }: { uri: string; signal: AbortSignal },
): Promise<ReadResourceResult | null> {
  const kind = [conversations, memories].find(({ uriPrefix }) => uri.startsWith(uriPrefix))
  const id = kind && uri.slice(kind.uriPrefix.length)
  if (kind === undefined || id === undefined || !idPattern.test(id)) return null
  const { status, body } = await http.dispatch({ method: 'GET', path: kind.showPath(id), principal, signal })
  const text = status === 200 ? kind.textOf(body) : undefined
  return typeof text === 'string' ? { contents: [{ uri, mimeType: kind.template.mimeType, text }] } : null
}

async function pageOf(
  http: Inside,
  principal: Principal,
  kind: ResourceKind,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const page = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
  const { status, body } = await http.dispatch({ method: 'GET', path: `${kind.listPath}${page}`, principal })
  if (status !== 200 || !isObject(body)) return { resources: [] }
  const { items, next_cursor } = body
  const resources = Array.isArray(items) ? items.filter(isObject).map(item => resourceOf(kind, item)) : []
  return { resources, ...(typeof next_cursor === 'string' && { nextCursor: next_cursor }) }
}

function resourceOf({ uriPrefix, titleOf, template }: ResourceKind, item: JsonObject): Resource {
  const { id, updated_at } = item
  return {
    uri: `${uriPrefix}${String(id)}`,
    name: String(id),
    title: titleOf(item),
    mimeType: template.mimeType,
    ...(typeof updated_at === 'string' && { annotations: { lastModified: updated_at } }),
  }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

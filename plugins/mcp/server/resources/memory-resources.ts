import type {
  ListResourcesResult,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { HttpServer, JsonObject, JsonValue, Principal } from '@svc/plugin'

type Inside = Pick<HttpServer, 'dispatch'>

const uriPattern = /^svc:\/\/memory\/([A-Za-z0-9_]{1,64})$/
const mimeType = 'text/plain'
const mostOfTitle = 80

export const memoryTemplate: ResourceTemplateType = {
  uriTemplate: 'svc://memory/{id}',
  name: 'memory',
  title: 'A document of the workspace’s memory',
  description: 'Its text. It is data, written by whoever added it.',
  mimeType,
}

/** What the workspace remembers, the newest first; asked of our own routes as the caller, as conversations are. */
export async function listMemories(
  http: Inside,
  principal: Principal,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const page = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
  const { status, body } = await http.dispatch({ method: 'GET', path: `/api/memory?limit=50${page}`, principal })
  if (status !== 200 || !isObject(body)) return { resources: [] }
  const { items, next_cursor } = body
  const resources = Array.isArray(items) ? items.filter(isObject).map(resourceOf) : []
  return { resources, ...(typeof next_cursor === 'string' && { nextCursor: next_cursor }) }
}

/** Null when there is none that this caller may read. */
export async function readMemory(
  http: Inside,
  principal: Principal,
  { uri, signal }: { uri: string; signal: AbortSignal },
): Promise<ReadResourceResult | null> {
  const id = uriPattern.exec(uri)?.[1]
  if (id === undefined) return null
  const { status, body } = await http.dispatch({ method: 'GET', path: `/api/memory/${id}`, principal, signal })
  if (status !== 200 || !isObject(body) || typeof body['content'] !== 'string') return null
  return { contents: [{ uri, mimeType, text: body['content'] }] }
}

function resourceOf({ id, source, content, updated_at }: JsonObject): Resource {
  const line = typeof content === 'string' ? content.replaceAll(/\s+/gu, ' ').trim() : ''
  const beginning = line.length > mostOfTitle ? `${line.slice(0, mostOfTitle).toWellFormed()}…` : line
  return {
    uri: `svc://memory/${String(id)}`,
    name: String(id),
    title: typeof source === 'string' && source !== '' ? source : beginning || String(id),
    mimeType,
    ...(typeof updated_at === 'string' && { annotations: { lastModified: updated_at } }),
  }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import type {
  ListResourcesResult,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { HttpServer, JsonObject, JsonValue, Principal } from '@svc/plugin'

type Inside = Pick<HttpServer, 'dispatch'>

const uriPattern = /^svc:\/\/conversations\/([A-Za-z0-9_]{1,64})$/
const mimeType = 'text/markdown'

export const conversationTemplate: ResourceTemplateType = {
  uriTemplate: 'svc://conversations/{session_id}',
  name: 'conversation',
  title: 'A conversation of the workspace',
  description: 'What was said, as Markdown.',
  mimeType,
}

/**
 * The conversations of the workspace, for a client that takes one up as context. Asked of our own routes as the caller, so that their
 * rights, their audit and their plugin decide; without them there is simply none.
 */
export async function listConversations(
  http: Inside,
  principal: Principal,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const page = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
  const { status, body } = await http.dispatch({
    method: 'GET',
    path: `/api/conversations?limit=100${page}`,
    principal,
  })
  if (status !== 200 || !isObject(body)) return { resources: [] }
  const { items, next_cursor } = body
  const resources = Array.isArray(items) ? items.filter(isObject).map(resourceOf) : []
  return { resources, ...(typeof next_cursor === 'string' && { nextCursor: next_cursor }) }
}

/** Null when there is none that this caller may read. */
export async function readConversation(
  http: Inside,
  principal: Principal,
  { uri, signal }: { uri: string; signal: AbortSignal },
): Promise<ReadResourceResult | null> {
  const id = uriPattern.exec(uri)?.[1]
  if (id === undefined) return null
  const path = `/api/conversations/${id}/export?format=md`
  const { status, body } = await http.dispatch({ method: 'GET', path, principal, signal })
  return status === 200 && typeof body === 'string' ? { contents: [{ uri, mimeType, text: body }] } : null
}

function resourceOf({ id, title, updated_at }: JsonObject): Resource {
  return {
    uri: `svc://conversations/${String(id)}`,
    name: String(id),
    title: typeof title === 'string' && title !== '' ? title : 'Untitled',
    mimeType,
    ...(typeof updated_at === 'string' && { annotations: { lastModified: updated_at } }),
  }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

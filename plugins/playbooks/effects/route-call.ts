import { SvcError } from '@svc/plugin'
import type { HttpServer, JsonLike, JsonObject, JsonValue, Principal } from '@svc/plugin'
import { isObject } from '../definitions/mistakes.ts'

/** One of our own routes as who started the run: its scope and its limits hold. @throws SvcError as the route answers it */
export async function callRoute(
  http: Pick<HttpServer, 'dispatch'>,
  request: {
    path: string
    body: JsonObject
    headers?: Record<string, string>
    principal: Principal
    signal: AbortSignal
  },
): Promise<JsonObject> {
  const { status, body } = await http.dispatch({ method: 'POST', ...request })
  if (status < 400) return body as JsonObject
  const { code, detail } = (isObject(body) ? body : {}) as Record<string, JsonValue | undefined>
  throw new SvcError(
    status,
    typeof code === 'string' ? code : 'internal_error',
    String(detail ?? `The server answered ${status}.`),
  )
}

/** `call: memory.search` */
export async function searchMemory(...given: Parameters<typeof askRoute>): Promise<JsonValue> {
  const { results = [] } = await askRoute(...given)
  return { results }
}

/** `call: sql`: rows as objects by their columns. */
export async function askSql(...given: Parameters<typeof askRoute>): Promise<JsonValue> {
  const { columns = [], rows = [], row_count = 0, truncated = false, receipt = null } = await askRoute(...given)
  const names = (columns as { name: string }[]).map(({ name }) => name)
  const shown = (rows as JsonValue[][]).map(row =>
    Object.fromEntries(names.map((name, index) => [name, row[index] ?? null])),
  )
  return { columns, rows: shown, row_count, truncated, receipt }
}

async function askRoute(
  http: Pick<HttpServer, 'dispatch'>,
  path: string,
  { arguments: body, principal, signal }: { arguments: JsonLike; principal: Principal; signal: AbortSignal },
): Promise<JsonObject> {
  return callRoute(http, { path, body: body as JsonObject, principal, signal })
}

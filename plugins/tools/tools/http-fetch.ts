import { ForbiddenError, UnprocessableError } from '@svc/plugin'
import type { Egress, EgressResponse, ToolContext, ToolHandler, ToolOptions } from '@svc/plugin'

const maxBytes = 1024 * 1024
const timeoutMs = 20_000

export interface HttpFetchInput {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Text has no zero bytes; UTF-16, which has them, says so in its charset and is decoded before. */
function refuseBinary(text: string, contentType: string | null): void {
  if (!text.includes('\0')) return
  throw new UnprocessableError(
    'tool_failed',
    `The answer is ${contentType ?? 'of an unknown type'} and not text; http_fetch gives text alone.`,
  )
}

async function textOf(response: EgressResponse, contentType: string | null): Promise<string> {
  const text = await response.text()
  refuseBinary(text, contentType)
  return text
}

/** For an app only what its manifest's `permissions.network` names. */
function requireNetwork(app: ToolContext['app']): void {
  if (!app || app.network.length > 0) return
  throw new ForbiddenError(
    'forbidden',
    `The app ${app.name} names no address in permissions.network of its manifest, so it may fetch nothing.`,
  )
}

/** Refuses an address that could never be fetched, as far as that is known without resolving its name. */
export function httpFetchCheck(egress: Egress): NonNullable<ToolOptions<HttpFetchInput>['check']> {
  return ({ url }, { app }) => {
    requireNetwork(app)
    egress.check(url, app && { allow: app.network })
  }
}

/** Fetches by the rules of egress; for an app only what its manifest's `permissions.network` names. */
export function httpFetchTool(egress: Egress): ToolHandler<HttpFetchInput> {
  return async ({ url, method, headers, body }, { app, principal, signal }) => {
    requireNetwork(app)
    const response = await egress.fetch({
      url,
      method,
      headers,
      body,
      signal,
      timeoutMs,
      maxBytes,
      workspaceId: principal.workspace_id,
      ...(app && { allow: app.network }),
    })
    const contentType = response.headers['content-type'] ?? null
    return {
      url: response.url,
      status: response.status,
      headers: response.headers,
      content_type: contentType,
      text: await textOf(response, contentType),
    }
  }
}

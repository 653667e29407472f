import { ForbiddenError } from '@svc/plugin'
import type { RouteRequest } from '@svc/plugin'

/**
 * The protocol asks for it, against pages that reach us by a name pointed here: what a browser sends comes from our own address.
 * Programs send no Origin.
 * @throws ForbiddenError
 */
export function assertOwnOrigin({ headers, baseUrl }: RouteRequest): void {
  const { origin, host } = headers
  if (origin === undefined) return
  const from = URL.canParse(origin) ? new URL(origin).host : null
  if (from !== null && (from === host || from === new URL(baseUrl).host)) return
  throw new ForbiddenError(
    'forbidden',
    'This request comes from a web page of another site. MCP is for programs, and for pages of this server.',
  )
}

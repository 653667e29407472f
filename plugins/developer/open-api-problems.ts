import type { DescribedRoute, HttpServer, RouteDefinition } from '@svc/plugin'

type Json = Record<string, unknown>
type Titles = Pick<HttpServer, 'problemTitle'>

export const problemSchema = {
  type: 'object',
  description: 'An error, RFC 9457.',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string', description: '`urn:svc:problem:` and the code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What is wrong, where, and what to do.' },
    code: { type: 'string', description: 'For programs.' },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string', description: 'A JSON pointer.' }, message: { type: 'string' } },
      },
    },
  },
} as const

const details: Record<string, string> = {
  validation_error: 'body/name is required',
  unauthenticated: 'Sign in, or send a valid API key as "Authorization: Bearer svc_…".',
  forbidden: 'This needs a scope that the key does not have.',
  csrf_rejected: 'This request changes something and was sent from another site.',
  not_found: 'There is no such record in this workspace.',
  payload_too_large: 'The body is over the limit of 1048576 bytes (1.00 MiB).',
  unsupported_media_type: 'Send the body as JSON, with "Content-Type: application/json".',
  idempotency_in_progress: 'The first request with this Idempotency-Key is still running.',
  idempotency_mismatch: 'This Idempotency-Key was used for a request with another body.',
  rate_limited: 'More than 1200 requests in a minute. Try again in 17 s.',
  internal_error: 'An unexpected error happened. The log names it under the request id.',
  unavailable: 'The server is stopping.',
}

/** What can go wrong with a route: what can go wrong with every route of its kind, and what it declares. */
export function problemResponses({ definition: route, idempotency: idempotent }: DescribedRoute, titles: Titles): Json {
  const codes = new Map<number, string[]>()
  const add = (status: number, ...added: string[]): void =>
    void codes.set(status, [...new Set([...(codes.get(status) ?? []), ...added])])
  const changes = route.method !== 'GET'
  add(400, 'validation_error')
  if (route.permission !== 'public') add(401, 'unauthenticated')
  if (route.permission !== 'public' && route.permission !== 'signed-in') add(403, 'forbidden')
  if (changes) add(403, 'csrf_rejected')
  if (route.path.includes(':')) add(404, 'not_found')
  if (changes) add(413, 'payload_too_large')
  if (changes) add(415, 'unsupported_media_type')
  if (idempotent === true) add(409, 'idempotency_in_progress')
  if (idempotent) add(422, 'idempotency_mismatch')
  add(429, 'rate_limited')
  add(500, 'internal_error')
  add(503, 'unavailable')
  for (const [status, declared] of Object.entries(route.errors ?? {})) add(Number(status), ...declared)
  const sorted = [...codes].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(
    sorted.map(([status, list]) => [String(status), problemResponse(route, status, list, titles)]),
  )
}

function problemResponse(route: RouteDefinition, status: number, codes: readonly string[], titles: Titles): Json {
  const examples = Object.fromEntries(codes.map(code => [code, { value: exampleFor(route, status, code, titles) }]))
  const headers =
    status === 429 || status === 503
      ? { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }
      : undefined
  return {
    description: `${titles.problemTitle(null, status)}: ${codes.map(code => `\`${code}\``).join(', ')}`,
    ...(headers ? { headers } : {}),
    content: route.problem
      ? { 'application/json': { schema: { type: 'object' }, examples } }
      : { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples } },
  }
}

function exampleFor(route: RouteDefinition, status: number, code: string, titles: Titles): Json {
  const example = exampleOf(status, code, titles.problemTitle(code, status))
  if (!route.problem) return example
  const { detail, request_id } = example as { detail: string; request_id: string }
  return route.problem({ status, code, detail, request_id }).body
}

function exampleOf(status: number, code: string, title: string): Json {
  return {
    type: `urn:svc:problem:${code}`,
    title,
    status,
    detail: details[code] ?? `${title}.`,
    code,
    request_id: 'req_01hx3v9k2m8t5r7w4y6z0q1n3p',
    ...(code === 'validation_error' ? { errors: [{ path: '/name', message: 'is required' }] } : {}),
  }
}

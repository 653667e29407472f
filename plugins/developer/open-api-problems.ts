import type { DescribedRoute, HttpServer, RouteDefinition } from '@svc/plugin'

type Json = Record<string, unknown>
type Titles = Pick<HttpServer, 'problemTitle'>

/** What an operation answers with one status. */
export interface DocumentedResponse {
  description: string
  headers?: Json
  content?: Json
}

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
  validation_error: 'name is required.',
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
  misdirected_request: 'This server does not answer to that Host name.',
  timeout: 'The request took longer than 60 s and was given up.',
  storage_full: 'The disk is full. What was acknowledged is safe; free some space and try again.',
}

/** What can go wrong with a route: what the kernel answers to every route of its kind, and what it declares. */
export function problemResponses(described: DescribedRoute, titles: Titles): Record<string, DocumentedResponse> {
  const { definition: route } = described
  const codes = new Map<number, string[]>()
  for (const [status, code] of [...kernelProblems(described), ...declaredProblems(route)]) {
    // In a form of its own a problem may have another status, too.
    const shown = route.problem?.({ status, code, detail: '', request_id: '' }).status ?? status
    codes.set(shown, [...new Set([...(codes.get(shown) ?? []), code])])
  }
  const sorted = [...codes].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(
    sorted.map(([status, list]) => [String(status), problemResponse(route, status, list, titles)]),
  )
}

function* declaredProblems(route: RouteDefinition): Generator<readonly [number, string]> {
  for (const [status, codes] of Object.entries(route.errors ?? {}))
    for (const code of codes) yield [Number(status), code]
}

function* kernelProblems({
  definition: route,
  idempotency,
  records,
}: DescribedRoute): Generator<readonly [number, string]> {
  const { permission } = route
  const isPublic = permission === 'public'
  const changes = route.method !== 'GET' && route.method !== 'HEAD'
  yield [400, 'validation_error']
  if (!isPublic) yield [401, 'unauthenticated']
  if ((!isPublic && permission !== 'signed-in') || records.length > 0) yield [403, 'forbidden']
  // Of a record in the path, and of the workspace that X-Workspace-Id names.
  if (!isPublic || /[:*]/.test(route.path)) yield [404, 'not_found']
  if (changes) {
    yield [403, 'csrf_rejected']
    yield [413, 'payload_too_large']
    yield [415, 'unsupported_media_type']
    yield [507, 'storage_full']
  }
  if (idempotency === true) yield [409, 'idempotency_in_progress']
  if (idempotency) yield [422, 'idempotency_mismatch']
  yield [421, 'misdirected_request']
  yield [429, 'rate_limited']
  yield [500, 'internal_error']
  yield [503, 'unavailable']
  // A body that is taken as it comes may stop coming.
  if (route.longRunning !== true || route.upload) yield [504, 'timeout']
}

function problemResponse(
  route: RouteDefinition,
  status: number,
  codes: readonly string[],
  titles: Titles,
): DocumentedResponse {
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

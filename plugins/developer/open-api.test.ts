import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import type { RouteDefinition } from '@svc/plugin'
import { startTestHttp } from '../../test/rooms/http.ts'
import { sampleRoutes, streamRoute } from '../../test/support/sample-routes.ts'
import { openApiDocument } from './open-api.ts'

async function* nothing() {}

async function documentOf(routes: readonly RouteDefinition[] = []): Promise<Record<string, unknown>> {
  await using server = await startTestHttp([...sampleRoutes().routes, streamRoute(nothing), ...routes])
  return openApiDocument(server.http.server)
}

interface Operation {
  operationId: string
  parameters?: { name: string; in: string; required: boolean }[]
  security?: unknown[]
  requestBody?: { required: boolean; content: Record<string, { examples: unknown }> }
  responses: Record<string, { content?: Record<string, { examples: Record<string, unknown> }> }>
}

const operations = async (routes?: readonly RouteDefinition[]) =>
  (await documentOf(routes))['paths'] as Record<string, Record<string, Operation>>

it('is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator()
  const result = await validator.validate(await documentOf())
  expect(result).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
})

it('describes the path, the query and the headers of an operation', async () => {
  const { parameters } = (await operations())['/api/notes/{note_id}']?.['get'] ?? {}
  expect(parameters?.map(({ name, in: where, required }) => `${where} ${name} ${required}`)).toEqual([
    'path note_id true',
    'query limit false',
    'query tag false',
    'header X-Workspace-Id false',
    'header If-None-Match false',
  ])
})

it('groups operations by their plugin, and marks what is for svc alone', async () => {
  const document = await documentOf([work, { ...work, path: '/api/own', operationId: 'own', internal: true }])
  const paths = document['paths'] as Record<string, Record<string, { tags: string[]; 'x-internal'?: boolean }>>
  const groups = (document['tags'] as { name: string }[]).map(({ name }) => name)
  expect(groups).toHaveLength(1)
  expect([paths['/api/work']?.['post']?.tags, paths['/api/work']?.['post']?.['x-internal']]).toEqual([
    groups,
    undefined,
  ])
  expect(paths['/api/own']?.['post']?.['x-internal']).toBe(true)
  const other = await documentOf([{ ...work, tag: 'MLflow' }])
  expect(other['tags']).toContainEqual({ name: 'MLflow' })
})

it('says 304 where answers have an ETag', async () => {
  const paths = await operations()
  const statuses = ['get', 'post'].map(method => Object.keys(paths['/api/notes']?.[method]?.responses ?? {}))
  const note = Object.keys(paths['/api/notes/{note_id}']?.['get']?.responses ?? {})
  expect([note.slice(0, 3), statuses.flat().includes('304')]).toEqual([['200', '304', '400'], false])
})

const work: RouteDefinition = {
  method: 'POST',
  path: '/api/work',
  operationId: 'work',
  summary: 'Work',
  permission: 'signed-in',
  body: { type: 'object' },
  example: { body: {} },
  responses: { 201: { description: 'done' } },
  handler: () => ({}),
}

it('names every type that an answer may have', async () => {
  const response = { description: 'done', schema: { type: 'object' }, otherTypes: ['text/event-stream'] }
  const { responses } = (await operations([{ ...work, responses: { 200: response } }]))['/api/work']?.['post'] ?? {}
  expect(Object.keys(responses?.['200']?.content ?? {})).toEqual(['application/json', 'text/event-stream'])
})

it('names a page beside the problem where both are answered with the same status', async () => {
  const building = { description: 'It is being built', contentType: 'text/html; charset=utf-8', example: '<p>' }
  const { responses } =
    (await operations([{ ...work, responses: { 201: { description: 'done' }, 503: building } }]))['/api/work']?.[
      'post'
    ] ?? {}
  expect(responses?.['503']).toMatchObject({
    description: expect.stringMatching(/^It is being built\. .*`unavailable`$/) as string,
    headers: { 'Retry-After': {}, 'X-Request-Id': {} },
    content: { 'text/html': {}, 'application/problem+json': { examples: { unavailable: {} } } },
  })
})

it('shows problems of another form under the status that they have there', async () => {
  const route: RouteDefinition = {
    ...work,
    errors: { 409: ['conflict'], 418: ['teapot'] },
    problem: ({ status, code }) => ({ status: status === 418 ? 400 : status, body: { kind: code } }),
  }
  const { responses } = (await operations([route]))['/api/work']?.['post'] ?? {}
  expect(responses?.['400']?.content?.['application/json']?.examples).toEqual({
    validation_error: { value: { kind: 'validation_error' } },
    teapot: { value: { kind: 'teapot' } },
  })
  expect(Object.keys(responses ?? {})).not.toContain('418')
})

it('gives every operation the problems it can answer, each with an example', async () => {
  const { responses } = (await operations())['/api/notes']?.['post'] ?? { responses: {} as Operation['responses'] }
  const codes = Object.entries(responses).map(([status, { content }]) => [
    status,
    Object.keys(content?.['application/problem+json']?.examples ?? {}),
  ])
  expect(Object.fromEntries(codes)).toEqual({
    201: [],
    400: ['validation_error'],
    401: ['unauthenticated'],
    403: ['forbidden', 'csrf_rejected'],
    404: ['not_found'],
    409: ['idempotency_in_progress', 'conflict'],
    413: ['payload_too_large'],
    415: ['unsupported_media_type'],
    421: ['misdirected_request'],
    422: ['idempotency_mismatch'],
    429: ['rate_limited'],
    500: ['internal_error'],
    503: ['unavailable'],
    504: ['timeout'],
    507: ['storage_full'],
  })
})

it('asks for no credential where none is needed', async () => {
  expect((await operations())['/api/me']?.['get']?.security).toEqual([])
})

it('shows an example of each body', async () => {
  expect((await operations())['/api/notes']?.['post']?.requestBody).toMatchObject({
    required: true,
    content: { 'application/json': { examples: { default: { value: { title: 'Milk', color: 'red' } } } } },
  })
})

it('marks what may be done twice when it is sent twice, and what may take long', async () => {
  const marked = async (more: Partial<RouteDefinition>) => {
    const found = (await operations([{ ...work, ...more }]))['/api/work']?.['post'] as object
    return Object.entries(found).filter(([name]) => name.startsWith('x-svc-'))
  }
  expect(await marked({})).toEqual([])
  expect(await marked({ idempotent: false })).toEqual([['x-svc-idempotent', false]])
  expect(await marked({ idempotent: false, permission: 'notes:read', longRunning: true })).toEqual([
    ['x-svc-long', true],
  ])
  expect(await marked({ idempotent: 'by-nature' })).toEqual([])
  expect(await marked({ upload: ['raw'] })).toEqual([
    ['x-svc-idempotent', false],
    ['x-svc-long', true],
  ])
})

it('shows the key of a route that keeps the idempotency record itself', async () => {
  const route: RouteDefinition = {
    method: 'POST',
    path: '/api/work',
    operationId: 'work',
    summary: 'Work',
    permission: 'signed-in',
    idempotent: 'handler',
    body: { type: 'object' },
    example: { body: {} },
    responses: { 201: { description: 'done' } },
    handler: () => ({}),
  }
  const document = JSON.stringify((await operations([route]))['/api/work'])
  expect(document).toContain('Idempotency-Key')
  expect(document).toContain('idempotency_mismatch')
  expect(document).not.toContain('idempotency_in_progress')
})

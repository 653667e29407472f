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
    'query limit true',
    'query tag false',
    'header X-Workspace-Id false',
  ])
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
    409: ['idempotency_in_progress', 'conflict'],
    413: ['payload_too_large'],
    415: ['unsupported_media_type'],
    422: ['idempotency_mismatch'],
    429: ['rate_limited'],
    500: ['internal_error'],
    503: ['unavailable'],
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

import type { JobQueue, RouteRegistrar } from '@svc/plugin'
import type { Greeter } from './greeter.ts'

const greeting = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'text', 'created_at'],
  properties: {
    name: { type: 'string' },
    text: { type: 'string' },
    created_at: { type: 'string', format: 'date-time' },
  },
}
const greetBody = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: { type: 'string', minLength: 1, maxLength: 100 } },
} as const
const example = { body: { name: 'Ada' } }

export function helloRoutes(app: RouteRegistrar, greeter: Greeter, jobs: JobQueue): void {
  app.route({
    method: 'POST',
    path: '/api/hello',
    operationId: 'greet',
    summary: 'Greet someone',
    permission: 'hello:write',
    body: greetBody,
    example,
    responses: { 201: { description: 'The greeting', schema: greeting } },
    handler(request, reply) {
      reply.status(201)
      return greeter.greet(request.principal.workspace_id, request.body.name)
    },
  })

  app.route({
    method: 'POST',
    path: '/api/hello/later',
    operationId: 'greetLater',
    summary: 'Greet someone in a job',
    permission: 'hello:write',
    body: greetBody,
    example,
    responses: {
      202: {
        description: 'The job that will greet',
        schema: { type: 'object', required: ['job_id'], properties: { job_id: { type: 'string' } } },
      },
    },
    async handler(request, reply) {
      const { job } = await jobs.enqueue(request.principal.workspace_id, { kind: 'hello.greet', payload: request.body })
      reply.status(202)
      return { job_id: job.job_id }
    },
  })

  app.route({
    method: 'GET',
    path: '/api/hello',
    operationId: 'listGreetings',
    summary: 'Whom this workspace greeted, newest first, at most 50',
    permission: 'hello:read',
    responses: {
      200: {
        description: 'Greetings',
        schema: { type: 'object', required: ['items'], properties: { items: { type: 'array', items: greeting } } },
      },
    },
    handler: request => ({ items: greeter.greeted(request.principal.workspace_id) }),
  })
}

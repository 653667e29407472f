import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { RouteRegistrar } from '@svc/plugin'
import { mlflowProblem, unknownPathProblem } from './errors.ts'
import { mlflowTag } from './mlflow-route.ts'

/** The version of MLflow whose API this is. */
const version = '3.5.0'
const info = {
  store_type: 'SqlStore',
  workspaces_enabled: false,
  multipart_uploads_enabled: false,
  trace_archival_enabled: false,
} as const

/** What clients of MLflow ask of a server before they begin. */
export function serverRoutes(app: RouteRegistrar): void {
  app.unknownPaths(unknownPathProblem)
  app.route({
    method: 'GET',
    path: '/api/3.0/mlflow/server-info',
    operationId: 'mlflowServerInfo',
    summary: 'What this server is',
    tag: mlflowTag,
    permission: { key: 'ml:read' },
    keyAsPassword: true,
    rateLimited: false,
    problem: mlflowProblem,
    responses: {
      200: {
        description: 'As MLflow answers',
        schema: Type.Object({ store_type: Type.String() }, { additionalProperties: true }),
        example: info,
      },
    },
    handler: () => info,
  })

  for (const [path, text, id] of [
    ['/health', 'OK', 'mlflowHealth'],
    ['/version', version, 'mlflowVersion'],
  ] as const)
    app.route({
      method: 'GET',
      path,
      operationId: id,
      summary: `What clients of MLflow read at ${path}`,
      tag: mlflowTag,
      internal: true,
      permission: 'public',
      rateLimited: false,
      problem: mlflowProblem,
      responses: { 200: { description: 'Text', contentType: 'text/plain', example: text } },
      handler: (_request, reply) => reply.stream(Readable.from([Buffer.from(text)]), 'text/plain; charset=utf-8'),
    })
}

import { Type } from 'typebox'
import { NotFoundError } from '@svc/plugin'
import type { RouteDefinition, RouteRegistrar } from '@svc/plugin'
import { openAiProblem } from './wire/errors.ts'

const methods: RouteDefinition['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const paths = ['/v1', '/v1/*']

/** So that a client of /v1 gets what it can read from every path, also from one that is not there. */
export function unknownRoutes(app: RouteRegistrar): void {
  for (const [method, path] of methods.flatMap(method => paths.map(path => [method, path] as const))) {
    app.route({
      method,
      path,
      operationId: `unknown${method[0]}${method.slice(1).toLowerCase()}${path === '/v1' ? 'Root' : ''}`,
      summary: 'A part of the OpenAI API that is not here',
      description: 'Answers 404 in the form of the OpenAI API.',
      tags: ['OpenAI-compatible'],
      permission: 'signed-in',
      query: Type.Object({}, { additionalProperties: true }),
      problem: openAiProblem,
      idempotent: false,
      responses: { 204: { description: 'Never sent' } },
      handler: request => {
        const asked = request.url.split('?', 1)[0]?.slice(0, 200)
        throw new NotFoundError(`There is no ${request.method} ${asked} here. docs/v1.md lists what there is.`)
      },
    })
  }
}

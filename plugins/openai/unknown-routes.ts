import { Type } from 'typebox'
import { NotFoundError } from '@svc/plugin'
import type { RouteDefinition, RouteRegistrar } from '@svc/plugin'
import { openAiProblem } from './wire/errors.ts'

const methods: RouteDefinition['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** So that a client of /v1 gets what it can read from every path, also from one that is not there. */
export function unknownRoutes(app: RouteRegistrar): void {
  for (const method of methods) {
    app.route({
      method,
      path: '/v1/*',
      operationId: `unknown${method[0]}${method.slice(1).toLowerCase()}`,
      summary: 'A part of the OpenAI API that is not here',
      description: 'Answers 404 in the form of the OpenAI API.',
      tags: ['OpenAI-compatible'],
      permission: 'signed-in',
      query: Type.Object({}, { additionalProperties: true }),
      problem: openAiProblem,
      idempotent: false,
      responses: { 204: { description: 'Never sent' } },
      handler: request => {
        const path = request.url.split('?', 1)[0]?.slice(0, 200)
        throw new NotFoundError(`There is no ${request.method} ${path} here. docs/v1.md lists what there is.`)
      },
    })
  }
}

import { Type } from 'typebox'
import type { RouteRegistrar } from '@svc/plugin'
import type { MethodCatalog } from '../analyses/method-catalog.ts'
import { exampleMethod } from './examples.ts'

const method = Type.Object(
  {
    method: Type.String(),
    title: Type.String(),
    description: Type.String(),
    variables: Type.Unknown({ description: 'JSON Schema; `x-measures` beside a column says which measures fit it.' }),
    options: Type.Unknown({ description: 'JSON Schema, with defaults.' }),
  },
  { title: 'StatMethod' },
)

export function methodRoutes(app: RouteRegistrar, catalog: MethodCatalog): void {
  app.route({
    method: 'GET',
    path: '/api/stats/methods',
    operationId: 'listStatMethods',
    summary: 'Every method, with schemas of its variables and options',
    permission: 'stats:read',
    responses: {
      200: {
        description: 'In the order of a form',
        schema: Type.Object({ items: Type.Array(method) }),
        example: { items: [exampleMethod] },
      },
    },
    handler: async () => ({
      items: (await catalog.methods()).map(({ method: name, title, description, variables, options }) => ({
        method: name,
        title,
        description,
        variables,
        options,
      })),
    }),
  })
}

import type { OpenApiDocument } from '../open-api-document.ts'
import { pageText, table } from './page.ts'

const head = `Every route of the server with the scope that a developer key needs for it. What a route takes and answers, with
examples, is at \`/api/docs\` of your server, and as OpenAPI at \`/api/openapi.json\`. [API](api.md) has the conventions, and
[the methods of the SDKs](sdk-methods.md) call these routes from TypeScript and Python.`

const scope = /Needs the scopes? (.+?)\.$/m

/** The manual's page of the routes, by the part of svc that they belong to. */
export function routesPage({ paths }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, ...operation })),
  )
  const parts = Map.groupBy(operations, ({ tags }) => tags?.[0] ?? 'The server')
  return pageText({
    title: 'Routes',
    source: 'the OpenAPI document',
    head,
    sections: [...parts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([heading, routes]) => ({
        heading,
        text: table(
          ['route', 'what it does', 'scope'],
          routes.map(({ route, summary = '', description = '' }) => [
            `\`${route}\``,
            summary,
            scope.exec(description)?.[1] ?? '',
          ]),
        ),
      })),
  })
}

import { fileURLToPath } from 'node:url'
import type { OpenApiDocument, Operation } from './open-api-document.ts'

const sdk = new URL('../../sdk/', import.meta.url)
const banner = 'Generated from the OpenAPI document by npm run generate. Do not edit.'
const traits = [
  {
    name: 'done_twice',
    summary: 'What may be done twice when it is sent twice: the server takes no Idempotency-Key for it.',
    holds: (operation: Operation) => operation['x-svc-idempotent'] === false,
  },
  {
    name: 'long_running',
    summary:
      'What may take minutes, such as an import or a backup. It has no time limit but the one that a caller sets.',
    holds: (operation: Operation) => operation['x-svc-long'] === true,
  },
]

/** Which operations both SDKs treat unlike others, as methods and paths. */
export function generateSdkTraits(document: OpenApiDocument): Map<string, string> {
  const routes = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ route: `${verb.toUpperCase()} ${path}`, operation })),
  )
  // What is below /api/2.0 is for the clients of MLflow.
  const called = routes.filter(({ route, operation }) => !operation['x-internal'] && / \/api\/(?!2\.0\/)/.test(route))
  const lists = traits.map(({ holds, ...rest }) => ({
    ...rest,
    routes: called
      .filter(({ operation }) => holds(operation))
      .map(({ route }) => route)
      .toSorted(),
  }))
  const typescript = lists.map(({ name, summary, routes }) => {
    const lines = routes.map(each => `  '${each}',\n`)
    return `/** ${summary} */\nexport const ${camel(name)}: readonly string[] = [\n${lines.join('')}]\n`
  })
  const python = lists.map(({ name, summary, routes }) => {
    const lines = routes.map(each => `    "${each}",\n`)
    return `${name.toUpperCase()} = (\n${lines.join('')})\n"""${summary}"""\n`
  })
  return new Map([
    [fileURLToPath(new URL('typescript/src/generated/traits.ts', sdk)), [`// ${banner}\n`, ...typescript].join('\n')],
    [fileURLToPath(new URL('python/src/svc_sdk/_generated/traits.py', sdk)), [`# ${banner}\n`, ...python].join('\n')],
  ])
}

function camel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

import type { OpenApiDocument } from '../../open-api-document.ts'

type Schema = Record<string, unknown>

/** Deeper fields, such as those of the blocks of an export, are shown in the explorer of the API. */
const deepest = 4

/** The limits of the fields of queries and bodies: a row for each field and limit, with the routes that have it. */
export function requestLimits({ paths, components }: OpenApiDocument): string[][] {
  const found = new Map<string, { field: string; limit: string; routes: Set<string> }>()
  const note = (field: string, limit: string, route: string): void => {
    const key = `${field} ${limit}`
    const entry = found.get(key) ?? { field, limit, routes: new Set<string>() }
    found.set(key, entry)
    entry.routes.add(route)
  }
  const resolve = (schema: Schema): Schema => {
    const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
    return name === undefined ? schema : (components.schemas[name] ?? {})
  }
  const walk = (given: Schema, field: string, route: string, depth: number): void => {
    if (depth > deepest) return
    const schema = resolve(given)
    const limit = limitOf(schema)
    if (limit !== '' && field !== '') note(field, limit, route)
    for (const [name, inner] of Object.entries((schema['properties'] ?? {}) as Record<string, Schema>))
      walk(inner, field === '' ? name : `${field}.${name}`, route, depth + 1)
    if (typeof schema['items'] === 'object' && schema['items'] !== null)
      walk(schema['items'] as Schema, `${field}[]`, route, depth)
    for (const choice of [schema['anyOf'], schema['oneOf'], schema['allOf']].flat())
      if (choice) walk(choice as Schema, field, route, depth)
  }
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
      const route = `${method.toUpperCase()} ${path}`
      for (const parameter of parameters)
        if (parameter.in === 'query') walk(parameter.schema, `?${parameter.name}`, route, 0)
      for (const { schema } of Object.values(requestBody?.content ?? {})) if (schema) walk(schema, '', route, 0)
    }
  }
  return [...found.values()]
    .toSorted((a, b) => (a.field + a.limit < b.field + b.limit ? -1 : 1))
    .map(({ field, limit, routes }) => [
      `\`${field}\``,
      limit,
      [...routes]
        .toSorted()
        .map(route => `\`${route}\``)
        .join(', '),
    ])
}

function limitOf(schema: Schema): string {
  const { maxLength, maxItems, maximum, maxProperties } = schema
  const counted = [
    [maxLength, 'characters'],
    [maxItems, 'items'],
    [maxProperties, 'members'],
  ] as const
  const parts = counted.flatMap(([most, unit]) =>
    typeof most === 'number' ? [`${most.toLocaleString('en')} ${unit}`] : [],
  )
  if (typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER) parts.push(maximum.toLocaleString('en'))
  return parts.join(', ')
}

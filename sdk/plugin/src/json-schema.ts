/** A JSON value, as it crosses HTTP, IPC and the isolate's border. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

export type JsonObject = { [key: string]: JsonValue }

/** What `JSON.stringify` turns into a {@link JsonValue}: unlike that, it takes objects whose types are interfaces. */
export type JsonLike = JsonValue | object

/** A JSON Schema (2020-12 vocabulary as ajv understands it), as plain data. No validator's type appears in a public signature. */
export interface JsonSchema {
  // `any`, and not `unknown`: schemas that are typed by interfaces (TypeBox) then fit without a cast.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly [keyword: string]: any
}

const combined = ['anyOf', 'oneOf', 'allOf']

/** Every field that objects of this schema have, by its path from the root; `*` stands for each item of a list or map. */
export function* fieldsOf(schema: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof schema !== 'object' || schema === null) return
  const node = schema as JsonSchema
  for (const [name, inner] of Object.entries((node['properties'] as object | undefined) ?? {})) {
    const field = [...path, name]
    yield field
    yield* fieldsOf(inner, field)
  }
  for (const keyword of ['items', 'additionalProperties']) yield* fieldsOf(node[keyword], [...path, '*'])
  for (const keyword of combined)
    for (const inner of (node[keyword] as unknown[] | undefined) ?? []) yield* fieldsOf(inner, path)
}

/** Whether `value` has a value, and not null, at a path of {@link fieldsOf}. */
export function hasField(value: unknown, path: readonly string[]): boolean {
  const [name, ...below] = path
  if (name === undefined) return value !== undefined && value !== null
  if (typeof value !== 'object' || value === null) return false
  if (name === '*') return Object.values(value).some(item => hasField(item, below))
  return Object.hasOwn(value, name) && hasField((value as Record<string, unknown>)[name], below)
}

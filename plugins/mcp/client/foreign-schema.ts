import type { JsonSchema } from '@svc/plugin'

const maxBytes = 32 * 1024
const maxDepth = 16
/** `pattern` could hold up the whole server (a foreign expression runs in our loop), the others change what a schema means to a validator. */
const dropped = new Set([
  'pattern',
  'patternProperties',
  'format',
  '$id',
  'id',
  '$schema',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
  '$vocabulary',
])
const namesOfFields = new Set(['properties', '$defs', 'definitions', 'dependentSchemas'])
const open: JsonSchema = { type: 'object' }

/** A schema from elsewhere, made harmless; one that cannot be is left open, and the other server checks alone. */
export function foreignSchema(given: unknown): JsonSchema {
  if (!isObject(given) || JSON.stringify(given).length > maxBytes) return open
  try {
    return { ...(cleaned(given, 0) as JsonSchema), type: 'object' }
  } catch (error) {
    if (error instanceof RangeError) return open
    throw error
  }
}

function cleaned(node: unknown, depth: number): unknown {
  if (depth > maxDepth) throw new RangeError('too deep')
  if (Array.isArray(node)) return node.map(part => cleaned(part, depth + 1))
  if (!isObject(node)) return node
  // Only what stands in the schema itself can be followed.
  if (typeof node['$ref'] === 'string' && !node['$ref'].startsWith('#/')) throw new RangeError('leads elsewhere')
  const kept = Object.entries(node).filter(([keyword]) => !dropped.has(keyword))
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, valueOf(keyword, value, depth)]))
}

function valueOf(keyword: string, value: unknown, depth: number): unknown {
  if (keyword === 'enum' || keyword === 'const' || keyword === 'default' || keyword === 'examples') return value
  if (!namesOfFields.has(keyword) || !isObject(value)) return cleaned(value, depth + 1)
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, cleaned(schema, depth + 2)]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import type { JsonSchema } from '@svc/plugin'
import { compilePattern, schemaBoundsFault } from '@svc/plugin/library/schemas/bounded-schemas'
import type { SchemaFault } from '@svc/plugin/library/schemas/bounded-schemas'
import { closestWord } from '@svc/plugin/library/closest-word'

type Path = SchemaFault['path']

const maxDepth = 32
const maxPatternLength = 500
const maxUniqueItems = 1000

const oneSchema = [
  'items',
  'additionalItems',
  'contains',
  'additionalProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
]
const listOfSchemas = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const mapOfSchemas = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']
const plainKeywords = [
  '$schema',
  '$ref',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'type',
  'enum',
  'const',
  'format',
  'contentMediaType',
  'contentEncoding',
  'required',
  'dependentRequired',
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
]
const formats = new Set([
  'date',
  'time',
  'date-time',
  'iso-time',
  'iso-date-time',
  'duration',
  'uri',
  'uri-reference',
  'url',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
  'json-pointer',
  'byte',
  'int32',
  'int64',
  'float',
  'double',
  'password',
  'binary',
])
const knownKeywords = new Set([...oneSchema, ...listOfSchemas, ...mapOfSchemas, ...plainKeywords])

/**
 * What keeps an author's JSON Schema from being used. Validators of these schemas run in the server on other people's input:
 * no remote `$ref`, no recursion, bounded size and depth, patterns that cannot stall, and no keyword that would be ignored.
 */
export function schemaFaults(schema: JsonSchema): SchemaFault[] {
  const outOfBounds = schemaBoundsFault(schema)
  const faults: SchemaFault[] = []
  // What is too large or too deep is not walked.
  if (outOfBounds === null || outOfBounds.path.length > 0) walk(schema, [], faults)
  if (faults.length === 0 && outOfBounds !== null) faults.push(outOfBounds)
  return faults
}

function walk(schema: unknown, path: Path, faults: SchemaFault[]): void {
  if (typeof schema === 'boolean') return
  if (!isObject(schema)) {
    faults.push({ path, message: 'must be a JSON Schema: an object, true or false.' })
    return
  }
  if (path.length > maxDepth * 2) {
    faults.push({ path, message: `is nested more than ${maxDepth} levels deep. Make it flatter.` })
    return
  }
  for (const [keyword, value] of Object.entries(schema)) checkKeyword(keyword, value, schema, path, faults)
  for (const { schema: inner, path: innerPath } of subschemas(schema, path)) walk(inner, innerPath, faults)
}

function checkKeyword(keyword: string, value: unknown, schema: JsonSchema, path: Path, faults: SchemaFault[]): void {
  const at = [...path, keyword]
  if (!knownKeywords.has(keyword) && !keyword.startsWith('x-'))
    faults.push({ path: at, message: unknownKeyword(keyword) })
  if (keyword === '$ref' && !(typeof value === 'string' && /^#\/(\$defs|definitions)\/[^/]+$/.test(value))) {
    faults.push({
      path: at,
      message: 'must point into this schema: "#/$defs/<name>". Other files and addresses are not read.',
    })
  }
  if (mapOfSchemas.includes(keyword) && isObject(value) && Object.hasOwn(value, '__proto__')) {
    faults.push({ path: at, message: '"__proto__" cannot be the name of a field. Choose another.' })
  }
  if (keyword === 'pattern') faults.push(...patternFaults(value, at))
  if (keyword === 'format' && !(typeof value === 'string' && formats.has(value))) {
    faults.push({
      path: at,
      message: `${JSON.stringify(value)} is no known format. Known are ${[...formats].join(', ')}.`,
    })
  }
  if (keyword === 'patternProperties' && isObject(value)) {
    for (const pattern of Object.keys(value)) faults.push(...patternFaults(pattern, [...at, pattern]))
  }
  if (keyword === 'uniqueItems' && value === true && !(Number(schema['maxItems']) <= maxUniqueItems)) {
    faults.push({
      path: at,
      message: `needs "maxItems" of at most ${maxUniqueItems} beside it: comparing all items takes too long otherwise.`,
    })
  }
}

function unknownKeyword(keyword: string): string {
  const suggestion = closestWord(keyword, knownKeywords)
  const remedy = suggestion ? `Did you mean "${suggestion}"?` : 'Remove it, or begin your own annotations with "x-".'
  return `is no keyword that JSON Schemas in manifests may use. ${remedy}`
}

function patternFaults(pattern: unknown, path: Path): SchemaFault[] {
  if (typeof pattern !== 'string') return [{ path, message: 'must be text.' }]
  if (pattern.length > maxPatternLength)
    return [{ path, message: `has more than ${maxPatternLength} characters. Make it shorter.` }]
  try {
    compilePattern(pattern)
    return []
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'it cannot be read'
    const rule = 'Patterns are RE2 regular expressions: no look-around, no back-references, at most 1000 repetitions.'
    return [{ path, message: `${JSON.stringify(pattern)} cannot be used: ${reason}. ${rule}` }]
  }
}

function* subschemas(schema: JsonSchema, path: Path): Generator<{ schema: unknown; path: Path }> {
  for (const keyword of oneSchema) {
    if (keyword in schema && !Array.isArray(schema[keyword]))
      yield { schema: schema[keyword], path: [...path, keyword] }
  }
  // Draft 7 writes tuples as `items: […]`.
  for (const keyword of [...listOfSchemas, 'items']) {
    const list = schema[keyword]
    if (!Array.isArray(list)) continue
    for (const [index, inner] of list.entries()) yield { schema: inner, path: [...path, keyword, index] }
  }
  for (const keyword of mapOfSchemas) {
    const map = schema[keyword]
    if (!isObject(map)) continue
    for (const [name, inner] of Object.entries(map)) yield { schema: inner, path: [...path, keyword, name] }
  }
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

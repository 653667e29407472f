import type { JsonSchema } from '@svc/plugin'
import { closestWord } from '@svc/plugin/contracts/manifest-problems'
import { RE2JS } from 're2js'

type Path = readonly (string | number)[]

export interface SchemaFault {
  path: Path
  message: string
}

const maxSchemaBytes = 64 * 1024
const maxDepth = 32
const maxPatternLength = 500
/** Subschemas after every `$ref` is followed: bounds what one validation can cost. */
const maxExpandedSchemas = 1000
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

/** Compiles a pattern of a manifest with an engine whose time is linear in the input: no pattern can stall the server. */
export function compilePattern(pattern: string): RE2JS {
  return RE2JS.compile(RE2JS.translateRegExp(pattern))
}

/**
 * What keeps an author's JSON Schema from being used. Validators of these schemas run in the server on other people's input:
 * no remote `$ref`, no recursion, bounded size and depth, patterns that cannot stall, and no keyword that would be ignored.
 */
export function schemaFaults(schema: JsonSchema): SchemaFault[] {
  if (JSON.stringify(schema).length > maxSchemaBytes) {
    return [{ path: [], message: `the schema has more than ${maxSchemaBytes} bytes. Make it smaller.` }]
  }
  const faults: SchemaFault[] = []
  walk(schema, [], faults)
  if (faults.length === 0) faults.push(...expansionFaults(schema))
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

/** Counts subschemas with every `$ref` followed, and finds references to themselves and to nothing. */
function expansionFaults(root: JsonSchema): SchemaFault[] {
  const sizes = new Map<unknown, number>()
  const open = new Set<unknown>()

  const sizeOf = (schema: unknown, path: Path): number => {
    if (!isObject(schema)) return 1
    const known = sizes.get(schema)
    if (known !== undefined) return known
    if (open.has(schema))
      throw new SchemaReferenceFault(
        path,
        'refers to itself. Recursive schemas are not allowed: their cost has no bound.',
      )
    open.add(schema)
    let size = 1
    if (typeof schema['$ref'] === 'string') {
      const [, group = '', name = ''] = schema['$ref'].split('/')
      const groups = root[group]
      const key = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
      const target = isObject(groups) && Object.hasOwn(groups, key) ? groups[key] : undefined
      if (target === undefined)
        throw new SchemaReferenceFault([...path, '$ref'], `points to nothing: there is no ${schema['$ref']}.`)
      size += sizeOf(target, path)
    }
    for (const inner of subschemas(schema, path)) {
      const isDefinition = inner.path.at(-2) === '$defs' || inner.path.at(-2) === 'definitions'
      const innerSize = sizeOf(inner.schema, inner.path)
      if (!isDefinition) size += innerSize
    }
    open.delete(schema)
    sizes.set(schema, size)
    return size
  }

  try {
    const size = sizeOf(root, [])
    if (size <= maxExpandedSchemas) return []
    return [
      {
        path: [],
        message: `has more than ${maxExpandedSchemas} subschemas once every $ref is followed. Make it smaller.`,
      },
    ]
  } catch (error) {
    if (error instanceof SchemaReferenceFault) return [error.fault]
    throw error
  }
}

class SchemaReferenceFault extends Error {
  readonly fault: SchemaFault

  constructor(path: Path, message: string) {
    super(message)
    this.fault = { path, message }
  }
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import type { FieldError } from '../../errors.ts'
import { closestWord } from '../closest-word.ts'

/** An error as ajv reports it. Only with ajv's `verbose` option are the schema around it and the value known, which the best words need. */
export interface SchemaError {
  instancePath: string
  schemaPath?: string
  keyword: string
  message?: string
  params: Record<string, unknown>
  parentSchema?: object
  /** The name that is looked at, for what is wrong with a name of an object. */
  propertyName?: string
  data?: unknown
}

const mostShown = 20
const longestName = 64

/**
 * What a validator found, in words for people: one fault a field, at most twenty. Of alternatives (`anyOf`, `oneOf`) only the one that the
 * value was probably meant to be is spoken of. `prefix` is a JSON pointer that stands before each path.
 */
export function schemaFaults(errors: readonly SchemaError[], prefix = ''): FieldError[] {
  const shown = new Map<string, SchemaError>()
  for (const error of meantErrors(errors)) {
    const path = prefix + placeOf(error)
    const other = shown.get(path)
    if (other === undefined && shown.size === mostShown) break
    if (other === undefined || rank(error) < rank(other)) shown.set(path, error)
  }
  return [...shown].map(([path, error]) => ({ path, message: schemaFaultWords(error) }))
}

/** Where two rules of a field are broken, a description in words says more than a number. */
function rank({ keyword, parentSchema }: SchemaError): number {
  if (keyword === 'type') return 0
  return keyword === 'pattern' && describes(parentSchema) !== null ? 1 : 2
}

/** The errors without those of alternatives that were not meant, and without the keywords that only join others. */
function meantErrors(errors: readonly SchemaError[]): SchemaError[] {
  const meant: SchemaError[] = []
  for (const error of errors) {
    if (error.keyword === 'if' || error.propertyName !== undefined) continue
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      meant.push(error)
      continue
    }
    const branches = new Map<string, SchemaError[]>()
    for (let last = meant.at(-1); last !== undefined; last = meant.at(-1)) {
      const branch = branchOf(last, error)
      if (branch === null) break
      meant.pop()
      branches.set(branch, [last, ...(branches.get(branch) ?? [])])
    }
    meant.push(...bestBranch(error, [...branches.values()].toReversed()))
  }
  return meant
}

/** A name for the alternative of `union` that the error belongs to; null when it belongs to none. What is behind a `$ref` has a path of its own. */
function branchOf({ schemaPath = '', instancePath }: SchemaError, union: SchemaError): string | null {
  const own = `${union.schemaPath ?? ''}/`
  if (!instancePath.startsWith(union.instancePath)) return null
  if (schemaPath.startsWith(own)) return schemaPath.slice(own.length).split('/', 1)[0] ?? ''
  return /^#\/(?:\$defs|definitions)\//.test(schemaPath) ? schemaPath.split('/').slice(0, 3).join('/') : null
}

function bestBranch(union: SchemaError, branches: readonly (readonly SchemaError[])[]): readonly SchemaError[] {
  const kindFits = branches.filter(
    errors => !errors.some(error => isOfKind(error) && error.instancePath === union.instancePath),
  )
  if (kindFits.length === 0 || branches.length === 0)
    return [{ ...union, params: { ...union.params, alternatives: branches.flatMap(alternativesOf) } }]
  const discriminated = kindFits.filter(errors => !errors.some(({ keyword }) => keyword === 'const'))
  const fewest = (discriminated.length > 0 ? discriminated : kindFits).toSorted((a, b) => a.length - b.length)
  return fewest[0] ?? [union]
}

function isOfKind({ keyword }: SchemaError): boolean {
  return keyword === 'type' || keyword === 'const' || keyword === 'enum'
}

function alternativesOf(errors: readonly SchemaError[]): unknown[] {
  return errors.filter(isOfKind).flatMap(({ keyword, params }) => {
    if (keyword === 'const') return [JSON.stringify(params['allowedValue'])]
    if (keyword === 'enum') return (params['allowedValues'] as unknown[]).map(value => JSON.stringify(value))
    return [params['type']].flat().map(type => typeWords[String(type)] ?? String(type))
  })
}

function placeOf({ keyword, instancePath, params }: SchemaError): string {
  const inner = {
    additionalProperties: params['additionalProperty'],
    unevaluatedProperties: params['unevaluatedProperty'],
    required: params['missingProperty'],
    dependencies: params['missingProperty'],
    dependentRequired: params['missingProperty'],
    propertyNames: params['propertyName'],
  }[keyword]
  if (typeof inner !== 'string') return instancePath
  return `${instancePath}/${inner.slice(0, longestName).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

const formatWords: Readonly<Record<string, string>> = {
  'date-time': 'a date and time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  time: 'a time such as 12:00:00Z',
  duration: 'a duration such as PT15M',
  email: 'an e-mail address',
  hostname: 'the name of a host',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  uri: 'a URL with its scheme, such as https://example.com/',
  url: 'a URL such as https://example.com/',
  'uri-reference': 'a URL or a part of one',
  uuid: 'a UUID',
  regex: 'a regular expression',
  byte: 'base64',
}

const closed = ['additionalProperties', 'unevaluatedProperties']

/** What is wrong with a value, to stand behind its field's name: "must be a whole number". */
export function schemaFaultWords(error: SchemaError): string {
  const { keyword, params, parentSchema = {}, message } = error
  const schema = parentSchema as Record<string, unknown>
  if (closed.includes(keyword)) return `is not a known field${knownFields(error)}`
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'dependencies':
    case 'dependentRequired':
      return `is required when ${String(params['property'])} is given`
    case 'type':
      return `must be ${either([params['type']].flat().map(type => typeWords[String(type)] ?? String(type)))}`
    case 'enum':
      return oneOf(params['allowedValues'] as unknown[], error.data)
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`
    case 'anyOf':
    case 'oneOf':
      return alternatives(params)
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${numberRange(schema, params)}`
    case 'multipleOf':
      return `must be a multiple of ${String(params['multipleOf'])}`
    case 'minLength':
    case 'maxLength':
      return `must have ${counted(schema['minLength'], schema['maxLength'], params, 'character')}`
    case 'minItems':
    case 'maxItems':
      return `must have ${counted(schema['minItems'], schema['maxItems'], params, 'item')}`
    case 'items':
    case 'additionalItems':
    case 'unevaluatedItems':
      return `must have ${counted(undefined, params['limit'] ?? params['len'], params, 'item')}`
    case 'minProperties':
    case 'maxProperties':
      return `must have ${counted(schema['minProperties'], schema['maxProperties'], params, 'field')}`
    case 'uniqueItems':
      return `must not have the same item twice${samePlaces(params)}`
    case 'pattern':
      if (params['pattern'] === '\\S') return 'must not be blank'
      return `does not fit${describes(schema) ?? ` the pattern ${String(params['pattern'])}`}`
    case 'propertyNames':
      return `is not a name that fits${describes(schema['propertyNames'] as object | undefined) ?? ' here'}`
    case 'format': {
      const words = formatWords[String(params['format'])]
      return words === undefined ? (message ?? 'is not in the right format') : `must be ${words}`
    }
    case 'not':
      return `must not be so${describes(schema['not'] as object | undefined) ?? ''}`
    case 'false schema':
      return 'is not allowed here'
    default:
      return message ?? 'is not valid'
  }
}

/** What the schema says of itself, as a sentence that follows; null when it says nothing. */
function describes(schema: object | undefined): string | null {
  const { description, title } = (schema ?? {}) as { description?: unknown; title?: unknown }
  const words = [description, title].find(text => typeof text === 'string' && text.trim() !== '')
  return typeof words === 'string' ? `. ${words.trim()}` : null
}

function knownFields({ params, parentSchema }: SchemaError): string {
  const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {})
  const given = String(params['additionalProperty'] ?? params['unevaluatedProperty'])
  const nearest = given.length > longestName ? null : closestWord(given, known)
  if (nearest !== null) return `; did you mean "${nearest}"?`
  if (known.length === 1) return `; the only one is ${known[0]}`
  return known.length > 0 && known.length <= 12 ? `; known are ${known.join(', ')}` : ''
}

function oneOf(allowed: readonly unknown[], given: unknown): string {
  const words = allowed.filter(value => typeof value === 'string')
  const nearest = typeof given === 'string' && given.length <= longestName ? closestWord(given, words) : null
  const shown = allowed.slice(0, mostShown).map(value => JSON.stringify(value))
  const others = allowed.length - shown.length
  const list = `must be one of ${shown.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
  return nearest === null ? list : `${list}; did you mean "${nearest}"?`
}

function alternatives(params: Record<string, unknown>): string {
  if (Array.isArray(params['passingSchemas'])) return 'fits several of the forms that are allowed; only one may fit'
  const words = [...new Set((params['alternatives'] as string[] | undefined) ?? [])]
  return words.length > 0 ? `must be ${either(words)}` : 'is in none of the forms that are allowed'
}

function either(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : String(words[0])
}

function numberRange(schema: Record<string, unknown>, params: Record<string, unknown>): string {
  const { minimum, maximum } = schema
  if (typeof minimum === 'number' && typeof maximum === 'number') return `from ${minimum} to ${maximum}`
  const words: Record<string, string> = { '>=': 'at least', '<=': 'at most', '>': 'greater than', '<': 'less than' }
  return `${words[String(params['comparison'])] ?? String(params['comparison'])} ${String(params['limit'])}`
}

function counted(least: unknown, most: unknown, { limit }: Record<string, unknown>, noun: string): string {
  const named = (count: unknown) => `${String(count)} ${noun}${count === 1 ? '' : 's'}`
  if (typeof least === 'number' && typeof most === 'number')
    return least === most ? named(least) : `${least} to ${named(most)}`
  if (typeof most === 'number') return most === 0 ? `no ${noun}s` : `at most ${named(most)}`
  return `at least ${named(least ?? limit)}`
}

function samePlaces({ i, j }: Record<string, unknown>): string {
  return typeof i === 'number' && typeof j === 'number' ? `: [${Math.min(i, j)}] and [${Math.max(i, j)}] are equal` : ''
}

import type { Random } from './random.ts'

/** JSON Schema as the document has it. */
export type Schema = Record<string, unknown>

/** Whether a value fits a schema; the judge of what is generated here. */
export type Fits = (schema: Schema, value: unknown) => boolean

/** A value with one member that was changed, and where. */
export interface Variation {
  at: string
  value: unknown
}

const words = ['a', 'Übung', 'two words', '漢字', "O'Hara", '-1', 'x"y', '../up', '%2e', '🙂']
const longest = 40
const depth = 3

const formats: Record<string, string> = {
  'date-time': '2026-01-31T12:00:00.000Z',
  date: '2026-01-31',
  email: 'ada@example.com',
  uri: 'https://example.com/a',
}

/** Any value that fits; optional members are there or not. */
export function fitting(schema: Schema, random: Random): unknown {
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return random.pick(schema['enum'])
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined
  if (choices) return fitting(random.pick(choices), random)
  const { type } = schema
  switch (Array.isArray(type) ? random.pick(type as string[]) : type) {
    case 'object':
      return fittingObject(schema, random)
    case 'array':
      return fittingArray(schema, random)
    case 'string':
      return fittingString(schema, random)
    case 'integer':
    case 'number':
      return random.integer(numberOf(schema, 'minimum', 0), numberOf(schema, 'maximum', 1000))
    case 'boolean':
      return random.chance()
    case 'null':
      return null
    default:
      return random.pick([null, true, 1.5, 'any', [1], { any: 'thing' }])
  }
}

function numberOf(schema: Schema, keyword: string, otherwise: number): number {
  const value = schema[keyword]
  return typeof value === 'number' ? value : otherwise
}

function fittingObject(schema: Schema, random: Random): Record<string, unknown> {
  const required = new Set((schema['required'] as string[] | undefined) ?? [])
  const entries = propertiesOf(schema)
    .filter(([name]) => required.has(name) || random.chance())
    .map(([name, inner]) => [name, fitting(inner, random)])
  return Object.fromEntries(entries) as Record<string, unknown>
}

function fittingArray(schema: Schema, random: Random): unknown[] {
  const least = numberOf(schema, 'minItems', 0)
  const length = random.integer(least, Math.min(numberOf(schema, 'maxItems', least + 3), least + 3))
  const items = Array.from({ length }, () => fitting((schema['items'] as Schema | undefined) ?? {}, random))
  return schema['uniqueItems'] === true ? [...new Map(items.map(item => [JSON.stringify(item), item])).values()] : items
}

function fittingString(schema: Schema, random: Random): string {
  const { format, pattern } = schema
  if (typeof format === 'string' && format in formats) return formats[format] ?? ''
  if (typeof pattern === 'string') {
    const regExp = new RegExp(pattern, 'u')
    const simple = ['a', 'a:read', '1', 'a-1', 'A_1', '#aabbcc', 'svc/offline'].filter(word => regExp.test(word))
    return simple.length > 0 ? random.pick(simple) : random.matching(pattern)
  }
  const word = random.pick(words).padEnd(numberOf(schema, 'minLength', 0), 'a')
  return word.slice(0, Math.min(numberOf(schema, 'maxLength', longest), Math.max(longest, word.length)))
}

function propertiesOf(schema: Schema): [string, Schema][] {
  return Object.entries((schema['properties'] as Record<string, Schema> | undefined) ?? {})
}

/** Values at the bounds that a schema names, and one step beyond each; and values of other types. */
function* candidates(schema: Schema): Generator<unknown> {
  for (const inner of [schema, ...((schema['anyOf'] ?? schema['oneOf'] ?? []) as Schema[])]) {
    const { maximum, maxItems, maxLength, minimum, minItems, minLength } = inner as Record<string, number | undefined>
    if (minimum !== undefined) yield* [minimum, minimum - 1]
    if (maximum !== undefined) yield* [maximum, maximum + 1]
    if (minLength !== undefined) yield* ['a'.repeat(minLength), 'a'.repeat(Math.max(0, minLength - 1))]
    if (maxLength !== undefined && maxLength <= 20_000) yield* ['a'.repeat(maxLength), 'a'.repeat(maxLength + 1)]
    if (minItems) yield []
    if (maxItems !== undefined && maxItems <= 1000)
      yield Array.from({ length: maxItems + 1 }, (_, index) => `a${index}`)
    if (Array.isArray(inner['enum'])) yield* inner['enum'] as unknown[]
  }
  yield* [null, 'no such value', '', 'nul\0', 1.5, -1, 2 ** 53, true, [], [null], {}, { no: 'such member' }]
}

/** At most so many of each kind for a member: there are thousands of members. */
const most = { fitting: 2, misfitting: 2 }

/** A value of a member that fits, or does not, one at a time. */
export function variationsOf(schema: Schema, fits: Fits): { fitting: unknown[]; misfitting: unknown[] } {
  const all = [...new Map([...candidates(schema)].map(value => [JSON.stringify(value), value])).values()]
  const byFit = Object.groupBy(all, value => (fits(schema, value) ? 'fitting' : 'misfitting'))
  return {
    fitting: (byFit.fitting ?? []).slice(0, most.fitting),
    misfitting: (byFit.misfitting ?? []).slice(0, most.misfitting),
  }
}

/** The value with one member at a time changed to another of `kind`, left out where it is needed, or added where it is unknown. */
export function* changedMembers(
  schema: Schema,
  value: unknown,
  kind: keyof typeof most,
  fits: Fits,
  at = '',
): Generator<Variation> {
  if (typeof value !== 'object' || value === null || at.split('/').length > depth) return
  if (Array.isArray(value)) {
    const [first, ...rest] = value as unknown[]
    const items = (schema['items'] as Schema | undefined) ?? {}
    for (const change of changedMembers(items, first, kind, fits, `${at}/0`))
      yield { at: change.at, value: [change.value, ...rest] }
    return
  }
  const members = value as Record<string, unknown>
  for (const [name, inner] of propertiesOf(schema)) {
    for (const other of variationsOf(inner, fits)[kind])
      yield { at: `${at}/${name} ${shown(other)}`, value: { ...members, [name]: other } }
    for (const change of changedMembers(inner, members[name], kind, fits, `${at}/${name}`))
      yield { at: change.at, value: { ...members, [name]: change.value } }
  }
  if (kind === 'fitting') return
  for (const name of (schema['required'] as string[] | undefined) ?? []) {
    const { [name]: _left, ...rest } = members
    yield { at: `${at}/${name} missing`, value: rest }
  }
  if (schema['additionalProperties'] === false)
    yield { at: `${at}/unknown_member`, value: { ...members, unknown_member: 1 } }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 30)}… (${text.length})` : text
}

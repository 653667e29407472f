import type { JsonSchema } from '@svc/plugin'
import { table } from './page.ts'

export interface TableSources {
  /** Schemas that are referred to, by the names of their files. */
  files: Readonly<Record<string, JsonSchema>>
  /** The configuration that caps the fields of `limits`. */
  caps: JsonSchema
  /** What a field means, where its schema does not say it. */
  meaning?: (path: string) => string
}

type Properties = Readonly<Record<string, JsonSchema>>

/** A table of the fields of a schema and of those inside of them. */
export function fieldTable(schema: JsonSchema, sources: TableSources): string {
  return table(['field', 'type', 'default', 'limits', 'meaning'], rowsOf(schema, '', { ...sources, root: schema }))
}

type Context = TableSources & { root: JsonSchema }

function rowsOf(given: JsonSchema, prefix: string, context: Context): string[][] {
  const schema = resolved(given, context)
  const required = (schema['required'] ?? []) as string[]
  return Object.entries(propertiesOf(schema)).flatMap(([name, field]) => {
    const path = prefix + name
    const whole = resolved(field, context)
    const items = whole['items'] as JsonSchema | undefined
    const byDefault = required.includes(name) ? 'required' : codeOf(whole['default'])
    const cap = prefix === 'limits.' ? propertiesOf(context.caps)[`max_${name}`] : undefined
    const says = String(whole['description'] ?? '')
    const meaning = (context.meaning?.(path) ?? says).replaceAll(/\{\{.*?\}\}|https?:\/\/\S*\*|<name>/g, '`$&`')
    const row = [`\`${path}\``, typeOf(whole, context), byDefault, limitsOf(whole, cap, context), meaning]
    return [
      row,
      ...rowsOf(whole, `${path}.`, context),
      ...(items && !Array.isArray(items) ? rowsOf(items, `${path}[].`, context) : []),
    ]
  })
}

/** What a `$ref` leads to, in this schema or in another file; what stands beside it counts too. */
function resolved(schema: JsonSchema, { files, root }: Context): JsonSchema {
  const { $ref: reference, ...beside } = schema
  if (typeof reference !== 'string') return schema
  const [file = '', pointer = ''] = reference.split('#')
  let found: unknown = file === '' ? root : files[file]
  for (const part of pointer.split('/').slice(1)) found = (found as Record<string, unknown> | undefined)?.[part]
  if (found === undefined) throw new Error(`${reference} leads to no schema.`)
  return { ...(found as JsonSchema), ...beside }
}

function propertiesOf(schema: JsonSchema): Properties {
  return (schema['properties'] ?? {}) as Properties
}

function codeOf(value: unknown): string {
  return value === undefined ? '' : `\`${JSON.stringify(value)}\``
}

function typeOf(field: JsonSchema, context: Context): string {
  const values = field['enum'] as unknown[] | undefined
  if (values) return values.map(codeOf).join(', ')
  if ('const' in field) return codeOf(field['const'])
  const choices = (field['anyOf'] ?? field['oneOf']) as JsonSchema[] | undefined
  if (choices) return [...new Set(choices.map(choice => typeOf(resolved(choice, context), context)))].join(' or ')
  const items = field['items'] as JsonSchema | undefined
  if (!items) return [field['type'] ?? 'any'].flat().join(' or ')
  const item = resolved(items, context)
  return 'properties' in item ? 'list of objects' : `list of ${typeOf(item, context)}`
}

function limitsOf(field: JsonSchema, cap: JsonSchema | undefined, context: Context): string {
  const { minLength, maxLength, minimum, maximum, maxItems, minItems, pattern, uniqueItems } = field
  const items = field['items'] && resolved(field['items'] as JsonSchema, context)
  const limits = [
    rangeOf(minLength, maxLength, 'characters'),
    rangeOf(minItems, maxItems, 'items'),
    uniqueItems === true ? 'each once' : '',
    typeof minimum === 'number' ? `at least ${minimum}` : '',
    typeof maximum === 'number' ? `at most ${maximum}` : '',
    typeof cap?.['default'] === 'number' ? `at most ${cap['default']}, where the operator has not set another` : '',
    typeof pattern === 'string' && pattern.length < 40 ? `\`${pattern}\`` : '',
    items?.['maxLength'] === undefined ? '' : `each up to ${String(items['maxLength'])} characters`,
  ]
  return limits.filter(Boolean).join('; ')
}

function rangeOf(least: unknown, most: unknown, unit: string): string {
  if (typeof least === 'number' && typeof most === 'number') return `${least} to ${most} ${unit}`
  if (typeof most === 'number') return `up to ${most} ${unit}`
  return typeof least === 'number' ? `at least ${least} ${least === 1 ? unit.slice(0, -1) : unit}` : ''
}

/** What a form holds, by the names of the properties. */
export type Values = Readonly<Record<string, unknown>>

/** What a form reads of a JSON Schema. */
export interface FieldSchema {
  $ref?: string
  $defs?: Readonly<Record<string, FieldSchema>>
  definitions?: Readonly<Record<string, FieldSchema>>
  type?: string | readonly string[]
  title?: string
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  examples?: readonly unknown[]
  anyOf?: readonly FieldSchema[]
  oneOf?: readonly FieldSchema[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
  items?: FieldSchema | readonly FieldSchema[]
  properties?: Readonly<Record<string, FieldSchema>>
  additionalProperties?: unknown
  required?: readonly string[]
  /** `widget`: textarea, radio, password or json; `placeholder`: what an empty field shows; `order`: names of properties, those first. */
  'x-ui'?: { widget?: string; placeholder?: string; order?: readonly string[] }
}

/** How a part of a schema is drawn; `json`: as text, for what has no field of its own. */
export type FieldKind =
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'group'
  | 'integer'
  | 'json'
  | 'list'
  | 'long-text'
  | 'number'
  | 'numbers'
  | 'radio'
  | 'texts'
  | 'text'

export interface Choice {
  value: unknown
  label: string
}

const longText = 200
const deepest = 4
const drawnNever = ['not', 'if', 'allOf', 'patternProperties', 'dependentSchemas']

/** The schema that counts at this place: references followed, and of "this or null" this. */
export function resolved(schema: unknown, root: FieldSchema, depth = 0): FieldSchema {
  if (typeof schema !== 'object' || schema === null) return {}
  const own = schema as FieldSchema
  if (depth > deepest) return {}
  if (own.$ref !== undefined) {
    const name = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(own.$ref)?.[1] ?? ''
    const target = root.$defs?.[name] ?? root.definitions?.[name]
    const { $ref: _, ...rest } = own
    return target === undefined ? rest : { ...resolved(target, root, depth + 1), ...rest }
  }
  const options = (own.anyOf ?? own.oneOf)?.filter(option => option.type !== 'null')
  if (options?.length === 1) {
    const { anyOf: _, oneOf: __, ...rest } = own
    return { ...resolved(options[0], root, depth + 1), ...rest }
  }
  return own
}

/** Its type, where it has one beside null. */
export function typeOf({ type }: FieldSchema): string | undefined {
  if (typeof type === 'string' || type === undefined) return type as string | undefined
  const others = type.filter(each => each !== 'null')
  return others.length === 1 ? others[0] : undefined
}

/** What can be chosen; null: it is no choice. */
export function choicesOf(schema: FieldSchema): Choice[] | null {
  if (schema.const !== undefined) return [choice(schema.const)]
  if (schema.enum !== undefined) {
    const values = schema.enum.filter(value => value !== null)
    return values.length > 0 && values.every(isPlain) ? values.map(value => choice(value)) : null
  }
  const options = schema.oneOf ?? schema.anyOf
  if (!options?.every(({ const: value }) => value !== undefined && isPlain(value))) return null
  return options.map(option => choice(option.const, option.title))
}

/** How it is drawn. `depth`: of how many groups and lists it is a part. */
export function kindOf(schema: FieldSchema, root: FieldSchema, depth = 0): FieldKind {
  const widget = schema['x-ui']?.widget
  if (widget === 'json' || drawnNever.some(keyword => keyword in schema)) return 'json'
  if (choicesOf(schema) !== null) return widget === 'radio' ? 'radio' : 'choice'
  switch (typeOf(schema)) {
    case 'boolean':
    case 'integer':
    case 'number':
      return typeOf(schema) as FieldKind
    case 'string':
      return isLong(schema) ? 'long-text' : 'text'
    case 'object':
      return schema.properties !== undefined && depth < deepest ? 'group' : 'json'
    case 'array':
      return kindOfList(schema, root, depth)
    default:
      return 'json'
  }
}

function kindOfList(schema: FieldSchema, root: FieldSchema, depth: number): FieldKind {
  if (schema.items === undefined || Array.isArray(schema.items)) return 'json'
  const item = resolved(schema.items, root)
  switch (kindOf(item, root, depth + 1)) {
    case 'choice':
      return choicesOf(item)?.every(({ value }) => typeof value === 'string') === true ? 'choices' : 'json'
    case 'text':
    case 'long-text':
      return 'texts'
    case 'integer':
    case 'number':
      return 'numbers'
    case 'group':
      return 'list'
    default:
      return 'json'
  }
}

function isLong(schema: FieldSchema): boolean {
  const widget = schema['x-ui']?.widget
  if (widget !== undefined) return widget === 'textarea'
  return schema.format === undefined && schema.pattern === undefined && (schema.maxLength ?? 0) > longText
}

/** The values that the schema states for what nobody fills in. */
export function defaultsOf(schema: FieldSchema, root: FieldSchema = schema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
      const field = resolved(part, root)
      return field.default === undefined ? [] : [[name, field.default]]
    }),
  )
}

/**
 * The values without those that the schema does not allow and no field shows, such as the one of an input that has another name by now: nobody could take
 * them out.
 */
export function withoutStrangers(values: Values, schema: FieldSchema, root = schema, depth = 0): Values {
  const { properties = {}, additionalProperties } = schema
  const isClosed = additionalProperties === false && !('patternProperties' in schema)
  const kept = Object.entries(values).filter(([name]) => !isClosed || Object.hasOwn(properties, name))
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const part = resolved(properties[name], root)
      const kind = kindOf(part, root, depth)
      const clean = (each: unknown, of: FieldSchema): unknown =>
        isObject(each) ? withoutStrangers(each, of, root, depth + 1) : each
      if (kind === 'group') return [name, clean(value, part)]
      if (kind !== 'list' || !Array.isArray(value)) return [name, value]
      return [name, value.map(each => clean(each, resolved(part.items, root)))]
    }),
  )
}

/** The properties in the order in which they are drawn. */
export function propertiesOf(schema: FieldSchema): [name: string, part: FieldSchema][] {
  const order = schema['x-ui']?.order ?? []
  const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  return Object.entries(schema.properties ?? {}).sort(([a], [b]) => place(a) - place(b))
}

const names: Readonly<Record<string, string>> = { '': '(empty)', '\t': 'Tab', ' ': 'Space', '\n': 'Line break' }

function choice(value: unknown, label = String(value)): Choice {
  return { value, label: names[label] ?? label }
}

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

export type Schema = Record<string, unknown>

/** A type as Python writes it, and how the records within are wrapped: a model's name behind `[]` for items, `{}` for values. */
export interface PythonType {
  text: string
  shape?: string
}

/** Names an object that stands in the place of its use, and keeps it to be written. */
export type NameObject = (schema: Schema) => string

const primitives: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

/** The type of what fits a schema of an answer. */
export function pythonType(schema: Schema, enums: ReadonlySet<string>, nameObject: NameObject): PythonType {
  const again = (inner: unknown) => pythonType(inner as Schema, enums, nameObject)
  const reference = referenceOf(schema)
  // A newer server may send further values.
  if (reference !== null) return enums.has(reference) ? { text: `Union[${reference}, str]` } : record(reference)
  if ('const' in schema) return { text: `Literal[${literal(schema['const'])}]` }
  if (Array.isArray(schema['enum'])) return { text: `Literal[${schema['enum'].map(literal).join(', ')}]` }
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined
  if (choices) return union(choices.map(again))
  const { type } = schema
  if (Array.isArray(type)) return union(type.map(each => again({ ...schema, type: each as string })))
  if (type === 'array') return container('List[', '[]', again(schema['items'] ?? {}))
  if (type === 'object') {
    const values = valuesOf(schema)
    return values ? container('Dict[str, ', '{}', again(values)) : record(nameObject(schema))
  }
  return { text: (typeof type === 'string' && primitives[type]) || 'Any' }
}

/** The name behind a `$ref`, or null. */
export function referenceOf(schema: Schema): string | null {
  const reference = schema['$ref']
  return typeof reference === 'string' ? reference.replace('#/components/schemas/', '') : null
}

/** The texts that a schema lists, or null when it is another kind of schema. */
export function knownValues(schema: Schema): string | null {
  const choices = (schema['anyOf'] ?? []) as Schema[]
  const values = schema['enum'] ?? (choices.some(each => 'x-open' in each) ? choices[0]?.['enum'] : undefined)
  return Array.isArray(values) ? `Literal[${values.map(literal).join(', ')}]` : null
}

function record(name: string): PythonType {
  return { text: name, shape: name }
}

function container(opening: string, mark: string, { text, shape }: PythonType): PythonType {
  return { text: `${opening}${text}]`, ...(shape !== undefined && { shape: mark + shape }) }
}

function union(choices: readonly PythonType[]): PythonType {
  const texts = [...new Set(choices.map(({ text }) => text))]
  if (texts.includes('Any')) return { text: 'Any' }
  const shapes = new Set(choices.flatMap(({ shape }) => (shape === undefined ? [] : [shape])))
  // One shape alone: which of several an object has, only its reader knows.
  const [shape] = shapes.size === 1 ? shapes : []
  const others = texts.filter(text => text !== 'None')
  const text = others.length > 1 ? `Union[${others.join(', ')}]` : (others[0] ?? 'None')
  return { text: others.length < texts.length ? optional(text) : text, ...(shape !== undefined && { shape }) }
}

export function optional(text: string): string {
  return text === 'Any' || text === 'None' || text.startsWith('Optional[') ? text : `Optional[${text}]`
}

/** The schema of the values of an object whose names are free; null when the object has fields. */
function valuesOf(schema: Schema): Schema | null {
  const patterns = Object.values((schema['patternProperties'] ?? {}) as Record<string, Schema>)
  if (patterns[0]) return patterns[0]
  if (Object.keys(schema['properties'] ?? {}).length > 0) return null
  const { additionalProperties } = schema
  return typeof additionalProperties === 'object' ? (additionalProperties as Schema) : {}
}

function literal(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

type Json = Record<string, unknown>

/** Keywords whose values are data and no schemas. */
const data = new Set(['const', 'default', 'enum', 'example', 'examples'])

/** The value with `change` made of every object in it, the inner ones first; what schemas hold as data and the names of fields stay. */
export function mapSchema(node: unknown, change: (schema: Json) => Json): unknown {
  if (Array.isArray(node)) return node.map(item => mapSchema(item, change))
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).map(([keyword, value]): [string, unknown] => {
    if (data.has(keyword)) return [keyword, value]
    return [keyword, keyword === 'properties' ? mapFields(value, change) : mapSchema(value, change)]
  })
  return change(Object.fromEntries(entries))
}

/** A field may be called as a keyword is. */
function mapFields(fields: unknown, change: (schema: Json) => Json): unknown {
  if (typeof fields !== 'object' || fields === null) return fields
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, mapSchema(schema, change)]))
}

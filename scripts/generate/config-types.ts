import { schemaTypes } from './schema-types.ts'

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; items?: Schema; required?: string[] }

/** The type of a plugin's configuration as the kernel passes it on: checked, and with every default filled in. */
export function generateConfigTypes(schema: Schema, source: string): Promise<string> {
  const { title } = schema
  if (typeof title !== 'string') throw new Error(`${source} needs a title, which names the type: "StatsConfig"`)
  const filled = withDefaults(schema)
  const imported = JSON.stringify(filled).includes('"tsType":"JsonObject"')
  const banner = `// Generated from ${source} by npm run generate. Do not edit.\n`
  return schemaTypes(filled, title, imported ? `${banner}import type { JsonObject } from '@svc/plugin'\n` : banner)
}

/** A property with a default is always present, so the type requires it. */
function withDefaults(schema: Schema): Schema {
  const { properties, items, additionalProperties, required = [], ...rest } = schema
  if (rest.type === 'object' && !properties && additionalProperties === undefined) return { tsType: 'JsonObject' }
  const filled: Schema = rest
  if (items) filled.items = withDefaults(items)
  if (additionalProperties !== undefined) {
    filled.additionalProperties = isSchema(additionalProperties)
      ? withDefaults(additionalProperties)
      : additionalProperties
  }
  if (properties) {
    const entries = Object.entries(properties)
    filled.properties = Object.fromEntries(entries.map(([name, property]) => [name, withDefaults(property)]))
    filled.required = entries
      .filter(([name, property]) => required.includes(name) || 'default' in property)
      .map(([name]) => name)
  }
  return filled
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null
}

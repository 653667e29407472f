import { readFileSync } from 'node:fs'
import { messageOf } from '@svc/plugin'
import type { JsonSchema } from '@svc/plugin'

/** A JSON Schema from a plugin's folder, with the bytes it was read from; or why it is none. */
export async function readSchema(
  path: string,
  builtin: boolean,
): Promise<{ schema: JsonSchema; text: string } | { fault: string }> {
  try {
    const text = readFileSync(path, 'utf8')
    const value: unknown = JSON.parse(text)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return { fault: 'it is not an object' }
    // Which draft it names says nothing to a validator that is made for one: what plugins use is the same in all.
    const { $schema: _, ...schema } = value as JsonSchema
    // The tests of the house check its own.
    const fault = builtin ? null : await schemaFault(schema)
    return fault === null ? { schema, text } : { fault }
  } catch (error) {
    return { fault: messageOf(error) }
  }
}

async function schemaFault(schema: JsonSchema): Promise<string | null> {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const ajv = new Ajv2020({ strict: false, logger: false })
  if (ajv.validateSchema(schema) === true) return null
  return ajv.errorsText(ajv.errors, { dataVar: 'schema' })
}

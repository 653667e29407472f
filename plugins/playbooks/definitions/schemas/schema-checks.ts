import type { FieldError, JsonSchema, JsonValue } from '@svc/plugin'
import { linearRegExp, schemaBoundsFault } from '@svc/plugin/library/schemas/bounded-schemas'
import { metaSchemaFault } from '@svc/plugin/library/meta-schemas/meta-schema-fault'
import type { SchemaDialect } from '@svc/plugin/library/meta-schemas/meta-schema-fault'
import { schemaFaults } from '@svc/plugin/library/schemas/schema-faults'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expressionIn } from '../../interpreter/rules/template.ts'
import { partsOf } from '../definition-text.ts'

const settings = {
  allErrors: true,
  strict: false,
  logger: false as const,
  verbose: true,
  code: { regExp: linearRegExp },
}
/** What is compiled has been compared with the meta-schema, or is our own; to compile that too takes a tenth of a second. */
const compiled = { validateSchema: false, meta: false }
const known = new WeakMap<object, ValidateFunction>()

/** What of `value` does not fit one of our own schemas, each with its JSON Pointer behind `prefix`. */
export function faultsOf(schema: object, value: unknown, prefix: string): FieldError[] {
  const validate = known.get(schema) ?? newAjv(schema, compiled).compile(schema)
  known.set(schema, validate)
  return validate(value) ? [] : schemaFaults(validate.errors ?? [], prefix)
}

/** What keeps a schema that an author wrote from being used, as a sentence; null when nothing does. */
export function schemaProblem(schema: JsonSchema): string | null {
  const bounds = schemaBoundsFault(schema)
  if (bounds !== null) return bounds.message
  const fault = metaSchemaFault(schema, dialectOf(schema))
  if (fault !== null) return `this is no JSON Schema: ${fault.path} ${fault.message}.`
  const { $schema: _, ...rest } = schema
  try {
    newAjv(schema, { ...compiled, allErrors: false }).compile(rest)
    return null
  } catch (error) {
    return `this schema cannot be used: ${error instanceof Error ? error.message : String(error)}.`
  }
}

/** What of a value does not fit an author's schema; its defaults are filled in. */
export function valueFaults(schema: object, value: unknown): FieldError[] {
  let validate = known.get(schema)
  if (validate === undefined) {
    const { $schema: _, ...rest } = schema as JsonSchema
    validate = newAjv(schema, { ...compiled, allErrors: false, useDefaults: true }).compile(rest)
    known.set(schema, validate)
  }
  return validate(value) ? [] : schemaFaults(validate.errors ?? [])
}

/** What of arguments with expressions in them does not fit, whatever the expressions will give. Nothing for a schema that cannot be used. */
export function literalFaults(schema: JsonSchema, values: JsonValue): FieldError[] {
  if (schemaProblem(schema) !== null) return []
  const { $schema: _, ...rest } = schema
  const validate = newAjv(schema, { ...compiled, useDefaults: true }).compile(rest)
  if (validate(structuredClone(values))) return []
  return schemaFaults(validate.errors ?? []).filter(({ path, message }) => {
    if (message.startsWith('is not a known field')) return true
    let value: JsonValue | undefined = values
    for (const part of partsOf(path)) {
      if (typeof value !== 'object' || value === null) return !hasExpression(value)
      value = Object.hasOwn(value, part) ? (Reflect.get(value, part) as JsonValue) : undefined
    }
    return !hasExpression(value)
  })
}

function hasExpression(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return expressionIn(value) !== null
  return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression)
}

function dialectOf(schema: object): SchemaDialect {
  return String((schema as JsonSchema)['$schema'] ?? '').includes('draft-07') ? 'draft-07' : '2020-12'
}

function newAjv(schema: object, more: object): Ajv {
  const options = { ...settings, ...more }
  const ajv = dialectOf(schema) === 'draft-07' ? new Ajv(options) : new Ajv2020(options)
  addFormats.default(ajv as never)
  return ajv as Ajv
}

import type { FieldError, JsonSchema } from '@svc/plugin'
import { messageOf } from '@svc/plugin'
import { linearRegExp } from '@svc/plugin/library/schemas/bounded-schemas'
import { schemaFaults } from '@svc/plugin/library/schemas/schema-faults'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Options, ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** Fills in the schema's defaults in place and returns what does not fit. An empty list: everything fits. */
export type SchemaValidator = (value: unknown) => FieldError[]

const settings = {
  // One error is enough for a caller to go on, and an array of a million wrong items makes a million errors otherwise.
  allErrors: false,
  useDefaults: true,
  strict: false,
  logger: false as const,
  verbose: true,
  validateFormats: true,
  code: { regExp: linearRegExp },
}

/** The validator of a schema that has passed the rules, compiled at its first use. */
export function compileSchema(schema: JsonSchema): SchemaValidator {
  const { $schema: _, ...rest } = schema
  let validate: ValidateFunction | undefined
  return value => {
    try {
      validate ??= compileOnce(rest)
      return validate(value) ? [] : schemaFaults(validate.errors ?? [])
    } catch (error) {
      return [{ path: '', message: `cannot be checked: ${messageOf(error)}` }]
    }
  }
}

/** Each with an ajv of its own: what it keeps of a schema is freed with the app that is edited or removed. */
function compileOnce(schema: JsonSchema): ValidateFunction {
  return newAjv({ validateSchema: false, meta: false }).compile(schema)
}

function newAjv(more: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ ...settings, ...more })
  addFormats.default(ajv)
  return ajv
}

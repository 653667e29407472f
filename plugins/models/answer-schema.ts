import { faultSentences, messageOf, ValidationError } from '@svc/plugin'
import type { JsonSchema, JsonValue } from '@svc/plugin'
import { linearRegExp, schemaBoundsFault } from '@svc/plugin/library/schemas/bounded-schemas'
import { metaSchemaFault } from '@svc/plugin/library/meta-schemas/meta-schema-fault'
import { schemaFaults } from '@svc/plugin/library/schemas/schema-faults'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { LRUCache } from 'lru-cache'

const cachedSchemas = 100

/** Checks a value; null when it fits, else what is wrong in words. */
export type AnswerCheck = (value: JsonValue) => string | null

function refused(what: string): ValidationError {
  return new ValidationError(`The schema for the answer ${what}.`, [{ path: '/schema', message: what }])
}

function newValidator(): Ajv2020 {
  const ajv = new Ajv2020({
    validateSchema: false,
    meta: false,
    strict: false,
    allErrors: false,
    validateFormats: true,
    verbose: true,
    code: { regExp: linearRegExp },
  })
  formats.default(ajv, { mode: 'fast' })
  // The keyword as it comes compares every item with every other.
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    validate: (wanted: boolean, items: unknown[]) =>
      !wanted || new Set(items.map(item => JSON.stringify(item))).size === items.length,
    errors: false,
  })
  return ajv
}

/** Compiles the schemas that apps send, under limits, and keeps the last hundred. */
export class AnswerSchemas {
  readonly #checks = new LRUCache<string, AnswerCheck>({ max: cachedSchemas })

  /** @throws ValidationError for a schema that is not one, or is too large, too deep, recursive or refers elsewhere */
  check(schema: JsonSchema): AnswerCheck {
    const key = JSON.stringify(schema)
    const known = this.#checks.get(key)
    if (known) return known
    const fault = schemaBoundsFault(schema)
    if (fault) throw refused(`cannot be used: /${fault.path.join('/')} ${fault.message}`)
    const check = compile(schema)
    this.#checks.set(key, check)
    return check
  }
}

/** Each with an ajv of its own, which is freed with it. */
function compile(schema: JsonSchema): AnswerCheck {
  const wrong = metaSchemaFault(schema)
  if (wrong !== null) throw refused(`is not a valid JSON Schema: ${wrong.path} ${wrong.message}`)
  const ajv = newValidator()
  try {
    const validate = ajv.compile(schema)
    return value => (validate(value) ? null : faultSentences(schemaFaults(validate.errors ?? [], '/answer')))
  } catch (cause) {
    throw refused(`is not a valid JSON Schema: ${messageOf(cause).slice(0, 300)}`)
  }
}

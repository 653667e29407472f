import { ValidationError } from '@svc/plugin'
import type { JsonSchema } from '@svc/plugin'
import { createRequire } from 'node:module'
import type { ValidateFunction } from 'ajv'

// A payload is checked in the middle of synchronous work, and most starts check none: the library is loaded with the first one.
const load = createRequire(import.meta.url)

/** Checks a job's payload against its schema, compiled at the first payload. @throws ValidationError */
export function payloadCheck(kind: string, schema: JsonSchema): (payload: unknown) => void {
  let compiled: ValidateFunction | undefined
  return payload => {
    compiled ??= compile(schema)
    if (compiled(payload)) return
    const errors = (compiled.errors ?? []).map(({ instancePath, keyword, message, params }) => ({
      path: `/payload${instancePath}`,
      message:
        keyword === 'additionalProperties'
          ? `has a field that is not known: "${String(params['additionalProperty'])}"`
          : (message ?? 'does not fit'),
    }))
    const [first] = errors
    throw new ValidationError(
      `The payload of ${kind} is not valid: ${first?.path.slice(1) ?? 'payload'} ${first?.message ?? 'does not fit'}.`,
      errors,
    )
  }
}

function compile(schema: JsonSchema): ValidateFunction {
  const { Ajv } = load('ajv') as typeof import('ajv')
  const { default: addFormats } = load('ajv-formats') as typeof import('ajv-formats').default
  const ajv = new Ajv({ allErrors: true, strict: false })
  addFormats(ajv)
  return ajv.compile(schema)
}

import { ValidationError } from '@svc/plugin'
import type { JsonSchema } from '@svc/plugin'
import type { ValidateFunction } from 'ajv'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'

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
  const ajv = new Ajv({ allErrors: true, strict: false })
  formats.default(ajv)
  return ajv.compile(schema)
}

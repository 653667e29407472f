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
    const errors = (compiled.errors ?? []).map(({ instancePath, message }) => ({
      path: instancePath,
      message: message ?? 'does not fit',
    }))
    const [first] = errors
    throw new ValidationError(
      `The payload of ${kind} is not valid: payload${first?.path ?? ''} ${first?.message ?? ''}.`,
      errors,
    )
  }
}

function compile(schema: JsonSchema): ValidateFunction {
  const ajv = new Ajv({ allErrors: true, strict: false })
  formats.default(ajv)
  return ajv.compile(schema)
}

import type { ErrorObject } from 'ajv'
import leven from 'leven'
import { ValidationError } from '@svc/plugin'
import type { FieldError } from '@svc/plugin'

export type RequestPart = 'body' | 'query' | 'path'

const shownErrors = 20
const sentences = 3
const nearEnough = 3

/** One error a fault, in words for the caller; at most {@link shownErrors}. */
export function validationErrorOf(
  part: RequestPart,
  errors: readonly ErrorObject[],
  known: readonly string[],
): ValidationError {
  const faults = new Map<string, FieldError>()
  for (const error of errors) {
    const fault = fieldErrorOf(error, known)
    faults.set(`${fault.path} ${fault.message}`, fault)
    if (faults.size === shownErrors) break
  }
  const list = [...faults.values()]
  const more = list.length > sentences ? `; and ${list.length - sentences} more` : ''
  const detail = list
    .slice(0, sentences)
    .map(fault => `${part}${fault.path} ${fault.message}`)
    .join('; ')
  return new ValidationError(detail + more, list)
}

function fieldErrorOf(error: ErrorObject, known: readonly string[]): FieldError {
  const path = error.instancePath
  switch (error.keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const field = String(error.params['additionalProperty'] ?? error.params['unevaluatedProperty'])
      return {
        path: `${path}/${escapePointer(field)}`,
        message: `is not a known field${suggestion(field, known, path)}`,
      }
    }
    case 'required':
      return { path: `${path}/${escapePointer(String(error.params['missingProperty']))}`, message: 'is required' }
    case 'enum':
      return {
        path,
        message: `must be one of ${(error.params['allowedValues'] as unknown[]).map(value => JSON.stringify(value)).join(', ')}`,
      }
    case 'const':
      return { path, message: `must be ${JSON.stringify(error.params['allowedValue'])}` }
    default:
      return { path, message: error.message ?? 'is not valid' }
  }
}

/** Only for fields at the top: there the names that would be right are at hand. */
function suggestion(field: string, known: readonly string[], path: string): string {
  if (path !== '' || field.length > 64) return ''
  const nearest = known.map(name => ({ name, distance: leven(name, field) })).sort((a, b) => a.distance - b.distance)[0]
  if (nearest && nearest.distance <= nearEnough && nearest.distance < nearest.name.length)
    return `; did you mean "${nearest.name}"?`
  return known.length > 0 && known.length <= 12 ? `; known are ${known.join(', ')}` : ''
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

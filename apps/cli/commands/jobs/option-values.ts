import { parseJson, ValidationError } from '@svc/plugin'
import type { JsonValue } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'

type Options = CliContext['options']

/** The options that were given, by the names of the API. */
export function textOptions<Name extends string>(
  options: Options,
  names: Record<string, Name>,
): { [P in Name]?: string } {
  const given = Object.entries(names).flatMap(([option, name]) => {
    const value = options[option]
    return typeof value === 'string' ? [[name, value]] : []
  })
  return Object.fromEntries(given) as { [P in Name]?: string }
}

/** @throws ValidationError */
export function numberOption(options: Options, name: string, flag: string): number | undefined {
  const text = options[name]
  if (typeof text !== 'string') return undefined
  const value = Number(text)
  if (text.trim() === '' || !Number.isInteger(value))
    throw new ValidationError(`${flag} must be a whole number, not "${text}".`)
  return value
}

/** @throws ValidationError */
export function payloadOption(options: Options): JsonValue | undefined {
  const text = options['payload']
  if (typeof text !== 'string') return undefined
  try {
    return parseJson(text)
  } catch (error) {
    throw new ValidationError(`--payload must be JSON, such as '{"file": "a.png"}' or '"text"'; it is: ${text}`, [], {
      cause: error,
    })
  }
}

export function queryOf(parameters: Record<string, string | number | undefined>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(Object.fromEntries(given) as Record<string, string>).toString()}`
}

/** Values that are not undefined, as a body of a request. */
export function bodyOf(fields: Record<string, JsonValue | undefined>): JsonValue {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonValue
}

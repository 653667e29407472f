import { assertNoBodyFaults } from '@svc/plugin'
import type { FieldError, JsonObject, JsonValue } from '@svc/plugin'

/** What is wrong with a body, collected part by part and then refused at once. */
export class Faults {
  readonly #errors: FieldError[] = []

  add(path: string, message: string): void {
    this.#errors.push({ path, message })
  }

  /** @throws ValidationError */
  refuse(): void {
    assertNoBodyFaults(this.#errors)
  }
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A null is the same as a missing member. */
export function isGiven(value: JsonValue | undefined): value is Exclude<JsonValue, null> {
  return value !== undefined && value !== null
}

export function numberIn(
  body: JsonObject,
  name: string,
  range: { least: number; most: number; integer?: boolean },
  faults: Faults,
): number | undefined {
  const value = body[name]
  if (!isGiven(value)) return undefined
  const fits =
    typeof value === 'number' &&
    value >= range.least &&
    value <= range.most &&
    (!range.integer || Number.isInteger(value))
  if (fits) return value
  const most = range.most >= Number.MAX_SAFE_INTEGER ? ' or more' : ` to ${range.most}`
  faults.add(`/${name}`, `must be ${range.integer ? 'a whole number' : 'a number'} of ${range.least}${most}`)
  return undefined
}

export function booleanIn(body: JsonObject, name: string, faults: Faults): boolean | undefined {
  const value = body[name]
  if (!isGiven(value)) return undefined
  if (typeof value === 'boolean') return value
  faults.add(`/${name}`, 'must be true or false')
  return undefined
}

export function stringIn(body: JsonObject, name: string, path: string, faults: Faults): string {
  const value = body[name]
  if (typeof value === 'string' && value !== '') return value
  faults.add(`${path}/${name}`, isGiven(value) ? 'must be a string that is not empty' : 'is missing')
  return ''
}

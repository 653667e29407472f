import { hash } from 'node:crypto'
import type { JsonValue } from '../../json-schema.ts'

/** sha256 of a JSON value, the same for the same value however its members are ordered. */
export function jsonHash(value: JsonValue): string {
  return hash('sha256', canonicalJson(value), 'hex')
}

/** JSON text with its members in one order. The value's depth is bounded before. */
export function canonicalJson(value: JsonValue): string {
  return JSON.stringify(value, (_key, member: JsonValue) => (isObject(member) ? sorted(member) : member))
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(object: { [key: string]: JsonValue }): object {
  const keys = Object.keys(object).toSorted()
  // Numeric keys come first whatever their order, which is the same order each time.
  return Object.fromEntries(keys.map(key => [key, object[key]]))
}

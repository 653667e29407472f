import type { JsonValue } from '@svc/plugin'

/** JSON as RFC 8785 writes it: names in the order of their UTF-16 units, no space, numbers as JavaScript writes them. What is undefined is left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value as JsonValue))
}

/** The value itself where all of it is in order already. */
function sorted(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const names = Object.keys(value)
  const isInOrder = names.every((name, index) => index === 0 || names[index - 1]! < name)
  if (isInOrder && names.every(name => sorted(value[name]!) === value[name])) return value
  return Object.fromEntries(names.toSorted().map(name => [name, sorted(value[name]!)]))
}

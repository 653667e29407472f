import type { JsonObject, JsonValue } from '@svc/plugin'

/**
 * Where `actual` differs from what is expected: objects may have more fields than expected, arrays must have the same items,
 * all else must be equal. Empty: it fits.
 */
export function differences(expected: JsonValue, actual: JsonValue | undefined, path = 'output'): string[] {
  if (Array.isArray(expected)) return listDifferences(expected, actual, path)
  if (isObject(expected)) return objectDifferences(expected, actual, path)
  return Object.is(expected, actual) ? [] : [`${path} should be ${shown(expected)}, but is ${shown(actual)}`]
}

function listDifferences(expected: JsonValue[], actual: JsonValue | undefined, path: string): string[] {
  if (!Array.isArray(actual)) return [`${path} should be a list, but is ${shown(actual)}`]
  if (actual.length !== expected.length)
    return [`${path} should have ${expected.length} items, but has ${actual.length}: ${shown(actual)}`]
  return expected.flatMap((item, index) => differences(item, actual[index], `${path}[${index}]`))
}

function objectDifferences(expected: JsonObject, actual: JsonValue | undefined, path: string): string[] {
  if (!isObject(actual)) return [`${path} should be an object, but is ${shown(actual)}`]
  return Object.entries(expected).flatMap(([key, value]) =>
    differences(value, Object.hasOwn(actual, key) ? actual[key] : undefined, `${path}.${key}`),
  )
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shown(value: JsonValue | undefined): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

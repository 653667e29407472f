import type { JsonObject, JsonValue } from '@svc/plugin'

// R answers a vector of one value as that value, so a list may arrive as its only element, and what is no finite number as null.

export function numberAt(object: JsonObject, key: string): number | null {
  const value = object[key]
  return typeof value === 'number' ? value : null
}

export function textAt(object: JsonObject, key: string): string {
  const value = object[key]
  return value === null || value === undefined || typeof value === 'object' ? '' : String(value)
}

export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key]
  return isObject(value) ? value : {}
}

export function listAt(object: JsonObject, key: string): JsonValue[] {
  const value = object[key]
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

export function objectsAt(object: JsonObject, key: string): JsonObject[] {
  return listAt(object, key).filter(isObject)
}

export function numbersAt(object: JsonObject, key: string): (number | null)[] {
  return listAt(object, key).map(value => (typeof value === 'number' ? value : null))
}

export function textsAt(object: JsonObject, key: string): string[] {
  return listAt(object, key).map(value => (value === null ? '' : String(value)))
}

/** A matrix, row by row. */
export function matrixAt(object: JsonObject, key: string): (number | null)[][] {
  return listAt(object, key).map(row =>
    (Array.isArray(row) ? row : [row]).map(value => (typeof value === 'number' ? value : null)),
  )
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import type { JsonObject, JsonValue } from '@svc/plugin'

/** The query of a request; parameters that are undefined are left out. */
export function queryOf(parameters: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? '' : `?${query}`
}

/** The body of a request; fields that are undefined are left out. */
export function bodyOf(fields: Record<string, JsonValue | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject
}

import type { JsonObject } from '@svc/plugin'

/** The arguments of a call as an object; as the model wrote them where that is none. */
export function parsedArguments(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : text
  } catch {
    return text
  }
}

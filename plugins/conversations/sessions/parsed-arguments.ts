import type { JsonObject } from '@svc/plugin'

/** As deep as tools take them; what is much deeper cannot be written as JSON again. */
const mostLevels = 64

/** The arguments of a call as an object; as the model wrote them where that is none. */
export function parsedArguments(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && !isDeeper(value, mostLevels) ? (value as JsonObject) : text
  } catch {
    return text
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(part => isDeeper(part, levels - 1))
}

import { parseJson, ValidationError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'

/** `{"group": "supp"}`, or `group=supp predictors=a,b`. @throws ValidationError */
export function readVariables(given: string): JsonObject {
  const text = given.trim()
  if (text.startsWith('{')) return readObject(text)
  const parts = text.split(/\s+/).map(part => /^(\w+)=(.+)$/.exec(part))
  if (parts.some(part => part === null)) {
    throw new ValidationError(
      '--variables must be JSON, or such as "dependent=len group=supp"; columns with spaces need JSON.',
    )
  }
  return Object.fromEntries(parts.map(part => [part?.[1] ?? '', columnsOf(part?.[2] ?? '')]))
}

function readObject(text: string): JsonObject {
  try {
    // What begins with a brace and is JSON is an object.
    return parseJson(text) as JsonObject
  } catch (cause) {
    const example = `'{"dependent": "len"}'`
    throw new ValidationError(`--variables must be a JSON object such as ${example}; it is ${text.slice(0, 80)}`, [], {
      cause,
    })
  }
}

/** A comma at the end makes a list of one. */
function columnsOf(text: string): string | string[] {
  return text.includes(',') ? text.split(',').filter(name => name !== '') : text
}

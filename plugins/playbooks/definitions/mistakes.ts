import type { FieldError, JsonObject, JsonValue } from '@svc/plugin'

/** A mistake in a definition, before its place in the text is looked up. */
export interface Mistake {
  code: string
  /** A JSON Pointer. */
  path: string
  message: string
  suggestion?: string
  /** The key is wrong rather than its value. */
  isKey?: boolean
}

/** What a schema found. A required field that is there under a name with a typo is one mistake. */
export function mistakesOf(faults: readonly FieldError[]): Mistake[] {
  const found = faults.map(mistakeOf)
  const misspelt = new Set(
    found.flatMap(({ path, suggestion, isKey }) => (isKey && suggestion ? [beside(path, suggestion)] : [])),
  )
  return found.filter(({ path, message }) => !(misspelt.has(path) && message.endsWith('is required.')))
}

function beside(path: string, name: string): string {
  return `${path.slice(0, path.lastIndexOf('/'))}/${name}`
}

function mistakeOf({ path, message }: FieldError): Mistake {
  const suggestion = /did you mean "([^"]+)"/i.exec(message)?.[1]
  const field = path.slice(path.lastIndexOf('/') + 1)
  const sentence = `${field} ${message}`.trim()
  return {
    code: 'invalid',
    path,
    message: /[.?!]$/.test(sentence) ? sentence : `${sentence}.`,
    isKey: message.startsWith('is not a known field'),
    ...(suggestion !== undefined && { suggestion }),
  }
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import type { JsonObject, JsonValue } from '@svc/plugin'
import { below } from '../frame.ts'

/** What a string that is wholly `${ … }` says; null for every other string. */
export function expressionIn(text: string): string | null {
  const trimmed = text.trim()
  return trimmed.startsWith('${') && trimmed.endsWith('}') ? trimmed.slice(2, -1).trim() : null
}

/** An expression where the standard takes one with or without `${ }`. */
export function expressionOf(text: string): string {
  return expressionIn(text) ?? text
}

/** The programs of a template by their place in it; with `loose` every string is one. */
export function programsOf(template: unknown, loose: boolean): Record<string, string> {
  const programs: Record<string, string> = {}
  collect(template, '', loose, programs)
  return programs
}

function collect(value: unknown, path: string, loose: boolean, programs: Record<string, string>): void {
  if (typeof value === 'string') {
    const program = expressionIn(value) ?? (loose ? value : null)
    if (program !== null) programs[path] = program
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) collect(inner, below(path, name), loose, programs)
}

/** The template with the values of its programs in place of them. */
export function filled(template: unknown, values: Readonly<Record<string, unknown>>, path = ''): JsonValue {
  if (typeof template === 'string') return Object.hasOwn(values, path) ? (values[path] as JsonValue) : template
  if (Array.isArray(template)) return template.map((inner, index) => filled(inner, values, below(path, index)))
  if (typeof template !== 'object' || template === null) return template as JsonValue
  const entries = Object.entries(template).map(([name, inner]) => [name, filled(inner, values, below(path, name))])
  // Not by assignment: a name such as __proto__ is a name like any other.
  return Object.fromEntries(entries) as JsonObject
}

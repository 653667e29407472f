import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseJson } from '@svc/plugin'
import type { JsonSchema } from '@svc/plugin'

/** A value from a flag or a variable, read by its setting's type; or why it cannot be. */
export function parseText(text: string, schema: JsonSchema): { value: unknown } | { fault: string } {
  const types = typesOf(schema)
  if (types.includes('boolean')) {
    const value = booleans.get(text.toLowerCase())
    if (value !== undefined) return { value }
    if (!types.includes('string')) return { fault: `must be true or false, but is ${JSON.stringify(text)}` }
  }
  if (types.includes('integer') || types.includes('number')) {
    const value = text.trim() === '' ? NaN : Number(text)
    return Number.isNaN(value) ? { fault: `must be a number, but is ${JSON.stringify(text)}` } : { value }
  }
  if (types.includes('array')) return { value: jsonArray(text) ?? listOf(text) }
  if (types.includes('object')) return readJson(text)
  return { value: text }
}

const booleans = new Map(
  Object.entries<boolean>({
    true: true,
    false: false,
    1: true,
    0: false,
    yes: true,
    no: false,
    on: true,
    off: false,
  }),
)

function typesOf(schema: JsonSchema): unknown[] {
  return Array.isArray(schema['type']) ? schema['type'] : [schema['type']]
}

/** Null when it is none: `[::1]:8080` is the first part of a plain list. */
function jsonArray(text: string): unknown[] | null {
  if (!text.trimStart().startsWith('[')) return null
  const parsed = readJson(text)
  return 'value' in parsed && Array.isArray(parsed.value) ? parsed.value : null
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
}

function readJson(text: string): { value: unknown } | { fault: string } {
  try {
    return { value: parseJson(text) }
  } catch (error) {
    return { fault: `must be JSON (${error instanceof Error ? error.message : 'it cannot be read'})` }
  }
}

/** Makes the paths in a value absolute: `~/` from the user's folder, `<home>/` from the server's, the rest from `cwd`. */
export function resolvePaths(
  value: unknown,
  schema: JsonSchema,
  folders: { cwd: string; home: string | null },
): unknown {
  if (schema['format'] === 'path' && typeof value === 'string') return resolvePath(value, folders)
  if (!Array.isArray(value)) return value
  const items = (schema['items'] ?? {}) as JsonSchema
  return value.map(item => resolvePaths(item, items, folders))
}

function resolvePath(path: string, { cwd, home }: { cwd: string; home: string | null }): string {
  if (path === '~' || path.startsWith('~/')) return join(homedir(), path.slice(1))
  if (home !== null && path.startsWith('<home>')) return join(home, path.slice('<home>'.length))
  return resolve(cwd, path)
}

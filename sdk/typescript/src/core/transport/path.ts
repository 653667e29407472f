import { SvcError } from '../errors.ts'
import type { QueryValue } from './options.ts'

/**
 * Fills `{name}` in a path of the API. Each value is one segment, but for `{path}`, whose slashes stay.
 * @throws SvcError for a value that is empty or no string: it would name another route
 */
export function fillPath(template: string, values: Readonly<Record<string, string>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value: unknown = values[name]
    if (typeof value !== 'string' || value === '') {
      throw new SvcError(`${name} must be a string that is not empty${value === '' ? '' : `, not ${typeof value}`}.`)
    }
    const segments = name === 'path' ? value.split('/') : [value]
    return segments.map(segment => encodeSegment(segment, name)).join('/')
  })
}

function encodeSegment(segment: string, name: string): string {
  // URLs know `%2e%2e` as the folder above, too.
  if (/^\.{1,2}$/.test(segment)) throw new SvcError(`${name} must not be "." or "..".`)
  try {
    return encodeURIComponent(segment)
  } catch {
    throw new SvcError(`${name} has half of a character (a lone surrogate), which no id has.`)
  }
}

/** `?a=1&b=2`, or nothing. What is null or undefined is left out; a list becomes one value with commas. */
export function queryString(query: Readonly<Record<string, QueryValue>>): string {
  const entries = Object.entries(query)
  if (entries.length === 0) return ''
  const search = new URLSearchParams()
  for (const [name, value] of entries) {
    if (value === null || value === undefined) continue
    search.append(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

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

/**
 * The path with `?a=1&b=2`, where there is anything to say. What is null or undefined is left out; a list becomes one value with commas. Of a
 * query that stands in the path already, what is not given stays.
 */
export function withQuery(path: string, query: Readonly<Record<string, QueryValue>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined)
  if (given.length === 0) return path
  const end = path.indexOf('?')
  const search = new URLSearchParams(end === -1 ? '' : path.slice(end))
  for (const [name, value] of given) search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  return `${end === -1 ? path : path.slice(0, end)}?${search.toString()}`
}

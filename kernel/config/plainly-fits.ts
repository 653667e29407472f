import type { JsonSchema } from '@svc/plugin'
import type { SettingsSchema } from './setting.ts'

/** Keywords that say nothing of which values fit. */
const silent = new Set(['title', 'description', 'default', 'examples', '$schema', '$id'])

type Check = (value: never, limit: never) => boolean

const checks = new Map<string, Check>([
  ['type', (value: unknown, types: string | string[]) => [types].flat().some(type => isOf(type, value))],
  ['enum', (value: unknown, values: unknown[]) => values.includes(value)],
  ['minimum', (value: unknown, least: number) => typeof value !== 'number' || value >= least],
  ['maximum', (value: unknown, most: number) => typeof value !== 'number' || value <= most],
  ['minLength', (value: unknown, least: number) => typeof value !== 'string' || Array.from(value).length >= least],
  ['maxLength', (value: unknown, most: number) => typeof value !== 'string' || Array.from(value).length <= most],
  ['pattern', (value: unknown, pattern: string) => typeof value !== 'string' || new RegExp(pattern, 'u').test(value)],
  ['format', (_value: unknown, format: string) => format === 'path'],
])

/**
 * True when a slice of plain values certainly fits its schema. False says only that a validator has to look, which also finds the
 * words. Nearly every configuration fits, and making a validator takes longer than all the rest of reading one.
 */
export function plainlyFits(slice: Readonly<Record<string, unknown>>, schema: SettingsSchema): boolean {
  const { type: _, additionalProperties: __, properties = {}, required = [], ...rest } = schema
  const hasAll = (required as string[]).every(name => Object.hasOwn(slice, name))
  if (!hasAll || !Object.keys(rest).every(isSilent)) return false
  return Object.entries(slice).every(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    return property !== undefined && valueFits(value, property)
  })
}

function valueFits(value: unknown, schema: JsonSchema): boolean {
  return Object.entries(schema).every(([keyword, limit]) => {
    if (isSilent(keyword)) return true
    const check = checks.get(keyword)
    return check !== undefined && check(value as never, limit as never)
  })
}

function isSilent(keyword: string): boolean {
  return silent.has(keyword) || keyword.startsWith('x-')
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return Number.isFinite(value)
    case 'string':
    case 'boolean':
      return typeof value === type
    default:
      // Lists and objects may have parts whose defaults the validator fills in.
      return false
  }
}

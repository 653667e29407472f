import { createRequire } from 'node:module'
import type { JsonValue } from '@svc/plugin'
import { toolFailure } from './tool-failure.ts'

type Mathjs = typeof import('mathjs')

// The package's single file loads ten times faster than its two thousand modules.
const { all, create } = createRequire(import.meta.url)('mathjs/lib/browser/math.js') as Mathjs
const math = create(all ?? {})
const { evaluate, format } = math

/** What mathjs itself advises to switch off where strangers write expressions, and what gives another answer each time. */
const forbidden = [
  'import',
  'createUnit',
  'reviver',
  'replacer',
  'evaluate',
  'parse',
  'parser',
  'compile',
  'simplify',
  'simplifyConstant',
  'simplifyCore',
  'derivative',
  'rationalize',
  'resolve',
  'symbolicEqual',
  'leafCount',
  'help',
  'config',
  'print',
  'random',
  'randomInt',
  'pickRandom',
]
const refusals = forbidden.map(
  name =>
    [
      name,
      () => {
        throw toolFailure(`The function ${name} is not available in the calculator.`)
      },
    ] as const,
)
math.import(Object.fromEntries(refusals), { override: true })

const shownDigits = 14
const maxTextCharacters = 10_000

export interface Calculation {
  expression: string
  variables?: Record<string, number>
}

/** JSON has no infinity and no "not a number"; a caller could not distinguish them from a real answer. */
function checkedNumber(value: number): number {
  if (Number.isFinite(value)) return value
  throw toolFailure(`The result is not a finite number (${value}).`)
}

function plain(value: unknown): JsonValue {
  if (typeof value === 'number') return checkedNumber(value)
  if (typeof value === 'boolean' || typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (typeof value === 'function') throw toolFailure('The expression gives a function. Call it with arguments.')
  if (Array.isArray(value)) return value.map(plain)
  if (math.isMatrix(value)) return plain(value.toArray())
  if (math.isResultSet(value)) return plain(value.entries.at(-1))
  if (math.isMap(value) || Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value as object).map(([key, part]) => [key, plain(part)]))
  }
  // Units, complex numbers, fractions and big numbers have their own spelling.
  return format(value, shownDigits)
}

/** Evaluates an expression of mathjs (mathjs.org): numbers, lists, matrices, units; of several statements the last one counts. */
export function calculate({ expression, variables }: Calculation): JsonValue {
  const value: unknown = evaluate(expression, new Map(Object.entries(variables ?? {})))
  const result = plain(value)
  const shown = math.isResultSet(value) ? value.entries.at(-1) : value
  return { result, text: format(shown, shownDigits).slice(0, maxTextCharacters) }
}

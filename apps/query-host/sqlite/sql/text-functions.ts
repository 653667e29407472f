import { LRUCache } from 'lru-cache'
import type { ScalarFunction, SqlValue } from './define-functions.ts'

const expressions = new LRUCache<string, RegExp>({ max: 100 })

function expression(pattern: SqlValue | undefined, options: SqlValue | undefined, extra = ''): RegExp {
  const flags = [...new Set(String(options ?? '').replaceAll('c', '') + extra)].join('')
  if (!/^[gims]*$/.test(flags))
    throw new TypeError(`${JSON.stringify(flags)}: a pattern's options are c, g, i, m and s`)
  const key = `${flags}/${String(pattern)}`
  const known = expressions.get(key) ?? new RegExp(String(pattern), `${flags}u`)
  expressions.set(key, known)
  // One with `g` begins where it ended the last time.
  known.lastIndex = 0
  return known
}

const truth = (value: boolean): bigint => (value ? 1n : 0n)
const chars = (value: SqlValue | undefined): string[] => [...String(value)]

function left(value: SqlValue | undefined, count: SqlValue | undefined): string {
  return chars(value).slice(0, Number(count)).join('')
}

function right(value: SqlValue | undefined, count: SqlValue | undefined): string {
  const all = chars(value)
  const wanted = Number(count)
  return (wanted < 0 ? all.slice(-wanted) : all.slice(Math.max(0, all.length - wanted))).join('')
}

function padded(
  value: SqlValue | undefined,
  count: SqlValue | undefined,
  pad: SqlValue | undefined,
  side: 'l' | 'r',
): string {
  const all = chars(value)
  const wanted = Math.min(Number(count), 1_000_000)
  const filler = chars(pad)
  if (all.length >= wanted || filler.length === 0) return all.slice(0, Math.max(0, wanted)).join('')
  const missing = wanted - all.length
  const made = filler.join('').repeat(Math.ceil(missing / filler.length))
  const filled = [...made].slice(0, missing).join('')
  return side === 'l' ? filled + String(value) : String(value) + filled
}

function splitPart(value: SqlValue | undefined, separator: SqlValue | undefined, index: SqlValue | undefined): string {
  const all = String(value).split(String(separator))
  const at = Number(index)
  return (at < 0 ? all[all.length + at] : all[Math.max(0, at - 1)]) ?? ''
}

// `\1` in SQL is `$1` here, and `$` is nothing special.
function replacement(text: SqlValue | undefined): string {
  return String(text)
    .replaceAll('$', '$$$$')
    .replace(/\\(\d)/g, (_, digit: string) => (digit === '0' ? '$&' : `$${digit}`))
}

export const textFunctions: Record<string, ScalarFunction> = {
  regexp: { args: 2, of: (pattern, value) => truth(expression(pattern, '').test(String(value))) },
  regexp_matches: {
    args: 'any',
    of: (value, pattern, options) => truth(expression(pattern, options).test(String(value))),
  },
  regexp_full_match: {
    args: 'any',
    of: (value, pattern, options) => truth(expression(`^(?:${String(pattern)})$`, options).test(String(value))),
  },
  regexp_extract: {
    args: 'any',
    of: (value, pattern, group) => expression(pattern, '').exec(String(value))?.[Number(group ?? 0)] ?? '',
  },
  regexp_replace: {
    args: 'any',
    of: (value, pattern, text, options) => String(value).replace(expression(pattern, options), replacement(text)),
  },
  contains: { args: 2, of: (value, part) => truth(String(value).includes(String(part))) },
  starts_with: { args: 2, of: (value, part) => truth(String(value).startsWith(String(part))) },
  ends_with: { args: 2, of: (value, part) => truth(String(value).endsWith(String(part))) },
  suffix: { args: 2, of: (value, part) => truth(String(value).endsWith(String(part))) },
  prefix: { args: 2, of: (value, part) => truth(String(value).startsWith(String(part))) },
  strlen: { args: 1, of: value => BigInt(Buffer.byteLength(String(value))) },
  reverse: { args: 1, of: value => chars(value).reverse().join('') },
  split_part: { args: 3, of: splitPart },
  lpad: { args: 3, of: (value, count, pad) => padded(value, count, pad, 'l') },
  rpad: { args: 3, of: (value, count, pad) => padded(value, count, pad, 'r') },
  left: { args: 2, of: left },
  right: { args: 2, of: right },
  strpos: {
    args: 2,
    of: (value, part) =>
      BigInt(chars(String(value).split(String(part))[0]).length + 1) * truth(String(value).includes(String(part))),
  },
}

import type { JsonValue } from '@svc/plugin'

/** A value that was read without jq; undefined: jq has to say what the program gives. */
export type PlainValue = { value: JsonValue } | undefined

const literal = /^(?:true|false|null|(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?|"[^"\\\p{Cc}]*")$/u
const path =
  /^(?:\.|(?:\$[A-Za-z]\w*|\.[A-Za-z_]\w*|\.\[(?:-?\d{1,9}|"[^"\\\p{Cc}]*")\])(?:\.[A-Za-z_]\w*|\.?\[(?:-?\d{1,9}|"[^"\\\p{Cc}]*")\])*)$/u
const step = /\.([A-Za-z_]\w*)|\.?\[(?:(-?\d+)|("[^"]*"))\]/gu

/**
 * Most expressions are a path or a literal; these need no process. What jq would refuse, such as a name in a number, is left to it, so that its
 * words are the only ones.
 */
export function plainValue(program: string, input: unknown, variables: Readonly<Record<string, unknown>>): PlainValue {
  const text = program.trim()
  if (literal.test(text)) return { value: JSON.parse(text) as JsonValue }
  if (!path.test(text)) return undefined
  const name = /^\$(\w+)/.exec(text)?.[1]
  if (name !== undefined && !Object.hasOwn(variables, name)) return undefined
  let value = (name === undefined ? input : variables[name]) as JsonValue | undefined
  for (const [, field, index, quoted] of text.slice(name === undefined ? 0 : name.length + 1).matchAll(step)) {
    value =
      index === undefined ? member(value, field ?? String(JSON.parse(quoted ?? '""'))) : item(value, Number(index))
    if (value === undefined) return undefined
  }
  return value === undefined ? undefined : { value }
}

function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (value === null) return null
  if (typeof value !== 'object' || Array.isArray(value)) return undefined
  return Object.hasOwn(value, name) ? value[name] : null
}

function item(value: JsonValue | undefined, index: number): JsonValue | undefined {
  if (value === null) return null
  return Array.isArray(value) ? (value.at(index) ?? null) : undefined
}

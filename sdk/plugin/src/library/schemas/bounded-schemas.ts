import { RE2JS } from 're2js'
import type { JsonSchema } from '../../json-schema.ts'

/** What keeps a schema from being used, and where in it. */
export interface SchemaFault {
  path: readonly (string | number)[]
  message: string
}

const maxBytes = 64 * 1024
/** Levels of the JSON itself, of which a subschema takes two. */
const maxLevels = 64
const maxParts = 2000

/** They move what a reference starts from, so that what is counted here would not be what is followed later. */
const movingKeywords = new Set(['$id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveAnchor', '$recursiveRef'])

/**
 * What keeps a JSON Schema of somebody else's from being checked in this process at a bounded cost; null when nothing does. Bounded are
 * its size, its depth, and its parts with every `$ref` followed: doubling references and recursion would let a small schema keep a
 * validator busy for ever. Its patterns are bounded by {@link linearRegExp}.
 */
export function schemaBoundsFault(schema: JsonSchema): SchemaFault | null {
  if (JSON.stringify(schema).length > maxBytes)
    return { path: [], message: `has more than ${maxBytes} bytes. Make it smaller.` }
  const measure = new SchemaMeasure(schema)
  try {
    if (measure.parts(schema, []) <= maxParts) return null
    return { path: [], message: `has more than ${maxParts} parts once every $ref is followed. Make it smaller.` }
  } catch (error) {
    if (error instanceof OutOfBounds) return error.fault
    throw error
  }
}

class OutOfBounds extends Error {
  readonly fault: SchemaFault

  constructor(path: SchemaFault['path'], message: string) {
    super(message)
    this.fault = { path, message }
  }
}

class SchemaMeasure {
  readonly #root: JsonSchema
  readonly #known = new Map<object, number>()
  readonly #open = new Set<object>()

  constructor(root: JsonSchema) {
    this.#root = root
  }

  parts(value: unknown, path: SchemaFault['path'], level = 0): number {
    if (typeof value !== 'object' || value === null) return 0
    if (level > maxLevels) throw new OutOfBounds(path, `is nested more than ${maxLevels} levels deep. Make it flatter.`)
    const known = this.#known.get(value)
    if (known !== undefined) return known
    if (this.#open.has(value))
      throw new OutOfBounds(
        path,
        'refers to itself. Recursive schemas are not allowed: their cost has no bound. Write the nested levels out.',
      )
    this.#open.add(value)
    let parts = 1
    for (const [key, part] of Object.entries(value)) {
      const at = [...path, Array.isArray(value) ? Number(key) : key]
      if (movingKeywords.has(key) && typeof part === 'string' && (value !== this.#root || key.endsWith('Ref')))
        throw new OutOfBounds(at, `${key} is not supported. Remove it.`)
      const next = key === '$ref' && typeof part === 'string' ? this.#target(part, at) : part
      parts = Math.min(maxParts + 1, parts + this.parts(next, at, level + 1))
    }
    this.#open.delete(value)
    this.#known.set(value, parts)
    return parts
  }

  #target(ref: string, path: SchemaFault['path']): unknown {
    if (ref === '#') return this.#root
    const shown = JSON.stringify(ref.slice(0, 100))
    if (!ref.startsWith('#/')) throw new OutOfBounds(path, `${shown} leads elsewhere; only "#/$defs/…" is followed.`)
    const target = ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, part) => {
        const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
        return typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined
      }, this.#root)
    if (target === undefined) throw new OutOfBounds(path, `points to nothing: there is no ${shown}.`)
    return target
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Compiles a pattern with an engine whose time is linear in the text: no pattern can stall the process. */
export function compilePattern(pattern: string): RE2JS {
  return RE2JS.compile(RE2JS.translateRegExp(pattern))
}

/** Stands in for `new RegExp` in a validator of JSON Schemas (ajv's `code.regExp`). */
export function linearRegExp(pattern: string): { test(text: string): boolean; toString(): string } {
  const compiled = compilePattern(pattern)
  // Validators keep patterns by their text: two that read the same would be taken for one.
  return { test: text => compiled.test(text), toString: () => `linear:${pattern}` }
}
linearRegExp.code = 'linearRegExp'

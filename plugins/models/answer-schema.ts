import { messageOf, ValidationError } from '@svc/plugin'
import type { JsonSchema, JsonValue } from '@svc/plugin'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { LRUCache } from 'lru-cache'
import { RE2JS } from 're2js'

const maxSchemaCharacters = 64 * 1024
const maxNodes = 2000
const maxDepth = 32
const movingKeywords = new Set(['$id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveAnchor', '$recursiveRef'])
const cachedSchemas = 100
const maxFaults = 10

/** Checks a value; null when it fits, else what is wrong in words. */
export type AnswerCheck = (value: JsonValue) => string | null

function refused(what: string): ValidationError {
  return new ValidationError(`The schema for the answer ${what}.`, [{ path: '/schema', message: what }])
}

/**
 * Counts the nodes a validator may walk, references followed: doubling references and recursion would let a small schema keep
 * the process busy for ever.
 */
class SchemaMeasure {
  readonly #root: JsonSchema
  readonly #known = new Map<object, number>()
  readonly #open = new Set<object>()

  constructor(root: JsonSchema) {
    this.#root = root
  }

  check(): void {
    if (this.#nodes(this.#root, 0) > maxNodes)
      throw refused(`is too large: it has more than ${maxNodes} parts, references counted each time`)
  }

  #nodes(value: unknown, depth: number): number {
    if (typeof value !== 'object' || value === null) return 0
    if (depth > maxDepth) throw refused(`is nested more than ${maxDepth} deep`)
    const known = this.#known.get(value)
    if (known !== undefined) return known
    if (this.#open.has(value)) throw refused('refers to itself; write the nested levels out')
    this.#open.add(value)
    let nodes = 1
    for (const [key, part] of Object.entries(value)) {
      // They move what a reference starts from, so that what is counted here would not be what is followed later.
      if (movingKeywords.has(key) && typeof part === 'string' && value !== this.#root)
        throw refused(`uses ${key}, which is not supported`)
      const next = key === '$ref' && typeof part === 'string' ? this.#target(part) : part
      nodes = Math.min(maxNodes + 1, nodes + this.#nodes(next, depth + 1))
    }
    this.#open.delete(value)
    this.#known.set(value, nodes)
    return nodes
  }

  #target(ref: string): unknown {
    if (ref === '#') return this.#root
    if (!ref.startsWith('#/'))
      throw refused(
        `has the reference ${JSON.stringify(ref.slice(0, 100))}; only references within it (#/$defs/…) are followed`,
      )
    const target = ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, part) => {
        const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
        return typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined
      }, this.#root)
    if (target === undefined)
      throw refused(`has the reference ${JSON.stringify(ref.slice(0, 100))}, which leads nowhere`)
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

/** A pattern that runs on RE2, whose time grows with the text alone. */
function linearPattern(pattern: string): { test(text: string): boolean; toString(): string } {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern))
  // ajv keeps patterns by their text: two that read the same would be taken for one.
  return { test: (text: string) => compiled.matcher(text).find(), toString: () => `linear:${pattern}` }
}

const linearRegExp = Object.assign(linearPattern, { code: 'linearPattern' })

function newValidator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true, code: { regExp: linearRegExp } })
  formats.default(ajv, { mode: 'fast' })
  // The keyword as it comes compares every item with every other.
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    validate: (wanted: boolean, items: unknown[]) =>
      !wanted || new Set(items.map(item => JSON.stringify(item))).size === items.length,
    errors: false,
  })
  return ajv
}

/** Compiles the schemas that apps send, under limits, and keeps the last hundred. */
export class AnswerSchemas {
  readonly #checks = new LRUCache<string, AnswerCheck>({ max: cachedSchemas })

  /** @throws ValidationError for a schema that is not one, or is too large, too deep, recursive or refers elsewhere */
  check(schema: JsonSchema): AnswerCheck {
    const key = JSON.stringify(schema)
    const known = this.#checks.get(key)
    if (known) return known
    if (key.length > maxSchemaCharacters) throw refused(`is longer than ${maxSchemaCharacters} characters`)
    new SchemaMeasure(schema).check()
    const check = compile(schema)
    this.#checks.set(key, check)
    return check
  }
}

function compile(schema: JsonSchema): AnswerCheck {
  const ajv = newValidator()
  try {
    const validate = ajv.compile(schema)
    return value =>
      validate(value) ? null : ajv.errorsText(validate.errors?.slice(0, maxFaults), { dataVar: 'answer' })
  } catch (cause) {
    throw refused(`is not a valid JSON Schema: ${messageOf(cause).slice(0, 300)}`)
  }
}

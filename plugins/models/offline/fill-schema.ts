import { UnprocessableError, ValidationError } from '@svc/plugin'
import type { JsonObject, JsonSchema, JsonValue } from '@svc/plugin'
import { wordsOf } from '@svc/plugin/library/search/word-index'
import { LabelledText, firstNumber, nameWords } from './labelled-text.ts'
import { PassageIndex, readPrompt } from './passages.ts'

const sentencesOfSummary = 3
const wantsSeveral = /summar|overview|brief|sentences|paragraph/i
const itemsOfList = 3
const maxDepth = 8
const maxParts = 200
const truths = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
])

/** Nothing in the text answers this part of the schema. */
class NothingFound extends Error {
  readonly path: string
  readonly what: string

  constructor(path: string, what: string) {
    super(`nothing found for ${path || 'the answer'}`)
    this.path = path
    this.what = what
  }
}

/** Fills a schema with what a text says: labelled values and numbers, and for texts its own sentences. It invents nothing. */
class SchemaFiller {
  readonly #labels: LabelledText
  readonly #index: PassageIndex
  readonly #question: string
  readonly #root: JsonSchema
  readonly #notice: string
  #parts = 0

  constructor(text: string, root: JsonSchema, notice: string) {
    const { question, source, passages } = readPrompt(text)
    this.#labels = new LabelledText(source)
    this.#index = new PassageIndex(passages)
    this.#question = question
    this.#root = root
    this.#notice = notice
  }

  fill(schema: JsonSchema, name: string, path: string, depth: number): JsonValue {
    if (++this.#parts > maxParts)
      throw new UnprocessableError('model_offline', `The schema has more than ${maxParts} parts. ${this.#notice}`)
    if (depth > maxDepth) throw new NothingFound(path, 'a value nested so deep')
    if (typeof schema['$ref'] === 'string') return this.fill(this.#resolve(schema['$ref'], path), name, path, depth + 1)
    if (schema['const'] !== undefined) return schema['const'] as JsonValue
    if (Array.isArray(schema['enum'])) return this.#choice(schema['enum'] as JsonValue[], name, path)
    const branches = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined
    const either = branches && this.#firstOf(branches.map(branch => () => this.fill(branch, name, path, depth + 1)))
    if (either) return either.found ? either.value : fail(either.fault, path)
    const types = ([] as unknown[]).concat(schema['type'] ?? impliedType(schema))
    const filled = this.#firstOf(
      types.filter(type => type !== 'null').map(type => () => this.#ofType(type, schema, name, path, depth)),
    )
    if (filled.found) return filled.value
    if (types.includes('null')) return null
    return fail(filled.fault, path)
  }

  #firstOf(
    tries: (() => JsonValue)[],
  ): { found: true; value: JsonValue } | { found: false; fault: NothingFound | null } {
    let fault: NothingFound | null = null
    for (const attempt of tries) {
      try {
        return { found: true, value: attempt() }
      } catch (error) {
        if (!(error instanceof NothingFound)) throw error
        fault ??= error
      }
    }
    return { found: false, fault }
  }

  #ofType(type: unknown, schema: JsonSchema, name: string, path: string, depth: number): JsonValue {
    switch (type) {
      case 'object':
        return this.#object(schema, path, depth)
      case 'array':
        return this.#list(schema, name, path)
      case 'string':
        return this.#text(schema, name, path)
      case 'number':
      case 'integer':
        return this.#number(schema, type, name, path)
      case 'boolean':
        return this.#truth(name, path)
      default:
        throw new NothingFound(path, `a value of type ${String(type)}`)
    }
  }

  #object(schema: JsonSchema, path: string, depth: number): JsonObject {
    const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>
    const required = new Set((schema['required'] ?? []) as string[])
    const filled: [string, JsonValue][] = []
    for (const [name, property] of Object.entries(properties)) {
      const found = this.#firstOf([() => this.fill(property, name, `${path}/${name}`, depth + 1)])
      if (found.found) filled.push([name, found.value])
      else if (required.has(name)) fail(found.fault, `${path}/${name}`)
    }
    return Object.fromEntries(filled)
  }

  #text(schema: JsonSchema, name: string, path: string): string {
    const max = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : Infinity
    const labelled = this.#labels.value(name)
    const text = labelled ? unquoted(labelled) : this.#quote(schema, name, path)
    return text.length <= max ? text : text.slice(0, max).replace(/\s+\S*$/, '')
  }

  #quote(schema: JsonSchema, name: string, path: string): string {
    const about = this.#about(schema, name)
    const best = this.#index.best(about, wantsSeveral.test(about) ? sentencesOfSummary : 1)
    if (best.length === 0) throw new NothingFound(path, 'a text to quote')
    return best.map(passage => passage.text).join(' ')
  }

  #list(schema: JsonSchema, name: string, path: string): JsonValue[] {
    const items = (schema['items'] ?? {}) as JsonSchema
    const min = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0
    const max = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : Infinity
    const values =
      items['type'] === 'string' || items['type'] === undefined
        ? this.#texts(schema, items, name, Math.min(max, Math.max(min, itemsOfList)))
        : this.#labelledItems(items, name)
    if (values.length < min) throw new NothingFound(path, `a list of at least ${min}`)
    return values.slice(0, Math.min(values.length, max))
  }

  #texts(schema: JsonSchema, items: JsonSchema, name: string, count: number): string[] {
    const labelled = this.#labels.value(name)
    if (labelled)
      return unbracketed(labelled)
        .split(/\s*[,;]\s*/)
        .map(unquoted)
        .filter(text => text !== '')
    const max = typeof items['maxLength'] === 'number' ? items['maxLength'] : Infinity
    return this.#index
      .best(this.#about(schema, name), count)
      .map(passage => passage.text)
      .filter(text => text.length <= max)
  }

  #labelledItems(items: JsonSchema, name: string): JsonValue[] {
    if (items['type'] !== 'number' && items['type'] !== 'integer') return []
    const parts = unbracketed(this.#labels.value(name) ?? '').split(/\s*[,;]\s+|;|,(?=\D)/)
    return parts.map(firstNumber).filter(number => number !== undefined)
  }

  #number(schema: JsonSchema, type: 'number' | 'integer', name: string, path: string): number {
    const found = this.#labels.number(name)
    const fits =
      found !== undefined &&
      (type === 'number' || Number.isInteger(found)) &&
      found >= ((schema['minimum'] as number | undefined) ?? -Infinity) &&
      found <= ((schema['maximum'] as number | undefined) ?? Infinity)
    if (!fits) throw new NothingFound(path, type === 'integer' ? 'a whole number that fits' : 'a number that fits')
    return found
  }

  #truth(name: string, path: string): boolean {
    const truth = truths.get(unquoted(this.#labels.value(name) ?? '').toLowerCase())
    if (truth === undefined) throw new NothingFound(path, 'a yes or no')
    return truth
  }

  #choice(values: readonly JsonValue[], name: string, path: string): JsonValue {
    const labelled = wordsOf(this.#labels.value(name) ?? '').join(' ')
    const chosen = values.filter(value => labelled !== '' && wordsOf(String(value)).join(' ') === labelled)
    if (chosen[0] !== undefined) return chosen[0]
    if (values.length === 1 && values[0] !== undefined) return values[0]
    throw new NothingFound(path, `one of ${values.map(String).join(', ').slice(0, 200)}`)
  }

  #about(schema: JsonSchema, name: string): string {
    const described = [...nameWords(name), String(schema['title'] ?? ''), String(schema['description'] ?? '')]
      .join(' ')
      .trim()
    return described === '' ? this.#question : described
  }

  #resolve(ref: string, path: string): JsonSchema {
    let schema: unknown = this.#root
    for (const part of ref
      .replace(/^#\/?/, '')
      .split('/')
      .filter(part => part !== '')) {
      const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
      schema =
        typeof schema === 'object' && schema !== null && Object.hasOwn(schema, key)
          ? Reflect.get(schema, key)
          : undefined
    }
    if (typeof schema !== 'object' || schema === null) throw new NothingFound(path, 'what its $ref names')
    return schema as JsonSchema
  }
}

function fail(fault: NothingFound | null, path: string): never {
  throw fault ?? new NothingFound(path, 'a value of a kind that text has')
}

function impliedType(schema: JsonSchema): string {
  if (schema['properties']) return 'object'
  return schema['items'] ? 'array' : 'string'
}

function unquoted(text: string): string {
  return text.replace(/^(["'`])(.*)\1$/, '$2').trim()
}

function unbracketed(text: string): string {
  return text.replace(/^\[(.*)\]$/, '$1').trim()
}

/**
 * A value for the schema, made of the text alone.
 * @throws UnprocessableError `model_offline` that names the part for which the text says nothing; ValidationError for what is no schema
 */
export function answerFromText(text: string, schema: JsonSchema, notice: string): JsonValue {
  try {
    return new SchemaFiller(text, schema, notice).fill(schema, '', '', 0)
  } catch (error) {
    // The schema was not validated, so its values may be of any kind.
    if (error instanceof TypeError || error instanceof URIError)
      throw new ValidationError(`The schema for the answer is no JSON Schema: ${error.message.slice(0, 200)}.`, [], {
        cause: error,
      })
    if (!(error instanceof NothingFound)) throw error
    const place = error.path === '' ? 'the answer' : error.path
    throw new UnprocessableError(
      'model_offline',
      `The text says nothing for ${place}: ${error.what} is asked for. ${notice}`,
      { cause: error },
    )
  }
}

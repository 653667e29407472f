import { ValidationError } from '@svc/plugin'
import { tokensOf } from './tokens.ts'
import type { Token } from './tokens.ts'

export type Scope = 'metric' | 'param' | 'tag' | 'attribute' | 'dataset'
export type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | 'LIKE' | 'ILIKE' | 'IN' | 'NOT IN'

/** What a comparison or an order is about. */
export interface Subject {
  scope: Scope
  key: string
}

export interface Comparison extends Subject {
  operator: Operator
  value: string | number | readonly string[]
}

export interface Order extends Subject {
  isDescending: boolean
}

/** What can be asked of one kind of record: its attributes with the type of each, and what is named by a key. */
export interface Vocabulary {
  attributes: Readonly<Record<string, 'text' | 'number'>>
  scopes: readonly Exclude<Scope, 'attribute'>[]
}

const scopeNames: Readonly<Record<string, Scope>> = {
  metric: 'metric',
  metrics: 'metric',
  param: 'param',
  params: 'param',
  parameter: 'param',
  parameters: 'param',
  tag: 'tag',
  tags: 'tag',
  attribute: 'attribute',
  attributes: 'attribute',
  attr: 'attribute',
  run: 'attribute',
  dataset: 'dataset',
  datasets: 'dataset',
}
const datasetKeys = ['name', 'digest', 'context']
/** Other names for the same. */
const aliases: Readonly<Record<string, string>> = { 'run name': 'run_name', 'Run name': 'run_name', Created: 'created' }
const numberOperators: readonly string[] = ['=', '!=', '>', '>=', '<', '<=']
const labelOperators: readonly string[] = ['=', '!=', 'LIKE', 'ILIKE']
const textOperators: readonly string[] = [...labelOperators, 'IN', 'NOT IN']
const mostComparisons = 100

/** Comparisons, all of which are true of what is found. @throws ValidationError that names the place */
export function parseFilter(text: string, vocabulary: Vocabulary): Comparison[] {
  const tokens = tokensOf(text, 'filter')
  if (tokens.length === 0) return []
  const parser = new Parser(tokens, 'filter', text.length, vocabulary)
  const comparisons = [parser.comparison()]
  while (!parser.isAtEnd) {
    parser.word('AND')
    comparisons.push(parser.comparison())
    if (comparisons.length > mostComparisons) throw fault('filter', 0, `has more than ${mostComparisons} comparisons`)
  }
  return comparisons
}

/** One entry of `order_by`, such as `metrics.loss DESC`. @throws ValidationError */
export function parseOrder(text: string, vocabulary: Vocabulary): Order {
  const parser = new Parser(tokensOf(text, 'order_by'), 'order_by', text.length, vocabulary)
  const subject = parser.subject()
  const direction = parser.isAtEnd ? 'ASC' : parser.word('ASC', 'DESC')
  if (!parser.isAtEnd) throw parser.unexpected('the end')
  return { ...subject, isDescending: direction === 'DESC' }
}

class Parser {
  readonly #tokens: readonly Token[]
  readonly #field: string
  readonly #end: number
  readonly #vocabulary: Vocabulary
  #at = 0

  constructor(tokens: readonly Token[], field: string, end: number, vocabulary: Vocabulary) {
    this.#tokens = tokens
    this.#field = field
    this.#end = end
    this.#vocabulary = vocabulary
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }

  comparison(): Comparison {
    const place = this.#place
    const subject = this.subject()
    const kind = this.#kindOf(subject)
    const operator = this.#operator()
    const allowed = operatorsOf(subject, kind)
    if (!allowed.includes(operator))
      throw fault(this.#field, place, `compares ${subject.key} by ${operator}; it takes ${allowed.join(', ')}`)
    if (operator === 'IN' || operator === 'NOT IN') return { ...subject, operator, value: this.#list() }
    return { ...subject, operator, value: kind === 'number' ? this.#number() : this.#string() }
  }

  subject(): Subject {
    const token = this.#take('name', 'a name, such as metrics.loss')
    const dot = token.text.indexOf('.')
    const prefix = dot === -1 ? '' : token.text.slice(0, dot)
    const scope = Object.hasOwn(scopeNames, prefix) ? scopeNames[prefix] : undefined
    const rest = scope === undefined ? token.text : token.text.slice(dot + 1)
    const key = rest === '' && dot !== -1 ? this.#take('quoted', 'a key').text : rest
    const subject = { scope: scope ?? 'attribute', key: Object.hasOwn(aliases, key) ? (aliases[key] ?? key) : key }
    this.#kindOf(subject, token.at)
    return subject as Subject
  }

  /** One of these words, in capitals or not. */
  word(...words: string[]): string {
    const token = this.#tokens[this.#at]
    const word = token?.kind === 'name' ? token.text.toUpperCase() : ''
    if (!words.includes(word)) throw this.unexpected(words.join(' or '))
    this.#at += 1
    return word
  }

  unexpected(wanted: string): ValidationError {
    const token = this.#tokens[this.#at]
    const found = token ? `has ${JSON.stringify(token.text.slice(0, 40))}` : 'ends'
    return fault(this.#field, this.#place, `${found} where ${wanted} is expected`)
  }

  get #place(): number {
    return this.#tokens[this.#at]?.at ?? this.#end
  }

  #kindOf({ scope, key }: { scope: string; key: string }, at = 0): 'text' | 'number' {
    const { attributes, scopes } = this.#vocabulary
    const isKnown = scope === 'attribute' ? Object.hasOwn(attributes, key) : scopes.some(each => each === scope)
    if (!isKnown || (scope === 'dataset' && !datasetKeys.includes(key))) {
      const names = [...Object.keys(attributes), ...scopes.map(each => `${each}s.…`)]
      throw fault(this.#field, at, `asks for ${JSON.stringify(key.slice(0, 60))}, which is none of ${names.join(', ')}`)
    }
    if (scope === 'metric') return 'number'
    return (scope === 'attribute' ? attributes[key] : undefined) ?? 'text'
  }

  #operator(): Operator {
    const token = this.#tokens[this.#at]
    if (token?.kind === 'operator') {
      this.#at += 1
      return token.text as Operator
    }
    const word = this.word('LIKE', 'ILIKE', 'IN', 'NOT')
    if (word !== 'NOT') return word as Operator
    this.word('IN')
    return 'NOT IN'
  }

  #number(): number {
    return Number(this.#take('number', 'a number').text)
  }

  #string(): string {
    return this.#take('quoted', 'text in quotes').text
  }

  #list(): string[] {
    this.#mark('(')
    const values = [this.#string()]
    while (this.#tokens[this.#at]?.text === ',' && this.#tokens[this.#at]?.kind === 'mark') {
      this.#at += 1
      if (this.#tokens[this.#at]?.kind === 'mark') break
      values.push(this.#string())
    }
    this.#mark(')')
    return values
  }

  #mark(mark: '(' | ')'): void {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'mark' || token.text !== mark) throw this.unexpected(mark)
    this.#at += 1
  }

  #take(kind: Token['kind'], wanted: string): Token {
    const token = this.#tokens[this.#at]
    if (token?.kind !== kind) throw this.unexpected(wanted)
    this.#at += 1
    return token
  }
}

function operatorsOf({ scope }: Subject, kind: 'text' | 'number'): readonly string[] {
  if (kind === 'number') return numberOperators
  return scope === 'param' || scope === 'tag' ? labelOperators : textOperators
}

export function fault(field: string, at: number, message: string): ValidationError {
  const place = `at character ${at + 1} ${message}`
  return new ValidationError(`${field} ${place}.`, [{ path: `/${field}`, message: place }])
}

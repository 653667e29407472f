import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, JsonValue } from '@svc/plugin'
import { linearRegExp } from '@svc/plugin/library/schemas/bounded-schemas'
import type { EventFilter } from '../definitions/workflow.ts'
import { expressionIn, expressionOf } from '../interpreter/rules/template.ts'

/** Values that events have to share, by the name of the correlation. */
export type Correlations = Readonly<Record<string, JsonValue>>

export interface FilterTools {
  /** Evaluates a template on a value, with the variables of the task. */
  evaluate(template: string, input: JsonValue): Promise<JsonValue>
  /** What `expect` is evaluated on. */
  input: JsonValue
}

/**
 * Whether an event fits: each attribute by its literal, by a regular expression over all of it, or by an expression that is evaluated on
 * it. Gives the correlations with those that this event begins; null when it does not fit.
 */
export async function fittingEvent(
  filter: EventFilter,
  event: JsonObject,
  known: Correlations,
  tools: FilterTools,
): Promise<Correlations | null> {
  const attributes = Object.entries(filter.with)
  const plain = attributes.filter(([, wanted]) => expressionOfAttribute(wanted) === null)
  if (!plain.every(([name, wanted]) => isLike(wanted, ownOf(event, name)))) return null
  for (const [name, wanted] of attributes) {
    const program = expressionOfAttribute(wanted)
    if (program === null) continue
    const value = ownOf(event, name) ?? null
    const found = await tools.evaluate(`\${ ${program} }`, value)
    const fits = typeof found === 'boolean' ? found : isDeepStrictEqual(found, value)
    if (!fits) return null
  }
  return correlated(filter, event, known, tools)
}

async function correlated(
  { correlate = {} }: EventFilter,
  event: JsonObject,
  known: Correlations,
  tools: FilterTools,
): Promise<Correlations | null> {
  // Not an object: a name such as constructor is a name like any other.
  const found = new Map<string, JsonValue>(Object.entries(known))
  for (const [name, { from, expect }] of Object.entries(correlate)) {
    const value = await tools.evaluate(`\${ ${expressionOf(from)} }`, event)
    const wanted = expect === undefined ? found.get(name) : await tools.evaluate(expect, tools.input)
    // The first event says what those after it have to have.
    if (wanted === undefined) found.set(name, value)
    else if (!isDeepStrictEqual(value, wanted)) return null
  }
  return Object.fromEntries(found)
}

function ownOf(event: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(event, name) ? event[name] : undefined
}

function expressionOfAttribute(wanted: JsonValue): string | null {
  return typeof wanted === 'string' ? expressionIn(wanted) : null
}

function isLike(wanted: JsonValue, value: JsonValue | undefined): boolean {
  if (typeof wanted !== 'string' || typeof value !== 'string') return isDeepStrictEqual(wanted, value ?? null)
  return isLikeText(wanted, value)
}

/** Whether a text is this one, or fits it as a regular expression over all of it. */
export function isLikeText(wanted: string, value: string): boolean {
  return wanted === value || (patternOf(wanted)?.test(value) ?? false)
}

const patterns = new Map<string, { test(text: string): boolean } | null>()
const mostPatterns = 1000

function patternOf(text: string): { test(text: string): boolean } | null {
  const before = patterns.get(text)
  if (before !== undefined) return before
  if (patterns.size >= mostPatterns) patterns.clear()
  const made = /[\\^$.|?*+()[\]{}]/.test(text) ? compiled(text) : null
  patterns.set(text, made)
  return made
}

/** Null: it is no regular expression, and stands for itself. */
function compiled(text: string): { test(text: string): boolean } | null {
  try {
    return linearRegExp(`^(?:${text})$`)
  } catch {
    return null
  }
}

/** The patterns of the types that a list of filters takes; null: an event of any type may fit. */
export function typesOf(filters: readonly EventFilter[]): string[] | null {
  const types = filters.map(filter => filter.with['type'])
  if (filters.length === 0 || !types.every(type => typeof type === 'string' && expressionIn(type) === null)) return null
  return [...new Set(types as string[])]
}

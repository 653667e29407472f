import type { JsonObject, JsonValue } from '@svc/plugin'
import type { Assumption, RAnswer } from '../methods/stat-method.ts'

/** R's answer, looked at before it is believed. @throws TypeError */
export function asAnswer(text: string): RAnswer {
  const answer = objectOf(JSON.parse(text) as JsonValue, 'answer')
  return {
    n: countOf(answer['n'], 'n'),
    excluded: countOf(answer['excluded'], 'excluded'),
    result: objectOf(answer['result'], 'result'),
    assumptions: arrayOf(answer['assumptions'], 'assumptions').map(asAssumption),
    extra: objectOf(answer['extra'], 'extra'),
    warnings: arrayOf(answer['warnings'], 'warnings').map(String),
  }
}

function asAssumption(value: JsonValue): Assumption {
  const { name, statistic, p_value: pValue, ok, note } = objectOf(value, 'assumption')
  return {
    name: String(name),
    statistic: typeof statistic === 'number' ? statistic : null,
    p_value: typeof pValue === 'number' ? pValue : null,
    ok: typeof ok === 'boolean' ? ok : null,
    note: typeof note === 'string' ? note : '',
  }
}

function countOf(value: JsonValue | undefined, name: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new TypeError(`R answered without ${name}.`)
  return value
}

function objectOf(value: JsonValue | undefined, name: string): JsonObject {
  // A list of R without members has no names either.
  if (Array.isArray(value) && value.length === 0) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`R answered with ${name} that is no object.`)
  return value
}

function arrayOf(value: JsonValue | undefined, name: string): JsonValue[] {
  if (!Array.isArray(value)) throw new TypeError(`R answered with ${name} that is no array.`)
  return value
}

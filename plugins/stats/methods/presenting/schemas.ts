import { Type } from 'typebox'
import type { Measure } from '../stat-method.ts'

/** A role that takes one column. */
export function oneColumn(measures: readonly Measure[], description: string) {
  return Type.String({ minLength: 1, description, 'x-measures': [...measures] })
}

/** A role that takes several, each once. */
export function manyColumns(measures: readonly Measure[], description: string, least = 1, most = 200) {
  return Type.Array(Type.String({ minLength: 1 }), {
    minItems: least,
    maxItems: most,
    uniqueItems: true,
    description,
    'x-measures': [...measures],
  })
}

/** Variables or options: nothing beside what is named. */
export function closed(properties: Parameters<typeof Type.Object>[0]) {
  return Type.Object(properties, { additionalProperties: false })
}

/** One of these words, the first of them by default. */
export function oneOf(words: readonly [string, ...string[]], description: string) {
  return Type.Optional(Type.String({ enum: [...words], default: words[0], description }))
}

export function flag(fallback: boolean, description: string) {
  return Type.Optional(Type.Boolean({ default: fallback, description }))
}

export const continuous: readonly Measure[] = ['continuous']
export const categorical: readonly Measure[] = ['nominal', 'ordinal']
/** What can be ranked. */
export const ranked: readonly Measure[] = ['continuous', 'ordinal']
export const anyMeasure: readonly Measure[] = ['continuous', 'ordinal', 'nominal']

export const confLevelOption = Type.Optional(
  Type.Number({
    minimum: 0.5,
    maximum: 0.9999,
    default: 0.95,
    description: 'The confidence level of the intervals.',
  }),
)

export const alternativeOption = oneOf(
  ['two_sided', 'less', 'greater'],
  'What the test is against: a difference either way, a smaller value, a greater one.',
)

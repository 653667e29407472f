import type { ColumnKind } from '../data/frame.ts'

/** A number is filled where it is missing, then moved and divided. */
export interface NumberStep {
  kind: 'number'
  column: string
  /** For a date: which part of it the number is. */
  part: DatePart | null
  /** Null: a missing number stays missing. */
  fill: number | null
  /** A term of its own says that the number was missing. */
  indicator: boolean
  shift: number
  divide: number
}

/** Each known level is a term of its own; rarer levels share the last one, and a missing value has one where training saw any. */
export interface OneHotStep {
  kind: 'one_hot'
  column: string
  levels: string[]
  rare: string[]
  missing: boolean
}

/** The level's position is the number; rarer levels share the last one, unknown and missing ones are missing numbers or -1. */
export interface OrdinalStep {
  kind: 'ordinal'
  column: string
  levels: string[]
  rare: string[]
  unknown: number | null
}

/** What the target was on average at each level, drawn to the whole's average where the level is rare. */
export interface TargetStep {
  kind: 'target'
  column: string
  levels: string[]
  /** For each output, the number of each level. */
  means: number[][]
  prior: number[]
  missing: number[]
}

export type EncoderStep = NumberStep | OneHotStep | OrdinalStep | TargetStep

/** How the columns of a row become the numbers that a model is trained on; fitted on training rows alone. */
export interface Encoder {
  steps: EncoderStep[]
  /** A name for each number: `age`, `color=red`, `day.month`, `age is missing`. */
  terms: string[]
}

/** No year: the days since 1970 say it, and a line through both would have coefficients without a meaning. */
export const dateParts = ['days', 'month', 'day', 'weekday'] as const
export const timestampParts = [...dateParts, 'hour'] as const
export type DatePart = (typeof timestampParts)[number]

export function partsOf(kind: ColumnKind): readonly DatePart[] {
  return kind === 'date' ? dateParts : timestampParts
}

const dayMs = 86_400_000

/** A part of each date, in UTC. */
export function datePart(values: Float64Array, part: DatePart): Float32Array {
  return Float32Array.from(values, value => {
    if (Number.isNaN(value)) return Number.NaN
    if (part === 'days') return Math.floor(value / dayMs)
    const date = new Date(value)
    if (part === 'month') return date.getUTCMonth() + 1
    if (part === 'day') return date.getUTCDate()
    return part === 'weekday' ? date.getUTCDay() : date.getUTCHours()
  })
}

export function termsOf(step: EncoderStep, classes: readonly unknown[]): string[] {
  if (step.kind === 'number') {
    const name = step.part === null ? step.column : `${step.column}.${step.part}`
    return step.indicator ? [name, `${name} is missing`] : [name]
  }
  if (step.kind === 'ordinal') return [step.column]
  if (step.kind === 'target')
    return step.prior.length === 1
      ? [step.column]
      : step.prior.map((_, index) => `${step.column} → ${String(classes[index])}`)
  return [
    ...step.levels.map(level => `${step.column}=${level}`),
    ...(step.rare.length > 0 ? [`${step.column} is rare`] : []),
    ...(step.missing ? [`${step.column} is missing`] : []),
  ]
}

import type { Preprocess } from '@svc/plugin/contracts/ml/learning'
import { isDateColumn } from '../data/frame.ts'
import type { CategoryColumn, Column, Frame, Target } from '../data/frame.ts'
import type { Random } from '../data/random.ts'
import { datePart, partsOf, termsOf } from './encoder.ts'
import type { Encoder, EncoderStep, NumberStep, OneHotStep, OrdinalStep, TargetStep } from './encoder.ts'

/** Pseudo-rows of the whole's average that each level's average is mixed with. */
const priorRows = 10

export interface FitOrder {
  /** Training rows alone. */
  frame: Frame
  target: Target
  preprocess: Preprocess
}

/** Learns from the rows of `frame` how they become numbers. */
export function fitEncoder({ frame, target, preprocess }: FitOrder): Encoder {
  const steps = frame.columns.flatMap(column => stepsFor(column, target, preprocess))
  return { steps, terms: steps.flatMap(step => termsOf(step, target.classes)) }
}

function stepsFor(column: Column, target: Target, preprocess: Preprocess): EncoderStep[] {
  if (column.kind === 'category') return [categoryStep(column, target, preprocess)]
  if (!isDateColumn(column))
    return [numberStep(column.name, null, column.values, preprocess, column.kind === 'boolean')]
  if (preprocess.dates === 'drop') return []
  return partsOf(column.kind).map(part =>
    numberStep(column.name, part, datePart(column.values, part), preprocess, false),
  )
}

function numberStep(
  column: string,
  part: NumberStep['part'],
  values: Float32Array,
  { impute, scale }: Preprocess,
  isBoolean: boolean,
): NumberStep {
  const known = values.filter(value => !Number.isNaN(value)).sort()
  const isIncomplete = known.length < values.length
  const fill = impute === 'none' ? null : Math.fround(fillOf(known, isBoolean ? 'most_frequent' : impute))
  const indicator = impute === 'indicator' && isIncomplete && part === null
  const filled = isIncomplete && fill !== null ? withFilled(known, fill, values.length - known.length) : known
  return { kind: 'number', column, part, fill, indicator, ...scaling(filled, isBoolean ? 'none' : scale) }
}

/** A column without any value is filled with zeros: constant, as nothing is known of it. */
function fillOf(sorted: Float32Array, impute: Preprocess['impute']): number {
  if (sorted.length === 0) return 0
  if (impute === 'mean') return meanOf(sorted)
  if (impute === 'most_frequent') return mostFrequent(sorted)
  return quantile(sorted, 0.5)
}

function withFilled(sorted: Float32Array, fill: number, count: number): Float32Array {
  const all = new Float32Array(sorted.length + count).fill(fill)
  all.set(sorted)
  return all.sort()
}

function scaling(sorted: Float32Array, scale: Preprocess['scale']): { shift: number; divide: number } {
  if (scale === 'none' || sorted.length === 0) return { shift: 0, divide: 1 }
  if (scale === 'robust') {
    const spread = quantile(sorted, 0.75) - quantile(sorted, 0.25)
    return { shift: quantile(sorted, 0.5), divide: spread > 0 ? spread : 1 }
  }
  const shift = meanOf(sorted)
  let squares = 0
  for (const value of sorted) squares += (value - shift) ** 2
  const deviation = Math.sqrt(squares / sorted.length)
  return { shift, divide: deviation > Math.abs(shift) * 1e-12 ? deviation : 1 }
}

function meanOf(values: Float32Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

/** By linear interpolation, as numpy does it. */
function quantile(sorted: Float32Array, share: number): number {
  const place = (sorted.length - 1) * share
  const low = Math.floor(place)
  const below = sorted[low]!
  return below + (sorted[Math.min(low + 1, sorted.length - 1)]! - below) * (place - low)
}

/** The smallest of those that occur most. */
function mostFrequent(sorted: Float32Array): number {
  let best = sorted[0]!
  let most = 0
  for (let from = 0; from < sorted.length;) {
    let to = from
    while (to < sorted.length && sorted[to] === sorted[from]) to += 1
    if (to - from > most) [most, best] = [to - from, sorted[from]!]
    from = to
  }
  return best
}

function categoryStep(
  column: CategoryColumn,
  target: Target,
  { encode, max_categories, impute }: Preprocess,
): EncoderStep {
  const counts = new Int32Array(column.levels.length)
  let missing = 0
  for (const code of column.codes) {
    if (code < 0) missing += 1
    else counts[code]! += 1
  }
  const present = column.levels.flatMap((level, code) => (counts[code]! > 0 ? [{ level, count: counts[code]! }] : []))
  const ranked = present.toSorted((one, other) => other.count - one.count || compare(one.level, other.level))
  const kept = ranked.length > max_categories ? ranked.slice(0, max_categories - 1) : ranked
  const levels = kept.map(each => each.level).toSorted(compare)
  const rare = ranked
    .slice(kept.length)
    .map(each => each.level)
    .toSorted(compare)
  if (encode === 'one_hot')
    return { kind: 'one_hot', column: column.name, levels, rare, missing: missing > 0 } satisfies OneHotStep
  if (encode === 'ordinal') {
    const unknown = impute === 'none' ? null : -1
    return { kind: 'ordinal', column: column.name, levels, rare, unknown } satisfies OrdinalStep
  }
  return targetStep(column, target, [...levels, ...rare].toSorted(compare))
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** For two classes the share of the second; for more, the share of each. */
export function encodedTargets({ task, values, classes }: Target): Float64Array[] {
  if (task === 'regression') return [values]
  const codes = classes.length === 2 ? [1] : classes.map((_, code) => code)
  return codes.map(code => values.map(value => (value === code ? 1 : 0)))
}

function targetStep(column: CategoryColumn, target: Target, levels: string[]): TargetStep {
  const position = new Map(levels.map((level, index) => [level, index]))
  const places = column.levels.map(level => position.get(level) ?? -1)
  const outputs = encodedTargets(target).map(values => {
    const sums = new Float64Array(levels.length)
    const counts = new Float64Array(levels.length)
    let sum = 0
    let missingSum = 0
    let missing = 0
    for (let row = 0; row < values.length; row += 1) {
      const code = column.codes[row]!
      sum += values[row]!
      if (code < 0) {
        missingSum += values[row]!
        missing += 1
        continue
      }
      sums[places[code]!]! += values[row]!
      counts[places[code]!]! += 1
    }
    const prior = values.length > 0 ? sum / values.length : 0
    const drawn = (of: number, count: number): number => (of + prior * priorRows) / (count + priorRows)
    return {
      prior,
      missing: drawn(missingSum, missing),
      means: [...sums].map((of, index) => drawn(of, counts[index]!)),
    }
  })
  return {
    kind: 'target',
    column: column.name,
    levels,
    means: outputs.map(each => each.means),
    prior: outputs.map(each => each.prior),
    missing: outputs.map(each => each.missing),
  }
}

/** Parts of the training rows, whose target encoding is fitted on the others: a row never sees its own target. */
export function innerParts(rows: number, random: Random): Int32Array {
  const parts = Int32Array.from({ length: rows }, (_, row) => row % 5)
  return random.shuffle(parts)
}

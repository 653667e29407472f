import type { LearningWarning } from '@svc/plugin/contracts/ml/learning'
import type { Column, Frame, Target } from '../data/frame.ts'
import type { Fold } from '../data/folds.ts'
import { quoted } from '../refusal.ts'
import { rankArea } from './metrics.ts'

const leakAt = 0.995
const fewRows = 100
const rareClass = 0.1

/** What is suspicious in the data itself. */
export function dataWarnings(frame: Frame, target: Target, folds: readonly Fold[]): LearningWarning[] {
  return [
    ...leaks(frame, target),
    ...duplicates(frame, target, folds),
    ...imbalance(target),
    ...(frame.rows < fewRows
      ? [{ code: 'few_rows', message: `There are ${frame.rows} rows: the figures may be far off for new data.` }]
      : []),
  ]
}

/** A column with one value, or none: it says nothing. */
export function isConstant(column: Column): boolean {
  const values = column.kind === 'category' ? column.codes : column.values
  return values.every(value => Object.is(value, values[0]))
}

/** Texts that are nearly all different, and whole numbers that count the rows or are called an id. */
export function isIdentifier(column: Column): boolean {
  const rows = column.kind === 'category' ? column.codes.length : column.values.length
  if (rows < 20) return false
  if (column.kind === 'category') {
    const present = new Set(column.codes.filter(code => code >= 0))
    const known = column.codes.reduce((count, code) => count + (code >= 0 ? 1 : 0), 0)
    return present.size > 20 && present.size > known * 0.5
  }
  if (column.kind !== 'number') return false
  const { values } = column
  if (!values.every(value => Number.isInteger(value)) || new Set(values).size < rows) return false
  return (
    values.every((value, row) => row === 0 || value === values[row - 1]! + 1) ||
    /(^|[^a-z])(id|key|uuid)$/i.test(column.name)
  )
}

function leaks(frame: Frame, target: Target): LearningWarning[] {
  const found = frame.columns.filter(column => alone(column, target) >= leakAt).map(column => column.name)
  if (found.length === 0) return []
  const names = found.map(quoted).join(', ')
  const message = `${names} alone ${found.length === 1 ? 'predicts' : 'predict'} the target almost exactly. Is it known before the target is? If not, leave it out.`
  return [{ code: 'possible_leak', message, columns: found }]
}

/** How well a column predicts the target by itself: the area under its curve, or the share of the variance. */
function alone(column: Column, target: Target): number {
  if (column.kind === 'category') return byLevel(column.codes, column.levels.length, target)
  const known = [...column.values.keys()].filter(row => !Number.isNaN(column.values[row]!))
  if (known.length < 10) return 0
  const values = Float64Array.from(known, row => column.values[row]!)
  const truth = Float64Array.from(known, row => target.values[row]!)
  if (target.task === 'regression') return correlation(values, truth) ** 2
  const codes = target.classes.length === 2 ? [1] : target.classes.map((_, code) => code)
  const areas = codes.map(code =>
    rankArea(
      values,
      Uint8Array.from(truth, value => (value === code ? 1 : 0)),
    ),
  )
  return Math.min(...areas.map(area => (Number.isNaN(area) ? 0 : Math.max(area, 1 - area))))
}

function correlation(one: Float64Array, other: Float64Array): number {
  const [meanOne, meanOther] = [one, other].map(values => values.reduce((sum, value) => sum + value, 0) / values.length)
  let [both, squareOne, squareOther] = [0, 0, 0]
  for (let row = 0; row < one.length; row += 1) {
    const [a, b] = [one[row]! - meanOne!, other[row]! - meanOther!]
    both += a * b
    squareOne += a * a
    squareOther += b * b
  }
  return squareOne > 0 && squareOther > 0 ? both / Math.sqrt(squareOne * squareOther) : 0
}

/** Levels with few rows each would predict anything. */
function byLevel(codes: Int32Array, levels: number, target: Target): number {
  const counts = new Float64Array(levels)
  for (const code of codes) if (code >= 0) counts[code]! += 1
  const used = counts.filter(count => count > 0).length
  if (used < 2 || used * 10 > codes.length) return 0
  if (target.task === 'classification') {
    const perClass = new Float64Array(levels * target.classes.length)
    codes.forEach((code, row) => {
      if (code >= 0) perClass[code * target.classes.length + target.values[row]!]! += 1
    })
    let right = 0
    for (let code = 0; code < levels; code += 1)
      right += Math.max(...perClass.subarray(code * target.classes.length, (code + 1) * target.classes.length))
    const total = counts.reduce((sum, count) => sum + count, 0)
    const largest = Math.max(...target.classes.map((_, own) => target.values.filter(value => value === own).length))
    return largest / codes.length < leakAt ? right / total : 0
  }
  const sums = new Float64Array(levels)
  let [total, sum] = [0, 0]
  codes.forEach((code, row) => {
    if (code < 0) return
    sums[code]! += target.values[row]!
    sum += target.values[row]!
    total += 1
  })
  let [inside, whole] = [0, 0]
  codes.forEach((code, row) => {
    if (code < 0) return
    inside += (target.values[row]! - sums[code]! / counts[code]!) ** 2
    whole += (target.values[row]! - sum / total) ** 2
  })
  return whole > 0 ? 1 - inside / whole : 0
}

/** The same row on both sides of a fold is known before it is judged. */
function duplicates(frame: Frame, target: Target, folds: readonly Fold[]): LearningWarning[] {
  const keys = rowKeys(frame, target)
  const first = folds[0]!
  const known = new Set<string>()
  for (const row of first.train) known.add(keys[row]!)
  let both = 0
  for (const row of first.test) if (known.has(keys[row]!)) both += 1
  if (both < Math.max(2, first.test.length * 0.01)) return []
  const share = Math.round((100 * both) / first.test.length)
  const message = `${both} of the ${first.test.length} held-out rows of the first fold (${share} %) stand among its training rows too, so the figures may be too good. Where rows belong together, use the scheme "group_k_fold".`
  return [{ code: 'duplicate_rows', message }]
}

function rowKeys(frame: Frame, target: Target): string[] {
  const one = new Uint32Array(frame.rows).fill(2166136261)
  const other = new Uint32Array(frame.rows).fill(40503)
  const number = new Float64Array(1)
  const words = new Uint32Array(number.buffer)
  const mix = (values: ArrayLike<number>): void => {
    for (let row = 0; row < frame.rows; row += 1) {
      number[0] = values[row]! + 0
      for (const word of words) {
        one[row] = Math.imul(one[row]! ^ word, 16777619)
        one[row] = one[row]! ^ (one[row]! >>> 15)
        other[row] = Math.imul(other[row]! + word, 2654435761) ^ (other[row]! >>> 13)
      }
    }
  }
  for (const column of frame.columns) mix(column.kind === 'category' ? column.codes : column.values)
  mix(target.values)
  return Array.from(one, (key, row) => `${key}:${other[row]}`)
}

function imbalance({ task, values, classes }: Target): LearningWarning[] {
  if (task === 'regression') return []
  const counts = classes.map((_, code) => values.reduce((count, value) => count + (value === code ? 1 : 0), 0))
  const least = Math.min(...counts)
  if (least >= (values.length * rareClass * 2) / classes.length) return []
  const label = JSON.stringify(classes[counts.indexOf(least)])
  const message = `The class ${label} has ${least} of ${values.length} rows. Look at balanced_accuracy, recall and roc_auc rather than at accuracy.`
  return [{ code: 'class_imbalance', message }]
}

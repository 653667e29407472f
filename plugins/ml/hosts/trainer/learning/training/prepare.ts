import type { LearningWarning } from '@svc/plugin/contracts/ml/learning'
import type { Column, Frame, Target } from '../data/frame.ts'
import { makeFolds } from '../data/folds.ts'
import type { Fold } from '../data/folds.ts'
import { asFeature, asGroups, asTarget, isMissing, shared } from '../data/raw-columns.ts'
import type { RawColumn } from '../data/raw-columns.ts'
import { fitEncoder } from '../encoding/fit-encoder.ts'
import { dataWarnings, isConstant, isIdentifier } from '../judging/warnings.ts'
import { quoted, Refusal } from '../refusal.ts'
import type { LearningOrder } from './order.ts'

/** What a training works on. */
export interface Prepared {
  frame: Frame
  target: Target
  weights: Float64Array | null
  folds: Fold[]
  /** The row of the dataset that each row was. */
  rows: Int32Array
  excluded: number
  warnings: LearningWarning[]
}

const mostTerms = 2000

/** @throws Refusal that names the column */
export function prepare(order: LearningOrder, columns: readonly RawColumn[], total: number): Prepared {
  const named = new Map(columns.map(column => [column.name, column]))
  const column = (name: string): RawColumn => {
    const found = named.get(name)
    if (!found) throw new Refusal(`The dataset has no column ${quoted(name)}.`)
    return found
  }
  const rows = rowsWithTarget(column(order.target), total)
  const target = asTarget(column(order.target), order.task, rows)
  const { features, warnings } = featuresOf(order, columns, rows)
  const frame: Frame = { rows: rows.length, columns: features }
  const weights = order.weights === null ? null : weightsOf(column(order.weights), rows)
  checkEncoded(order, frame, target)
  const folds = foldsOf(order, target, rows, column)
  if (order.preprocess.impute === 'none') checkComplete(order, frame)
  return {
    frame,
    target,
    weights,
    folds,
    rows,
    excluded: total - rows.length,
    warnings: [...warnings, ...dataWarnings(frame, target, folds)],
  }
}

function rowsWithTarget(target: RawColumn, total: number): Int32Array {
  const rows: number[] = []
  for (let row = 0; row < total; row += 1) if (!isMissing(target, row)) rows.push(row)
  if (rows.length >= 4) return Int32Array.from(rows)
  throw new Refusal(`The target ${quoted(target.name)} has a value in ${rows.length} rows; at least 4 are needed.`)
}

function featuresOf(order: LearningOrder, columns: readonly RawColumn[], rows: Int32Array) {
  const { group, order: time, fold_column } = order.validation
  const others = new Set([order.target, order.weights, group, fold_column])
  const isListed = order.features !== null
  const wanted = order.features ?? columns.map(({ name }) => name).filter(name => !others.has(name) && name !== time)
  const features: Column[] = []
  const left = { identifiers: [] as string[], constant: [] as string[] }
  for (const name of wanted) {
    if (others.has(name))
      throw new Refusal(`${quoted(name)} is the target, a weight, a group or a fold, and cannot be a feature too.`)
    const raw = columns.find(each => each.name === name)
    if (!raw) throw new Refusal(`The dataset has no column ${quoted(name)}.`)
    if (order.preprocess.dates === 'drop' && (raw.meaning === 'date' || raw.meaning === 'timestamp')) continue
    const feature = asFeature(raw, rows)
    const isId = isIdentifier(feature)
    if (isConstant(feature)) left.constant.push(name)
    else if (isId) left.identifiers.push(name)
    if (isConstant(feature) || (isId && !isListed)) continue
    features.push(feature)
  }
  if (features.length === 0)
    throw new Refusal(
      `There is no feature left for the target ${quoted(order.target)}: ${[...left.constant.map(name => `${quoted(name)} is constant`), ...left.identifiers.map(name => `${quoted(name)} is an identifier or free text`)].join(', ') || 'the dataset has no other column'}. List columns in "features" to use them all the same.`,
    )
  return { features, warnings: featureWarnings(left, isListed) }
}

function featureWarnings(left: { identifiers: string[]; constant: string[] }, isListed: boolean): LearningWarning[] {
  const warnings: LearningWarning[] = []
  if (left.identifiers.length > 0) {
    const names = left.identifiers.map(quoted).join(', ')
    const message = isListed
      ? `${names}: nearly every row has a value of its own, which new rows will not have.`
      : `${names} left out: nearly every row has a value of its own, as ids and free text do. List the columns in "features" to use them all the same.`
    warnings.push({ code: 'identifier_like', message, columns: left.identifiers })
  }
  if (left.constant.length > 0)
    warnings.push({
      code: 'constant',
      message: `${left.constant.map(quoted).join(', ')} left out: every row has the same value.`,
      columns: left.constant,
    })
  return warnings
}

function weightsOf(column: RawColumn, rows: Int32Array): Float64Array {
  if (column.kind === 'codes' || column.meaning !== 'number')
    throw new Refusal(`The weights ${quoted(column.name)} are no numbers.`)
  const weights = new Float64Array(shared(rows.length * 8))
  rows.forEach((row, place) => {
    const weight = column.values[row]!
    if (!(weight >= 0 && weight < Infinity))
      throw new Refusal(`The weight ${quoted(column.name)} of row ${row + 1} is missing, negative or infinite.`)
    weights[place] = weight
  })
  if (!weights.some(weight => weight > 0)) throw new Refusal(`The weights ${quoted(column.name)} are all zero.`)
  return weights
}

function checkEncoded({ preprocess }: LearningOrder, frame: Frame, target: Target): void {
  const { terms } = fitEncoder({ frame, target, preprocess })
  if (terms.length > mostTerms)
    throw new Refusal(
      `The features become ${terms.length} numbers a row, more than the ${mostTerms} that are possible. Take fewer features, a smaller max_categories, or encode "ordinal" or "target".`,
    )
}

function checkComplete({ trainer }: LearningOrder, frame: Frame): void {
  if (trainer === 'gradient_boosting') return
  const holes = frame.columns.filter(
    column => column.kind !== 'category' && column.values.some(value => Number.isNaN(value)),
  )
  if (holes.length === 0) return
  throw new Refusal(
    `${holes.map(({ name }) => quoted(name)).join(', ')}: values are missing, which only gradient_boosting takes as they are. Choose another "impute" than "none".`,
  )
}

function foldsOf(order: LearningOrder, target: Target, rows: Int32Array, column: (name: string) => RawColumn): Fold[] {
  const { validation, seed } = order
  const { scheme, folds, repeats, shuffle, test_size: testSize } = validation
  const classes = order.task === 'classification' ? target.values : null
  const base = { folds, repeats, shuffle, testSize, seed, rows: rows.length, classes, groups: null, order: null }
  if (validation.fold_column !== null) {
    const groups = asGroups(column(validation.fold_column), rows, 'fold column')
    const count = new Set(groups).size
    if (count < 2 || count > 100)
      throw new Refusal(
        `The fold column ${quoted(validation.fold_column)} names ${count} folds; from 2 to 100 are possible.`,
      )
    return checked(makeFolds({ ...base, scheme: 'given', groups }), order, target)
  }
  if (scheme !== 'holdout' && folds > rows.length)
    throw new Refusal(`${folds} folds need at least as many rows; there are ${rows.length}.`)
  if (scheme === 'group_k_fold') {
    const groups = asGroups(column(validation.group!), rows, 'group')
    const count = new Set(groups).size
    if (count < folds)
      throw new Refusal(`The group ${quoted(validation.group!)} has ${count} values, fewer than the ${folds} folds.`)
    return checked(makeFolds({ ...base, scheme, groups }), order, target)
  }
  if (scheme === 'time_series') {
    const time = column(validation.order!)
    asGroups(time, rows, 'order')
    if (time.kind === 'codes') throw new Refusal(`The order ${quoted(time.name)} is no number and no date.`)
    const made = makeFolds({ ...base, scheme, order: Float64Array.from(rows, row => time.values[row]!) })
    if (made.length === 0)
      throw new Refusal(`The order ${quoted(time.name)} has too few different values for ${folds} folds.`)
    return checked(made, order, target)
  }
  if (classes && scheme !== 'holdout') checkClassSizes(order, target)
  return checked(makeFolds({ ...base, scheme }), order, target)
}

function checkClassSizes({ target: name, validation }: LearningOrder, { values, classes }: Target): void {
  const counts = new Int32Array(classes.length)
  for (const value of values) counts[value]! += 1
  const small = classes.flatMap((label, code) =>
    counts[code]! < validation.folds ? [`${JSON.stringify(label)} (${counts[code]})`] : [],
  )
  if (small.length === 0) return
  throw new Refusal(
    `The target ${quoted(name)} has classes with fewer rows than the ${validation.folds} folds: ${small.slice(0, 10).join(', ')}. Use fewer folds, or leave these rows out by "filter".`,
  )
}

/** Each fold must be able to learn. */
function checked(folds: Fold[], { target: name, task }: LearningOrder, target: Target): Fold[] {
  for (const { fold, train, test } of folds) {
    if (train.length < 2 || test.length === 0)
      throw new Refusal(`Fold ${fold} has ${train.length} training rows and ${test.length} held-out rows.`)
    if (task === 'classification' && new Set(train.map(row => target.values[row]!)).size < 2)
      throw new Refusal(`The training rows of fold ${fold} have one class of the target ${quoted(name)} only.`)
  }
  return folds
}

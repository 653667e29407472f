import type { LearningWarning } from '@svc/plugin/contracts/ml/learning'
import { asFeature } from '../data/raw-columns.ts'
import type { RawColumn } from '../data/raw-columns.ts'
import type { ClassLabel, Column, Frame } from '../data/frame.ts'
import { range } from '../data/random.ts'
import { encode } from '../encoding/encode.ts'
import { predictEstimator } from '../estimators.ts'
import { calibrate } from '../judging/calibration.ts'
import { predictionsOf } from '../judging/metrics.ts'
import { quoted, Refusal } from '../refusal.ts'
import type { Model, ModelFeature } from './model-file.ts'

const isoTime = /^(\d{4}-\d\d-\d\d)(?:[tT ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(z|[+-]\d\d:?\d\d)?)?$/i

export interface Predictions {
  /** Rows times one value, or times classes. */
  outputs: Float64Array
  /** Values, or codes of classes. */
  values: Float64Array
  warnings: LearningWarning[]
}

export function predictFrame(model: Model, frame: Frame): Predictions {
  const classes = model.task === 'regression' ? 0 : model.classes.length
  const outputs = predictEstimator(model.estimator, encode(model.encoder, frame), model)
  if (model.calibrators) calibrate(model.calibrators, outputs, classes)
  const { task, threshold } = model
  return { outputs, values: predictionsOf({ task, classes, outputs, threshold }), warnings: rowWarnings(model, frame) }
}

/** @throws Refusal for columns that the dataset lacks, and for text where the model needs numbers */
export function frameOfColumns(model: Model, columns: readonly RawColumn[], rows: number): Frame {
  checkPresent(model, new Set(columns.map(({ name }) => name)))
  const all = range(rows)
  return {
    rows,
    columns: model.features.map(feature => {
      const raw = columns.find(({ name }) => name === feature.name)!
      return feature.kind === 'category' ? asCategory(raw) : fitting(feature, asFeature(raw, all))
    }),
  }
}

/** A dataset may read as numbers what training read as text, and the other way around. */
function fitting(feature: ModelFeature, column: Column): Column {
  const { name, kind } = feature
  const isDate = kind === 'date' || kind === 'timestamp'
  if (column.kind === 'category') throw mismatch(name, kind, 'text')
  if (isDate !== (column.kind === 'date' || column.kind === 'timestamp')) throw mismatch(name, kind, column.kind)
  return { ...column, kind } as Column
}

function mismatch(name: string, wanted: string, found: string): Refusal {
  return new Refusal(
    `The column ${quoted(name)} holds ${found === 'text' ? 'text' : `${found}s`}, where the model was trained on ${wanted}s.`,
  )
}

/** Not by way of a feature: float32 rounds numbers that are categories. */
function asCategory(column: RawColumn): Column {
  const { name } = column
  if (column.kind === 'codes') return { name, kind: 'category', codes: column.codes, levels: column.levels }
  const values = [...new Set(column.values)].filter(value => !Number.isNaN(value))
  const position = new Map(values.map((value, code) => [value, code]))
  const codes = Int32Array.from(column.values, value => position.get(value) ?? -1)
  return { name, kind: 'category', codes, levels: values.map(String) }
}

function checkPresent(model: Model, names: ReadonlySet<string>): void {
  const missing = model.features.filter(({ name }) => !names.has(name)).map(({ name }) => quoted(name))
  if (missing.length === 0) return
  throw new Refusal(
    `The model needs ${missing.length === 1 ? 'the column' : 'the columns'} ${missing.join(', ')}. Where a value is not known, give null.`,
  )
}

export type RowValue = string | number | boolean | null

/** Rows as JSON has them. @throws Refusal naming rows and columns */
export function frameOfRows(
  model: Model,
  rows: readonly Record<string, RowValue>[],
): { frame: Frame; warnings: LearningWarning[] } {
  rows.forEach((row, place) => {
    const missing = model.features.filter(({ name }) => !Object.hasOwn(row, name)).map(({ name }) => quoted(name))
    if (missing.length === 0) return
    throw new Refusal(
      `Row ${place + 1} lacks ${missing.join(', ')}, which the model needs. Where a value is not known, give null.`,
    )
  })
  const known = new Set(model.features.map(({ name }) => name))
  const unknown = new Set(
    rows.flatMap(row => Object.keys(row).filter(name => !known.has(name) && name !== model.target)),
  )
  const warnings: LearningWarning[] =
    unknown.size === 0
      ? []
      : [
          {
            code: 'unknown_column',
            message: `${[...unknown].slice(0, 20).map(quoted).join(', ')}: the model does not know it, so it was ignored.`,
            columns: [...unknown].slice(0, 20),
          },
        ]
  return { frame: { rows: rows.length, columns: model.features.map(feature => columnOfRows(feature, rows)) }, warnings }
}

function columnOfRows({ name, kind }: ModelFeature, rows: readonly Record<string, RowValue>[]): Column {
  if (kind === 'category') {
    const levels: string[] = []
    const position = new Map<string, number>()
    const codes = Int32Array.from(rows, row => {
      const value = row[name] ?? null
      if (value === null) return -1
      const text = String(value)
      if (!position.has(text)) position.set(text, levels.push(text) - 1)
      return position.get(text)!
    })
    return { name, kind, codes, levels }
  }
  const values = Float64Array.from(rows, (row, place) =>
    numberOf(row[name] ?? null, kind, `${quoted(name)} of row ${place + 1}`),
  )
  return kind === 'number' || kind === 'boolean'
    ? { name, kind, values: Float32Array.from(values) }
    : { name, kind, values }
}

function numberOf(value: RowValue, kind: ModelFeature['kind'], place: string): number {
  if (value === null) return Number.NaN
  if (kind === 'date' || kind === 'timestamp') {
    const time = typeof value === 'string' ? timeOf(value) : Number.NaN
    if (!Number.isNaN(time)) return time
    throw new Refusal(`${place} is no date; write 2026-01-31 or 2026-01-31T12:00:00Z.`)
  }
  if (typeof value === 'boolean') return value ? 1 : 0
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true' ? 1 : 0
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number === 'number' && Number.isFinite(Math.fround(number))) return number
  throw new Refusal(`${place} is ${JSON.stringify(value)}, where the model needs a ${kind}.`)
}

/** Of ISO 8601 alone: what else Date takes means another moment in each time zone. Without a zone it is UTC. */
function timeOf(text: string): number {
  const [, date, time, zone = 'Z'] = isoTime.exec(text) ?? []
  if (date === undefined) return Number.NaN
  return Date.parse(time === undefined ? date : `${date}T${time}${zone.toUpperCase()}`)
}

function rowWarnings(model: Model, frame: Frame): LearningWarning[] {
  const outside: string[] = []
  const unseen: string[] = []
  model.features.forEach((feature, index) => {
    const column = frame.columns[index]!
    if (column.kind === 'category') {
      const known = new Set(feature.levels)
      if (
        feature.levels!.length < 1000 &&
        column.levels.some((level, code) => !known.has(level) && column.codes.includes(code))
      )
        unseen.push(feature.name)
      return
    }
    const [least, greatest] = feature.range ?? [Infinity, -Infinity]
    if (column.values.some((value: number) => value < least || value > greatest)) outside.push(feature.name)
  })
  const warnings: LearningWarning[] = []
  if (outside.length > 0)
    warnings.push({
      code: 'extrapolation',
      message: `${outside.map(quoted).join(', ')}: values outside the range that the model was trained on.`,
      columns: outside,
    })
  if (unseen.length > 0)
    warnings.push({
      code: 'unseen_category',
      message: `${unseen.map(quoted).join(', ')}: values that the model has never seen.`,
      columns: unseen,
    })
  return warnings
}

/** Predictions as the API gives them. */
export function shownPredictions(model: Model, { outputs, values }: Predictions, withProbabilities: boolean) {
  if (model.task === 'regression') return { predictions: [...values] }
  const width = model.classes.length
  const predictions: ClassLabel[] = Array.from(values, code => model.classes[code]!)
  if (!withProbabilities) return { predictions }
  const names = model.classes.map(String)
  const probabilities = Array.from(values, (_, row) =>
    Object.fromEntries(names.map((name, code) => [name, outputs[row * width + code]!])),
  )
  return { predictions, probabilities }
}

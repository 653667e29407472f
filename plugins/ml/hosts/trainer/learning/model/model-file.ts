import { createHash } from 'node:crypto'
import type { ClassLabel, ColumnKind } from '../data/frame.ts'
import { outputsOf } from '../data/frame.ts'
import type { Encoder } from '../encoding/encoder.ts'
import type { Estimator } from '../estimators.ts'
import type { Calibrator } from '../judging/calibration.ts'
import type { Metrics } from '../judging/metrics.ts'
import { Refusal } from '../refusal.ts'
import type { FinalOutcome } from '../training/fit-rows.ts'
import type { LearningOrder } from '../training/order.ts'
import type { Prepared } from '../training/prepare.ts'

/** What a model asks of a row. */
export interface ModelFeature {
  name: string
  kind: ColumnKind
  /** Of a category, what training saw. */
  levels?: string[]
  /** Of a number or a date, the least and the greatest that training saw; null where it saw none. */
  range?: [number, number] | null
}

/** A model as it is kept: JSON, with long lists of numbers in base64. The same training gives the same bytes. */
export interface Model {
  format: 'svc-model'
  version: 1
  trainer: string
  params: Record<string, unknown>
  task: 'classification' | 'regression'
  target: string
  classes: ClassLabel[]
  threshold: number
  features: ModelFeature[]
  encoder: Encoder
  estimator: Estimator
  calibrators: Calibrator[] | null
  /** What the held-out rows said of it: figures, and quantiles of its value or of the probabilities of its classes. */
  heldOut: { metrics: Metrics; scores: Float32Array[] }
}

const mostQuantiles = 1000
const mostLevels = 1000

export interface ModelParts {
  order: LearningOrder
  prepared: Prepared
  final: FinalOutcome
  calibrators: Calibrator[] | null
  metrics: Metrics
  /** Of the held-out rows. */
  outputs: Float64Array
}

export function modelFile({ order, prepared, final, calibrators, metrics, outputs }: ModelParts): Buffer {
  const model: Model = {
    format: 'svc-model',
    version: 1,
    trainer: order.trainer,
    params: { ...order.params },
    task: order.task,
    target: order.target,
    classes: prepared.target.classes,
    threshold: order.threshold,
    features: featuresOf(prepared),
    encoder: final.encoder,
    estimator: final.estimator,
    calibrators,
    heldOut: { metrics, scores: quantilesOf(outputs, outputsOf(prepared.target)) },
  }
  return Buffer.from(JSON.stringify(model, packed))
}

/** @throws TypeError for what is no model */
/** @throws Refusal for a file of another library, which may have the same name */
export function readModel(bytes: Buffer): Model {
  const model = jsonOf(bytes) as Partial<Model> | null
  if (model?.format === 'svc-model' && model.version === 1) return model as Model
  throw new Refusal(
    'Its model.json is kept for another library: svc runs models that it trained and ONNX files. Load it with its own library, or register it as ONNX.',
  )
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'), unpacked)
  } catch {
    return null
  }
}

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Evenly spaced among the sorted values of each column. */
function quantilesOf(outputs: Float64Array, width: number): Float32Array[] {
  return Array.from({ length: width }, (_, at) => {
    const sorted = outputs.filter((_value, place) => place % width === at).sort()
    const count = Math.min(mostQuantiles, sorted.length)
    return Float32Array.from(
      { length: count },
      (_value, place) => sorted[Math.floor(((place + 0.5) * sorted.length) / count)]!,
    )
  })
}

function featuresOf({ frame }: Prepared): ModelFeature[] {
  return frame.columns.map(column => {
    const { name, kind } = column
    if (column.kind !== 'category') return { name, kind, range: rangeOf(column.values) }
    const present = new Set(column.codes)
    return { name, kind, levels: column.levels.filter((_, code) => present.has(code)).slice(0, mostLevels) }
  })
}

function rangeOf(values: Float32Array | Float64Array): [number, number] | null {
  let [least, greatest] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  return least <= greatest ? [least, greatest] : null
}

const arrays = { f32: Float32Array, f64: Float64Array, i16: Int16Array, i32: Int32Array, u8: Uint8Array }

function packed(_: string, value: unknown): unknown {
  // A Buffer would have become an object already.
  for (const [name, type] of Object.entries(arrays)) {
    if (!(value instanceof type)) continue
    return { [name]: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
  }
  return value
}

function unpacked(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const keys = Object.keys(value)
  if (keys.length !== 1 || !Object.hasOwn(arrays, keys[0]!)) return value
  const name = keys[0] as keyof typeof arrays
  const text = (value as Record<string, unknown>)[name]
  if (typeof text !== 'string') return value
  const bytes = Buffer.from(text, 'base64')
  return new arrays[name](bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

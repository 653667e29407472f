import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { describe, expect, it } from 'vitest'
import { columnsOf, learn } from '../fixtures/learn.ts'
import type { OrderChange } from '../fixtures/learn.ts'
import { Random } from '../learning/data/random.ts'
import { frameOfColumns, predictFrame, shownPredictions } from '../learning/model/predict.ts'
import { exportOnnx } from './export-onnx.ts'

const python = ['/usr/bin/python3', 'python3'].find(each => spawnSync(each, ['-c', 'import onnx']).status === 0)
const checker = fileURLToPath(new URL('../fixtures/check-onnx.py', import.meta.url))

const random = new Random(3)
const rows = Array.from({ length: 400 }, (_, row) => {
  const [size, code] = [random.fraction() * 1e4 + 1e6, random.below(12)]
  const weight = row % 7 === 0 ? null : random.fraction()
  const kind = row % 11 === 0 ? null : `k${code}`
  const score = (size - 1e6) / 1e4 + (weight ?? 0.5) + code / 12
  return {
    size,
    weight,
    kind,
    open: random.below(2) === 1,
    price: score * 1000,
    y: score > 1.5 ? 'high' : 'low',
    three: ['a', 'b', 'c'][Math.min(2, Math.floor(score))]!,
  }
})
const table = Object.fromEntries(
  Object.keys(rows[0]!).map(name => [name, rows.map(row => row[name as keyof (typeof rows)[0]])]),
)
const columns = columnsOf(table)
const features = ['size', 'weight', 'kind', 'open']

const cases: [string, OrderChange][] = [
  [
    'a line over scaled numbers and one-hot categories',
    {
      trainer: 'linear_regression',
      task: 'regression',
      target: 'price',
      preprocess: { scale: 'standard', max_categories: 5, impute: 'indicator' },
    },
  ],
  [
    'a logistic regression of two classes',
    { trainer: 'logistic_regression', preprocess: { scale: 'robust', encode: 'target' } },
  ],
  [
    'a logistic regression of three',
    { trainer: 'logistic_regression', target: 'three', preprocess: { scale: 'standard', encode: 'target' } },
  ],
  [
    'boosting over missing numbers',
    { trainer: 'gradient_boosting', preprocess: { impute: 'none', encode: 'ordinal' } },
  ],
  [
    'boosting of three classes, probabilities corrected',
    {
      trainer: 'gradient_boosting',
      target: 'three',
      preprocess: { impute: 'none', encode: 'ordinal' },
      calibrate: 'sigmoid',
    },
  ],
  [
    'boosting of numbers',
    {
      trainer: 'gradient_boosting',
      task: 'regression',
      target: 'price',
      preprocess: { impute: 'none', encode: 'ordinal' },
    },
  ],
  [
    'a forest, probabilities corrected',
    { trainer: 'random_forest', params: { n_estimators: 20 }, calibrate: 'sigmoid' },
  ],
  ['a forest of three classes', { trainer: 'random_forest', target: 'three', params: { n_estimators: 20 } }],
]

describe('an exported model', () => {
  it.each(cases)('is valid and says the same in the runtime: %s', async (_, change) => {
    const { model } = await learn(columns, { ...change, features })
    const bytes = exportOnnx(model)
    if (python) {
      const checked = spawnSync(python, [checker], { input: bytes })
      expect([checked.status, checked.stderr.toString()]).toEqual([0, ''])
    }
    const session = await InferenceSession.create(bytes, { intraOpNumThreads: 1 })
    const feeds = Object.fromEntries(features.map(name => [name, tensorOf(name)]))
    const answer = await session.run(feeds)
    const own = predictFrame(model, frameOfColumns(model, columns, rows.length))
    const { predictions } = shownPredictions(model, own, false)
    if (model.task === 'regression')
      return expect(furthest(answer['prediction']!.data, own.values, true)).toBeLessThan(1e-5)
    expect([...(answer['prediction']!.data as unknown as string[])]).toEqual(predictions)
    expect(furthest(answer['probabilities']!.data, own.outputs, false)).toBeLessThan(1e-5)
  })

  it.each<[string, OrderChange, RegExp]>([
    ['neighbours', { trainer: 'knn', features: ['size'] }, /k-NN model is its training rows/],
    ['isotonic steps', { trainer: 'logistic_regression', features: ['size'], calibrate: 'isotonic' }, /isotonic/],
  ])('is refused with the reason where ONNX has no words for it: %s', async (_, change, reason) => {
    const { model } = await learn(columns, change)
    expect(() => exportOnnx(model)).toThrow(reason)
  })
})

function tensorOf(name: string): Tensor {
  const values = table[name]!
  const dims = [rows.length, 1]
  if (name === 'kind')
    return new Tensor(
      'string',
      values.map(value => (value === null ? '' : String(value))),
      dims,
    )
  return new Tensor(
    'float32',
    Float32Array.from(values, value => (value === null ? Number.NaN : Number(value))),
    dims,
  )
}

function furthest(one: unknown, other: Float64Array, isRelative: boolean): number {
  const values = one as Float32Array
  return other.reduce(
    (most, value, place) =>
      Math.max(most, Math.abs(values[place]! - value) / (isRelative ? Math.max(1, Math.abs(value)) : 1)),
    0,
  )
}

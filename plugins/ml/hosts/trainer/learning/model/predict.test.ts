import { expect, it } from 'vitest'
import type { Model, ModelFeature } from './model-file.ts'
import { frameOfColumns } from './predict.ts'

const modelOf = (...features: Pick<ModelFeature, 'name' | 'kind'>[]) =>
  ({ features, target: 'sold' }) as Partial<Model> as Model

it('takes the categories of a column of numbers as they are, however large', () => {
  const values = Float64Array.of(16_777_217, Number.NaN, 7)
  const shop = { name: 'shop', meaning: 'number', kind: 'number', values } as const
  const frame = frameOfColumns(modelOf({ name: 'shop', kind: 'category' }), [shop], 3)
  expect(frame.columns).toEqual([
    { name: 'shop', kind: 'category', codes: Int32Array.of(0, -1, 1), levels: ['16777217', '7'] },
  ])
})

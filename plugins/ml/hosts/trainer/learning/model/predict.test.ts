import { expect, it } from 'vitest'
import { readModel } from './model-file.ts'
import type { Model, ModelFeature } from './model-file.ts'
import { frameOfColumns, frameOfRows } from './predict.ts'

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

it('takes dates as ISO 8601 has them, and nothing that each time zone reads in its own way', () => {
  const model = modelOf({ name: 'seen', kind: 'timestamp' })
  const read = (seen: string) => frameOfRows(model, [{ seen }]).frame.columns[0]
  const noon = { name: 'seen', kind: 'timestamp', values: Float64Array.of(Date.UTC(2026, 0, 31, 12)) }
  for (const text of ['2026-01-31 12:00', '2026-01-31T12:00:00.000', '2026-01-31T12:00Z', '2026-01-31T14:00:00+02:00'])
    expect(read(text)).toEqual(noon)
  expect(read('2026-01-31')).toMatchObject({ values: Float64Array.of(Date.UTC(2026, 0, 31)) })
  for (const text of ['1/31/2026', '31 January 2026', '2026-01', '2026-01-31 noon', '2026-13-31'])
    expect(() => read(text)).toThrow('"seen" of row 1 is no date; write 2026-01-31 or 2026-01-31T12:00:00Z.')
})

it.each(['{"learner":{"gradient_booster":{}}}', 'null', 'no JSON'])(
  'refuses the model.json of another library: %s',
  text => {
    expect(() => readModel(Buffer.from(text))).toThrow('Its model.json is kept for another library')
  },
)

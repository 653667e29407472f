import { describe, expect, it } from 'vitest'
import { chartOf, suggestedChart } from './chart-of-result.ts'

const district = { name: 'a.b[0]', type: 'VARCHAR' }
const price = { name: 'price', type: 'DECIMAL(18,2)' }
const day = { name: 'day', type: 'DATE' }

describe('the chart of a result', () => {
  it('fits the types of the columns', () => {
    expect(suggestedChart([district, price])).toEqual({ kind: 'bar', x: 'a.b[0]', y: 'price', colour: null })
    expect(suggestedChart([day, district, price])).toEqual({ kind: 'line', x: 'day', y: 'price', colour: 'a.b[0]' })
    expect(suggestedChart([{ name: 'n', type: 'BIGINT' }, price])).toMatchObject({ kind: 'point', x: 'n', y: 'price' })
    expect(suggestedChart([district])).toBeNull()
  })

  it('takes names as names and texts of numbers as numbers', () => {
    const spec = chartOf({ kind: 'bar', x: 'a.b[0]', y: 'price', colour: null }, [district, price], [['<b>', '1.50']])
    expect(spec).toMatchObject({
      data: { values: [{ c0: '<b>', c1: 1.5 }] },
      encoding: { x: { field: 'c0', type: 'nominal', title: 'a.b[0]' }, y: { field: 'c1', type: 'quantitative' } },
    })
  })
  it('shows kinds by shape or dashes beside their colours, and numbers by colour alone', () => {
    const channels = (kind: 'point' | 'line', colour: string) =>
      Object.keys(
        chartOf({ kind, x: 'n', y: 'price', colour }, [{ name: 'n', type: 'BIGINT' }, price, district], [])[
          'encoding'
        ] as object,
      )
    expect(channels('point', 'a.b[0]')).toEqual(['x', 'y', 'color', 'shape'])
    expect(channels('line', 'a.b[0]')).toEqual(['x', 'y', 'color', 'strokeDash'])
    expect(channels('point', 'n')).toEqual(['x', 'y', 'color'])
  })
})

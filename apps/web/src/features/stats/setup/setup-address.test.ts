import { expect, it } from 'vitest'
import { changedOptions, reportOf, searchOf, setupOf } from './setup-address.ts'

it('keeps a setup in the address and reads it back', () => {
  const setup = {
    dataset: 'ds_1',
    method: 'anova',
    variables: { dependent: ['a "quoted" name'], factors: ['f', 'g'] },
    options: { type: 2, terms: ['f:g'] },
    filter: "x > 1 and y = 'b&c'",
  }
  expect(setupOf(searchOf(setup))).toEqual(setup)
  expect(searchOf({ ...setup, variables: { dependent: [] }, options: { type: undefined }, filter: '' })).toEqual({
    dataset: 'ds_1',
    method: 'anova',
  })
})

it.each(['{', '[]', 'null', '7', '{"dependent":"len"}', '{"dependent":{"x":1}}'])(
  'takes %s in the address for no variables',
  variables => {
    expect(setupOf({ variables }).variables).toEqual({})
  },
)

it('takes each variable of the address once', () => {
  expect(setupOf({ variables: '{"factors":["f",1,"f"]}' }).variables).toEqual({ factors: ['f'] })
})

it('lists each analysis of a report once', () => {
  expect(reportOf({ report: 'ana_1,,ana_2,ana_1' })).toEqual(['ana_1', 'ana_2'])
  expect(reportOf({})).toEqual([])
})

it('keeps only options that differ from what the method takes without them', () => {
  const schema = { properties: { mu: { default: 0 }, type: { default: 3 }, terms: {} } }
  expect(changedOptions({ mu: 0, type: 2, terms: undefined }, schema)).toEqual({ type: 2, terms: undefined })
  expect(changedOptions({ mu: 1, seasonal: null }, schema)).toEqual({ mu: 1 })
})

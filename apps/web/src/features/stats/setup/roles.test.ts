import { expect, it } from 'vitest'
import type { Measure, Variable } from '../types.ts'
import { carriedOver, firstPlace, missingRoles, place, remove, rolesOf, takesWords, variablesOf } from './roles.ts'

const roles = rolesOf({
  variables: {
    type: 'object',
    required: ['dependent', 'factors'],
    properties: {
      dependent: { type: 'string', description: 'What is compared.', 'x-measures': ['continuous'] },
      factors: { type: 'array', minItems: 1, maxItems: 2, 'x-measures': ['nominal', 'ordinal'] },
      covariates: { type: 'array', minItems: 0, maxItems: 20, 'x-measures': ['continuous'] },
    },
  },
})
const [dependent, factors, covariates] = roles as [
  (typeof roles)[number],
  (typeof roles)[number],
  (typeof roles)[number],
]

function variable(name: string, measure: Measure): Variable {
  return { name, measure, type: 'DOUBLE', label: null, levels: null, missing_values: [], source: 'inferred' }
}

it('reads roles from a schema', () => {
  expect(dependent).toMatchObject({ isRequired: true, least: 1, most: 1, isList: false, measures: ['continuous'] })
  expect(factors).toMatchObject({ isRequired: true, least: 1, most: 2, isList: true })
  expect(covariates).toMatchObject({ isRequired: false, least: 0 })
  expect(roles.map(takesWords)).toEqual([
    'one continuous variable',
    'nominal or ordinal variables',
    'continuous variables',
  ])
})

it('replaces what stands in a role of one, and takes a variable out of every other role', () => {
  const put = place({ dependent: ['a'], covariates: ['b'] }, dependent, [variable('b', 'continuous')])
  expect(put).toMatchObject({ added: ['b'], replaced: ['a'], refused: [], left: [] })
  expect(put.chosen).toEqual({ dependent: ['b'], covariates: [] })
})

it('refuses what does not fit, and what there is no place for', () => {
  const given = [
    variable('x', 'continuous'),
    variable('f', 'nominal'),
    variable('g', 'ordinal'),
    variable('h', 'nominal'),
  ]
  const put = place({}, factors, given)
  expect(put.chosen).toEqual({ factors: ['f', 'g'] })
  expect(put.refused.map(({ name }) => name)).toEqual(['x'])
  expect(put.left).toEqual(['h'])
})

it('finds the first role with a place, a fitting one before another', () => {
  expect(firstPlace(roles, {}, variable('f', 'nominal'))?.name).toBe('factors')
  expect(firstPlace(roles, { dependent: ['a'] }, variable('b', 'continuous'))?.name).toBe('covariates')
  expect(firstPlace([dependent], {}, variable('f', 'nominal'))?.name).toBe('dependent')
  expect(firstPlace([dependent], { dependent: ['a'] }, variable('b', 'continuous'))).toBeUndefined()
})

it('names the roles that still need variables, and makes the request of those that have some', () => {
  expect(missingRoles(roles, { dependent: ['a'] }).map(({ name }) => name)).toEqual(['factors'])
  const chosen = { dependent: ['a'], factors: ['f'], covariates: [] }
  expect(missingRoles(roles, chosen)).toEqual([])
  expect(variablesOf(roles, chosen)).toEqual({ dependent: 'a', factors: ['f'] })
  expect(remove(chosen, 'factors', ['f'])).toEqual({ dependent: ['a'], factors: [], covariates: [] })
})

it('carries variables over to another method as far as they fit', () => {
  const known = [variable('a', 'continuous'), variable('f', 'nominal')]
  expect(carriedOver({ dependent: ['a'], group: ['f'], factors: ['a', 'f', 'gone'] }, roles, known)).toMatchObject({
    dependent: ['a'],
    factors: ['f'],
  })
})

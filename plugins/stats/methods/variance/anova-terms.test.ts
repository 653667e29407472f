import { expect, it } from 'vitest'
import { termsOf } from './anova-terms.ts'

const terms = (...given: string[]) =>
  termsOf({
    variables: { factors: ['a', 'b'], covariates: ['x'] },
    options: { terms: given },
    columns: new Map(),
    dataset: '',
  })

it('takes the terms that are named, each with all that it is made of', () => {
  expect(terms('a', 'b', 'x', 'a:x')).toEqual([['a'], ['b'], ['x'], ['a', 'x']])
  expect(() => terms('a', 'x', 'a:b')).toThrow('The term "a:b" needs "b" beside it, which is not among the terms.')
})

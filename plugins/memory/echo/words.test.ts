import { expect, it } from 'vitest'
import { wordsOf } from './words.ts'

it('takes words as they are, also those that every object of JavaScript has', () => {
  expect(wordsOf("The constructor can't use toString or __proto__")).toEqual([
    'the',
    'constructor',
    'can',
    'not',
    'use',
    'tostring',
    'or',
    'proto',
  ])
})

import { expect, it } from 'vitest'
import { searchTerms } from './terms.ts'

it.each([
  ['two words', '"two" AND "words"*'],
  ['"quoted" OR NEAR(x) -y a:b*', '"quoted" AND "OR" AND "NEAR" AND "x" AND "y" AND "a" AND "b"*'],
  ['Größe 東京 हिन्दी', '"Größe" AND "東京" AND "हिन्दी"*'],
  ['e\u0301te\u0301', '"été"*'],
  ['\u0000"*^()', null],
  ['  ', null],
  [`a${' b'.repeat(50_000)}`, '"a" AND "b"'],
  ['word Word WORD', '"Word"'],
  ['a b ab', '"a" AND "b" AND "ab"*'],
  ['x'.repeat(100_000), `"${'x'.repeat(64)}"*`],
])('%j is looked for as %j', (typed, terms) => {
  expect(searchTerms(typed)).toBe(terms)
})

import { expect, it } from 'vitest'
import { stem } from './stem.ts'

it('takes the endings of English words away, as the tokenizer porter of SQLite does', () => {
  const words = 'caresses ponies agreed plastered hopping hoping filing happy relational adoption probate controlling'
  expect(words.split(' ').map(stem).join(' ')).toBe(
    'caress poni agre plaster hop hope file happi relat adopt probat control',
  )
})

it('leaves short words, numbers and words of other scripts as they are', () => {
  expect(['is', 'größen', 'v1', 'ссылки', 'yes'].map(stem)).toEqual(['is', 'größen', 'v1', 'ссылки', 'ye'])
})

import { expect, it } from 'vitest'
import { missingWords } from './missing-words.ts'

it('says neither that nothing is missing where something is, nor that all is', () => {
  const said = [0, 1, 10, 425, 991, 1000].map(missing => missingWords(missing, 1000))
  expect(said).toEqual([
    'none missing',
    '< 1 % missing',
    '1 % missing',
    '43 % missing',
    '> 99 % missing',
    'all missing',
  ])
})

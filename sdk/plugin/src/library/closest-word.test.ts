import { expect, test } from 'vitest'
import { closestWord } from './closest-word.ts'

test.each([
  ['prot', ['host', 'port', 'part'], 'port'],
  ['public-url', ['public_url'], 'public_url'],
  ['Name', ['name'], 'name'],
  ['zzz', ['port', 'host'], null],
  ['abrot', ['degrade', 'abort'], 'abort'],
  ['x', [], null],
  ['sandbox.builder', ['core.api-keys', 'core.audit'], null],
])('for %s among %j it suggests %s', (word, known, expected) => {
  expect(closestWord(word, known)).toBe(expected)
})

import { expect, it } from 'vitest'
import { hasHeader } from './csv-dialect.ts'

function headed(text: string): boolean {
  return hasHeader(text.split('\n').map(line => ({ line: 1, text: line, cells: line.split(','), fault: null })))
}

it.each([
  ['id,NA,TRUE\n1,2,3\n4,5,6', true],
  ['alice,true,NA\nbob,false,3', false],
  ['NA,TRUE\n1,2', false],
  ['country,2019,2020\nFrance,12,13', true],
  ['a,b\nc,d', true],
  ['1,2\n3,4', false],
])('tells whether %j begins with names', (text, expected) => {
  expect(headed(text)).toBe(expected)
})

import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { dearest } from './test-order.ts'

it('names files that are there', () => {
  expect(dearest.filter(path => !existsSync(path))).toEqual([])
})

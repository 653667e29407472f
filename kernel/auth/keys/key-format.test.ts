import { expect, test } from 'vitest'
import { hashSecret, secretMatches } from '@svc/plugin'
import { formatKey, keyIdOf } from './key-format.ts'

const id = 'key_01jzcq3m5n8v7x2k4w6y9a0b1c'
const secret = 'Q'.repeat(43)

test('a key names its record, and its hash matches it alone', () => {
  const { key, prefix, secretHash } = formatKey(id, secret)
  expect(keyIdOf(key)).toBe(id)
  expect(key.startsWith(`${prefix}_`)).toBe(true)
  expect(secretHash).not.toContain(secret)
  expect(secretMatches(key, secretHash)).toBe(true)
  expect(secretMatches(formatKey(id, 'R'.repeat(43)).key, secretHash)).toBe(false)
})

test('a secret with other unused bits, which decodes to the same bytes, is another key', () => {
  const { secretHash } = formatKey(id, `${'Q'.repeat(42)}A`)
  for (const last of ['B', 'C', 'D']) {
    const { key } = formatKey(id, `${'Q'.repeat(42)}${last}`)
    expect([keyIdOf(key), secretMatches(key, secretHash)]).toEqual([id, false])
  }
})

test('a typo anywhere in a key is refused by its checksum', () => {
  const { key } = formatKey(id, secret)
  const typos = [
    key.slice(0, -1),
    `${key}0`,
    key.replace('Q', 'q'),
    key.replace('jzcq', 'jzqc'),
    key.toUpperCase(),
    '',
    'svc_',
  ]
  expect(typos.map(keyIdOf)).toEqual(typos.map(() => null))
})

test('a kept hash that is damaged matches nothing', () => {
  expect(secretMatches('x', '')).toBe(false)
  expect(secretMatches('x', hashSecret('x').slice(2))).toBe(false)
})

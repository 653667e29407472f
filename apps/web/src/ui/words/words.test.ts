import { expect, it } from 'vitest'
import { ago } from './ago.ts'
import { bytes } from './bytes.ts'
import { providerNameFrom } from './provider-name.ts'

it.each([
  [-20, 'now'],
  [27, 'in less than a minute'],
  [-100, '2 minutes ago'],
  [-3600, '1 hour ago'],
  [-86_400, 'yesterday'],
  [3 * 86_400, 'in 3 days'],
  [-800 * 86_400, '2 years ago'],
])('says %d seconds as %s', (seconds, words) => {
  expect(ago(seconds)).toBe(words)
})

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [4_200_000, '4.2 MB'],
  [123_456_789_012, '123 GB'],
])('says %d bytes as %s', (size, words) => {
  expect(bytes(size)).toBe(words)
})

it.each([
  ['https://api.openai.com/v1', 'openai'],
  ['http://gpu:8000/v1', 'gpu'],
  ['https://www.svc.example/v1', 'svc-models'],
  ['http://localhost:11434/v1', 'local'],
  ['http://192.168.1.7:8000/v1', 'local'],
  ['http://[fd00::1]:11434/v1', 'local'],
  ['no address', 'local'],
])('names the provider at %s %s', (address, name) => {
  expect(providerNameFrom(address)).toBe(name)
})

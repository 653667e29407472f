import { expect, it } from 'vitest'
import { plainlyFits } from './plainly-fits.ts'

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['port'],
  properties: {
    port: { type: 'integer', minimum: 0, maximum: 65535, description: 'The port.' },
    level: { enum: ['info', 'warn'] },
    url: { type: ['string', 'null'], pattern: '^https?://', 'x-env': 'URL' },
    allow: { type: 'array', items: { type: 'string', format: 'host-port' } },
    at: { type: 'string', format: 'cron' },
    untouched: {},
  },
}

it.each([
  [{ port: 80 }],
  [{ port: 80, level: 'warn', url: 'http://a', untouched: ['anything'] }],
  [{ port: 0, url: null }],
])('knows that %j fits', slice => {
  expect(plainlyFits(slice, schema)).toBe(true)
})

it.each([
  [{}],
  [{ port: 65536 }],
  [{ port: 1.5 }],
  [{ port: '80' }],
  [{ port: 80, level: 'loud' }],
  [{ port: 80, url: 'ftp://a' }],
  [{ port: 80, constructor: 1 }],
  // A validator has to look at these.
  [{ port: 80, allow: ['localhost:1'] }],
  [{ port: 80, at: '@daily' }],
])('leaves %j to the validator', slice => {
  expect(plainlyFits(slice, schema)).toBe(false)
})

it('leaves a schema with keywords of its own to the validator', () => {
  expect(plainlyFits({ port: 80 }, { ...schema, anyOf: [{ required: ['level'] }] })).toBe(false)
})

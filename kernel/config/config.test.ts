import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { JsonSchema } from '@svc/plugin'
import { ConfigReader } from './config-reader.ts'
import { kernelSettings } from './kernel-settings.ts'
import { parseText } from './parse-text.ts'
import type { SettingsSchema } from './setting.ts'
import { sliceFaults } from './validate-slice.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The configuration schemas of the built-in plugins by id, and the kernel's. */
function slices(): Map<string, SettingsSchema> {
  const found = globSync('plugins/*/config.schema.json', { cwd: root })
  const plugins = found.map((file): [string, SettingsSchema] => {
    const { $schema: _, ...schema } = JSON.parse(readFileSync(join(root, file), 'utf8')) as SettingsSchema
    return [dirname(file), schema]
  })
  return new Map([['kernel', kernelSettings], ...plugins])
}

// The start trusts it: a slice that nobody touched is not checked.
test.each([...slices()])('the defaults of %s fit its schema', async (_name, schema) => {
  const { required: _, ...lenient } = schema
  const defaults = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    'default' in property ? [[name, structuredClone(property['default'])]] : [],
  )
  expect(await sliceFaults(Object.fromEntries(defaults) as Record<string, unknown>, lenient)).toEqual([])
})

test.each([...slices()])('every setting of %s says what it is for', (_name, schema) => {
  const silent = Object.entries(schema.properties ?? {}).filter(([, property]) => !property['description'])
  expect(silent.map(([name]) => name)).toEqual([])
})

test.each([
  ['true', { type: 'boolean' }, { value: true }],
  ['OFF', { type: 'boolean' }, { value: false }],
  ['maybe', { type: 'boolean' }, { fault: 'must be true or false, but is "maybe"' }],
  ['8421', { type: 'integer' }, { value: 8421 }],
  [' ', { type: 'integer' }, { fault: 'must be a number, but is " "' }],
  ['a, b,,c', { type: 'array' }, { value: ['a', 'b', 'c'] }],
  ['["a,b"]', { type: 'array' }, { value: ['a,b'] }],
  ['[::1]:8080, db:5432', { type: 'array' }, { value: ['[::1]:8080', 'db:5432'] }],
  ['{"a": 1}', { type: 'object' }, { value: { a: 1 } }],
  ['10.0.0.0/8', { type: ['boolean', 'string'] }, { value: '10.0.0.0/8' }],
  ['no', { type: ['boolean', 'string'] }, { value: false }],
  ['17', { type: 'string' }, { value: '17' }],
])('%j as %j is %j', (text, schema, expected) => {
  expect(parseText(text, schema)).toEqual(expected)
})

test('text that should be JSON and is none says so', () => {
  expect(parseText('{', { type: 'object' })).toEqual({ fault: expect.stringMatching(/^must be JSON/) as string })
})

test('of a secret list of objects the parts that are secret themselves are known as secrets, and none of it is shown', async () => {
  const api_key: JsonSchema = { type: 'string', 'x-secret': true }
  const items = { type: 'object', properties: { id: { type: 'string' }, api_key } }
  const schema = { properties: { hosts: { type: 'array', items, 'x-secret': true } } }
  const env = { SVC_TALK_HOSTS: JSON.stringify([{ id: 'one', api_key: 'sk-one' }, { id: 'two' }]) }
  const reader = new ConfigReader({ flags: {}, env, cwd: '/', home: '/' })
  await reader.plugin('talk', schema, { isOff: false })
  expect([reader.problems, reader.secrets, reader.origins.map(({ value }) => value)]).toEqual([
    [],
    ['sk-one'],
    ['[redacted]'],
  ])
})

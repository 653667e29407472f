import { expect, it } from 'vitest'
import { generateConfigTypes } from './config-types.ts'

it('requires what has a default, at every depth, and leaves the rest optional', async () => {
  const server = {
    title: 'Server',
    type: 'object',
    additionalProperties: false,
    required: ['host'],
    properties: { host: { type: 'string' }, port: { type: 'integer', default: 443 }, token: { type: 'string' } },
  }
  const schema = {
    title: 'MailConfig',
    type: 'object',
    additionalProperties: false,
    properties: {
      servers: { type: 'array', items: server, default: [] },
      values: { type: 'object', additionalProperties: { type: 'object' }, default: {} },
    },
  }
  expect(await generateConfigTypes(schema, 'config.schema.json')).toBe(`\
// Generated from config.schema.json by npm run generate. Do not edit.
import type { JsonObject } from '@svc/plugin'

export interface MailConfig {
  servers: Server[]
  values: {
    [k: string]: JsonObject
  }
}
export interface Server {
  host: string
  port: number
  token?: string
}
`)
})

it('asks for a title, which names the type', async () => {
  await expect(async () => generateConfigTypes({ type: 'object' }, 'config.schema.json')).rejects.toThrow(
    'config.schema.json needs a title',
  )
})

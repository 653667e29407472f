import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonSchema, ToolManifest } from '@svc/plugin'
import type { ToolSource } from '@svc/plugin/contracts/tools'
import { doublingSchema, person, startTestTools, toolNamed } from '../../../test/rooms/plugins/tools.ts'
import type { TestTools } from '../../../test/rooms/plugins/tools.ts'

const manifest = (name: string, plugin: string, input_schema: JsonSchema = {}): ToolManifest => ({
  ...toolNamed(name, () => null).manifest,
  plugin,
  input_schema,
})
let listed: readonly ToolManifest[] = []
const source: ToolSource = {
  list: () => listed,
  call: async (name, input) => ({ from: name, input }),
}
const listedSecond = [manifest('web__find', 'second'), manifest('b', 'second')]
const second: ToolSource = {
  list: () => listedSecond,
  call: async () => 2,
}

let room: TestTools
beforeAll(async () => {
  room = await startTestTools({
    tools: [toolNamed('b', () => 'bound'), toolNamed('a', () => 'bound')],
    sources: [source, second],
  })
})
afterAll(() => room.close())

const names = (workspaceId: string | null = null) =>
  room.tools.list(workspaceId).map(({ name, plugin }) => `${name} of ${plugin}`)

it('lists what plugins declare and what sources have now, by name', async () => {
  expect(names()).toEqual(['a of test', 'b of test', 'web__find of second'])
  listed = [manifest('web__find', 'first'), manifest('Web-2', 'first')]
  expect(names()).toEqual(['Web-2 of first', 'a of test', 'b of test', 'web__find of first'])
  expect(await room.call('web__find', { q: 1 })).toMatchObject({ result: { from: 'web__find', input: { q: 1 } } })
  listed = []
  expect(names()).toEqual(['a of test', 'b of test', 'web__find of second'])
  expect(await room.call('b')).toMatchObject({ result: 'bound' })
})

it('gives a workspace its own tools beside those of all, each once', async () => {
  const own = [manifest('mine', 'first'), manifest('a', 'first'), manifest('not well', 'first')]
  const { workspace_id } = person
  source.listOf = workspaceId => (workspaceId === workspace_id ? own : [])
  expect(names()).toEqual(['a of test', 'b of test', 'web__find of second'])
  expect(names('ws_other')).toEqual(names())
  expect(names(workspace_id)).toEqual(['a of test', 'b of test', 'mine of first', 'web__find of second'])
  expect(room.tools.list(workspace_id)).toBe(room.tools.list(workspace_id))
  expect(room.tools.list('ws_other')).toBe(room.tools.list(null))
  expect([room.tools.get('mine', workspace_id)?.plugin, room.tools.get('mine', 'ws_other')]).toEqual(['first', null])
  expect(room.tools.get('not well', workspace_id)).toBeNull()
  expect(await room.call('mine', { q: 1 })).toMatchObject({ result: { from: 'mine', input: { q: 1 } } })
  await expect(room.call('mine', {}, { ...person, workspace_id: 'ws_other' })).rejects.toMatchObject({
    code: 'not_found',
  })
  delete source.listOf
  expect(names(workspace_id)).toEqual(names())
})

it('waits for a source that has not come to its tools yet, and no longer than the caller', async () => {
  const ready = Promise.withResolvers<void>()
  source.settled = () => ready.promise
  const called = room.call('late__tool')
  const leaving = new AbortController()
  const gone = room.call('late__other', {}, person, { signal: leaving.signal })
  leaving.abort()
  await expect(gone).rejects.toMatchObject({ code: 'not_found' })
  listed = [manifest('late__tool', 'first')]
  ready.resolve()
  expect(await called).toMatchObject({ result: { from: 'late__tool' } })
})

it('leaves out names that models cannot call or that are words of the API, and says so once', () => {
  listed = ['calls', 'grants', 'with space', 'x'.repeat(65), 'nul\0', ''].map(name => manifest(name, 'first'))
  const before = room.log.entries.length
  names()
  listed = [...listed]
  names()
  expect(names()).toEqual(['a of test', 'b of test', 'web__find of second'])
  expect(room.log.entries.slice(before).map(({ message }) => message)).toEqual(Array(6).fill('a tool is left out'))
})

it.each<[string, JsonSchema, unknown]>([
  ['a pattern that backtracks', { properties: { s: { pattern: '^(a+)+$' } } }, { s: `${'a'.repeat(40)}!` }],
  ['an older dialect', { $schema: 'http://json-schema.org/draft-07/schema#', required: ['s'], definitions: {} }, {}],
])('checks by a schema that a stranger wrote: %s', async (_what, schema, values) => {
  listed = [manifest('strange', 'first', schema)]
  await expect(room.call('strange', values)).rejects.toMatchObject({ status: 400 })
})

it('calls no tool whose schema points to elsewhere or is none', async () => {
  listed = [manifest('strange', 'first', { $ref: 'https://example.com/schema.json' })]
  await expect(room.call('strange')).rejects.toMatchObject({ status: 422, code: 'tool_failed' })
  listed = [manifest('strange', 'first', { description: 'x'.repeat(300_000) })]
  await expect(room.call('strange')).rejects.toMatchObject({ status: 422, code: 'tool_failed' })
  listed = [manifest('strange', 'first', { type: 'no such type' })]
  await expect(room.call('strange')).rejects.toMatchObject({ status: 422, code: 'tool_failed' })
})

it.each<[string, JsonSchema]>([
  ['doubles at each level', doublingSchema(20)],
  ['is about itself', { $ref: '#' }],
  ['is about itself in words of an older dialect', { $recursiveRef: '#' }],
])('calls no tool whose schema %s: to check by it would have no end', async (_what, schema) => {
  listed = [manifest('strange', 'first', schema)]
  await expect(room.call('strange')).rejects.toMatchObject({ status: 422, code: 'tool_failed' })
})

it('takes a grant for the tool it was given for: one of the same name from elsewhere inherits only a refusal', async () => {
  listed = [{ ...manifest('fresh', 'first'), effect: 'external' }]
  const grant = () => room.tools.grantsFor(person)(listed[0] as ToolManifest)
  await room.grants.put(person, { tool_name: 'fresh', key_id: null, grant: 'allow' })
  expect(grant()).toBe('allow')
  listed = [{ ...manifest('fresh', 'another'), effect: 'external' }]
  expect(grant()).toBe('ask')
  await room.grants.put(person, { tool_name: 'fresh', key_id: null, grant: 'deny' })
  listed = [{ ...manifest('fresh', 'first'), effect: 'read' }]
  expect(grant()).toBe('deny')
})

it('takes a grant of all tools of a server, and that of one tool before it', async () => {
  listed = [manifest('web__read', 'first'), { ...manifest('web__write', 'first'), effect: 'write' }]
  await room.grants.put(person, { tool_name: 'web__*', key_id: null, grant: 'allow' })
  await room.grants.put(person, { tool_name: 'web__read', key_id: null, grant: 'ask' })
  expect(listed.map(room.tools.grantsFor(person))).toEqual(['ask', 'allow'])
})

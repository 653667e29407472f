import type { RouteDefinition } from '@svc/plugin'
import { expect, it } from 'vitest'
import { RouteTable } from './route-table.ts'

const owner = { plugin: 'sample', title: 'Sample', unavailable: () => null }
const good: RouteDefinition = {
  method: 'GET',
  path: '/api/things/:thing_id',
  operationId: 'getThing',
  summary: 'Read a thing',
  permission: 'things:read',
  responses: { 200: { description: 'ok' } },
  handler: () => undefined,
}

function faults(...routes: Partial<RouteDefinition>[]): string {
  const table = new RouteTable()
  const definitions = routes.map(change => ({ ...good, ...change }))
  try {
    table.add(owner, definitions)
    return ''
  } catch (error) {
    return String(error)
  }
}

it('takes a route that is whole', () => {
  expect(faults({})).toBe('')
})

it('refuses a route without a declared permission', () => {
  expect(faults({ permission: undefined as never })).toMatch(/getThing, of sample\): it declares no permission/)
  expect(faults({ permission: 'everyone' as never })).toMatch(/no permission/)
})

it('collects every fault of every route in one error', () => {
  const text = faults({ summary: '', operationId: '' }, { path: 'api/x', responses: { 404: { description: 'no' } } })
  expect(text.split('\n').filter(line => line.startsWith('- '))).toHaveLength(4)
})

it('refuses two routes that answer the same requests', () => {
  expect(faults({}, { path: '/api/things/:other_id', operationId: 'other' })).toMatch(/have the same path/)
})

it('refuses an operationId that is used twice', () => {
  expect(faults({}, { path: '/api/other' })).toMatch(/have the same operationId/)
})

it('refuses a body with an object that forgot to say whether it is closed', () => {
  const inner = { type: 'object', properties: { a: { type: 'string' } } }
  const body = { type: 'object', additionalProperties: false, properties: { list: { type: 'array', items: inner } } }
  expect(faults({ method: 'POST', body, example: { body: {} } })).toMatch(
    /body\/properties\/list\/items must state additionalProperties/,
  )
})

it('asks a write for an example of its body', () => {
  expect(faults({ method: 'POST', body: { type: 'object' } })).toMatch(/needs an example/)
})

it('takes none of the routes of an owner when one is not valid, and keeps those of others', () => {
  const table = new RouteTable()
  table.add(owner, [good])
  const other = { plugin: 'other', title: 'Other', unavailable: () => null }
  const fine = { ...good, path: '/api/other', operationId: 'getOther' }
  expect(() => table.add(other, [fine, good])).toThrow(/have the same path/)
  expect(table.routes.map(route => route.definition.operationId)).toEqual(['getThing'])
})

it('knows why nobody answers below the prefixes of an owner that is unavailable', () => {
  const table = new RouteTable()
  let reason: string | null = 'Sample is not available.'
  table.add({ ...owner, unavailable: () => reason, prefixes: ['/api/things'] }, [])
  expect(
    ['/api/things', '/api/things/x/y', '/api/thingsome', '/api'].map(path => table.refusalAt(path)?.message ?? null),
  ).toEqual([reason, reason, null, null])
  reason = null
  expect(table.refusalAt('/api/things')).toBeNull()
})

it('asks the owner of the longest prefix, so that one plugin may live below another', () => {
  const table = new RouteTable()
  table.add({ ...owner, unavailable: () => 'Sample is not available.', prefixes: ['/api/things'] }, [])
  table.add({ ...owner, unavailable: () => null, prefixes: ['/api/things/parts'] }, [])
  table.add({ ...owner, unavailable: () => 'Bolts are not available.', prefixes: ['/api/things/parts/bolts'] }, [])
  const paths = ['/api/things/x', '/api/things/parts', '/api/things/parts/x', '/api/things/parts/bolts/1']
  expect(paths.map(path => table.refusalAt(path)?.message ?? null)).toEqual([
    'Sample is not available.',
    null,
    null,
    'Bolts are not available.',
  ])
})

it('refuses otherwise for an owner that is off than for one that failed', () => {
  const table = new RouteTable()
  table.add({ ...owner, unavailable: () => 'Sample is off.', prefixes: ['/api/things'], isOff: true }, [])
  table.add({ ...owner, unavailable: () => 'Bolts failed.', prefixes: ['/api/bolts'] }, [])
  expect(['/api/things/1', '/api/bolts'].map(path => table.refusalAt(path))).toMatchObject([
    { status: 404, code: 'not_found', message: 'Sample is off.' },
    { status: 503, code: 'unavailable', message: 'Bolts failed.' },
  ])
})

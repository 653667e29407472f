import type { JsonObject, JsonValue } from '@svc/plugin'
import { expect, it } from 'vitest'
import { plainJq } from '../../../test/support/playbooks.ts'
import type { EventFilter } from '../definitions/workflow.ts'
import { expressionOf } from '../interpreter/rules/template.ts'
import { fittingEvent } from './event-filters.ts'

const tools = {
  input: { order: 'A-18' },
  async evaluate(template: string, input: JsonValue): Promise<JsonValue> {
    return ((await plainJq.evaluate({ value: expressionOf(template) }, input, {}))['value'] ?? null) as JsonValue
  },
}
const event: JsonObject = {
  type: 'shop.order.paid',
  source: 'https://shop.example',
  data: { order: 'A-18', amount: 5, constructor: 'Acme' },
}
const fits = (filter: EventFilter, known: Record<string, JsonValue> = {}, given = event) =>
  fittingEvent(filter, given, known, tools)

it.each([
  ['a literal', { type: 'shop.order.paid' }],
  ['a regular expression', { type: 'shop\\.order\\.(paid|sent)' }],
  ['an expression that says yes', { data: '${ .amount > 4 }' }],
  ['an expression that gives the value', { source: '${ "https://shop.example" }' }],
  ['all of them', { type: 'shop\\..*', source: 'https://shop.example', data: '${ .order == "A-18" }' }],
])('takes an event that fits %s', async (_what, filter) => {
  expect(await fits({ with: filter })).toEqual({})
})

it.each([
  ['another literal', { type: 'shop.order.sent' }],
  ['a regular expression that fits a part of it', { type: 'shop\\.order' }],
  ['a part of a text', { type: 'order' }],
  ['what is no regular expression', { type: 'shop.(' }],
  ['an expression that says no', { data: '${ .amount > 5 }' }],
  ['an attribute that is not there', { subject: 'A-18' }],
  ['a name that every object has', { constructor: 'Object', toString: '.*' }],
])('leaves an event for %s', async (_what, filter) => {
  expect(await fits({ with: filter })).toBeNull()
})

it('does not hang on a pattern that is made to', async () => {
  const long = { ...event, type: `${'a'.repeat(50_000)}!` }
  expect(await fits({ with: { type: '(a+)+b' } }, {}, long)).toBeNull()
})

it('lets the first event say what those after it share, whatever the name', async () => {
  for (const name of ['order', 'constructor', '__proto__', 'toString']) {
    const filter: EventFilter = { with: { type: 'shop\\..*' }, correlate: { [name]: { from: '.data.order' } } }
    const first = await fits(filter)
    expect(JSON.stringify(first)).toBe(`{"${name}":"A-18"}`)
    expect(JSON.stringify(await fits(filter, first ?? {}))).toBe(`{"${name}":"A-18"}`)
    const other = { ...event, data: { order: 'B-19' } }
    expect(await fits(filter, first ?? {}, other)).toBeNull()
  }
})

it('compares with what the task expects, where it says that', async () => {
  const correlate = (expected: string) => ({ order: { from: '.data.order', expect: expected } })
  expect(await fits({ with: { type: 'shop\\..*' }, correlate: correlate('${ .order }') })).toEqual({})
  expect(await fits({ with: { type: 'shop\\..*' }, correlate: correlate('${ .order + "0" }') })).toBeNull()
})

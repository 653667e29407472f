import { expect, test } from 'vitest'
import type { JsonObject } from '@svc/plugin'
import { parsePrompt } from './prompt-template.ts'

function fill(text: string, inputs: JsonObject): string {
  const parsed = parsePrompt(text)
  if ('faults' in parsed) throw new Error(parsed.faults[0]?.message)
  return parsed.template.fill(inputs)
}

test('texts are put in as they are, other values as JSON, missing ones as nothing', () => {
  const inputs = { name: 'Ada', n: 3, list: [1, 2], deep: { a: { b: true } }, none: null }
  expect(
    fill(
      '{{inputs.name}} {{ inputs.n }} {{inputs.deep.a.b}}|{{inputs.none}}|{{inputs.gone}}|{{inputs.deep.x.y}}',
      inputs,
    ),
  ).toBe('Ada 3 true|||')
  expect(fill('{{inputs.list}}', inputs)).toBe('[\n  1,\n  2\n]')
})

test('a value that looks like a placeholder or a replacement stays what it is', () => {
  expect(fill('{{inputs.a}} {{inputs.b}}', { a: '{{inputs.b}} $& $1', b: 'secret' })).toBe('{{inputs.b}} $& $1 secret')
})

test('what is inherited is no input', () => {
  expect(fill('{{inputs.constructor}}{{inputs.toString.name}}', {})).toBe('')
})

test.each(['{{config.token}}', '{{inputs}}', '{{inputs.a b}}', '{{}}', '{{inputs.a()}}'])(
  '%s is no placeholder',
  text => {
    const parsed = parsePrompt(`Say ${text}`)
    expect('faults' in parsed && parsed.faults).toEqual([
      { offset: 4, message: expect.stringContaining('is no placeholder') },
    ])
  },
)

import { jsonFacts, ValidationError } from '@svc/plugin'
import type { PayloadTooLargeError } from '@svc/plugin'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { parseJsonBody } from './json-body.ts'

const parse = (text: string | Buffer): unknown => parseJsonBody(Buffer.from(text), defaultLimits.json)
const messageOf = (result: unknown): string =>
  result instanceof ValidationError ? result.message : `parsed ${JSON.stringify(result)}`

describe('parseJsonBody', () => {
  it('parses JSON, and takes nothing for nothing', () => {
    expect([parse('{"a":[1,"é"]}'), parse('')]).toEqual([{ a: [1, 'é'] }, undefined])
  })

  it('refuses what would poison a prototype', () => {
    const poison = [
      '{"__proto__":{"admin":true}}',
      '{"a":{"\\u005f_proto__":1}}',
      '{"constructor":{"prototype":{"x":1}}}',
    ]
    for (const text of poison) expect(messageOf(parse(text))).toMatch(/a key that is not allowed/)
  })

  it('takes a field that is merely called constructor', () => {
    expect(parse('{"constructor":"Brunel"}')).toEqual({ constructor: 'Brunel' })
  })

  it('says where the JSON is wrong', () => {
    expect(messageOf(parse('{"a":1,}'))).toMatch(/^body is not valid JSON: .*position 7/)
  })

  it.each([
    '{"password":hunter2}',
    'hunter2',
    '"hunter2',
    '{"password":"hunter2" "hunter2"}',
    '{"a":hunter2',
    '[hunter2]',
  ])('says it without the text of %s, which may be a password on its way into a log', text => {
    const message = messageOf(parse(text))
    expect(message).toMatch(/^body is not valid JSON: /)
    expect(message).not.toContain('unter')
  })

  it('refuses bytes that are not UTF-8 instead of replacing them', () => {
    expect(messageOf(parse(Buffer.from([0x22, 0xff, 0x22])))).toBe('body is not valid UTF-8')
  })

  it.each([
    ['{"a":[1,{"b/c":1e999}]}', '/a/1/b~1c'],
    ['[-1E+400]', '/0'],
    [`{"n":${'9'.repeat(400)}}`, '/n'],
    ['1e999', ''],
  ])('refuses a number that would become Infinity, and says where it stands: %#', (text, path) => {
    expect(parse(text)).toMatchObject({
      status: 400,
      errors: [{ path, message: expect.stringContaining('too large') }],
    })
  })

  it('takes large and small numbers, and texts that look like numbers', () => {
    const text = '{"a":1.7976931348623157e308,"b":1e-999,"c":"1e999","d":[true,false],"e":12345678901234567890}'
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  it('refuses deep nesting before anything recursive sees it', () => {
    expect(messageOf(parse('['.repeat(500_000)))).toBe('body is nested deeper than 64 levels (SVC_JSON_DEPTH)')
    expect(parse(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeInstanceOf(Array)
  })
})

describe('the shape of a body', () => {
  const wide = (count: number, name = 'n') =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, index])))
  const refusal = (text: string) => {
    const { status, message, errors } = parse(text) as PayloadTooLargeError
    return [status, message.split('. ')[0], errors?.[0]?.path]
  }

  it('is bounded in different names, wherever they stand', () => {
    const spread = JSON.stringify(Array.from({ length: 2001 }, (_, index) => ({ [`n${index}`]: index })))
    expect(refusal(`{"a":[1,{"b/c":${wide(60_000)}}]}`)).toEqual([
      413,
      'body holds more than 10000 values, which is what this route takes',
      '/a/1/b~1c',
    ])
    expect(refusal(`{"metadata":${wide(2000)}}`)).toEqual([413, 'body has more than 2000 different names', '/metadata'])
    expect(refusal(spread)).toEqual([413, 'body has more than 2000 different names', '/2000'])
    expect(parse(wide(2000))).toMatchObject({ n0: 0, n1999: 1999 })
  })

  it('is bounded in values, and takes as many as it says', () => {
    const list = (count: number) => JSON.stringify(Array.from({ length: count }, () => 1))
    expect(parse(list(10_000))).toHaveLength(10_000)
    expect(refusal(list(10_001))).toEqual([
      413,
      'body holds more than 10000 values, which is what this route takes',
      '',
    ])
    expect(refusal(`[${'[],'.repeat(10_000)}[]]`)).toMatchObject([413, expect.stringContaining('10000 values'), ''])
  })

  it('lets records repeat their names, and counts nothing that stands in texts', () => {
    const rows = Array.from({ length: 3000 }, () => ({ 'a,b': '{"x":1,"y":[,,,', c: ':::' }))
    expect(parse(JSON.stringify(rows))).toEqual(rows)
  })
})

describe('a look at the text', () => {
  it('does not count brackets in strings, nor stumble over escapes', () => {
    const text = JSON.stringify({ a: '[[[[[{{{{', b: 'quote \\" [[[[' })
    expect(jsonFacts(text, { depth: 1 })).toEqual({ excess: null, mayOverflow: false })
  })

  it('counts siblings as one level', () => {
    expect(jsonFacts('[[],[],[],{}]', { depth: 2 })).toEqual({ excess: null, mayOverflow: false })
  })
})

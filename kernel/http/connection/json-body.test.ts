import { jsonFacts, ValidationError } from '@svc/plugin'
import { describe, expect, it } from 'vitest'
import { parseJsonBody } from './json-body.ts'

const parse = (text: string | Buffer): unknown => parseJsonBody(Buffer.from(text), 64)
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
    expect(messageOf(parse('['.repeat(500_000)))).toBe('body is nested deeper than 64 levels')
    expect(parse(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeInstanceOf(Array)
  })
})

describe('a look at the text', () => {
  it('does not count brackets in strings, nor stumble over escapes', () => {
    const text = JSON.stringify({ a: '[[[[[{{{{', b: 'quote \\" [[[[' })
    expect(jsonFacts(text, 1)).toEqual({ tooDeep: false, mayOverflow: false })
  })

  it('counts siblings as one level', () => {
    expect(jsonFacts('[[],[],[],{}]', 2)).toEqual({ tooDeep: false, mayOverflow: false })
  })
})

import { expect, test } from 'vitest'
import { fieldProblem, manifestPlace, manifestProblems, parseManifest } from './manifest-problems.ts'

const json = (text: string) => ({ text, file: 'manifest.json', format: 'json' as const })
const yaml = (text: string) => ({ text, file: 'manifest.yaml', format: 'yaml' as const })

test('a good text gives its value, in either format', () => {
  expect([parseManifest(json('{"a": [1]}')), parseManifest(yaml('a: [1]'))]).toEqual([
    { value: { a: [1] } },
    { value: { a: [1] } },
  ])
})

test.each([
  [json('{\n  "a": 1,,\n}'), 2, 10, /key in double quotes is expected/],
  [json('{\n  // no\n}'), 2, 3, /Comments are not allowed/],
  [json('{ "a": 1,\n  "a": 2 }'), 2, 3, /"a" stands here twice/],
  [json(''), 1, 1, /value is expected/],
  [yaml('a: 1\na: 2\n'), 2, 1, /unique/],
  [yaml('a: [1\n'), 2, 1, /flow/i],
])('a text that cannot be read is reported with its place: %j', (manifest, line, column, message) => {
  const parsed = parseManifest(manifest)
  const [problem] = 'problems' in parsed ? parsed.problems : []
  expect(problem).toMatchObject({
    file: manifest.file,
    line,
    column,
    message: expect.stringMatching(message) as string,
  })
})

test('an unknown key is reported at the key with a suggestion and a frame', () => {
  const error = {
    instancePath: '/tools/1',
    keyword: 'additionalProperties',
    params: { additionalProperty: 'nmae' },
    parentSchema: { properties: { name: {}, effect: {} } },
  }
  const expected = { message: 'Unknown key "nmae" in tools[1]. Did you mean "name"?', line: 4 }
  const text = '{\n  "tools": [\n    { "name": "a" },\n    { "nmae": "b" }\n  ]\n}'
  expect(manifestProblems({ ...json(text), errors: [error] })).toEqual([
    {
      ...expected,
      file: 'manifest.json',
      column: 7,
      frame: expect.stringMatching(/> 4 \| {5}\{ "nmae": "b" \}\n +\| +\^/) as string,
    },
  ])
  const [problem] = manifestProblems({ ...yaml('tools:\n  - name: a\n\n  - nmae: b\n'), errors: [error] })
  expect(problem).toMatchObject({ ...expected, column: 5 })
})

test('wrong values are reported with what they are, what they should be, and the description', () => {
  const manifest = json('{ "port": "x", "effect": "reed", "id": "A", "n": 5, "a/b": 1 }')
  const errors = [
    {
      instancePath: '/port',
      keyword: 'type',
      params: { type: 'integer' },
      parentSchema: { description: 'Where it listens.' },
    },
    { instancePath: '/effect', keyword: 'enum', params: { allowedValues: ['read', 'write'] } },
    { instancePath: '/id', keyword: 'pattern', params: { pattern: '^[a-z]+$' } },
    { instancePath: '/n', keyword: 'const', params: { allowedValue: 1 } },
    { instancePath: '/a~1b', keyword: 'maximum', params: { comparison: '<=', limit: 0 } },
    { instancePath: '', keyword: 'required', params: { missingProperty: 'name' } },
    { instancePath: '', keyword: 'if', params: {} },
    { instancePath: '', keyword: 'required', params: { missingProperty: 'name' } },
  ]
  expect(manifestProblems({ ...manifest, errors }).map(({ column, message }) => [column, message])).toEqual([
    [11, 'port: must be a whole number, but is string. Where it listens.'],
    [26, 'effect: "reed" is not one of read, write. Did you mean "read"?'],
    [40, 'id: "A" does not match ^[a-z]+$.'],
    [50, 'n: must be 1.'],
    [60, 'a/b: must be at most 0.'],
    [1, 'the key "name" is missing. Add it.'],
  ])
})

test('a field that only code can judge is reported at its value, or at the nearest thing around it', () => {
  const manifest = json('{\n  "schedule": { "cron": "soon" }\n}')
  const at = (path: string[]) => fieldProblem({ ...manifest, path, message: 'is no cron expression.' })
  expect(at(['schedule', 'cron'])).toMatchObject({
    line: 2,
    column: 25,
    message: 'schedule.cron: is no cron expression.',
  })
  expect(at(['schedule', 'timezone'])).toMatchObject({ line: 2, column: 15 })
  expect(at(['absent'])).toMatchObject({ line: 1, column: 1 })
})

test('a place is where the key stands', () => {
  expect(manifestPlace(yaml('a:\n  b: 1\n'), ['a', 'b'])).toEqual({ line: 2, column: 3 })
  expect(manifestPlace(json('{ "a":\n { "b": 1 } }'), ['a', 'b'])).toEqual({ line: 2, column: 4 })
})

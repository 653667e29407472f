import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readInputFlags, readInputsOption } from './input-flags.ts'

const schema = {
  properties: {
    csv: { type: 'string' },
    max_rows: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'number' } },
    header: { type: 'boolean' },
    options: { type: 'object' },
    either: { type: ['number', 'string'] },
  },
}
let folder: string
const read = (...rest: string[]) => readInputFlags(rest, schema, folder)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-flags-'))
  await writeFile(join(folder, 'a.csv'), 'a,b\n')
})

afterAll(() => rm(folder, { recursive: true }))

test('flags become inputs of the schema’s types', async () => {
  expect(
    await read(
      '--csv',
      'a,b',
      '--max-rows=5',
      '--tags',
      'x',
      '--tags',
      'y',
      '--sizes',
      '[1, 2]',
      '--header',
      '--options',
      '{"a": 1}',
    ),
  ).toEqual({
    csv: 'a,b',
    max_rows: 5,
    tags: ['x', 'y'],
    sizes: [1, 2],
    header: true,
    options: { a: 1 },
  })
  expect(await read('--no-header', '--max_rows', '-3', '--either', '12', '--sizes', '4')).toEqual({
    header: false,
    max_rows: -3,
    either: 12,
    sizes: [4],
  })
  expect(await read('--header', 'false', '--either', 'many', '--csv', '')).toEqual({
    header: false,
    either: 'many',
    csv: '',
  })
})

test('@file is the text of a file, and @@ a plain @', async () => {
  expect(await read('--csv', '@a.csv')).toEqual({ csv: 'a,b\n' })
  expect(await read('--csv', '@@home')).toEqual({ csv: '@home' })
  await expect(read('--csv', '@b.csv')).rejects.toThrow(/b\.csv cannot be read/)
})

test.each([
  [['--cvs', 'x'], 'Did you mean --csv?'],
  [['csv', 'x'], 'The app has no input csv'],
  [['--csv'], '--csv needs a value'],
  [['--max-rows', 'five'], '--max-rows must be a number'],
  [['--options', '{'], '--options must be JSON'],
])('%j is refused', async (rest, message) => {
  await expect(read(...rest)).rejects.toThrow(message)
})

test('--inputs is a JSON object', async () => {
  expect(await readInputsOption('{"a": 1}', folder)).toEqual({ a: 1 })
  await expect(readInputsOption('[1]', folder)).rejects.toThrow('must be a JSON object')
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jsonValues } from './json-values.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-test-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function cut(text: string): Promise<unknown[]> {
  const path = join(folder, 'values.json')
  await writeFile(path, text)
  const values: unknown[] = []
  for await (const { text: value } of jsonValues(path)) values.push(JSON.parse(value))
  return values
}

it('cuts the elements out of any array, however it is written', async () => {
  const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(objects, fc.constantFrom(undefined, 1, '\t'), async (values, space) => {
      const plain = JSON.parse(JSON.stringify(values)) as unknown[]
      expect(await cut(JSON.stringify(values, null, space))).toEqual(plain)
      expect(await cut(plain.map(value => JSON.stringify(value)).join('\r\n'))).toEqual(plain)
    }),
    { numRuns: 60 },
  )
})

it('tells the line on which a value begins', async () => {
  const path = join(folder, 'lines.json')
  await writeFile(path, '[\n{"a":\n1},\n\n{"a":"\\"]}"}]\n')
  const lines: number[] = []
  for await (const { line } of jsonValues(path)) lines.push(line)
  expect(lines).toEqual([2, 5])
})

it.each(['[{"a":1}', '[{"a":1},', '{"a":"', '[{"a":[1}'])('knows that %s is cut off', async text => {
  await expect(cut(text)).rejects.toThrow(/cut off|JSON/)
})

it('takes nothing after the array', async () => {
  await expect(cut('[{"a":1}]\n{"a":2}')).rejects.toThrow('Line 2')
})

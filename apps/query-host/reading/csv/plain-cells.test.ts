import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hasPlainCells } from './plain-cells.ts'
import type { CsvPlan } from './csv-plan.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plain-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function isPlain(text: string, types: string[], change: Partial<CsvPlan> = {}): Promise<boolean> {
  const path = join(folder, 'table.csv')
  await writeFile(path, text)
  return hasPlainCells(path, {
    format: 'csv',
    syntax: { delimiter: ',', quote: '"' },
    hasHeader: false,
    decimal: '.',
    columns: types.map((name, index) => ({ name: `c${index}`, type: { name, source: 'inferred', order: 'iso' } })),
    hasEmptyEnds: false,
    hasRowNames: false,
    warnings: [],
    ...change,
  })
}

/** Which of these values are plain ones of the type, beside a text. */
async function plainOf(type: string, values: string[], change: Partial<CsvPlan> = {}): Promise<string[]> {
  const plain: string[] = []
  const { delimiter } = change.syntax ?? { delimiter: ',' }
  for (const value of values)
    if (await isPlain(`${value}${delimiter}text\n`, [type, 'VARCHAR'], change)) plain.push(value)
  return plain
}

it.each([
  [
    'BIGINT',
    ['', '0', '7', '-12', '123456789012345678'],
    ['02139', '-0', '-', '+5', '1e3', '2.5', '1_000', ' 7', '7\t', '1234567890123456789', '"7"', 'NA'],
  ],
  [
    'DOUBLE',
    ['', '0', '-0', '-0.5', '.5', '5.', '12.25', '1e3', '1.5E-7'],
    ['007.5', '+5', '1_000.5', '.', '-', 'e5', '1e', '1e+', 'Infinity', 'NaN', '1,5'],
  ],
  ['BOOLEAN', ['', 'true', 'False', 'TRUE'], ['yes', '1', 't', 'falsehood', 'truely']],
  ['DATE', ['', '2024-01-31'], ['2024/01/31', '2024-01-31 10:00', '31.01.2024', '2024-1-31']],
  [
    'TIMESTAMP',
    ['', '2024-01-31', '2024-01-31 10:00:00', '2024-01-31T10:00:00.123456'],
    [
      '2024-01-31 10:00:00Z',
      '2024-01-31 10:00:00+02:00',
      '2024-01-31 10:00:00.',
      '2024-01-31 10:00:00.1234567',
      '2024-01-31 10:00',
      '2024-01-31 ',
    ],
  ],
  ['VARCHAR', ['', 'a b', '"a, b"', '"a ""b"""', '"a\nb"', 'é', '007'], ['5" pipe', '"a"b', ' "a"', '"a']],
])('cells of %s are plain as far as an engine would not change them', async (type, plain, others) => {
  expect(await plainOf(type, [...plain, ...others])).toEqual(plain)
})

it('a decimal comma is one where the file has it', async () => {
  const change = { decimal: ',', syntax: { delimiter: ';', quote: '"' } } as const
  expect(await plainOf('DOUBLE', ['1,5', '1.5', '0,25', '01,5'], change)).toEqual(['1,5', '0,25'])
})

it('rows have as many cells as there are columns, in lines that end in either way', async () => {
  const types = ['BIGINT', 'VARCHAR']
  const answers = [
    '1,a\n2,b',
    '1,a\r\n2,b\r\n',
    '1,a\n2\n',
    '1,a\n2,b,c\n',
    '1,a\n\n2,b\n',
    '1,a\r2,b\n',
    '1,a\n2,"b\n',
  ]
  const found = []
  for (const text of answers) found.push(await isPlain(text, types))
  expect(found).toEqual([true, true, false, false, false, false, false])
  expect(await isPlain('n,a\n1,a\n', types, { hasHeader: true })).toBe(true)
  expect(await isPlain('n,a\n1,a\n', types)).toBe(false)
})

it('columns with words for missing values, zones or other dates are taken for texts', async () => {
  const type = { source: 'inferred', name: 'BIGINT' } as const
  const columns = [
    { name: 'n', type: { ...type, hasWords: true } },
    { name: 'd', type: { ...type, name: 'DATE', order: 'day_first', separator: '/' } as const },
  ]
  expect(await isPlain('NA,31/12/2024\n007,1/2/2024\n', [], { columns })).toBe(true)
})

it('rows that lie over the pieces in which a file is read are looked at whole', async () => {
  const row = (index: number): string => `${index},"${'x'.repeat(index % 97)}\n${index}",2024-01-31 10:00:00,0.25\n`
  const rows = Array.from({ length: 30_000 }, (_, index) => row(index))
  const types = ['BIGINT', 'VARCHAR', 'TIMESTAMP', 'DOUBLE']
  const late = [...rows, '30000,a,2024-01-31 10:00:00,00.25\n']
  expect([await isPlain(rows.join(''), types), await isPlain(late.join(''), types)]).toEqual([true, false])
  expect(await isPlain(`1,"${'x'.repeat(2 * 1024 * 1024)}"\n`, ['BIGINT', 'VARCHAR'])).toBe(false)
})

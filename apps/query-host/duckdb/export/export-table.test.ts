import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { HostExport, HostExported } from '../../../../kernel/index.ts'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EngineParent } from '../../engine.ts'
import { XlsxFile } from '../../spreadsheet/xlsx-file.ts'
import { derivedTable } from './derived-table.ts'
import { exportTable } from './export-table.ts'

const parent: EngineParent = { tables: async names => names.map(() => null), progress: () => undefined }
const limits = { max_columns: 3, max_bytes: 1e9, max_line_bytes: 1e7, max_rows: 10, memory_mb: 256, threads: 1 }

let folder: string
let connection: DuckDBConnection

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-test-'))
  connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(`set TimeZone = 'UTC'; set errors_as_json = true`)
})

afterAll(async () => {
  connection.closeSync()
  await rm(folder, { recursive: true, force: true })
})

async function written(
  format: HostExport['format'],
  sql: string,
  more: Partial<HostExport> = {},
): Promise<HostExported & { path: string }> {
  const path = join(folder, `out.${format}`)
  const source = { sql, params: [] }
  const request: HostExport = { source, format, output: path, max_bytes: 1e9, sheet: 'All [sales]/2026', ...more }
  return { ...(await exportTable(connection, request, parent)), path }
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('it was written'),
    (failure: Error) => failure,
  )
  return error.message
}

const plain = `select 1 as "=id", '=1+1' as formula, -2 as number, '' as empty, null as missing, 'a,"b' as quoted, timestamp '2020-01-31 12:00:00.5' as at,
  date '2020-02-01' as day, 'nan'::double as nan, 9007199254740993 as big, 0.1::float as small, true as yes, '\\xFF'::blob as bytes -- the end;`

test('CSV starts no formula in a cell or a header', async () => {
  const { path, rows } = await written('csv', plain)
  expect({ rows, text: await readFile(path, 'utf8') }).toEqual({
    rows: 1,
    text:
      `'=id,formula,number,empty,missing,quoted,at,day,nan,big,small,yes,bytes\n` +
      `1,'=1+1,-2,"",,"a,""b",2020-01-31 12:00:00.5,2020-02-01,NaN,9007199254740993,0.1,true,/w==\n`,
  })
})

const asObject = {
  '=id': 1,
  formula: '=1+1',
  number: -2,
  empty: '',
  missing: null,
  quoted: 'a,"b',
  at: '2020-01-31T12:00:00.500',
  day: '2020-02-01',
  nan: 'NaN',
  big: '9007199254740993',
  small: 0.1,
  yes: true,
  bytes: '/w==',
}

test('JSON and lines of JSON hold the values as a query writes them', async () => {
  const nested = plain.replace(' -- the end;', `, [{'x': 'inf'::double}] as nested`)
  const [json, lines, deep] = [
    await written('json', plain),
    await written('ndjson', plain),
    await written('json', nested),
  ]
  expect([
    JSON.parse(await readFile(json.path, 'utf8')),
    JSON.parse(await readFile(lines.path, 'utf8')),
    deep.rows,
  ]).toEqual([[{ ...asObject, nested: [{ x: 'Infinity' }] }], asObject, 1])
})

test('a missing value is null in JSON, whatever its type', async () => {
  const types = [
    'bigint',
    'hugeint',
    'double',
    'float',
    'decimal(18, 2)',
    'decimal(5, 2)',
    'timestamp',
    'timestamptz',
    'blob',
    'date',
    'varchar',
  ]
  const cells = types.map((type, index) => `null::${type} as c${index}`)
  const { path } = await written('json', `select ${cells.join(', ')}`)
  const [row] = JSON.parse(await readFile(path, 'utf8')) as [object]
  expect(Object.values(row)).toEqual(types.map(() => null))
})

test('JSON holds numbers that it has no form for as texts, and all others as numbers', async () => {
  const sql = `select if(i % 1000 = 7, 9007199254740993 + i, i)::bigint as n, if(i % 1000 = 9, 'inf', i / 4)::double as x from range(3000) as t(i)`
  const { path, rows } = await written('json', sql)
  const made = JSON.parse(await readFile(path, 'utf8')) as { n: unknown; x: unknown }[]
  const expected = Array.from({ length: 3000 }, (_, i) => ({
    n: i % 1000 === 7 ? String(9007199254740993n + BigInt(i)) : i,
    x: i % 1000 === 9 ? 'Infinity' : i / 4,
  }))
  expect({ rows, made }).toEqual({ rows: 3000, made: expected })
})

test('rows without a column that the engine could not write end up in a plain array too', async () => {
  const { path } = await written('json', `select [1, 2] as l from range(0)`)
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual([])
})

test('Parquet keeps whole numbers of any size whole', async () => {
  const { path, columns } = await written('parquet', `select 1::hugeint as h, 'x' as t, [date '2020-01-01'] as l`)
  const back = await connection.runAndReadAll(
    `select typeof(h), h::varchar, t, l::varchar from read_parquet('${path}')`,
  )
  expect({ columns: columns.map(({ type }) => type), back: back.getRowsJson() }).toEqual({
    columns: ['HUGEINT', 'VARCHAR', 'DATE[]'],
    back: [['DECIMAL(38,0)', '1', 'x', '[2020-01-01]']],
  })
})

test('a spreadsheet has text as text, numbers as numbers and dates as dates', async () => {
  const { path, rows } = await written(
    'xlsx',
    `${plain.replace(' -- the end;', '')}, 'a<b>&"c"_x0041_' || chr(7) as odd`,
  )
  const sheets = await readXlsxFile(path)
  expect({ rows, sheets }).toEqual({
    rows: 1,
    sheets: [
      {
        sheet: 'All  sales  2026',
        data: [
          [...Object.keys(asObject), 'odd'],
          [
            1,
            '=1+1',
            -2,
            null,
            null,
            'a,"b',
            expect.any(Date),
            new Date('2020-02-01'),
            'NaN',
            '9007199254740993',
            0.1,
            true,
            '/w==',
            expect.stringMatching(/^a<b>&"c"/),
          ],
        ],
      },
    ],
  })
})

test('what a spreadsheet cannot hold is told, with what to do', async () => {
  const wide = {
    path: join(folder, 'wide.xlsx'),
    sheet: 'x',
    columns: Array.from({ length: 16_385 }, String),
    maxBytes: 1e9,
  }
  expect([
    await refusal(written('xlsx', `select repeat('x', 40000) as long`)),
    await refusal((async () => new XlsxFile(wide))()),
  ]).toEqual([
    'A cell of the column "long" has 40000 characters, and a spreadsheet takes 32767. Export as CSV or Parquet.',
    'A spreadsheet has at most 16384 columns, and there are 16385. Export as CSV or Parquet.',
  ])
})

test('Arrow, a file over its size and a statement that fails half-way are told in words', async () => {
  expect([
    await refusal(written('arrow', 'select 1')),
    await refusal(written('csv', 'select * from range(10000)', { max_bytes: 1000 })),
    await refusal(written('csv', `select if(range = 5, error('five'), range) from range(10)`)),
    await refusal(written('csv', `select * from read_text('/etc/passwd')`)),
  ]).toEqual([
    'Arrow files cannot be written here. Ask for parquet, which Arrow reads.',
    'The file has more than 1000 bytes. Export fewer rows or columns.',
    'five',
    expect.stringContaining('read_text is not allowed in FROM'),
  ])
})

test('a version made of a statement takes parameters, a semicolon and comments', async () => {
  const output = join(folder, 'derived.parquet')
  const sql =
    'with x as (select range as id from range(5)) select id, id * ? as twice from x where id > ? order by id desc; -- done;'
  const { columns, rows, reading } = await derivedTable(connection, { sql, params: [2, 2], output, limits }, parent)
  const back = await connection.runAndReadAll(`from read_parquet('${output}')`)
  expect({ columns, rows, format: reading.format, back: back.getRowsJS() }).toEqual({
    columns: [
      { name: 'id', type: 'BIGINT' },
      { name: 'twice', type: 'BIGINT' },
    ],
    rows: 2,
    format: 'sql',
    back: [
      [4n, 8n],
      [3n, 6n],
    ],
  })
})

test('a version has its limits', async () => {
  const derive = (sql: string): Promise<unknown> =>
    derivedTable(connection, { sql, params: [], output: join(folder, 'limited.parquet'), limits }, parent)
  expect([await refusal(derive('select 1, 2, 3, 4')), await refusal(derive('from range(11)'))]).toEqual([
    'The statement gives 4 columns. A dataset may have 3.',
    'The statement gives more than 10 rows, the most a dataset may have.',
  ])
})

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeParquet } from '../import/write-parquet.ts'
import { openDatabase } from '../open-database.ts'
import { diffTables } from './diff-tables.ts'
import { previewTable } from './preview-table.ts'
import { profileTable } from './profile-table.ts'
import { readColumns } from './read-columns.ts'

const before = process.cwd()
const folder = mkdtempSync(join(tmpdir(), 'tables-'))
const older = 'datasets/1.parquet'
const newer = 'datasets/2.parquet'
let connection: DuckDBConnection

beforeAll(async () => {
  process.chdir(folder)
  mkdirSync('datasets')
  connection = await openDatabase({ memoryMb: 512, threads: 1, staging: 'datasets' })
  await writeParquet(
    connection,
    `select * from (values (1, 'b', 2.5::double, date '2024-01-01', true, [1]), (2, 'a', null, date '2024-01-03', false, null),
      (3, 'b', 'inf'::double, null, null, [1, 2]), (4, null, 1.5, date '2024-01-05', true, [1])) t(id, s, x, d, f, l)`,
    older,
  )
  await writeParquet(
    connection,
    `select * from (values (1, 'b', 2.5::double, date '2024-01-01', true, [1], 7::hugeint), (2, 'z', null, date '2024-01-03', false, null, 8),
      (9, 'q', 1, null, null, null, 9), (9, 'q', 1, null, null, null, 9)) t(id, s, x, d, f, l, "more")`,
    newer,
  )
})
afterAll(() => {
  connection.closeSync()
  process.chdir(before)
  rmSync(folder, { recursive: true })
})

it('a preview is a page of the file, in its order', async () => {
  const { columns, rows } = await previewTable(connection, { file: older, limit: 2, offset: 1 })
  expect({ names: columns.map(({ name }) => name), rows: JSON.parse(rows) as unknown }).toEqual({
    names: ['id', 's', 'x', 'd', 'f', 'l'],
    rows: [
      [2, 'a', null, '2024-01-03', false, null],
      [3, 'b', 'Infinity', null, null, [1, 2]],
    ],
  })
})

it('a profile tells of each column what there is to tell', async () => {
  const { rows, columns } = await profileTable(connection, { file: older })
  const short = columns.map(({ quantiles, histogram, ...rest }) => ({
    ...rest,
    median: quantiles.find(({ q }) => q === 0.5)?.value,
    bins: histogram.map(({ count }) => count),
  }))
  const none = { mean: null, sd: null, median: undefined, bins: [], distinct_is_exact: true }
  expect({ rows, short }).toEqual({
    rows: 4,
    short: [
      {
        ...none,
        name: 'id',
        type: 'INTEGER',
        missing: 0,
        distinct: 4,
        min: 1,
        max: 4,
        mean: 2.5,
        sd: Math.sqrt(5 / 3),
        median: 2.5,
        bins: [1, 1, 1, 1],
        top: [1, 2, 3, 4].map(value => ({ value, count: 1 })),
      },
      {
        ...none,
        name: 's',
        type: 'VARCHAR',
        missing: 1,
        distinct: 2,
        min: 'a',
        max: 'b',
        top: [
          { value: 'b', count: 2 },
          { value: 'a', count: 1 },
        ],
      },
      {
        ...none,
        name: 'x',
        type: 'DOUBLE',
        missing: 1,
        distinct: 3,
        min: 1.5,
        max: 'Infinity',
        median: 2,
        bins: [1, ...Array<number>(18).fill(0), 1],
        top: [1.5, 2.5, 'Infinity'].map(value => ({ value, count: 1 })),
      },
      {
        ...none,
        name: 'd',
        type: 'DATE',
        missing: 1,
        distinct: 3,
        min: '2024-01-01',
        max: '2024-01-05',
        median: '2024-01-03',
        top: ['2024-01-01', '2024-01-03', '2024-01-05'].map(value => ({ value, count: 1 })),
      },
      {
        ...none,
        name: 'f',
        type: 'BOOLEAN',
        missing: 1,
        distinct: 2,
        min: false,
        max: true,
        top: [
          { value: true, count: 2 },
          { value: false, count: 1 },
        ],
      },
      {
        ...none,
        name: 'l',
        type: 'INTEGER[]',
        missing: 1,
        distinct: 2,
        min: null,
        max: null,
        top: [
          { value: '[1]', count: 2 },
          { value: '[1, 2]', count: 1 },
        ],
      },
    ],
  })
})

it('a diff by content counts rows as often as they are there; a missing value equals a missing one', async () => {
  const { added, removed, changed, schema, sample } = await diffTables(connection, {
    from: older,
    to: newer,
    key: null,
    sample: 5,
  })
  const twice = { id: 9, s: 'q', x: 1, d: null, f: null, l: null }
  expect({
    added,
    removed,
    changed,
    schema,
    added_rows: sample.added,
    ids: sample.removed.map(({ id }) => id),
  }).toEqual({
    added: 3,
    removed: 3,
    changed: 0,
    schema: { added: [{ name: 'more', type: 'DECIMAL(38,0)' }], removed: [], changed: [] },
    added_rows: [{ id: 2, s: 'z', x: null, d: '2024-01-03', f: false, l: null }, twice, twice],
    ids: [2, 3, 4],
  })
})

it('a diff by key tells changed rows, and refuses a key that does not tell rows apart', async () => {
  const pair = await diffTables(connection, { from: newer, to: older, key: ['s', 'id'], sample: 5 }).catch(String)
  const { added, removed, changed, sample } = await diffTables(connection, {
    from: older,
    to: older,
    key: ['ID'],
    sample: 5,
  })
  expect([pair, { added, removed, changed, sample }]).toEqual([
    expect.stringContaining('in the older version 2 rows have s = "q", id = 9'),
    { added: 0, removed: 0, changed: 0, sample: { added: [], removed: [], changed: [] } },
  ])
})

it('columns come as doubles and codes, filtered by a condition that can be nothing else', async () => {
  const read = async (columns: string[], filter: string | null) => {
    const { rows, columns: found } = await readColumns(connection, { file: older, columns, filter, max_cells: 100 })
    return found.map(({ head, bytes }) => {
      const values =
        head.kind === 'number' ? new Float64Array(bytes.buffer, 0, rows) : new Int32Array(bytes.buffer, 0, rows)
      return [head.meaning, head.levels, ...values]
    })
  }
  const outcome = (filter: string) => read(['id'], filter).catch((error: { code?: string }) => error.code)
  expect([
    await read(['s', 'x', 'd', 'F'], null),
    await read(['id'], "s = 'b' -- only these"),
    await outcome('1) union all select 1 from (select 1'),
    await outcome("exists (from read_csv('/etc/passwd'))"),
    await outcome('nothing > 1'),
    await read(['l'], null).catch((error: Error) => error.message),
  ]).toEqual([
    [
      ['text', ['a', 'b'], 1, 0, 1, -1],
      ['number', null, 2.5, Number.NaN, Infinity, 1.5],
      ['date', null, Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 3), Number.NaN, Date.UTC(2024, 0, 5)],
      ['boolean', ['false', 'true'], 1, 0, -1, 1],
    ],
    [['number', null, 1, 3]],
    'sql_error',
    'sql_forbidden',
    'sql_error',
    expect.stringContaining('The column "l" is of the type INTEGER[]'),
  ])
})

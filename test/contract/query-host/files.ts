import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ImportOptions } from '@svc/plugin'
import { refusal } from './kit.ts'
import type { QueryHostKit } from './kit.ts'

interface FileCase {
  what: string
  bytes: string | Uint8Array
  options: ImportOptions
  /** `name type`, of each column. */
  columns: string[]
  rows: unknown[][]
  rejected?: unknown[]
  warnings?: RegExp[]
}

const files: FileCase[] = [
  {
    what: 'types of CSV, missing values, quotes',
    bytes: 'a,b,c,d\n1,1.5,x,true\n2,NA,"say ""no""",false\n,3,,\n',
    options: { filename: 'x.csv' },
    columns: ['a BIGINT', 'b DOUBLE', 'c VARCHAR', 'd BOOLEAN'],
    rows: [
      [1, 1.5, 'x', true],
      [2, null, 'say "no"', false],
      [null, 3, null, null],
    ],
  },
  {
    what: 'decimal commas and days first',
    bytes: 'n;day\r\n1,5;02/01/2020\r\n2,25;13/01/2020\r\n',
    options: { format: 'csv' },
    columns: ['n DOUBLE', 'day DATE'],
    rows: [
      [1.5, '2020-01-02'],
      [2.25, '2020-01-13'],
    ],
  },
  {
    what: 'times, with zones in UTC',
    bytes: 't\n2020-01-02T10:00:00Z\n2020-01-02T10:00:00+02:00\n2020-01-02 10:00:00.5\n',
    options: { filename: 't.csv' },
    columns: ['t TIMESTAMP'],
    rows: [['2020-01-02T10:00:00.000'], ['2020-01-02T08:00:00.000'], ['2020-01-02T10:00:00.500']],
    warnings: [/time zone/],
  },
  {
    what: 'leading zeros, big integers and hostile names',
    bytes: 'code,big,,code\n007,9007199254740993,1,x\n010,1,2,y\n',
    options: { filename: 'x.csv' },
    columns: ['code VARCHAR', 'big BIGINT', 'column_3 BIGINT', 'code_2 VARCHAR'],
    rows: [
      ['007', '9007199254740993', 1, 'x'],
      ['010', 1, 2, 'y'],
    ],
    warnings: [/Column 3/, /Column 4/],
  },
  {
    what: 'keys that an object of JSON has more than once are named with their line',
    bytes: '[{"a":1},\n{"a":2,"b":":","a":3},\n\n{"b":"{","b":"x\\"}", "a":4}]',
    options: { filename: 'x.json' },
    columns: ['a BIGINT', 'b VARCHAR'],
    rows: [
      [1, null],
      [3, ':'],
      [4, 'x"}'],
    ],
    warnings: [/Objects on lines 2, 4 have the key "a" or another more than once/],
  },
  {
    what: 'ragged rows are rejected and shown',
    bytes: 'a,b\n1,2\n3\n4,5,6\n7,8\n9,10\n',
    options: { filename: 'x.csv' },
    columns: ['a BIGINT', 'b BIGINT'],
    rows: [
      [1, 2],
      [7, 8],
      [9, 10],
    ],
    rejected: [
      { line: 3, column: null, reason: 'has 1 value instead of 2', text: '3' },
      { line: 4, column: null, reason: 'has 3 values instead of 2', text: '4,5,6' },
    ],
    warnings: [/lines 3, 4/],
  },
  {
    what: 'a row with an empty value too many is rejected, not moved',
    bytes: 'id,name,city,note\n1,Ann,Berlin,x\n2,,Bob,Bonn,\n3,Cay,Essen,\n4,"D\n""d",Ulm,y,""\n5,Eve,Köln,z\n',
    options: { filename: 'x.csv' },
    columns: ['id BIGINT', 'name VARCHAR', 'city VARCHAR', 'note VARCHAR'],
    rows: [
      [1, 'Ann', 'Berlin', 'x'],
      [3, 'Cay', 'Essen', null],
      [5, 'Eve', 'Köln', 'z'],
    ],
    rejected: [
      { line: 3, column: null, reason: 'has 5 values instead of 4', text: '2,,Bob,Bonn,' },
      { line: 5, column: null, reason: 'has 5 values instead of 4', text: '4,"D\n""d",Ulm,y,""' },
    ],
    warnings: [/^2 rows were left out: lines 3, 5\./],
  },
  {
    what: 'a last row with an empty value too many, without a line end',
    bytes: 'a;b\r\n1;2\r\n3;4\r\n5;6;',
    options: { filename: 'x.csv' },
    columns: ['a BIGINT', 'b BIGINT'],
    rows: [
      [1, 2],
      [3, 4],
    ],
    rejected: [{ line: 4, column: null, reason: 'has 3 values instead of 2', text: '5;6;' }],
    warnings: [/^1 row was left out: line 4\./],
  },
  {
    what: 'a header one name short of rows that all end in an empty value',
    bytes: 'a,b\n1,2,\n3,4,\n',
    options: { filename: 'x.csv' },
    columns: ['a BIGINT', 'b BIGINT'],
    rows: [
      [1, 2],
      [3, 4],
    ],
    warnings: [/^The header is one name short: lines 2, 3 /],
  },
  {
    what: 'a row of many values too many is one row that is rejected',
    bytes: 'a,b\n1,2,3,4,5,6\n3,4\n5,6\n',
    options: { filename: 'x.csv' },
    columns: ['a BIGINT', 'b BIGINT'],
    rows: [
      [3, 4],
      [5, 6],
    ],
    rejected: [{ line: 2, column: null, reason: 'has 6 values instead of 2', text: '1,2,3,4,5,6' }],
    warnings: [/^1 row was left out: line 2\./],
  },
  {
    what: "R's table, whose rows have names",
    bytes: 'mpg;cyl\nMazda RX4;21;6\nDatsun 710;22.8;4\n',
    options: { filename: 'x.csv' },
    columns: ['row_names VARCHAR', 'mpg DOUBLE', 'cyl BIGINT'],
    rows: [
      ['Mazda RX4', 21, 6],
      ['Datsun 710', 22.8, 4],
    ],
    warnings: [/^The header is one name shorter .* "row_names"/],
  },
  {
    what: "R's table as write.table writes it, with spaces",
    bytes: '"row_names" "cyl"\n"1" "Mazda RX4" 6\n"2" "Datsun 710" 4\n',
    options: { filename: 'x.txt' },
    columns: ['column_1 BIGINT', 'row_names VARCHAR', 'cyl BIGINT'],
    rows: [
      [1, 'Mazda RX4', 6],
      [2, 'Datsun 710', 4],
    ],
    warnings: [/names of rows, in the column "column_1"/],
  },
  {
    what: 'what does not fit a given type is rejected',
    bytes: 'a,b\n1,x\nno,y\n3,z\n',
    options: { filename: 'x.csv', columns: [{ name: 'a', type: 'integer' }] },
    columns: ['a BIGINT', 'b VARCHAR'],
    rows: [
      [1, 'x'],
      [3, 'z'],
    ],
    rejected: [{ line: 3, column: 'a', reason: 'is no BIGINT', text: 'no,y' }],
  },
  {
    what: 'a late surprise widens an inferred type',
    bytes: `n\n${Array.from({ length: 25_000 }, (_, row) => (row < 24_000 ? '1' : 'late')).join('\n')}\n`,
    options: { filename: 'x.csv' },
    columns: ['n VARCHAR'],
    rows: Array.from({ length: 100 }, () => ['1']),
  },
  {
    what: 'tabs in gzip',
    bytes: gzipSync('a\tb\n1\t"x\ty"\n'),
    options: { filename: 'x.tsv.gz' },
    columns: ['a BIGINT', 'b VARCHAR'],
    rows: [[1, 'x\ty']],
  },
  {
    what: 'a header and no rows',
    bytes: 'a,b\n',
    options: { filename: 'x.csv', header: true },
    columns: ['a VARCHAR', 'b VARCHAR'],
    rows: [],
    warnings: [/no rows/],
  },
  {
    what: 'NDJSON',
    bytes: '{"a":1,"b":"x","d":"2020-01-02"}\n{"a":2,"b":null,"d":"2020-01-03"}\n',
    options: { filename: 'x.ndjson' },
    columns: ['a BIGINT', 'b VARCHAR', 'd DATE'],
    rows: [
      [1, 'x', '2020-01-02'],
      [2, null, '2020-01-03'],
    ],
  },
  {
    what: 'JSON with fractions and truths',
    bytes: '[{"a":1.5,"t":true},\n {"t":false,"a":2}]',
    options: { filename: 'x.json' },
    columns: ['a DOUBLE', 't BOOLEAN'],
    rows: [
      [1.5, true],
      [2, false],
    ],
  },
]

const damaged: [what: string, bytes: string | Uint8Array, options: ImportOptions][] = [
  ['an empty file', '', { filename: 'x.csv' }],
  ['a quote that never ends', 'a,b\n1,"x\n2,y\n', { filename: 'x.csv' }],
  [
    'gzip that is cut off',
    gzipSync(Array.from({ length: 1000 }, (_, row) => `${row},${row * 7919}`).join('\n')).subarray(0, 500),
    { filename: 'x.csv.gz' },
  ],
  ['JSON that is cut off', '[{"a":1},{"a":2', { filename: 'x.json' }],
  ['JSON of no objects', '[1,2]', { filename: 'x.json' }],
  ['Parquet that is cut off', Buffer.from('PAR1 and then nothing'), { filename: 'x.parquet' }],
  ['text that was said to be Parquet', 'a,b\n1,2\n', { format: 'parquet' }],
  ['too many columns', `${Array.from({ length: 2001 }, (_, index) => `c${index}`).join(',')}\n`, { filename: 'x.csv' }],
  ['a line that is too long', `a\n${'x'.repeat(1_000_100)}\n`, { filename: 'x.csv' }],
  ['a type that is none', 'a\n1\n', { filename: 'x.csv', columns: [{ name: 'a', type: 'colour' }] }],
  ['a column that is none', 'a\n1\n', { filename: 'x.csv', columns: [{ name: 'b', type: 'text' }, { name: 'c' }] }],
]

export function describeFiles(kit: QueryHostKit): void {
  describe('imports', () => {
    it.each(files)('$what', async ({ bytes, options, columns, rows, rejected = [], warnings = [] }) => {
      const made = await kit.import(bytes, options)
      expect({
        columns: made.columns.map(({ name, type }) => `${name} ${type}`),
        rows: made.preview,
        rejected: made.rejected,
        warned: warnings.map(pattern => made.warnings.some(warning => pattern.test(warning))),
      }).toEqual({
        columns,
        rows,
        rejected: { count: rejected.length, sample: rejected },
        warned: warnings.map(() => true),
      })
    })

    it.each(damaged)('refuses %s', async (_what, bytes, options) => {
      expect(await refusal(kit.import(bytes, options))).toEqual({
        code: 'import_failed',
        message: expect.stringMatching(/^[A-Z0-9"][^]{15,}[.?]$/),
      })
    })

    it('tells how a file was read', async () => {
      const { reading } = await kit.import('a;b\n1,5;x\n', { columns: [{ name: 'b', type: 'text' }] })
      expect(reading).toEqual({
        format: 'csv',
        encoding: 'utf-8',
        delimiter: ';',
        header: true,
        decimal_separator: ',',
        sheet: null,
        compression: null,
        columns: [
          { name: 'a', type: 'DOUBLE', source: 'inferred' },
          { name: 'b', type: 'VARCHAR', source: 'given' },
        ],
      })
    })
  })
}

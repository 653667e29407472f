import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestImport } from '../../../../test/rooms/plugins/import.ts'
import type { TestImport } from '../../../../test/rooms/plugins/import.ts'

let imports: TestImport
beforeAll(async () => {
  imports = await startTestImport()
})
afterAll(() => imports.end())

/** The columns as `name TYPE`, the rows, and the warnings. */
async function read(...args: Parameters<TestImport['take']>) {
  const { columns, table, warnings, rejected } = await imports.take(...args)
  return {
    columns: columns.map(({ name, type }) => `${name} ${type}`),
    rows: table,
    warnings,
    rejected: rejected.sample,
  }
}

/** More rows than are looked at for the types; the last is the given one. */
function long(row: (index: number) => string, last: string): string {
  return ['a,b', ...Array.from({ length: 20_050 }, (_, index) => row(index)), last].join('\n')
}

it('reads a plain file by itself, and reports how', async () => {
  const { reading, rows, bytes, sha256 } = await imports.take('a;b\r\n1,5;x\r\n2,25;"y;z"\r\n', {
    filename: 'x.csv.gz',
  })
  expect({ reading, rows, bytes: bytes > 100, sha256: sha256.length }).toEqual({
    rows: 2,
    bytes: true,
    sha256: 64,
    reading: {
      format: 'csv',
      encoding: 'utf-8',
      compression: null,
      delimiter: ';',
      header: true,
      decimal_separator: ',',
      sheet: null,
      columns: [
        { name: 'a', type: 'DOUBLE', source: 'inferred' },
        { name: 'b', type: 'VARCHAR', source: 'inferred' },
      ],
    },
  })
})

it('types keep what a value is: leading zeros, long integers, dates, zones, missing words', async () => {
  const text = [
    'i,lead,big,huge,d,dmy,z,yes,n,country',
    '1,007,9007199254740993,123456789012345678901,2024-01-02,31/12/2024,2024-01-01T10:00:00+02:00,true,NA,NA',
    '-2,012,1,2,2024-02-03,01/02/2024,2024-01-01T10:00:00Z,FALSE,2.5,FR',
  ].join('\n')
  expect(await read(text)).toEqual({
    columns: [
      'i BIGINT',
      'lead VARCHAR',
      'big BIGINT',
      'huge DECIMAL(38,0)',
      'd DATE',
      'dmy DATE',
      'z TIMESTAMP',
      'yes BOOLEAN',
      'n DOUBLE',
      'country VARCHAR',
    ],
    rows: [
      [
        '1',
        '007',
        '9007199254740993',
        '123456789012345678901',
        '2024-01-02',
        '2024-12-31',
        '2024-01-01 08:00:00',
        true,
        null,
        'NA',
      ],
      ['-2', '012', '1', '2', '2024-02-03', '2024-02-01', '2024-01-01 10:00:00', false, 2.5, 'FR'],
    ],
    warnings: ['Times of "z" name a time zone; they are kept in UTC.'],
    rejected: [],
  })
})

it('a type inferred from the beginning widens where a later value does not fit; nothing is rounded or lost', async () => {
  const last = async (row: string, value: string, columns?: { name: string; type: string }[]) => {
    const {
      columns: types,
      table,
      rejected,
    } = await imports.take(
      long(() => row, value),
      { columns },
    )
    return [types[0]!.type, table.at(-1)![0], rejected.sample.map(({ line, column, reason }) => [line, column, reason])]
  }
  expect([
    await last('1,2', '2.5,2'),
    await last('1,2', 'oops,2'),
    await last('1,2', '9007199254740993,2'),
    await last('2024-01-01,2', '2024-01-01 10:00,2'),
    await last('01/02/2024,2', '12/25/2024,2'),
    await last('true,2', 'yes,2'),
    await last('1,2', '2.5,2', [{ name: 'a', type: 'integer' }]),
  ]).toEqual([
    ['DOUBLE', 2.5, []],
    ['VARCHAR', 'oops', []],
    ['BIGINT', '9007199254740993', []],
    ['TIMESTAMP', '2024-01-01 10:00:00', []],
    ['DATE', '2024-12-25', []],
    ['VARCHAR', 'yes', []],
    ['BIGINT', '1', [[20_052, 'a', 'is no BIGINT']]],
  ])
})

it('codes after the rows that were looked at for the types stay as they are written', async () => {
  const last = async (values: string) => {
    const rows = Array<string>(20_001).fill('1,2.5,3')
    const { columns, table } = await imports.take(['a,b,c', ...rows, values].join('\n'))
    return columns.map(({ type }, index) => `${type} ${String(table.at(-1)![index])}`)
  }
  expect([await last('02139,Infinity,7\t'), await last('1e3,007.5,-0')]).toEqual([
    ['VARCHAR 02139', 'DOUBLE Infinity', 'BIGINT 7'],
    ['DOUBLE 1000', 'VARCHAR 007.5', 'BIGINT 0'],
  ])
})

it('rows that cannot be taken are counted with their lines, whatever stands between', async () => {
  const ragged = await read('a,b\n"1\n1",2\n3\n4,5,6\n7,8\n9,10\n')
  const quoted = await read('a,b\n1,2\n"x"y,3\n4,5\n')
  const given = await read('a,b\nyes,1\nmaybe,2\nNo,3\n', { columns: [{ name: 'a', type: 'boolean' }] })
  expect([ragged, quoted, given].map(({ rows, rejected }) => ({ rows, rejected }))).toEqual([
    {
      rows: [
        ['1\n1', '2'],
        ['7', '8'],
        ['9', '10'],
      ],
      rejected: [
        { line: 4, column: null, reason: 'has 1 value instead of 2', text: '3' },
        { line: 5, column: null, reason: 'has 3 values instead of 2', text: '4,5,6' },
      ],
    },
    {
      rows: [
        ['1', '2'],
        ['4', '5'],
      ],
      rejected: [{ line: 3, column: null, reason: 'text follows a closing quote', text: '"x"y,3' }],
    },
    {
      rows: [
        [true, '1'],
        [false, '3'],
      ],
      rejected: [{ line: 3, column: 'a', reason: 'is no BOOLEAN', text: 'maybe,2' }],
    },
  ])
})

it('makes names that every engine takes, and warns of each change', async () => {
  const { columns, warnings } = await read('a,A,,"x""; drop table y",q\u0001r\n1,2,3,4,5\n')
  expect({ columns, warnings }).toEqual({
    columns: ['a BIGINT', 'A_2 BIGINT', 'column_3 BIGINT', 'x"; drop table y BIGINT', 'q r BIGINT'],
    warnings: [
      'Column 2, "A", is called "A_2".',
      'Column 3 has no name; it is called "column_3".',
      'Column 5, "q\\u0001r", is called "q r".',
    ],
  })
})

it('any usual encoding and any line ends give the same table', async () => {
  const text = 'a,b\r\n1,é\r\n2,ü\r\n'
  const files = [
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    Buffer.from(text, 'latin1'),
    Buffer.from(text.replaceAll('\r\n', '\r')),
    Buffer.from('a,b\r\n1,é\n2,ü\r'),
    Buffer.concat([gzipSync('a,b\n1,é\n'), gzipSync('2,ü\n')]),
  ]
  const tables = []
  for (const file of files) tables.push((await read(file)).rows)
  expect(tables).toEqual(
    files.map(() => [
      ['1', 'é'],
      ['2', 'ü'],
    ]),
  )
})

it('JSON of every shape that is a table comes out as one; numbers keep their digits', async () => {
  expect([
    await read('[{"a":9007199254740993,"b":{"x":[1]}},{"a":2,"c":"z"}]'),
    await read('{"a":1}\nnonsense\n{"a":2}\n', { filename: 'x.jsonl' }),
    await read('{"a":[1,2],"b":["x","y"]}'),
  ]).toEqual([
    {
      columns: ['a BIGINT', 'b STRUCT(x BIGINT[])', 'c VARCHAR'],
      rows: [
        ['9007199254740993', { x: ['1'] }, null],
        ['2', null, 'z'],
      ],
      warnings: [],
      rejected: [],
    },
    {
      columns: ['a BIGINT'],
      rows: [['1'], ['2']],
      warnings: ['1 row was left out: line 2. "rejected" says why.'],
      rejected: [{ line: 2, column: null, reason: 'is not JSON', text: 'nonsense' }],
    },
    {
      columns: ['a BIGINT', 'b VARCHAR'],
      rows: [
        ['1', 'x'],
        ['2', 'y'],
      ],
      warnings: [],
      rejected: [],
    },
  ])
})

it('warns of equal keys in JSON, and loses no value of them in silence', async () => {
  const outcomeOf = async (text: string, filename = 'x.json') => {
    const { columns, rows, warnings } = await read(text, { filename })
    return [columns.join(), rows, warnings]
  }
  const nested = await imports.fail('[{"a":{"x":1}},{"a":{"X":3}}]', { filename: 'x.json' })
  expect([
    await outcomeOf('[{"a":1,"A":2},{"a":3}]'),
    await outcomeOf('[{"a_1":1},{"A":2,"a":4}]'),
    await outcomeOf('{"a":1}\n{"a":1,"a":9007199254740993}\n', 'x.ndjson'),
    await outcomeOf('{"a":1,"b":{"x":1,\n"x":"}"},"a":9007199254740993}'),
    await outcomeOf('{"a":[1,2],"a":[3,4]}'),
    nested,
  ]).toEqual([
    [
      'a BIGINT,A_1 BIGINT',
      [
        ['1', '2'],
        ['3', null],
      ],
      ['Column 2, "A", is called "A_1".'],
    ],
    [
      'a_1 BIGINT,A BIGINT,a_1_1 BIGINT',
      [
        ['1', null, null],
        [null, '2', '4'],
      ],
      ['Column 3, "a", is called "a_1_1".'],
    ],
    [
      'a BIGINT',
      [['1'], ['9007199254740993']],
      ['An object on line 2 has the key "a" more than once; of such keys the last value was taken.'],
    ],
    [
      'a BIGINT,b STRUCT(x VARCHAR)',
      [['9007199254740993', { x: '}' }]],
      ['Objects on lines 1, 2 have the key "a" or another more than once; of such keys the last value was taken.'],
    ],
    [
      'a BIGINT',
      [['3'], ['4']],
      ['An object on line 1 has the key "a" more than once; of such keys the last value was taken.'],
    ],
    'import_failed: The file cannot be read: objects inside of its rows have the key "X" and another that differs in case alone. Fields are the same whatever their case: rename one of them.',
  ])
})

it('long integers keep their digits in JSON of columns', async () => {
  const { rows } = await read('{"a":[9007199254740993,1],"b":["x",{"c":-9007199254740995}]}', { filename: 'x.json' })
  expect(rows).toEqual([
    ['9007199254740993', '"x"'],
    ['1', '{"c":-9007199254740995}'],
  ])
})

it('an encoding of Parquet that is not read is named', async () => {
  const column = { name: 'x', data: [1, 2, 3], encoding: 'BYTE_STREAM_SPLIT' as const }
  const split = { ...column, type: 'INT32' as const }
  const floats = { ...column, type: 'FLOAT' as const }
  const written = Buffer.from(parquetWriteBuffer({ columnData: [floats] }))
  expect([
    (await read(written)).rows,
    await imports.fail(Buffer.from(parquetWriteBuffer({ columnData: [split] }))),
  ]).toEqual([
    [[1], [2], [3]],
    'import_failed: The file cannot be read: a column is encoded by BYTE_STREAM_SPLIT, which is read for floating-point numbers alone. Write it with another encoding.',
  ])
})

it('an encoding is known by the names of the web, of Python and of Windows', async () => {
  const names = [
    'latin-1',
    'latin1',
    'latin_1',
    'iso8859-1',
    'iso8859_1',
    'ISO-8859-1',
    'cp1252',
    'windows_1252',
    'ansi',
    'ANSI',
    '1252',
  ]
  const found = []
  for (const encoding of names) found.push((await read(Buffer.from('a\né\n', 'latin1'), { encoding })).rows[0]![0])
  for (const encoding of ['utf8', 'utf_8', 'UTF-8-SIG', 'u8'])
    found.push((await read('a\né\n', { encoding })).rows[0]![0])
  found.push((await read(Buffer.from('610a820a', 'hex'), { encoding: 'cp866' })).rows[0]![0])
  found.push((await read(Buffer.from('610a82a00a', 'hex'), { encoding: 'cp932' })).rows[0]![0])
  expect(found).toEqual([...Array.from({ length: names.length + 4 }, () => 'é'), 'В', 'あ'])
  expect(await imports.fail('a\n1\n', { encoding: 'klingon' })).toMatch(
    /^import_failed: There is no encoding "klingon"\./,
  )
})

it('what cannot be read is refused with what, where and what to do', async () => {
  const wide = Array.from({ length: 2001 }, (_, index) => `c${index}`).join(',')
  expect([
    await imports.fail(''),
    await imports.fail('a,b\n1,2\n"x,3\n4,5\n'),
    await imports.fail(`a,b\n1,2\n${'x'.repeat(1_000_001)},1\n`),
    await imports.fail(`${wide}\n`),
    await imports.fail('a,b\n1\n2\n3,4\n'),
    await imports.fail(gzipSync('a,b\n1,2\n').subarray(0, 15)),
    await imports.fail(gzipSync(Buffer.alloc(70 * 1024 * 1024))),
    await imports.fail(gzipSync(Buffer.alloc(200, '1,2\n')), {}, { max_bytes: 100 }),
    await imports.fail('PAR1 and nothing'),
    await imports.fail('a,b\n1,2\n', { format: 'parquet' }),
    await imports.fail('a,b\n1,2\n', { sheet: 1 }),
    await imports.fail('[{"a":1},{"a":2}'),
    await imports.fail('a\n1\n', { columns: [{ name: 'a', type: 'blob' }] }),
  ]).toEqual([
    'import_failed: The file is empty.',
    'import_failed: A value that begins with " after the start of line 3 never ends: its closing quote is missing.',
    'import_failed: Line 3 is longer than 976.6 kB, the most that one line may have. Is the file of another format, or a quote never closed?',
    'import_failed: The table has 2001 columns; at most 2000 are read. Is the delimiter "," right?',
    'import_failed: 2 of 3 rows could not be taken, which is more than half: line 2: has 1 value instead of 2 ("1"); line 3: has 1 value instead of 2 ("2"). Check delimiter, header and the types of the columns.',
    'import_failed: The gzip file is cut off: its end is missing. Send the whole file again.',
    'import_failed: The gzip file unpacks to more than 500 times its size. It may be made to exhaust its reader.',
    'payload_too_large: The file unpacks to more than 100 bytes, the most that is read. Import it in parts.',
    expect.stringMatching(/^import_failed: The file cannot be read: /),
    'import_failed: The file was said to be Parquet, and is text. Leave "format" out, or give the right one.',
    'import_failed: "sheet" says nothing about CSV, which the file is. Leave it out.',
    expect.stringMatching(/^import_failed: The file is not valid JSON/),
    expect.stringMatching(/^import_failed: Column "a" is to be of the type "blob", which is not one of: text, integer/),
  ])
})

it('a table of any values comes back from CSV of any delimiter, quoting and line ends', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom('a,b', 'x;y', '"', '\n', "it's", ' pad '),
  )
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain(width => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }))
  const style = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    newLine: fc.constantFrom('\n', '\r\n', '\r'),
    quotesAll: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(table, style, async (cells, { delimiter, newLine, quotesAll }) => {
      const rows = cells.map(row => row.map(text => text.replaceAll('\0', '')))
      const written = (text: string): string =>
        quotesAll || /["'\r\n]|^\s|\s$/.test(text) || text.includes(delimiter)
          ? `"${text.replaceAll('"', '""')}"`
          : text
      const head = rows[0]!.map((_, index) => `c${index}`)
      const content = [head, ...rows].map(row => row.map(written).join(delimiter)).join(newLine) + newLine
      const columns = head.map(name => ({ name, type: 'text' }))
      const { table: found, rejected } = await imports.take(content, { delimiter, header: true, columns })
      expect({ found, rejected: rejected.count }).toEqual({
        found: rows.map(row => row.map(text => (text === '' ? null : text))),
        rejected: 0,
      })
    }),
    { numRuns: 40, seed: 6 },
  )
})

import { storedZip } from '@svc/plugin/library/zip'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestImport } from '../../../../test/rooms/plugins/import.ts'
import type { TestImport } from '../../../../test/rooms/plugins/import.ts'

let imports: TestImport
beforeAll(async () => {
  imports = await startTestImport()
})
afterAll(() => imports.end())

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/'

/** 1: a date, 2: `[h]:mm:ss` as every workbook has it, 3 and 4: formats of its own, 5: a time of a day. */
const styles = `<styleSheet>
  <numFmts><numFmt numFmtId="164" formatCode="[&gt;1][hh]:mm;h:mm;@"/><numFmt numFmtId="165" formatCode="0.0&quot;[h]&quot;"/></numFmts>
  <cellStyleXfs><xf numFmtId="0"/></cellStyleXfs>
  <cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="46"><alignment/></xf><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="21"/></cellXfs>
</styleSheet>`

interface Places {
  /** Of the workbook's parts, with the separator behind it. */
  folder?: string
  workbookPr?: string
}

/** A workbook of sheets, each by the XML of its rows. */
function workbook(sheets: readonly string[], { folder = 'xl/', workbookPr = '' }: Places = {}): Buffer {
  const named = sheets.map((_, index) => `<sheet name="Sheet ${index + 1}" sheetId="${index + 1}" r:id="r${index}"/>`)
  const related = sheets.map(
    (_, index) => `<Relationship Id="r${index}" Type="${types}worksheet" Target="s${index}.xml"/>`,
  )
  const separator = folder.endsWith('\\') ? '\\' : '/'
  const parts = {
    [`_rels${separator}.rels`]: `<Relationships><Relationship Id="r1" Type="${types}officeDocument" Target="${folder}workbook.xml"/></Relationships>`,
    [`${folder}workbook.xml`]: `<workbook><workbookPr ${workbookPr}/><sheets>${named.join('')}</sheets></workbook>`,
    [`${folder}_rels${separator}workbook.xml.rels`]: `<Relationships>${related.join('')}<Relationship Id="s" Type="${types}styles" Target="styles.xml"/></Relationships>`,
    [`${folder}styles.xml`]: styles,
  }
  const contents = sheets.map((rows, index) => [
    `${folder}s${index}.xml`,
    `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  ])
  const all = [...Object.entries(parts), ...contents] as [string, string][]
  return Buffer.from(storedZip(all.map(([name, text]) => ({ name, content: Buffer.from(text) }))))
}

const plain =
  '<row r="1"><c r="A1" t="str"><v>n</v></c><c r="B1" t="str"><v>day</v></c></row><row r="2"><c r="A2"><v>1.5</v></c><c r="B2" s="1"><v>45000</v></c></row>'

async function read(bytes: Buffer) {
  const { columns, table, warnings } = await imports.take(bytes)
  return { columns: columns.map(({ name, type }) => `${name} ${type}`), rows: table, warnings }
}

it('a workbook is read by its relations, wherever its parts lie', async () => {
  const books = [plain].flatMap(rows => ['xl/', '', 'other/place/', 'xl\\'].map(folder => workbook([rows], { folder })))
  const tables = []
  for (const book of books) tables.push(await read(book))
  const table = { columns: ['n DOUBLE', 'day DATE'], rows: [[1.5, '2023-03-15']], warnings: [] }
  expect(tables).toEqual(books.map(() => table))
})

it('times of a day come as such, and what has no day beside those that have one with a warning', async () => {
  const cells = (row: number, one: string, two: string) =>
    `<row r="${row}"><c r="A${row}" s="1"><v>${one}</v></c><c r="B${row}" s="1"><v>${two}</v></c></row>`
  const head = '<row r="1"><c r="A1" t="str"><v>at</v></c><c r="B1" t="str"><v>took</v></c></row>'
  const { columns, rows, warnings } = await read(workbook([head + cells(2, '0.5', '0.25') + cells(3, '0', '1.5')]))
  expect([columns, rows.map(([at]) => at), warnings]).toEqual([
    ['at TIME', 'took TIMESTAMP'],
    ['12:00:00', '00:00:00'],
    ['"took" holds times without a date, or durations: they count from 1899-12-30, as the workbook keeps them.'],
  ])
})

it('days count from 1904 where the workbook says so in either way', async () => {
  const days = []
  for (const said of ['1', 'true', '0', 'false'])
    days.push((await read(workbook([plain], { workbookPr: `date1904="${said}"` }))).rows[0]![1])
  expect(days).toEqual(['2027-03-16', '2027-03-16', '2023-03-15', '2023-03-15'])
})

/** A sheet of one column, whose cells are given as style and value. */
function column(...cells: (readonly [style: number, value: number | string])[]): string {
  const rows = cells.map(([style, value], index) => {
    const type = typeof value === 'string' ? ' t="str"' : ''
    return `<row r="${index + 2}"><c r="A${index + 2}"${type} s="${style}"><v>${value}</v></c></row>`
  })
  return `<row r="1"><c r="A1" t="str"><v>took</v></c></row>${rows.join('')}`
}

it('durations come as seconds, also those below a day that have the form of a time', async () => {
  const { columns, rows, warnings } = await read(
    workbook([column([2, 1.5], [3, 0.25], [5, 31 / 24 / 60], [2, -2], [2, 100.000011574])]),
  )
  const parts = await read(workbook([column([2, 1.5 + 0.25 / 86_400])]))
  const plainNumbers = await read(workbook([column([4, 1.5])]))
  expect([columns, rows.flat(), warnings, parts.columns, parts.rows, plainNumbers.rows]).toEqual([
    ['took BIGINT'],
    ['129600', '21600', '1860', '-172800', '8640001'],
    ['"took" holds durations; they were read as seconds.'],
    ['took DOUBLE'],
    [[129_600.25]],
    [[1.5]],
  ])
})

it('durations are texts of hours where they stand among texts, or where that is asked for', async () => {
  const book = workbook([column([2, 1.5], [2, -0.25], [0, 'no time'])])
  const times = await imports.take(workbook([column([2, 1.5], [2, 0.25])]), {
    columns: [{ name: 'took', type: 'time' }],
  })
  const { columns, rows, warnings } = await read(book)
  expect([columns, rows.flat(), warnings, times.table, times.rejected.sample]).toMatchObject([
    ['took VARCHAR'],
    ['36:00:00', '-06:00:00', 'no time'],
    ['"took" holds durations and text; it was read as text.'],
    [['06:00:00']],
    [{ line: 2, reason: 'is no TIME', text: '36:00:00' }],
  ])
})

it('times and durations are the same where days count from 1904', async () => {
  const options = { workbookPr: 'date1904="1"' }
  const times = await read(workbook([column([5, 0.5], [5, 0])], options))
  const durations = await read(workbook([column([2, 1.5], [5, 0.5])], options))
  const mixed = await read(workbook([column([5, 0.5], [1, 1.25])], options))
  expect([times.columns, times.rows.flat(), durations.rows.flat(), mixed.rows.flat(), mixed.warnings]).toEqual([
    ['took TIME'],
    ['12:00:00', '00:00:00'],
    ['129600', '43200'],
    ['1904-01-01 12:00:00', '1904-01-02 06:00:00'],
    ['"took" holds times without a date, or durations: they count from 1904-01-01, as the workbook keeps them.'],
  ])
})

it('times in ISO 8601 are taken as they are written, whatever the time zone of this machine', async () => {
  const cells = ['2021-01-01', '2021-01-01T10:10:10', '10:10:10', 'noon'].map(
    (time, index) => `<row r="${index + 2}"><c r="A${index + 2}" t="d"><v>${time}</v></c></row>`,
  )
  const rows = (count: number): string =>
    `<row r="1"><c r="A1" t="str"><v>at</v></c></row>${cells.slice(0, count).join('')}`
  const times = await read(workbook([rows(2)]))
  const mixed = await read(workbook([rows(4)]))
  expect([times.columns, times.rows, mixed.rows]).toEqual([
    ['at TIMESTAMP'],
    [['2021-01-01 00:00:00'], ['2021-01-01 10:10:10']],
    [['2021-01-01'], ['2021-01-01 10:10:10.000'], ['10:10:10'], ['noon']],
  ])
})

it('cells and rows that do not say where they are stand one after the other', async () => {
  const rows = plain.replaceAll(/ r="[AB]?\d"/g, '').replace('<row><c>', '<row><c/><c>')
  expect((await read(workbook([`${rows}<row r="5"><c r="B5"><v>7</v></c><c><v>8</v></c></row>`]))).rows).toEqual([
    [null, 1.5, '2023-03-15'],
    [null, 7, '8'],
  ])
})

it('a row of errors is a row; a sheet of nothing else, or of nothing, names the others', async () => {
  const error = (place: string): string => `<row r="${place.slice(1)}"><c r="${place}" t="e"><v>#DIV/0!</v></c></row>`
  const some = await read(workbook([`${plain}${error('A3')}<row r="4"><c r="A4"><v>2</v></c></row>${error('A5')}`]))
  expect([
    some.rows.map(([first]) => first),
    some.warnings,
    await imports.fail(workbook([error('A1') + error('A2')])),
    await imports.fail(workbook(['', plain])),
  ]).toEqual([
    [1.5, null, 2, null],
    ['2 cells hold an error, such as #DIV/0!, and came out empty.'],
    'import_failed: The sheet "Sheet 1" holds nothing but errors, such as #DIV/0!, in 2 cells.',
    'import_failed: The sheet "Sheet 1" has no cells. Choose another by "sheet": 2 "Sheet 2".',
  ])
})

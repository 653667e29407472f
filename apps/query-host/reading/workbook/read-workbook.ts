import { readFile, stat } from 'node:fs/promises'
import { messageOf, RemoteError } from '@svc/plugin/child'
import { openZip, storedZip } from '@svc/plugin/library/zip'
import { readSheet } from 'read-excel-file/universal'
import { byteSize, engineFailure } from '../../engine-failure.ts'
import { fitsType, isMissingWord } from '../cell-types.ts'
import type { CellType } from '../cell-types.ts'
import { cleanColumnNames } from '../column-names.ts'
import { givenType } from '../column-types.ts'
import { overridden } from '../csv/csv-plan.ts'
import type { CsvColumn, NamedType } from '../csv/csv-plan.ts'
import { CsvWriter } from '../csv/csv-writer.ts'
import type { UploadSource } from '../open-upload.ts'
import { RejectedRows } from '../rejected-rows.ts'
import type { TidyCsv } from '../csv/tidy-csv.ts'
import { tooManyRows } from '../csv/tidy-csv.ts'
import { plainSheet, sheetFacts } from './sheet-xml.ts'
import type { SheetFacts } from './sheet-xml.ts'
import { WorkbookParts } from './workbook-parts.ts'

const maxUnpackedBytes = 256 * 1024 * 1024
const zipLimits = { what: 'workbook', maxEntryBytes: maxUnpackedBytes, maxTotalBytes: maxUnpackedBytes }

export interface TidyWorkbook extends TidyCsv {
  sheet: string
  hasHeader: boolean
}

type Cell = string | number | boolean | Date | null
type Row = readonly Cell[]

const maxFileBytes = 128 * 1024 * 1024
const dayZero = Date.UTC(1899, 11, 30)
const maxTold = 10

/** One sheet of an XLSX workbook as a tidy CSV file with types, for an engine to load. @throws RemoteError */
export async function readWorkbook(
  path: string,
  { staging, options, limits }: Omit<UploadSource, 'file'>,
): Promise<TidyWorkbook> {
  const { size } = await stat(path)
  if (size > maxFileBytes)
    throw engineFailure(
      'payload_too_large',
      `The workbook has ${byteSize(size)}; at most ${byteSize(maxFileBytes)} are read. Save the sheet as CSV.`,
    )
  const parts = new WorkbookParts(openZip(await readFile(path), zipLimits))
  const sheet = parts.sheet(options.sheet)
  const others = parts.sheets.filter(one => one !== sheet)
  const content = plainSheet(parts.content(sheet))
  const facts = sheetFacts(content)
  const warnings = factNotes(facts)
  if (others.length > 0 && options.sheet === undefined)
    warnings.push(
      `The workbook has ${others.length + 1} sheets; "${sheet.name}" was read, the first. Choose another by "sheet".`,
    )
  const filled = filledRows(await cellsOf(storedZip(parts.withOneSheet(content))), facts.errorRows)
  const [first] = filled
  if (!first) {
    const why =
      facts.errors > 0
        ? `holds nothing but errors, such as #DIV/0!, in ${facts.errors === 1 ? 'a cell' : `${facts.errors} cells`}`
        : 'has no cells'
    const choice = others.length > 0 ? ` Choose another by "sheet": ${parts.listed(others)}.` : ''
    throw engineFailure('import_failed', `The sheet "${sheet.name}" ${why}.${choice}`)
  }
  const hasHeader = options.header ?? first.cells.every(cell => cell === null || typeof cell === 'string')
  const body = hasHeader ? filled.slice(1) : filled
  const width = filled.reduce((widest, { cells }) => Math.max(widest, lastFilled(cells)), 0)
  if (width > limits.max_columns)
    throw engineFailure('import_failed', `The sheet has ${width} columns; at most ${limits.max_columns} are read.`)
  if (body.length > limits.max_rows) throw tooManyRows(limits)
  const heading = Array.from({ length: width }, (_, index) =>
    hasHeader ? textOf(first.cells[index] ?? null) : `column_${index + 1}`,
  )
  const { names, warnings: renamed } = cleanColumnNames(heading)
  const mixed: string[] = []
  const columns = overridden(names, options.columns).map((named, index) =>
    columnOf(
      named,
      body.map(({ cells }) => cells[index] ?? null),
      mixed,
    ),
  )
  warnings.push(...renamed, ...mixed.slice(0, maxTold))
  const written = await writeRows(`${staging}/tidy`, body, columns)
  return { ...written, columns, warnings, sheet: sheet.name, hasHeader }
}

async function cellsOf(archive: ArrayBuffer): Promise<Row[]> {
  try {
    return (await readSheet(archive, 1, { trim: false })) as unknown as Row[]
  } catch (error) {
    if (error instanceof RemoteError) throw error
    console.error('reading a workbook failed:', messageOf(error).slice(0, 500))
    throw engineFailure(
      'import_failed',
      'The workbook cannot be read: it is damaged, or not made by the rules of its format.',
    )
  }
}

/** From the first row with a value on; one of errors alone stays, as a row of nothing. */
function filledRows(all: readonly Row[], errorRows: ReadonlySet<number>): { cells: Row; line: number }[] {
  const start = all.findIndex(cells => cells.some(isFilled))
  if (start === -1) return []
  let last = all.length
  for (const line of errorRows) last = Math.max(last, line)
  const rows = Array.from({ length: last - start }, (_, index) => ({
    cells: all[start + index] ?? [],
    line: start + index + 1,
  }))
  return rows.filter(({ cells, line }) => cells.some(isFilled) || errorRows.has(line))
}

function factNotes({ formulas, formulasWithoutValue, merged, errors }: SheetFacts): string[] {
  const notes: string[] = []
  if (formulas > 0)
    notes.push(
      `${formulas === 1 ? 'A cell is a formula' : `${formulas} cells are formulas`}; the values stored with them were taken.`,
    )
  if (formulasWithoutValue > 0)
    notes.push(
      `${formulasWithoutValue === 1 ? 'A formula has' : `${formulasWithoutValue} formulas have`} no stored value and came out empty. Open the workbook in a spreadsheet program and save it.`,
    )
  if (merged > 0)
    notes.push(
      `${merged === 1 ? 'A range of cells is' : `${merged} ranges of cells are`} merged; only the first cell of each has a value.`,
    )
  if (errors > 0)
    notes.push(
      `${errors === 1 ? 'A cell holds' : `${errors} cells hold`} an error, such as #DIV/0!, and came out empty.`,
    )
  return notes
}

function isFilled(cell: Cell): boolean {
  return cell !== null && cell !== ''
}

function lastFilled(cells: Row): number {
  return cells.findLastIndex(isFilled) + 1
}

function columnOf({ name, given }: NamedType, cells: Row, mixed: string[]): CsvColumn {
  const words = cells.some(cell => typeof cell === 'string' && cell !== '' && isMissingWord(cell.trim()))
  if (given !== null) {
    const { name: type, order } = givenType(name, given)
    return { name, type: { name: type, source: 'given', hasWords: type !== 'VARCHAR' && words, order: order ?? 'iso' } }
  }
  const values = cells.filter(cell => isFilled(cell) && !(typeof cell === 'string' && isMissingWord(cell.trim())))
  const types = new Set(values.map(typeNameOf))
  if (types.has('TIME') && (types.has('DATE') || types.has('TIMESTAMP'))) {
    types.delete('TIME')
    types.add('TIMESTAMP')
    mixed.push(
      `"${name}" holds times without a date, or durations: they count from 1899-12-30, as the workbook keeps them.`,
    )
  }
  if (types.has('DATE') && types.has('TIMESTAMP')) types.delete('DATE')
  if (types.has('BIGINT') && types.has('DOUBLE')) types.delete('BIGINT')
  const text: CellType = { name: 'VARCHAR', source: 'inferred', hasWords: values.length === 0 && words }
  if (types.size > 1) mixed.push(mixedNote(name, values))
  const [only] = types
  if (types.size !== 1 || only === 'VARCHAR') return { name, type: text }
  return { name, type: { ...text, name: only!, hasWords: words, order: 'iso' } }
}

function typeNameOf(cell: Cell): string {
  if (typeof cell === 'number') return Number.isSafeInteger(cell) ? 'BIGINT' : 'DOUBLE'
  if (typeof cell === 'boolean') return 'BOOLEAN'
  if (cell instanceof Date && isTimeOfDay(cell)) return 'TIME'
  if (cell instanceof Date) return cell.getTime() % 86_400_000 === 0 ? 'DATE' : 'TIMESTAMP'
  return 'VARCHAR'
}

/** A workbook keeps a time of day as a moment of its day 0. */
function isTimeOfDay(date: Date): boolean {
  const ms = date.getTime() - dayZero
  return ms >= 0 && ms < 86_400_000
}

function mixedNote(name: string, values: Row): string {
  const kinds = { number: 'numbers', string: 'text', boolean: 'truth values', object: 'dates' } as Record<
    string,
    string
  >
  const found = [...new Set(values.map(value => kinds[typeof value]!))]
  return `"${name}" holds ${found.slice(0, -1).join(', ')} and ${found.at(-1)}; it was read as text.`
}

function textOf(cell: Cell, type = ''): string {
  if (cell === null) return ''
  if (!(cell instanceof Date)) return String(cell)
  const ms = cell.getTime()
  if (Number.isNaN(ms)) return ''
  // A time is a fraction of a day, cut to milliseconds by the reader: what was a whole second may lack one.
  const text = new Date(ms % 1000 === 999 ? ms + 1 : ms).toISOString().replace('T', ' ').replace('Z', '')
  return type === 'TIME' && isTimeOfDay(cell) ? text.slice(11) : text.replace(/ 00:00:00\.000$/, '')
}

async function writeRows(
  path: string,
  body: readonly { cells: Row; line: number }[],
  columns: readonly CsvColumn[],
): Promise<Pick<TidyCsv, 'path' | 'rows' | 'rejected'>> {
  const rejected = new RejectedRows()
  const writer = await CsvWriter.create(path)
  let rows = 0
  try {
    for (const { cells, line } of body) {
      const texts = columns.map(({ type }, index) => textOf(cells[index] ?? null, type.name).replaceAll('\0', ''))
      const wrong = columns.find(({ type }, index) => type.source === 'given' && !fitsType(texts[index]!, type, '.'))
      if (wrong !== undefined) {
        rejected.add({ line, column: wrong.name, reason: `is no ${wrong.type.name}`, text: texts.join(', ') })
        continue
      }
      rows += 1
      if (writer.add(texts)) await writer.flush()
    }
  } finally {
    await writer.close()
  }
  return { path, rows, rejected }
}

import { readFile, stat } from 'node:fs/promises'
import { messageOf, RemoteError } from '@svc/plugin/child'
import { openZip, storedZip } from '@svc/plugin/library/zip'
import { readSheet } from 'read-excel-file/universal'
import { byteSize, engineFailure } from '../../engine-failure.ts'
import { fitsType } from '../cell-types.ts'
import { cleanColumnNames } from '../column-names.ts'
import { overridden } from '../csv/csv-plan.ts'
import type { CsvColumn } from '../csv/csv-plan.ts'
import { CsvWriter } from '../csv/csv-writer.ts'
import type { UploadSource } from '../open-upload.ts'
import { RejectedRows } from '../rejected-rows.ts'
import type { TidyCsv } from '../csv/tidy-csv.ts'
import { tooManyRows } from '../csv/tidy-csv.ts'
import { CellTimes, durationStyles } from './cell-times.ts'
import { isFilled, SheetColumns } from './sheet-columns.ts'
import type { Cell, Row } from './sheet-columns.ts'
import { cellsOfStyles, plainSheet, sheetFacts } from './sheet-xml.ts'
import type { SheetFacts } from './sheet-xml.ts'
import { WorkbookParts } from './workbook-parts.ts'

const maxUnpackedBytes = 256 * 1024 * 1024
const zipLimits = { what: 'workbook', maxEntryBytes: maxUnpackedBytes, maxTotalBytes: maxUnpackedBytes }

export interface TidyWorkbook extends TidyCsv {
  sheet: string
  hasHeader: boolean
}

const maxFileBytes = 128 * 1024 * 1024
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
  const times = new CellTimes(parts.has1904)
  const all = await cellsOf(storedZip(parts.withOneSheet(content)))
  for (const [row, places] of cellsOfStyles(content, durationStyles(parts.styles)))
    for (const place of places) makeDuration(all[row], place, times)
  const filled = filledRows(all, facts.errorRows)
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
  const sheetColumns = new SheetColumns(times)
  const heading = Array.from({ length: width }, (_, index) =>
    hasHeader ? sheetColumns.text(first.cells[index] ?? null) : `column_${index + 1}`,
  )
  const { names, warnings: renamed } = cleanColumnNames(heading)
  const columns = overridden(names, options.columns).map((named, index) =>
    sheetColumns.column(
      named,
      body.map(({ cells }) => cells[index] ?? null),
    ),
  )
  warnings.push(...renamed, ...sheetColumns.notes.slice(0, maxTold))
  const texts = (cells: Row): string[] =>
    columns.map(({ type }, index) => sheetColumns.text(cells[index] ?? null, type.name).replaceAll('\0', ''))
  const written = await writeRows(`${staging}/tidy`, body, { columns, texts })
  return { ...written, columns, warnings, sheet: sheet.name, hasHeader }
}

async function cellsOf(archive: ArrayBuffer): Promise<Cell[][]> {
  try {
    return (await readSheet(archive, 1, { trim: false })) as Cell[][]
  } catch (error) {
    if (error instanceof RemoteError) throw error
    console.error('reading a workbook failed:', messageOf(error).slice(0, 500))
    throw engineFailure(
      'import_failed',
      'The workbook cannot be read: it is damaged, or not made by the rules of its format.',
    )
  }
}

function makeDuration(row: Cell[] | undefined, place: number, times: CellTimes): void {
  const cell = row?.[place]
  if (row && (typeof cell === 'number' || cell instanceof Date)) row[place] = times.duration(cell)
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

function lastFilled(cells: Row): number {
  return cells.findLastIndex(isFilled) + 1
}

async function writeRows(
  path: string,
  body: readonly { cells: Row; line: number }[],
  { columns, texts: textsOf }: { columns: readonly CsvColumn[]; texts(cells: Row): string[] },
): Promise<Pick<TidyCsv, 'path' | 'rows' | 'rejected'>> {
  const rejected = new RejectedRows()
  const writer = await CsvWriter.create(path)
  let rows = 0
  try {
    for (const { cells, line } of body) {
      const texts = textsOf(cells)
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

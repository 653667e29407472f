import { engineFailure } from '../../engine-failure.ts'
import { dateForm, isBoolean, isMissingWord, numberForm } from '../cell-types.ts'
import { CsvScanner } from './csv-scanner.ts'
import type { CsvRecord, CsvSyntax } from './csv-scanner.ts'

const delimiters = [',', ';', '\t', '|']
const sampleRecords = 400
const sampleCharacters = 400_000

/** The first records of a text whose last line may be cut. */
export function firstRecords(text: string, syntax: CsvSyntax, most: number, isWhole: boolean): CsvRecord[] {
  const records: CsvRecord[] = []
  for (const record of new CsvScanner(syntax).push(text, isWhole)) {
    records.push(record)
    if (records.length === most) break
  }
  return records
}

/** Delimiter and quote: as given, or by which of the usual ones the lines fall into cells most evenly. */
export function csvSyntax(head: string, isWhole: boolean, given: string | undefined): CsvSyntax {
  const text = head.slice(0, sampleCharacters)
  const isAll = isWhole && text.length === head.length
  if (given !== undefined) checkDelimiter(given)
  const candidates = (given === undefined ? delimiters : [given]).flatMap(delimiter => [
    { delimiter, quote: '"' },
    { delimiter, quote: "'" },
  ])
  const rated = candidates
    .filter(({ delimiter, quote }) => quote === '"' || hasQuoted(text, delimiter, quote))
    .map(syntax => ({ syntax, score: evenness(firstRecords(text, syntax, sampleRecords, isAll)) }))
  const [best] = rated.toSorted((one, other) => other.score - one.score)
  // Lines that no delimiter divides are a table of one column.
  if (given !== undefined || best!.score >= singleColumn) return best!.syntax
  const spaced: CsvSyntax = { delimiter: ' ', quote: '"' }
  return isOfR(firstRecords(text, spaced, sampleRecords, isAll)) ? spaced : { delimiter: ',', quote: '"' }
}

/** Whether it is what R's `write.table` writes: names in quotes and with spaces between, one fewer than each row has values. */
function isOfR([first, ...rows]: readonly CsvRecord[]): boolean {
  if (first === undefined || rows.length === 0 || !/^(?:"[^"]*"(?: |$))+$/.test(first.text)) return false
  return rows.every(({ cells, fault }) => fault === null && cells.length === first.cells.length + 1)
}

const singleColumn = 0.55

function checkDelimiter(delimiter: string): void {
  const isUsable = delimiter.length >= 1 && delimiter.length <= 4 && !/["'\r\n\0]/.test(delimiter)
  if (isUsable && Buffer.byteLength(delimiter) <= 4) return
  throw engineFailure(
    'import_failed',
    `The delimiter ${JSON.stringify(delimiter.slice(0, 20))} cannot be: it is one to four characters, and no quote or line end.`,
  )
}

/** A single quote is an apostrophe unless whole cells stand in a pair of them. */
function hasQuoted(text: string, delimiter: string, quote: string): boolean {
  const cells = text.split('\n', 20).flatMap(line => line.trimEnd().split(delimiter))
  return cells.some(cell => cell.length > 1 && cell.startsWith(quote) && cell.endsWith(quote)) && !text.includes('"')
}

function evenness(all: readonly CsvRecord[]): number {
  const records = all.filter(({ text }) => text.trim() !== '')
  const first = records[0]
  if (!first) return 0
  const widths = new Map<number, number>()
  for (const { cells } of records) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
  const [mode, count] = [...widths].toSorted((one, other) => other[1] - one[1])[0]!
  if (Math.max(mode, first.cells.length) < 2) return 0
  const width = count >= records.length * 0.6 ? mode : first.cells.length
  if (width < 2) return 0
  const even = (widths.get(width) ?? 0) / records.length
  const faults = records.filter(({ fault }) => fault !== null).length / records.length
  const body = records.slice(1).flatMap(({ cells }) => cells)
  const typed = body.length === 0 ? 0 : body.filter(isTyped).length / body.length
  return even + typed / 2 + Math.min(width, 10) / 100 - faults
}

/** A value that is no mere text; a comma between digits may be a decimal one. */
export function isTyped(cell: string): boolean {
  const text = cell.trim()
  return (
    isMissingWord(text) ||
    isBoolean(text) ||
    numberForm(text, '.') !== null ||
    numberForm(text, ',') !== null ||
    dateForm(text) !== null
  )
}

/** Whether the first record names the columns. */
export function hasHeader(records: readonly CsvRecord[]): boolean {
  const [first, ...rows] = records
  const names = first?.cells.map(cell => cell.trim()) ?? []
  return names.some(cell => cell !== '') && areNames(names, rows)
}

function areNames(first: readonly string[], rows: readonly CsvRecord[]): boolean {
  const typed = first.filter(cell => cell !== '' && isTyped(cell))
  if (typed.length === 0) return true
  const rest = rows.map(({ cells }) => cells.map(cell => cell.trim()))
  const isWord = (cell: string): boolean =>
    numberForm(cell, '.') === null && numberForm(cell, ',') === null && dateForm(cell) === null
  // A column may be called NA or TRUE: then another's name, over nothing but numbers and dates, tells.
  if (typed.every(isWord)) {
    const isName = (cell: string, index: number): boolean =>
      cell !== '' && !isTyped(cell) && rest.every(cells => isTyped(cells[index] ?? ''))
    return rest.length > 0 && first.some(isName)
  }
  const areYears = typed.every(cell => /^(?:19|20)\d\d$/.test(cell)) && typed.length < first.length
  if (!areYears) return false
  // A table of countries by years: its first line names years, and the values below are others.
  return rest.some(cells =>
    first.some((cell, index) => typed.includes(cell) && !/^(?:19|20)\d\d$/.test(cells[index] ?? '')),
  )
}

/** A comma, when numbers have it and none has a point; commas that delimit cells are not in them. */
export function decimalSeparator(
  records: readonly CsvRecord[],
  delimiter: string,
): { decimal: '.' | ','; isAmbiguous: boolean } {
  if (delimiter === ',') return { decimal: '.', isAmbiguous: false }
  let commas = 0
  let thousandths = 0
  for (const { cells } of records)
    for (const cell of cells) {
      const text = cell.trim()
      if (/^[+-]?\d+\.\d+(?:[eE][+-]?\d+)?$/.test(text)) return { decimal: '.', isAmbiguous: false }
      if (!/^[+-]?\d*,\d+(?:[eE][+-]?\d+)?$/.test(text)) continue
      commas += 1
      if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(text)) thousandths += 1
    }
  return { decimal: commas > 0 ? ',' : '.', isAmbiguous: commas > 0 && commas === thousandths }
}

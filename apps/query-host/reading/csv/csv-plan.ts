import type { ImportLimits, ImportOptions } from '@svc/plugin'
import { engineFailure } from '../../engine-failure.ts'
import type { CellType } from '../cell-types.ts'
import { ColumnForms } from '../column-forms.ts'
import { cleanColumnNames } from '../column-names.ts'
import { givenType } from '../column-types.ts'
import { csvSyntax, decimalSeparator, firstRecords, hasHeader } from './csv-dialect.ts'
import type { CsvRecord, CsvSyntax } from './csv-scanner.ts'
import type { OpenedText } from '../open-upload.ts'

export interface CsvColumn {
  name: string
  type: CellType
}

/** How a file of delimited text is to be read. */
export interface CsvPlan {
  format: 'csv' | 'tsv'
  syntax: CsvSyntax
  hasHeader: boolean
  decimal: '.' | ','
  columns: CsvColumn[]
  /** All rows have one value more than the header has names, and it is empty: it is left out of each. */
  hasEmptyEnds: boolean
  /** All rows have one value more than the header has names, as R writes names of rows: the first column has a name of ours. */
  hasRowNames: boolean
  warnings: string[]
}

const sampleRows = 20_000
const maxTold = 10

/** Finds out delimiter, header, names and types from the beginning of the text; what was given comes first. @throws RemoteError */
export function planCsv(text: OpenedText, options: ImportOptions, limits: ImportLimits): CsvPlan {
  const isTabs = text.format === 'tsv'
  const syntax = csvSyntax(text.head, text.isWholeInHead, options.delimiter ?? (isTabs ? '\t' : undefined))
  const records = firstRecords(text.head, syntax, sampleRows + 1, text.isWholeInHead)
  const filled = records.filter(({ cells, text: line }) => cells.length > 1 || line !== '')
  const first = filled[0]
  if (!first) throw unclosed(syntax)
  const isHeader = options.header ?? hasHeader(filled)
  const rows = isHeader ? filled.slice(1) : filled
  const isShort = isHeader && rows.length > 0 && rows.every(({ cells }) => cells.length === first.cells.length + 1)
  const hasEmptyEnds = isShort && rows.every(({ cells }) => cells.at(-1) === '')
  const hasRowNames = isShort && !hasEmptyEnds
  const header = hasRowNames ? [rowNamesOf(first.cells), ...first.cells] : first.cells
  const width = isHeader ? header.length : usualWidth(rows)
  if (width > limits.max_columns)
    throw engineFailure(
      'import_failed',
      `The table has ${width} columns; at most ${limits.max_columns} are read. Is the delimiter ${JSON.stringify(syntax.delimiter)} right?`,
    )
  const found = isHeader ? header : Array.from({ length: width }, (_, index) => `column_${index + 1}`)
  const { names, warnings } = cleanColumnNames(found)
  if (hasRowNames)
    warnings.push(
      `The header is one name shorter than the rows, as R writes tables: their first values were taken as names of rows, in the column "${names[0]}".`,
    )
  const guessed = decimalSeparator(rows, syntax.delimiter)
  const decimal = options.decimal_separator ?? guessed.decimal
  if (decimal === syntax.delimiter)
    throw engineFailure('import_failed', 'The decimal separator and the delimiter cannot both be a comma.')
  if (options.decimal_separator === undefined && guessed.isAmbiguous)
    warnings.push(
      'Numbers such as "1,234" were read with a decimal comma. Give "decimal_separator" if it parts thousands.',
    )
  const forms = columnForms(rows, hasEmptyEnds, width, decimal)
  const columns = typedColumns(overridden(names, options.columns), forms, warnings)
  const format = syntax.delimiter === '\t' ? 'tsv' : 'csv'
  return { format, syntax, hasHeader: isHeader, decimal, columns, hasEmptyEnds, hasRowNames, warnings }
}

/** The plan's warnings that hold for the columns as they were read: a later row may have decided what the beginning left open. */
export function lastingWarnings(plan: CsvPlan, columns: readonly CsvColumn[]): string[] {
  const decided = columns.filter(({ type }, index) => type.order !== plan.columns[index]!.type.order)
  return plan.warnings.filter(note => !decided.some(({ name }) => note.startsWith(`The dates of "${name}"`)))
}

/** The name of the column of R's names of rows, for which it writes none. */
function rowNamesOf(others: readonly string[]): string {
  return others.some(name => name.trim().toLowerCase() === 'row_names') ? '' : 'row_names'
}

/** Whether a row has one value too many, an empty one at its end. */
export function hasEmptyEnd({ cells }: CsvRecord, width: number): boolean {
  return cells.length === width + 1 && cells[width] === ''
}

function unclosed({ quote }: CsvSyntax) {
  return engineFailure('import_failed', `Line 1 begins a value with ${quote} that does not end.`)
}

function usualWidth(rows: readonly CsvRecord[]): number {
  const widths = new Map<number, number>()
  for (const { cells } of rows) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
  return [...widths].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? 1
}

function columnForms(
  rows: readonly CsvRecord[],
  hasEmptyEnds: boolean,
  width: number,
  decimal: '.' | ',',
): ColumnForms[] {
  const forms = Array.from({ length: width }, () => new ColumnForms(decimal))
  for (const { cells, fault } of rows) {
    if ((cells.length !== width && !hasEmptyEnds) || fault !== null) continue
    for (let index = 0; index < width; index++) forms[index]!.add(cells[index]!)
  }
  return forms
}

export interface NamedType {
  name: string
  given: string | null
}

/** Names and types as asked for: by position where there are as many as columns, otherwise types by name. */
export function overridden(names: readonly string[], given: ImportOptions['columns']): NamedType[] {
  if (given === undefined) return names.map(name => ({ name, given: null }))
  const lower = names.map(name => name.toLowerCase())
  const unknown = given.find(({ name }) => !lower.includes(name.toLowerCase()))
  if (unknown === undefined) {
    const types = new Map(given.map(({ name, type }) => [name.toLowerCase(), type]))
    return names.map(name => ({ name, given: types.get(name.toLowerCase()) ?? null }))
  }
  if (given.length !== names.length)
    throw engineFailure(
      'import_failed',
      `There is no column ${JSON.stringify(unknown.name.slice(0, 60))}; the columns are ${listed(names)}. To rename columns, name all ${names.length}.`,
    )
  const { names: wanted, warnings } = cleanColumnNames(given.map(({ name }) => name))
  if (warnings[0] !== undefined)
    throw engineFailure('import_failed', `The names in "columns" cannot be kept as they are: ${warnings[0]}`)
  return wanted.map((name, index) => ({ name, given: given[index]!.type ?? null }))
}

function listed(names: readonly string[]): string {
  const shown = names
    .slice(0, 20)
    .map(name => JSON.stringify(name))
    .join(', ')
  return names.length > 20 ? `${shown} and ${names.length - 20} more` : shown
}

function typedColumns(named: NamedType[], forms: readonly ColumnForms[], warnings: string[]): CsvColumn[] {
  // Where one column of dates tells the order, others of the file have the same.
  const told = forms.find(
    form => !form.isAmbiguous && ['day_first', 'month_first'].includes(form.dateOrder(null) ?? ''),
  )
  const order = told?.dateOrder(null) ?? null
  const notes: string[] = []
  const columns = named.map(({ name, given }, index) => {
    const form = forms[index]!
    const inferred = form.type(order)
    if (given !== null) return { name, type: asGiven(name, given, form) }
    if (form.isAmbiguous && order === null)
      notes.push(
        `The dates of "${name}" were read with the day first; they would be dates with the month first as well. For that, import with the type date_mdy (or timestamp_mdy).`,
      )
    if (form.hasZones && inferred.name === 'TIMESTAMP')
      notes.push(`Times of "${name}" name a time zone; they are kept in UTC.`)
    if (form.strangers.length > 0 && inferred.name === 'VARCHAR') notes.push(strangersNote(name, form.strangers))
    return { name, type: inferred }
  })
  warnings.push(...notes.slice(0, maxTold))
  return columns
}

export function strangersNote(name: string, values: readonly string[]): string {
  const shown = values.map(value => JSON.stringify(value.slice(0, 40))).join(', ')
  return `"${name}" is text, though most of its values are numbers: others are, for example, ${shown}.`
}

function asGiven(column: string, given: string, form: ColumnForms): CellType {
  const { name, order } = givenType(column, given)
  const inferred = form.type()
  const type: CellType = { name, source: 'given' }
  if (name === 'VARCHAR') return type
  type.hasWords = form.hasWords
  if (name === 'BIGINT') return { ...type, isWide: form.hasWide }
  if (name !== 'DATE' && name !== 'TIMESTAMP') return type
  const wanted = order ?? inferred.order ?? 'iso'
  return wanted === 'iso'
    ? { ...type, order: wanted, hasZone: inferred.hasZone ?? false }
    : { ...type, order: wanted, separator: inferred.separator ?? '/' }
}

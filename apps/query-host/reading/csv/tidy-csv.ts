import type { ImportLimits } from '@svc/plugin'
import { engineFailure } from '../../engine-failure.ts'
import { byteSize } from '../../engine-failure.ts'
import { fitsType } from '../cell-types.ts'
import type { CellType } from '../cell-types.ts'
import { ColumnForms } from '../column-forms.ts'
import { hasEmptyEnd, strangersNote } from './csv-plan.ts'
import type { CsvColumn, CsvPlan } from './csv-plan.ts'
import { csvRecords } from './csv-scanner.ts'
import type { CsvRecord } from './csv-scanner.ts'
import { CsvWriter } from './csv-writer.ts'
import { listedLines, RejectedRows } from '../rejected-rows.ts'

export interface TidyCsv {
  /** A file of {@link CsvWriter} without a header, with every row that can be taken. */
  path: string
  rows: number
  /** Inferred types that did not hold for all rows are wider now. */
  columns: CsvColumn[]
  rejected: RejectedRows
  warnings: string[]
}

const maxLines = 10

export interface TidyTask {
  path: string
  bytes: number
  output: string
  plan: CsvPlan
  limits: ImportLimits
  progress?: (fraction: number) => void
}

/**
 * Reads delimited text value by value, for files that hold surprises: every row that cannot be taken is found with its line, and a type that was
 * inferred from the beginning widens where a later value does not fit. Types that were given stay, and rows that do not fit them are rejected.
 */
export async function tidyCsv({ path, bytes, output, plan, limits, progress }: TidyTask): Promise<TidyCsv> {
  const { columns, syntax, decimal, hasEmptyEnds } = plan
  const forms = columns.map(({ type }) => (isOpen(type) ? new ColumnForms(decimal) : null))
  const rejected = new RejectedRows()
  const writer = await CsvWriter.create(output)
  let awaitsHeader = plan.hasHeader
  let rows = 0
  let read = 0
  const shortened = { count: 0, lines: [] as number[] }
  try {
    const onPiece = (more: number): void => {
      read += more
      progress?.(read / bytes)
    }
    for await (const record of csvRecords(path, syntax, onPiece)) {
      checkRecord(record)
      if (isBlank(record) && (awaitsHeader || columns.length > 1)) continue
      if (awaitsHeader) {
        awaitsHeader = false
        continue
      }
      if (hasEmptyEnds && hasEmptyEnd(record, columns.length)) {
        record.cells.pop()
        shortened.count += 1
        if (shortened.lines.length < maxLines) shortened.lines.push(record.line)
      }
      const fault = faultOf(record, columns, decimal)
      if (fault !== null) {
        rejected.add({ line: record.line, ...fault, text: record.text })
        continue
      }
      for (let index = 0; index < columns.length; index++) forms[index]?.add(record.cells[index]!)
      rows += 1
      if (rows > limits.max_rows) throw tooManyRows(limits)
      if (writer.add(record.cells)) await writer.flush()
    }
  } finally {
    await writer.close()
  }
  const wider = widened(columns, forms)
  return { path: output, rows, rejected, columns: wider.columns, warnings: [...shortenedNote(), ...wider.warnings] }

  function shortenedNote(): string[] {
    const { count, lines } = shortened
    if (count === 0) return []
    return [
      `The header is one name short: ${listedLines(lines, count)} end${count === 1 ? 's' : ''} in an empty value more, which was left out.`,
    ]
  }

  function checkRecord({ fault, line, text }: CsvRecord): void {
    if (fault === 'unclosed_quote')
      throw engineFailure(
        'import_failed',
        `A value that begins with ${syntax.quote} after the start of line ${line} never ends: its closing quote is missing.`,
      )
    if (text.length > limits.max_line_bytes)
      throw engineFailure(
        'import_failed',
        `The row that begins on line ${line} is longer than ${byteSize(limits.max_line_bytes)}. Is a quote missing?`,
      )
  }
}

export function tooManyRows(limits: ImportLimits) {
  return engineFailure(
    'payload_too_large',
    `The table has more than ${limits.max_rows} rows, the most that is read. Import it in parts.`,
  )
}

/** Whether later values may still change it, or how it is to be read. */
function isOpen(type: CellType): boolean {
  return type.name !== 'VARCHAR' || (type.source === 'inferred' && type.isEmpty === true)
}

function isBlank({ cells, text }: CsvRecord): boolean {
  return cells.length === 1 && text === ''
}

function faultOf(
  { cells, fault }: CsvRecord,
  columns: readonly CsvColumn[],
  decimal: '.' | ',',
): { column: string | null; reason: string } | null {
  if (fault !== null) return { column: null, reason: 'text follows a closing quote' }
  if (cells.length !== columns.length) return { column: null, reason: wrongCells(cells.length, columns.length) }
  for (let index = 0; index < columns.length; index++) {
    const { name, type } = columns[index]!
    if (type.source === 'given' && !fitsType(cells[index]!, type, decimal))
      return { column: name, reason: `is no ${type.name}` }
  }
  return null
}

export function wrongCells(found: number, expected: number): string {
  return `has ${found} value${found === 1 ? '' : 's'} instead of ${expected}`
}

function widened(
  columns: readonly CsvColumn[],
  forms: readonly (ColumnForms | null)[],
): { columns: CsvColumn[]; warnings: string[] } {
  const warnings: string[] = []
  const wider = columns.map((column, index) => {
    const form = forms[index]
    if (!form) return column
    if (column.type.source === 'given')
      return {
        name: column.name,
        type: { ...column.type, isWide: form.hasWide, hasZone: form.hasZones, hasWords: form.hasWords },
      }
    const type = form.type(column.type.order ?? null)
    if (type.name === 'VARCHAR' && form.strangers.length > 0) warnings.push(strangersNote(column.name, form.strangers))
    return { name: column.name, type }
  })
  return { columns: wider, warnings: warnings.slice(0, 10) }
}

import type { DuckDBConnection } from '@duckdb/node-api'
import type { ImportedTable } from '@svc/plugin'
import { hasPlainCells } from '../../reading/csv/plain-cells.ts'
import { lastingWarnings, planCsv } from '../../reading/csv/csv-plan.ts'
import type { CsvColumn, CsvPlan } from '../../reading/csv/csv-plan.ts'
import { tidySyntax } from '../../reading/csv/csv-writer.ts'
import { mayHaveWideRows } from '../../reading/csv/wide-rows.ts'
import type { OpenedText, UploadSource } from '../../reading/open-upload.ts'
import { tidyCsv, wrongCells } from '../../reading/csv/tidy-csv.ts'
import { lineNumbers } from '../../reading/file-pieces.ts'
import { RejectedRows } from '../../reading/rejected-rows.ts'
import { csvSelect } from './csv-select.ts'
import { writeParquet } from './write-parquet.ts'
import type { WrittenParquet } from './write-parquet.ts'

export interface ImportTask extends UploadSource {
  output: string
  progress(fraction: number, note: string): void
}

export interface ReadTable {
  written: WrittenParquet
  reading: Pick<ImportedTable['reading'], 'format' | 'delimiter' | 'header' | 'decimal_separator' | 'sheet' | 'columns'>
  warnings: string[]
  rejected: RejectedRows
}

const rejects = { errors: 'rejected_rows', scans: 'rejected_scans', limit: 10_000 }

/**
 * Delimited text: the engine reads a regular file by itself, in one pass. What it finds no place for (a value that does not fit, an odd quote or
 * line end) makes it read again a copy that was put in order value by value.
 */
export async function importCsv(connection: DuckDBConnection, text: OpenedText, task: ImportTask): Promise<ReadTable> {
  const plan = planCsv(text, task.options, task.limits)
  task.progress(0.2, 'Reading the rows')
  const plain = await readPlain(connection, text, plan, task)
  const { written, rejected, columns, warnings } = plain ?? (await readTidied(connection, text, plan, task))
  rejected.check(written.rows)
  const notes = [...text.warnings, ...lastingWarnings(plan, columns), ...warnings]
  if (written.rows === 0 && rejected.count === 0) notes.push('The file has a header and no rows.')
  return {
    written,
    rejected,
    warnings: [...notes, ...written.warnings],
    reading: {
      format: plan.format,
      delimiter: plan.syntax.delimiter,
      header: plan.hasHeader,
      decimal_separator: plan.decimal,
      sheet: null,
      columns: columns.map(({ name, type }) => ({ name, type: type.name, source: type.source })),
    },
  }
}

type ReadRows = Pick<ReadTable, 'written' | 'rejected' | 'warnings'> & { columns: readonly CsvColumn[] }

/** The engine holds some 30 vectors for what is looked for in the texts of a column: more columns are looked at before it reads them. */
const mostWithTexts = 100

/** Null when the file is not regular enough, or too wide. */
async function readPlain(
  connection: DuckDBConnection,
  text: OpenedText,
  plan: CsvPlan,
  { output, limits }: ImportTask,
): Promise<ReadRows | null> {
  if (plan.columns.length > mostWithTexts) return null
  const newLine = newLineOf(text, plan)
  // The engine would take the short header for a row that is wrong.
  if (newLine === null || plan.hasRowNames) return null
  const arePlain = await hasPlainCells(text.path, plan)
  if (!arePlain && (await mayHaveWideRows(text.path, plan.syntax, plan.columns.length))) return null
  const { syntax, hasHeader, decimal, columns } = plan
  const maxLineBytes = limits.max_line_bytes
  const select = csvSelect({
    ...{ path: text.path, syntax, hasHeader, decimal, columns, newLine, maxLineBytes, arePlain },
    isChecked: false,
    rejects: arePlain ? null : rejects,
  })
  const written = await writeParquet(connection, select, output).catch(() => null)
  if (written === null) return null
  const rejected = arePlain ? new RejectedRows() : await readRejects(connection, rejects, text.path)
  return rejected && { written, rejected, columns, warnings: [] }
}

/** Lines that end in one known way throughout; a carriage return within a file of line feeds may end a line or not. */
function newLineOf({ head, hasReturn }: OpenedText, { hasHeader }: CsvPlan): '\\n' | '\\r\\n' | null {
  // A file that begins with an empty line: which one is the header is not the engine's to say.
  if (hasHeader && /^\s*\n/.test(head)) return null
  if (!hasReturn) return '\\n'
  return /(?:^|[^\r])\n|\r(?!\n|$)/.test(head) ? null : '\\r\\n'
}

async function readTidied(
  connection: DuckDBConnection,
  { path, bytes }: OpenedText,
  plan: CsvPlan,
  { output, staging, limits, progress }: ImportTask,
): Promise<ReadRows> {
  let reported = 0
  const tidied = await tidyCsv({
    path,
    bytes,
    output: `${staging}/tidy`,
    plan,
    limits,
    progress(fraction) {
      if (fraction < reported + 0.05) return
      reported = fraction
      progress(0.2 + fraction * 0.5, 'Reading the rows one by one')
    },
  })
  const { columns, rejected, warnings } = tidied
  const select = csvSelect({
    path: tidied.path,
    syntax: tidySyntax,
    hasHeader: false,
    decimal: plan.decimal,
    columns,
    newLine: '\\n',
    // Quotes that are doubled make a row longer than it was.
    maxLineBytes: 2 * limits.max_line_bytes,
    isChecked: true,
    rejects: null,
  })
  const written = await writeParquet(connection, select, output)
  return { written, rejected, columns, warnings }
}

/** Rows with the wrong number of values, as the engine reported them. Null when it reported anything else, which is looked at value by value. */
export async function readRejects(
  connection: DuckDBConnection,
  { errors, limit }: { errors: string; limit: number },
  path: string,
): Promise<RejectedRows | null> {
  // The engine writes an error for each value too many, and the last one of a line says how many there are.
  const found = await connection.runAndReadAll(
    `select csv_line, error_message, line_byte_position::double, count(*) over ()::double,
       bool_and(error_type in ('MISSING COLUMNS', 'TOO MANY COLUMNS')) over ()
     from ${errors}
     qualify row_number() over (partition by line, line_byte_position order by column_idx desc) = 1
     order by line_byte_position`,
  )
  const rows = found.getRowsJS() as [string | null, string, number | null, number, boolean][]
  const [, , , count = 0, isPlain = true] = rows[0] ?? []
  if (!isPlain || count >= limit) return null
  const rejected = new RejectedRows()
  const lines = await lineNumbers(
    path,
    rows.slice(0, 20).map(([, , place]) => place ?? 0),
  )
  for (const [index, [text, message]] of rows.entries()) {
    const [, expected = '?', cells = '?'] = /Columns: (\d+) Found: (\d+)/.exec(message) ?? []
    rejected.add({
      line: lines[index] ?? 0,
      column: null,
      reason: wrongCells(Number(cells), Number(expected)),
      text: (text ?? '').trimEnd(),
    })
  }
  return rejected
}

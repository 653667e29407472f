import { dirname } from 'node:path/posix'
import type { ImportedTable } from '@svc/plugin'
import type { HostImport } from '../../../../kernel/index.ts'
import type { EngineParent } from '../../engine.ts'
import type { CsvColumn, CsvPlan } from '../../reading/csv/csv-plan.ts'
import { lastingWarnings, planCsv } from '../../reading/csv/csv-plan.ts'
import { csvRecords } from '../../reading/csv/csv-scanner.ts'
import { tidySyntax } from '../../reading/csv/csv-writer.ts'
import { checkOptions } from '../../reading/open-upload.ts'
import type { OpenedText } from '../../reading/open-upload.ts'
import { tidyCsv } from '../../reading/csv/tidy-csv.ts'
import { VersionWriter } from '../tables/version-writer.ts'
import { cellValue, storedTypeName } from './cell-value.ts'

export async function importCsv(request: HostImport, text: OpenedText, parent: EngineParent): Promise<ImportedTable> {
  const { options, limits, output } = request
  const plan = planCsv(text, options, limits)
  checkOptions(plan.format, options)
  const tidy = await tidyCsv({
    path: text.path,
    bytes: text.bytes,
    output: `${dirname(output)}/tidy`,
    plan,
    limits,
    progress: fraction => parent.progress(fraction / 2, 'Reading the rows.'),
  })
  tidy.rejected.check(tidy.rows)
  const { columns, written } = await storeTidy(tidy, plan.decimal, output, parent)
  const { count, sample } = tidy.rejected
  return {
    columns,
    ...written,
    reading: readingOf(text, plan, tidy.columns),
    warnings: [
      ...text.warnings,
      ...lastingWarnings(plan, tidy.columns),
      ...tidy.warnings,
      ...tidy.rejected.warnings(),
      ...(tidy.rejected.count === 0 ? emptyWarning(tidy.rows) : []),
      ...decimalWarnings(tidy.columns),
    ],
    rejected: { count, sample },
  }
}

export function emptyWarning(rows: number): string[] {
  return rows === 0 ? ['The file has a header and no rows.'] : []
}

function decimalWarnings(columns: readonly CsvColumn[]): string[] {
  const names = columns.filter(({ type }) => type.name.startsWith('DECIMAL(38')).map(({ name }) => JSON.stringify(name))
  if (names.length === 0) return []
  return [
    `${names.join(', ')}: integers of more than 64 bits are kept to 15 digits by this engine. Give the type text to keep them all.`,
  ]
}

export interface TidyRows {
  path: string
  rows: number
  columns: readonly CsvColumn[]
}

/** Rows whose values all fit, as a version. */
export async function storeTidy(
  { path, rows, columns }: TidyRows,
  decimal: '.' | ',',
  output: string,
  parent: EngineParent,
): Promise<{ columns: { name: string; type: string }[]; written: { rows: number; bytes: number; sha256: string } }> {
  const stored = columns.map(({ name, type }) => ({ name, type: storedTypeName(type) }))
  const writer = new VersionWriter(output, stored)
  for await (const { cells } of csvRecords(path, tidySyntax)) {
    writer.add(columns.map(({ type }, index) => cellValue(cells[index] ?? '', type, decimal)))
    if (writer.rows % 50_000 === 0) parent.progress(0.5 + writer.rows / rows / 2, 'Writing the table.')
  }
  return { columns: stored, written: await writer.finish() }
}

function readingOf(text: OpenedText, plan: CsvPlan, columns: readonly CsvColumn[]): ImportedTable['reading'] {
  return {
    format: plan.format,
    encoding: text.encoding,
    delimiter: plan.syntax.delimiter,
    header: plan.hasHeader,
    decimal_separator: plan.decimal,
    sheet: null,
    compression: text.compression,
    columns: columns.map(({ name, type }) => ({ name, type: storedTypeName(type), source: type.source })),
  }
}

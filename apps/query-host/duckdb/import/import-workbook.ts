import type { DuckDBConnection } from '@duckdb/node-api'
import { tidySyntax } from '../../reading/csv/csv-writer.ts'
import { readWorkbook } from '../../reading/workbook/read-workbook.ts'
import { csvSelect } from './csv-select.ts'
import type { ImportTask, ReadTable } from './import-csv.ts'
import { writeParquet } from './write-parquet.ts'

export async function importWorkbook(connection: DuckDBConnection, path: string, task: ImportTask): Promise<ReadTable> {
  task.progress(0.2, 'Reading the sheet')
  const { sheet, hasHeader, columns, rejected, warnings, ...tidy } = await readWorkbook(path, task)
  const select = csvSelect({
    path: tidy.path,
    syntax: tidySyntax,
    hasHeader: false,
    decimal: '.',
    columns,
    newLine: '\\n',
    maxLineBytes: task.limits.max_line_bytes * 2,
    isChecked: true,
    rejects: null,
  })
  const written = await writeParquet(connection, select, task.output)
  rejected.check(written.rows)
  if (written.rows === 0 && rejected.count === 0) warnings.push('The sheet has a header and no rows.')
  return {
    written,
    rejected,
    warnings: [...warnings, ...written.warnings],
    reading: {
      format: 'xlsx',
      delimiter: null,
      header: hasHeader,
      decimal_separator: null,
      sheet,
      columns: columns.map(({ name, type }) => ({ name, type: type.name, source: type.source })),
    },
  }
}

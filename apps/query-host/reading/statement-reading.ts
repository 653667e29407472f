import type { ImportedTable, TableColumn } from '@svc/plugin'

/** How a version was read that is made of a statement's rows: there was no file, and its columns are those of the statement. */
export function statementReading(columns: readonly TableColumn[]): ImportedTable['reading'] {
  return {
    format: 'sql',
    encoding: null,
    delimiter: null,
    header: null,
    decimal_separator: null,
    sheet: null,
    compression: null,
    columns: columns.map(column => ({ ...column, source: 'stored' })),
  }
}

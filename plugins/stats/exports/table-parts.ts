import type { AnalysisTable } from '../methods/stat-method.ts'

/** Nobody reads more in print; the data formats have all rows. */
export const mostPrintedRows = 200

export interface TablePart extends AnalysisTable {
  /** Rows that are not printed. */
  leftOut: number
}

/** A table as it fits a page: at most so many columns side by side, the first repeated in each part. */
export function tableParts(table: AnalysisTable, mostColumns: number): TablePart[] {
  const leftOut = Math.max(0, table.rows.length - mostPrintedRows)
  const rows = table.rows.slice(0, mostPrintedRows)
  if (table.columns.length <= mostColumns) return [{ ...table, rows, leftOut }]
  const parts: TablePart[] = []
  for (let from = 1; from < table.columns.length; from += mostColumns - 1) {
    const chosen = [0, ...Array.from({ length: mostColumns - 1 }, (_, index) => from + index)]
    const places = chosen.filter(place => place < table.columns.length)
    parts.push({
      title: from === 1 ? table.title : `${table.title}, continued`,
      columns: places.flatMap(place => table.columns[place] ?? []),
      rows: rows.map(row => places.map(place => row[place] ?? null)),
      leftOut,
    })
  }
  return parts
}

import type { TablePreview, TableProfile } from '@svc/plugin'
import { quotedName } from '../../quoting.ts'
import type { HostPreview, HostProfileRequest } from '../../../../kernel/index.ts'
import { jsonCell } from '../sql/cells.ts'
import type { SqlValue } from '../sql/define-functions.ts'
import { columnsOf, openVersion } from './version-file.ts'
import { columnStatistics } from './column-statistics.ts'

// Rows are numbered from 1 without gaps, so any page is found as fast as the first.
const pageSql = 'SELECT * FROM data WHERE rowid > ? ORDER BY rowid LIMIT ?'

export function previewVersion({ file, limit, offset }: HostPreview): TablePreview {
  const db = openVersion(file)
  try {
    const columns = columnsOf(db)
    const rows = db.prepare<[number, number], SqlValue[]>(pageSql).raw(true).safeIntegers(true).all(offset, limit)
    const texts = rows.map(row => `[${columns.map(({ type }, index) => jsonCell(row[index] ?? null, type)).join(',')}]`)
    return { columns, rows: `[${texts.join(',')}]` }
  } finally {
    db.close()
  }
}

const countSql = 'SELECT max(rowid) FROM data'

/** Column by column: what must be kept in memory is one column's distinct values, in SQLite's sorter. */
export function profileVersion({ file }: HostProfileRequest): TableProfile {
  const db = openVersion(file)
  try {
    const rows = db.prepare<[], number | null>(countSql).pluck(true).get() ?? 0
    const columns = columnsOf(db).map(column =>
      columnStatistics({ db, prefix: '', values: [], from: 'data', column: quotedName(column.name) }, column),
    )
    return { rows, columns }
  } finally {
    db.close()
  }
}

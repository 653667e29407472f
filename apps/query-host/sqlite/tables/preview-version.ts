import type { TablePreview } from '@svc/plugin'
import type { HostPreview } from '../../../../kernel/index.ts'
import { jsonCell } from '../sql/cells.ts'
import type { SqlValue } from '../sql/define-functions.ts'
import { columnsOf, openVersion } from './version-file.ts'

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

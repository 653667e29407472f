import type { TableProfile } from '@svc/plugin'
import type { HostProfileRequest } from '../../../../kernel/index.ts'
import { quotedName } from '../sql/tokens.ts'
import { columnStatistics } from './column-statistics.ts'
import { columnsOf, openVersion } from './version-file.ts'

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

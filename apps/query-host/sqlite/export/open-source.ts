import type { HostExport } from '../../../../kernel/index.ts'
import type { EngineParent } from '../../engine.ts'
import { openAnswer } from '../sql/open-answer.ts'
import type { OpenAnswer } from '../sql/open-answer.ts'
import type { SqlValue } from '../sql/define-functions.ts'
import { columnsOf, openVersion } from '../tables/version-file.ts'

const allSql = 'SELECT * FROM data ORDER BY rowid'

/** The rows that are to be exported: of a statement, or a version as it is. */
export async function openSource(source: HostExport['source'], parent: EngineParent): Promise<OpenAnswer> {
  if ('sql' in source) return openAnswer(source.sql, source.params, names => parent.tables(names), 'all rows')
  const db = openVersion(source.file)
  const rows = db.prepare<[], SqlValue[]>(allSql).raw(true).safeIntegers(true).iterate()
  return {
    columns: columnsOf(db),
    tables: [],
    volatile: [],
    rows,
    failure: error => (error instanceof Error ? error : new Error('A row could not be read.', { cause: error })),
    close() {
      rows.return?.()
      db.close()
    },
  }
}

import type { DuckDBConnection } from '@duckdb/node-api'
import type { HostOpen } from '../../../kernel/index.ts'
import type { Engine, EngineParent } from '../engine.ts'
import { openDatabase } from './open-database.ts'
import { SqlQueries } from './sql/sql-queries.ts'
import { diffTables } from './tables/diff-tables.ts'
import { previewTable } from './tables/preview-table.ts'
import { profileTable } from './tables/profile-table.ts'
import { readColumns } from './tables/read-columns.ts'

type Reader = Pick<Engine, 'open' | 'query' | 'more' | 'preview' | 'profile' | 'diff' | 'columns'>

/** Runs people's SQL and reads stored versions, with one database as long as it lives. */
export function makeReader(parent: EngineParent): Reader {
  let limits: HostOpen = { memory_mb: 512, threads: 1 }
  let database: Promise<DuckDBConnection> | undefined
  let queries: SqlQueries | undefined

  const read = (): Promise<DuckDBConnection> =>
    (database ??= openDatabase({ memoryMb: limits.memory_mb, threads: limits.threads, staging: null }))

  return {
    async open(request) {
      limits = request
      await read()
    },
    async query(request) {
      queries ??= new SqlQueries(await read(), parent, () => {
        database = undefined
        queries = undefined
      })
      return queries.start(request)
    },
    more: async () => queries?.more() ?? { piece: '', end: { row_count: 0, truncated: false, digest: null } },
    preview: async request => previewTable(await read(), request),
    profile: async request => profileTable(await read(), request),
    diff: async request => diffTables(await read(), request),
    columns: async request => readColumns(await read(), request),
  }
}

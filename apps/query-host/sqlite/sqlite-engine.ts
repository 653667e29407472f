import type { Engine, EngineOptions } from '../engine.ts'
import { SqliteQueries } from './sql/sqlite-queries.ts'
import { columnsAsNumbers } from './tables/columns-as-numbers.ts'
import { diffVersions } from './tables/diff-versions.ts'
import { previewVersion, profileVersion } from './tables/read-version.ts'

/** SQLite in this process, for machines where DuckDB does not run: each statement has a connection of its own, and none waits for the next. */
export async function makeSqliteEngine({ role, parent }: EngineOptions): Promise<Engine> {
  const queries = new SqliteQueries(parent)
  // A reader starts without what only writers need.
  const writing = role === 'writer' ? await import('./sqlite-writing.ts') : null
  const writer = (): NonNullable<typeof writing> => {
    if (!writing) throw new Error('A reader writes nothing.')
    return writing
  }
  return {
    // SQLite has no limits of memory that hold here: the server watches this process.
    open: async () => {},
    query: request => queries.start(request),
    more: async () => queries.more(),
    preview: async request => previewVersion(request),
    profile: async request => profileVersion(request),
    diff: async request => diffVersions(request),
    columns: request => columnsAsNumbers(request),
    import: async request => writer().importFile(request, parent),
    derive: async request => writer().deriveVersion(request, parent),
    export: async request => writer().exportRows(request, parent),
  }
}

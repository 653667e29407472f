import type pg from 'pg'
import type { Logger } from '@svc/plugin'
import { connectionOf, createPool } from '../postgres/connection.ts'

/** A search is not held up longer than this by PostgreSQL; the sketches then serve. */
export const searchMs = 500
const mostSearches = 4
// One for the vectors, one for an index that is built meanwhile.
const mostSteps = 2
const connectMs = 5000
const syncStatementMs = 60_000
// Its planner settings are not those of the control plane: sorting a small workspace's vectors is at times the best there is.
const options = '-c jit=off'

/** How many the index gathers before it stops of itself; it scans on while a filter lets too few through. */
const nearestLooked = 400
const settings = [
  // Otherwise a filter leaves few of the nearest of all workspaces.
  'SET hnsw.iterative_scan = relaxed_order',
  'SET hnsw.max_scan_tuples = 40000',
  `SET hnsw.ef_search = ${nearestLooked}`,
  // To the planner a distance costs no more than a plus: it would read and sort everything where an index is many times as quick.
  'SET enable_sort = off',
  'SET enable_seqscan = off',
].join('; ')

/** Connections of the index's own, so that neither a long step of the one nor a full queue of the other holds a search up. */
export interface IndexPools {
  /** Short statements. */
  searches: pg.Pool
  /** For what takes its time. */
  sync: pg.Pool
  location: string
  close(): Promise<void>
}

export function openIndexPools(databaseUrl: string, log: Logger): IndexPools {
  const { config, location } = connectionOf(databaseUrl)
  const verify = (client: pg.PoolClient, done: (error?: Error) => void): void => {
    client.query(settings).then(() => done(), done)
  }
  const own = { ...config, options, connectionTimeoutMillis: connectMs, application_name: 'svc memory' }
  const searches = createPool(
    { ...own, max: mostSearches, verify, statement_timeout: searchMs, query_timeout: searchMs },
    log,
  )
  const sync = createPool(
    { ...own, max: mostSteps, statement_timeout: syncStatementMs, query_timeout: syncStatementMs + connectMs },
    log,
  )
  return {
    searches,
    sync,
    location,
    async close() {
      await Promise.all([searches.end(), sync.end()])
    },
  }
}

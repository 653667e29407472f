import { defineDriver } from '@svc/plugin'
import { sqliteEngine } from '../analytics/engines.ts'
import { HostedAnalyticsPlane } from '../analytics/hosted-analytics-plane.ts'
import { SqliteDataPlane } from './data/sqlite-data-plane.ts'
import { openSqliteJobs } from './jobs/open-sqlite-jobs.ts'
import { SqliteMemoryPlane } from './memory/sqlite-memory-plane.ts'

const kept = new Set(['data', 'jobs', 'memory', 'analytics'])

/** One file for each workspace, with its tables, its jobs and its memory; and people's tables where DuckDB does not run. */
export const sqlite = defineDriver({
  id: 'sqlite',
  inHome: true,
  serves: ({ plane }) => (kept.has(plane) ? 1 : 0),
  provides: {
    data: options => new SqliteDataPlane(options),
    jobs: openSqliteJobs,
    async memory({ data, log }) {
      const memory = new SqliteMemoryPlane({ data, log })
      return { memory, status: () => memory.status(), close: () => memory.close() }
    },
    analytics: options => new HostedAnalyticsPlane({ ...options, engine: sqliteEngine }),
  },
})

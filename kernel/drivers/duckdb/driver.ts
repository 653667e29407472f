import { defineDriver } from '@svc/plugin'
import { HostedAnalyticsPlane } from './hosted-analytics-plane.ts'
import type { AnalyticsEngine } from './hosted-analytics-plane.ts'

export const duckdbEngine: AnalyticsEngine = {
  id: 'duckdb',
  extension: 'parquet',
  remedy: '; where DuckDB does not run, SVC_ANALYTICS_DRIVER=sqlite does',
}

/** People's tables as Parquet files, read by DuckDB in processes of `apps/query-host`. */
export const duckdb = defineDriver({
  id: 'duckdb',
  inHome: true,
  serves: ({ plane }) => (plane === 'analytics' ? 10 : 0),
  provides: { analytics: options => new HostedAnalyticsPlane({ ...options, engine: duckdbEngine }) },
})

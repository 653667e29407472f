import { defineDriver } from '@svc/plugin'
import { duckdbEngine } from '../analytics/engines.ts'
import { HostedAnalyticsPlane } from '../analytics/hosted-analytics-plane.ts'

/** People's tables as Parquet files, read by DuckDB in processes of `apps/query-host`. */
export const duckdb = defineDriver({
  id: 'duckdb',
  inHome: true,
  serves: ({ plane }) => (plane === 'analytics' ? 10 : 0),
  provides: { analytics: options => new HostedAnalyticsPlane({ ...options, engine: duckdbEngine }) },
})

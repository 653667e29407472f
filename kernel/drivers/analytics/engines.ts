/** An engine of `apps/query-host`. */
export interface AnalyticsEngine {
  /** The id of its driver. */
  id: string
  /** What its files are named with. */
  extension: string
  /** What to do where it does not start; added to the status. */
  remedy?: string
}

export const duckdbEngine: AnalyticsEngine = {
  id: 'duckdb',
  extension: 'parquet',
  remedy: '; where DuckDB does not run, SVC_ANALYTICS_DRIVER=sqlite does',
}

export const sqliteEngine: AnalyticsEngine = { id: 'sqlite', extension: 'sqlite' }

const engines = [duckdbEngine, sqliteEngine]

/** Why this engine cannot read a table's file; null when it can. */
export function otherEngineFault(driver: string, file: string): string | null {
  const maker = engines.find(({ extension }) => file.endsWith(`.${extension}`))?.id ?? driver
  if (maker === driver) return null
  return (
    `The data was kept by the engine ${maker}, and the server runs with SVC_ANALYTICS_DRIVER=${driver}. ` +
    `Nothing is lost: start it with ${maker} to read this version, or import the data again.`
  )
}

const makers: Record<string, string> = { parquet: 'duckdb', sqlite: 'sqlite' }

/** Why this engine cannot read a table's file; null when it can. */
export function otherDriver(driver: string, file: string): string | null {
  const maker = makers[file.slice(file.lastIndexOf('.') + 1)] ?? driver
  if (maker === driver) return null
  return (
    `The data was kept by the engine ${maker}, and the server runs with SVC_ANALYTICS_DRIVER=${driver}. ` +
    `Nothing is lost: start it with ${maker} to read this version, or import the data again.`
  )
}

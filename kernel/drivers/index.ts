import type { Driver } from '@svc/plugin'
import { duckdb } from './duckdb/driver.ts'
import { pgvector } from './pgvector/driver.ts'
import { postgres } from './postgres/driver.ts'
import { registry } from './registry/driver.ts'
import { sqlite } from './sqlite/driver.ts'

/** The drivers of the house. A plugin may bring others. */
export const builtInDrivers: readonly Driver[] = [registry, sqlite, postgres, pgvector, duckdb]

export { analyticsFolder } from './duckdb/analytics-folders.ts'
export { registryContent, RegistryFile } from './registry/registry-file.ts'
export { lockHome } from './sqlite/data/home-lock.ts'
export { quickCheck } from './sqlite/data/quick-check.ts'
export { SqliteCopies } from './sqlite/data/sqlite-copies.ts'
export type { SqliteFacts } from './sqlite/data/sqlite-copies.ts'
export { tryMigrations } from './sqlite/data/try-migrations.ts'

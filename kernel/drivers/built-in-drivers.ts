import type { Driver } from '@svc/plugin'
import { duckdb } from './duckdb/driver.ts'
import { pgvector } from './pgvector/driver.ts'
import { postgres } from './postgres/driver.ts'
import { registry } from './registry/driver.ts'
import { sqlite } from './sqlite/driver.ts'

/** The drivers of the house. A plugin may bring others. */
export const builtInDrivers: readonly Driver[] = [registry, sqlite, postgres, pgvector, duckdb]

import { BIGINT, BOOLEAN, DOUBLE, SQLNULL, VARCHAR } from '@duckdb/node-api'
import type { DuckDBType, DuckDBValue } from '@duckdb/node-api'
import type { HostQuery } from '../../../kernel/index.ts'

/** Values for the `?` of a statement, in order, as the engine takes them. */
export interface EngineParams {
  values: DuckDBValue[]
  types: DuckDBType[]
}

export const noParams: EngineParams = { values: [], types: [] }

/** Whole numbers are BIGINT, others DOUBLE: left to itself the binding would choose by their size. */
export function engineParams(params: HostQuery['params']): EngineParams {
  const typed = params.map(engineParam)
  return { values: typed.map(([value]) => value), types: typed.map(([, type]) => type) }
}

function engineParam(value: HostQuery['params'][number]): [value: DuckDBValue, type: DuckDBType] {
  if (value === null) return [null, SQLNULL]
  if (typeof value === 'string') return [value, VARCHAR]
  if (typeof value === 'boolean') return [value, BOOLEAN]
  return Number.isSafeInteger(value) ? [BigInt(value), BIGINT] : [value, DOUBLE]
}

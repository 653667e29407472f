import { DuckDBTypeId } from '@duckdb/node-api'
import type { DuckDBType, DuckDBValue } from '@duckdb/node-api'
import { csvText } from '../../quoting.ts'
import { jsonWriterOf } from '../results/json-values.ts'
import { timestampCsv } from '../results/time-texts.ts'

/** Their texts are numbers, times and the like: a spreadsheet takes them for what they are. */
const plainTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.BOOLEAN,
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DECIMAL,
  DuckDBTypeId.BIGNUM,
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIME,
  DuckDBTypeId.TIME_NS,
  DuckDBTypeId.TIME_TZ,
  DuckDBTypeId.INTERVAL,
  DuckDBTypeId.UUID,
])
const timestampTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.TIMESTAMP_TZ,
])

/** Whether a cell of this type is text, which a spreadsheet could take for a formula. */
export function isTextType(type: DuckDBType): boolean {
  return !plainTypes.has(type.typeId) && !timestampTypes.has(type.typeId)
}

/** Writes a value of one type as a cell of CSV; SQL's NULL as nothing. */
export function csvWriterOf(type: DuckDBType): (value: DuckDBValue) => string {
  if (timestampTypes.has(type.typeId))
    return value => (value === null ? '' : timestampCsv(value as Parameters<typeof timestampCsv>[0]))
  const json = jsonWriterOf(type)
  const text = (value: DuckDBValue): string => {
    const written = json(value)
    return written.startsWith('"') ? (JSON.parse(written) as string) : written
  }
  if (isTextType(type)) return value => (value === null ? '' : csvText(text(value)))
  return value => (value === null ? '' : text(value))
}

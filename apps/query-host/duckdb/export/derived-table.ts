import type { DuckDBConnection } from '@duckdb/node-api'
import type { ImportedTable } from '@svc/plugin'
import type { HostDerive } from '../../../../kernel/index.ts'
import { engineFailure } from '../../engine-failure.ts'
import type { EngineParent } from '../../engine.ts'
import { writeParquet } from '../import/write-parquet.ts'
import { statementReading } from '../../reading/statement-reading.ts'
import { engineError } from '../sql/engine-error.ts'
import { SqlGate } from '../sql/sql-gate.ts'

/** A version made of a statement's rows. */
export async function derivedTable(
  connection: DuckDBConnection,
  { sql, params, output, limits }: HostDerive,
  parent: EngineParent,
): Promise<ImportedTable> {
  const source = await new SqlGate(connection, parent).asTable(sql, params)
  if (source.columns.length > limits.max_columns)
    throw engineFailure(
      'query_limit',
      `The statement gives ${source.columns.length} columns. A dataset may have ${limits.max_columns}.`,
    )
  // One row more than may be tells that there are too many, without writing them all.
  const select = `${source.from} limit ${limits.max_rows + 1}`
  try {
    const { warnings, ...written } = await writeParquet(connection, select, output, source.params)
    if (written.rows > limits.max_rows)
      throw engineFailure(
        'query_limit',
        `The statement gives more than ${limits.max_rows} rows, the most a dataset may have.`,
      )
    if (written.bytes > limits.max_bytes)
      throw engineFailure(
        'query_limit',
        `The statement's rows take more than ${limits.max_bytes} bytes, the most a dataset may have.`,
      )
    return {
      ...written,
      reading: statementReading(written.columns),
      warnings,
      rejected: { count: 0, sample: [] },
    }
  } catch (error) {
    throw engineError(error, source)
  }
}

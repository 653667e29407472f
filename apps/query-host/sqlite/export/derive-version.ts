import type { ImportedTable } from '@svc/plugin'
import type { HostDerive } from '../../../../kernel/index.ts'
import { engineFailure } from '../../engine-failure.ts'
import type { EngineParent } from '../../engine.ts'
import { cleanColumnNames } from '../../reading/column-names.ts'
import { statementReading } from '../../reading/statement-reading.ts'
import type { SqlValue } from '../sql/define-functions.ts'
import { openAnswer } from '../sql/open-answer.ts'
import { VersionWriter } from '../tables/version-writer.ts'

/** A version made of a statement's rows. */
export async function deriveVersion(
  { sql, params, output, limits }: HostDerive,
  parent: EngineParent,
): Promise<ImportedTable> {
  const answer = await openAnswer(sql, params, names => parent.tables(names), 'all rows')
  try {
    if (answer.columns.length > limits.max_columns)
      throw engineFailure(
        'query_limit',
        `The result has ${answer.columns.length} columns; a dataset has at most ${limits.max_columns}.`,
      )
    const { names, warnings } = cleanColumnNames(answer.columns.map(({ name }) => name))
    const columns = answer.columns.map(({ type }, index) => ({ name: names[index] ?? '', type: storedType(type) }))
    const writer = new VersionWriter(output, columns)
    for (let next = answer.rows.next(); next.done !== true; next = answer.rows.next()) {
      if (writer.rows === limits.max_rows)
        throw engineFailure(
          'query_limit',
          `The result has more than ${limits.max_rows} rows, the most that a dataset has.`,
        )
      writer.add(columns.map(({ type }, index) => storedValue(next.value[index] ?? null, type)))
    }
    return {
      columns,
      ...(await writer.finish()),
      reading: statementReading(columns),
      warnings,
      rejected: { count: 0, sample: [] },
    }
  } catch (error) {
    throw answer.failure(error)
  } finally {
    answer.close()
  }
}

// What holds nothing but missing values may hold anything later.
function storedType(type: string): string {
  return type === 'INTEGER' ? 'BIGINT' : type
}

function storedValue(value: SqlValue, type: string): SqlValue {
  if (value === null || type !== 'VARCHAR' || typeof value === 'string') return value
  return Buffer.isBuffer(value) ? value.toString('base64') : String(value)
}

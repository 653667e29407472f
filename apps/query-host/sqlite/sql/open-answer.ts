import { RemoteError } from '@svc/plugin/child'
import type { TableColumn } from '@svc/plugin'
import type { HostTable } from '../../../../kernel/index.ts'
import type { EngineParent } from '../../engine.ts'
import type { SqlValue } from './define-functions.ts'
import { describedBy, ResultTypes } from './describe.ts'
import { openStatement } from './open-statement.ts'
import type { OpenStatement, Parameter } from './open-statement.ts'
import { statementError } from './statement-errors.ts'

/** Rows that are looked at for the types of what is reckoned, where all would take too long. */
const rowsForTypes = 1000

/** The rows of one statement as they come, and what is known of them before. */
export interface OpenAnswer {
  columns: TableColumn[]
  tables: HostTable[]
  volatile: string[]
  rows: Iterator<SqlValue[]>
  /** An error that came while rows were read, in the words for the caller. */
  failure(error: unknown): Error
  close(): void
}

/**
 * Of a SELECT, or of DESCRIBE and SUMMARIZE of one. `typesFrom`: what stays must have types that hold for all rows, so the statement is run for them once more.
 * @throws RemoteError
 */
export async function openAnswer(
  sql: string,
  params: readonly Parameter[],
  tablesOf: EngineParent['tables'],
  typesFrom: 'first rows' | 'all rows' = 'first rows',
): Promise<OpenAnswer> {
  const described = await describedBy(sql, params, tablesOf)
  if (described) return { ...described, failure: asError, close: () => {} }
  const open = await openStatement(sql, params, tablesOf)
  try {
    return answerOf(open, sql, typesFrom)
  } catch (error) {
    const failure = failureOf(open, sql, error)
    open.close()
    throw failure
  }
}

function answerOf(open: OpenStatement, sql: string, typesFrom: 'first rows' | 'all rows'): OpenAnswer {
  const run = (): IterableIterator<SqlValue[]> => open.statement.iterate(...open.values) as IterableIterator<SqlValue[]>
  const types = new ResultTypes(open.statement)
  if (typesFrom === 'all rows' && types.depend) for (const row of run()) types.see(row)
  const all = run()
  const first: SqlValue[][] = []
  while (first.length < rowsForTypes) {
    const next = all.next()
    if (next.done === true) break
    first.push(next.value)
    types.see(next.value)
  }
  let closed = false
  return {
    columns: types.columns(),
    tables: open.tables,
    volatile: open.volatile,
    rows: chained(first, all),
    failure: error => failureOf(open, sql, error),
    close() {
      if (closed) return
      closed = true
      // A connection does not close while a statement is being read.
      all.return?.()
      open.close()
    },
  }
}

function failureOf(open: OpenStatement, sql: string, error: unknown): Error {
  return error instanceof RemoteError ? error : statementError(open.db, sql, error)
}

function* chained(first: readonly SqlValue[][], rest: Iterator<SqlValue[]>): Generator<SqlValue[], void, undefined> {
  yield* first
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('A row could not be read.', { cause: error })
}

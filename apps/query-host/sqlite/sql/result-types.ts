import type { Statement } from 'better-sqlite3'
import type { TableColumn } from '@svc/plugin'
import { typeOfDeclaration } from '../tables/version-file.ts'
import type { SqlValue } from './define-functions.ts'

/**
 * The types of a result's columns. One that is a dataset's column has its type; one that is reckoned has none in SQLite, and is named by the
 * values it turns out to have.
 */
export class ResultTypes {
  readonly #columns: { name: string; declared: string | null; seen: string | null }[]
  /** Whether any of them depends on the rows. */
  readonly depend: boolean

  constructor(statement: Statement) {
    this.#columns = statement
      .columns()
      .map(({ name, type }) => ({ name, declared: typeOfDeclaration(type), seen: null }))
    this.depend = this.#columns.some(({ declared }) => declared === null)
  }

  see(row: readonly SqlValue[]): void {
    if (!this.depend) return
    for (const [index, column] of this.#columns.entries())
      if (column.declared === null) column.seen = joined(column.seen, typeOfValue(row[index] ?? null))
  }

  columns(): TableColumn[] {
    // As DuckDB has it for a column of which nothing is known.
    return this.#columns.map(({ name, declared, seen }) => ({ name, type: declared ?? seen ?? 'INTEGER' }))
  }
}

function joined(one: string | null, other: string | null): string | null {
  if (one === null || other === null || one === other) return one ?? other
  return isNumeric(one) && isNumeric(other) ? 'DOUBLE' : 'VARCHAR'
}

function typeOfValue(value: SqlValue): string | null {
  if (value === null) return null
  if (typeof value === 'bigint') return 'BIGINT'
  if (typeof value === 'number') return 'DOUBLE'
  return typeof value === 'string' ? 'VARCHAR' : 'BLOB'
}

function isNumeric(type: string): boolean {
  return type === 'BIGINT' || type === 'DOUBLE'
}

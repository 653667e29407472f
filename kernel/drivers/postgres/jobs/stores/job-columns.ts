import { jobFields } from '../../../jobs/queue-rules.ts'

/** The columns of `svc.jobs` that make up a {@link JobRecord}. */
export const jobColumns = jobFields.join(', ')

/** The same, of a table that goes by another name. */
export function jobColumnsOf(table: string): string {
  return jobFields.map(name => `${table}.${name}`).join(', ')
}

/** The values of each of these columns, as `unnest` takes them. */
export function columnsOf<Row>(rows: readonly Row[], ...columns: (keyof Row)[]): unknown[][] {
  return columns.map(column => rows.map(row => row[column]))
}

/**
 * Milliseconds as the store counts them: `$1` where a test gives the time, else the database's own clock. Several hosts share the
 * leases, and their clocks differ; the database's is the one they have in common.
 * As a query of its own it is evaluated once a statement, not for each row.
 */
export const now = `(SELECT COALESCE($1::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))`

/** PostgreSQL keeps no NUL in text; people's words get the sign for it instead. */
export function storable(text: string): string
export function storable(text: string | null): string | null
export function storable(text: string | null): string | null {
  return text?.includes('\0') ? text.replaceAll('\0', '␀') : text
}

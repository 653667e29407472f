import { sql, StandardSQL } from '@codemirror/lang-sql'
import type { Extension } from '@codemirror/state'

/** Columns by the names of their tables, as completion offers them. */
export type Tables = Readonly<Record<string, readonly string[]>>

/** Standard SQL that knows these tables. */
export function sqlWith(tables: Tables): Extension {
  return sql({ dialect: StandardSQL, schema: tables, upperCaseKeywords: true })
}

import type { JsonObject } from '@svc/plugin'
import type { AnalysisTable } from '../stat-method.ts'
import { percent } from './numbers.ts'

type Column = AnalysisTable['columns'][number]

export function textColumn(name: string): Column {
  return { name, type: 'text' }
}

export function numberColumn(name: string): Column {
  return { name, type: 'number' }
}

export function integerColumn(name: string): Column {
  return { name, type: 'integer' }
}

export function pColumn(name = 'p'): Column {
  return { name, type: 'p_value' }
}

/** The ends of an interval, with its level; `of` what, where a table has several. */
export function intervalColumns(level: number, of = ''): [Column, Column] {
  const name = `${of && `${of}, `}${percent(level)} CI`
  return [numberColumn(`${name} from`), numberColumn(`${name} to`)]
}

/** The same, read from a list at `key`. */
export function intervalColumnsAt(key: string, level: number, of = ''): (Column & { key: string })[] {
  return intervalColumns(level, of).map((column, end) => ({ ...column, key: `${key}.${end}` }))
}

export function tableOf(title: string, columns: Column[], rows: AnalysisTable['rows']): AnalysisTable {
  return { title, columns, rows }
}

/** A table of rows that R answered as objects: each column with the key it is read from. */
export function tableFrom(title: string, columns: (Column & { key: string })[], rows: JsonObject[]): AnalysisTable {
  return {
    title,
    columns: columns.map(({ name, type }) => ({ name, type })),
    rows: rows.map(row => columns.map(column => cell(row, column.key))),
  }
}

/** `conf_int.0` reads the first of a list. */
function cell(row: JsonObject, key: string): string | number | boolean | null {
  const [name = key, index] = key.split('.')
  const found = row[name]
  const value = index !== undefined && Array.isArray(found) ? found[Number(index)] : found
  return typeof value === 'object' || value === undefined ? null : value
}

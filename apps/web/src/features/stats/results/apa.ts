import type { AnalysisTable } from '../types.ts'
import { printedP } from '../../../ui/words/p-value.ts'

type Column = AnalysisTable['columns'][number]
type Cell = AnalysisTable['rows'][number][number]

/** A table as journals print it: texts, and which columns are set to the right. */
export interface PrintedTable {
  title: string
  columns: { name: string; isNumber: boolean }[]
  rows: string[][]
}

/** Digits that are read: three after the point below one hundred, fewer above; what is very large or small by powers of ten. */
export function printedNumber(value: number, decimals = decimalsOf(Math.abs(value))): string {
  const size = Math.abs(value)
  if (size >= 1e9 || (size < 1e-4 && size > 0)) return minus(value.toExponential(2))
  return minus(value.toFixed(size !== 0 && size < 0.0995 && decimals > 0 ? Math.max(decimals, 4) : decimals))
}

/** The two ends of an interval become one column, as in `[−0.17, 7.57]`. */
export function printedTable({ title, columns, rows }: AnalysisTable): PrintedTable {
  const decimals = columns.map(({ type }, at) => (type === 'number' ? columnDecimals(rows.map(row => row[at])) : 0))
  const isMixed = columns[0]?.name === 'Measure'
  const text = (row: readonly Cell[], at: number): string => {
    const isP = isMixed && /^p$|^p of |, p$/.test(String(row[0]))
    const type = isP && at > 0 ? 'p_value' : (columns[at]?.type ?? 'text')
    return printedCell(row[at], type, isMixed ? undefined : decimals[at])
  }
  const places = columns.flatMap(({ name }, at) => {
    const level = /^(.*CI) from$/.exec(name)?.[1]
    const isInterval = level !== undefined && columns[at + 1]?.name === `${level} to`
    const isEnd = /^.*CI to$/.test(name) && columns[at - 1]?.name === name.replace(/ to$/, ' from')
    return isEnd ? [] : [{ name: isInterval ? level : name, at, isInterval }]
  })
  return {
    title,
    columns: places.map(({ name, at }) => ({ name, isNumber: isNumber(columns[at]) })),
    rows: rows.map(row =>
      places.map(({ at, isInterval }) => {
        if (!isInterval) return text(row, at)
        const isNone = row[at] === null && row[at + 1] === null
        return isNone ? '–' : `[${end(row[at], text(row, at), '−∞')}, ${end(row[at + 1], text(row, at + 1), '∞')}]`
      }),
    ),
  }
}

/** An interval that is open on one side has no number there. */
function end(cell: Cell | undefined, text: string, open: string): string {
  return cell === null || cell === undefined ? open : text
}

function printedCell(cell: Cell | undefined, type: Column['type'], decimals?: number): string {
  if (cell === null || cell === undefined) return '–'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (typeof cell === 'string') return cell
  if (type === 'p_value') return printedP(cell)
  if (type === 'integer' || (decimals === undefined && Number.isInteger(cell))) return minus(String(cell))
  return printedNumber(cell, decimals)
}

/** As many for all numbers of a column, so that their points stand below each other. */
function columnDecimals(cells: readonly (Cell | undefined)[]): number {
  const numbers = cells.filter(cell => typeof cell === 'number')
  if (numbers.every(Number.isInteger)) return 0
  return decimalsOf(numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0))
}

function decimalsOf(size: number): number {
  if (size >= 1000) return 1
  return size >= 100 ? 2 : 3
}

function isNumber(column: Column | undefined): boolean {
  return column !== undefined && column.type !== 'text' && column.type !== 'boolean'
}

function minus(text: string): string {
  return text.replaceAll('-', '−')
}

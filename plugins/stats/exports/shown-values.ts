import { oneLine } from '@svc/plugin/library/text/visible-text'
import type { AnalysisTable } from '../methods/stat-method.ts'

type Column = AnalysisTable['columns'][number]
type Cell = AnalysisTable['rows'][number][number]

/** A number stays in one line with the sign before it, as in `p < 0.001`. */
export function unbroken(text: string): string {
  return text.replaceAll(
    /(^| )([<>=≤≥]) (?=[-−\d])/g,
    (_all, before: string, sign) => `${before && '\u00a0'}${sign}\u00a0`,
  )
}

/** The rows of a table for people: as many digits as are read, in full they are in JSON and CSV. */
export function shownRows({ columns, rows }: Pick<AnalysisTable, 'columns' | 'rows'>): string[][] {
  if (columns[0]?.name === 'Measure') return rows.map(([name = null, ...cells]) => shownMeasure(columns, name, cells))
  const decimals = columns.map(({ type }, index) => (type === 'number' ? decimalsOf(rows.map(row => row[index])) : 0))
  return rows.map(row => columns.map(({ type }, index) => shownCell(row[index], type, decimals[index])))
}

/** Measures stand below each other that are no numbers of one kind: each has its own digits. */
function shownMeasure([, ...columns]: readonly Column[], name: Cell, cells: readonly Cell[]): string[] {
  const isP = /^p$|^p of |, p$/.test(String(name))
  return [
    shownCell(name, 'text'),
    ...cells.map((each, at) => shownCell(each, isP ? 'p_value' : (columns[at]?.type ?? 'number'))),
  ]
}

export function shownCell(cell: Cell | undefined, type: Column['type'], decimals?: number): string {
  if (cell === null || cell === undefined) return '–'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (typeof cell === 'string') return oneLine(cell)
  if (type === 'p_value') return cell < 0.001 ? '< 0.001' : cell.toFixed(3)
  return type === 'integer' ? minus(String(cell)) : shownNumber(cell, decimals)
}

export function isNumberColumn({ type }: Column): boolean {
  return type === 'number' || type === 'integer' || type === 'p_value'
}

/** What is too small for so many decimals gets more of them. */
export function shownNumber(value: number, decimals = 0): string {
  const size = Math.abs(value)
  if (size >= 1e9 || (size < 1e-4 && size > 0)) return minus(value.toExponential(3))
  if (decimals === 0 && Number.isInteger(value)) return minus(String(value))
  return minus(value.toFixed(Math.max(decimals, ownDecimals(size))))
}

/** Whether an assumption holds. */
export function wordOf(ok: boolean | null): string {
  if (ok === null) return 'unclear'
  return ok ? 'holds' : 'doubtful'
}

/** As many as the largest number of a column asks for; none when all are whole. */
function decimalsOf(cells: readonly (Cell | undefined)[]): number {
  const numbers = cells.filter(cell => typeof cell === 'number')
  const largest = numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return numbers.every(Number.isInteger) ? 0 : ownDecimals(largest)
}

function ownDecimals(size: number): number {
  if (size === 0) return 0
  if (size >= 1000) return 1
  if (size >= 100) return 2
  return size >= 0.1 ? 3 : 4
}

function minus(text: string): string {
  return text.replaceAll('-', '−')
}

import type { AnalysisTable, Assumption } from '../stat-method.ts'
import { numberColumn, pColumn, tableOf, textColumn } from './tables.ts'

/** The assumption checks as a table. */
export function checksTable(assumptions: readonly Assumption[]): AnalysisTable {
  return tableOf(
    'Assumption checks',
    [textColumn('Check'), numberColumn('Statistic'), pColumn(), textColumn('Note')],
    assumptions.map(({ name, statistic, p_value, note }) => [name, statistic, p_value, note]),
  )
}

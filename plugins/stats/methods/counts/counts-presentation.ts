import { Type } from 'typebox'
import type { AnalysisPlot, AnalysisRequest, AnalysisTable, RAnswer } from '../stat-method.ts'
import { matrixAt, numberAt, objectAt, textsAt } from '../presenting/answers.ts'
import { effectOf } from '../presenting/effects.ts'
import { barPlot } from '../presenting/plots.ts'
import { columnOf, confLevel, titleOf } from '../presenting/requests.ts'
import { categorical, continuous, oneColumn } from '../presenting/schemas.ts'
import type { FrameColumn } from '../presenting/scripts.ts'
import { integerColumn, intervalColumns, numberColumn, pColumn, tableOf, textColumn } from '../presenting/tables.ts'
import { casesInWords, rowsInWords } from '../presenting/words.ts'

export const countSources = ['columns.R', 'effects.R', 'assumptions.R', 'tables.R']

export const rowRole = oneColumn(categorical, 'The variable of the table’s rows.')
export const columnRole = oneColumn(categorical, 'The variable of the table’s columns.')
export const countRole = Type.Optional(
  oneColumn(continuous, 'How many cases each row stands for; without it, each row is one.'),
)

export function testTable(answer: RAnswer, request: AnalysisRequest, statistic: string): AnalysisTable {
  const { result } = answer
  const effect = effectOf(result)
  const value = numberAt(result, 'statistic')
  const df = numberAt(result, 'df')
  return tableOf(
    'Test',
    [
      ...(value === null ? [] : [numberColumn(statistic)]),
      ...(df === null ? [] : [numberColumn('df')]),
      pColumn(),
      numberColumn(effect.title),
      ...intervalColumns(confLevel(request)),
    ],
    [
      [
        ...(value === null ? [] : [value]),
        ...(df === null ? [] : [df]),
        numberAt(result, 'p_value'),
        effect.value,
        ...effect.interval,
      ],
    ],
  )
}

/** How many rows, or cases where a column counts them. */
export function countedInWords(answer: RAnswer, request: AnalysisRequest): string {
  const inWords = columnOf(request, 'count') === '' ? rowsInWords : casesInWords
  return inWords(answer.n, answer.excluded)
}

/** The counts, with what independence would make of them. */
export function countsTables(answer: RAnswer, request: AnalysisRequest): AnalysisTable[] {
  const table = objectAt(answer.result, 'table')
  const rows = textsAt(table, 'rows')
  const columns = textsAt(table, 'columns')
  const counts = matrixAt(table, 'counts')
  const expected = matrixAt(answer.result, 'expected')
  const head = textColumn(titleOf(request, columnOf(request, 'row') || columnOf(request, 'variable')))
  const total = (values: (number | null)[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  const body = rows.map((row, index) => [row, ...(counts[index] ?? []), total(counts[index] ?? [])])
  const sums = columns.map((_, index) => total(counts.map(row => row[index] ?? 0)))
  const footer = rows.length > 1 ? [['Total', ...sums, total(sums)]] : []
  return [
    tableOf('Counts', [head, ...columns.map(integerColumn), integerColumn('Total')], [...body, ...footer]),
    tableOf(
      'Expected counts',
      [head, ...columns.map(numberColumn)],
      rows.map((row, index) => [row, ...(expected[index] ?? [])]),
    ),
  ]
}

export function countsPlot(answer: RAnswer, request: AnalysisRequest): AnalysisPlot[] {
  const table = objectAt(answer.result, 'table')
  const rows = textsAt(table, 'rows')
  const columns = textsAt(table, 'columns')
  const counts = matrixAt(table, 'counts')
  if (rows.length * columns.length > 400) return []
  const row = columnOf(request, 'row') || columnOf(request, 'variable')
  const column = columnOf(request, 'column')
  if (column === '') {
    const bars = columns.map((x, index) => ({ x, y: counts[0]?.[index] ?? null }))
    return [barPlot({ title: 'Counts', x: titleOf(request, row), y: 'Cases' }, bars)]
  }
  const bars = rows.flatMap((x, i) => columns.map((group, j) => ({ x, group, y: counts[i]?.[j] ?? null })))
  return [barPlot({ title: 'Counts', x: titleOf(request, row), y: 'Cases', group: titleOf(request, column) }, bars)]
}

/** The columns of a count table's script. */
export function countFrame(request: AnalysisRequest, { keepsLevels = false } = {}): FrameColumn[] {
  const column = columnOf(request, 'column')
  const count = columnOf(request, 'count')
  return [
    { as: 'row', column: columnOf(request, 'row') || columnOf(request, 'variable'), kind: 'factor', keepsLevels },
    ...(column === '' ? [] : [{ as: 'column', column, kind: 'factor' as const }]),
    ...(count === '' ? [] : [{ as: 'n', column: count, kind: 'number' as const }]),
  ]
}

/** `table`, of the counts, in R. */
export function rTable(request: AnalysisRequest): string {
  const by = columnOf(request, 'column') === '' ? 'row' : 'row + column'
  const weights = columnOf(request, 'count') === '' ? '' : 'n '
  return `table <- xtabs(${weights}~ ${by}, data = d)`
}

/** And in Python. */
export function pythonTable(request: AnalysisRequest): string {
  const count = columnOf(request, 'count') === '' ? 'd["n"] = 1' : ''
  const table =
    columnOf(request, 'column') === ''
      ? 'table = d.groupby("row", observed=False)["n"].sum()'
      : 'table = d.pivot_table(index="row", columns="column", values="n", aggfunc="sum", fill_value=0)'
  return [count, table].filter(line => line !== '').join('\n')
}

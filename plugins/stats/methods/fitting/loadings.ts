import { numberAt, numbersAt, objectAt, objectsAt, textAt } from '../presenting/answers.ts'
import { plotOf, quantitative } from '../presenting/plots.ts'
import { numberColumn, textColumn } from '../presenting/tables.ts'
import type { AnalysisPlot, AnalysisTable, RAnswer } from '../stat-method.ts'

export function loadingTable(answer: RAnswer, names: readonly string[]): AnalysisTable {
  return {
    title: 'Loadings',
    columns: [textColumn('Variable'), ...names.map(name => numberColumn(name)), numberColumn('Uniqueness')],
    rows: objectsAt(answer.result, 'loadings').map(row => {
      const loadings = numbersAt(row, 'loadings')
      return [textAt(row, 'variable'), ...names.map((_, index) => loadings[index] ?? null), numberAt(row, 'uniqueness')]
    }),
  }
}

/** KMO of each variable and overall, and Bartlett's test; none where they could not be computed. */
export function factorabilityTable(answer: RAnswer): AnalysisTable[] {
  const kmo = objectAt(answer.result, 'kmo')
  const bartlett = objectAt(answer.result, 'bartlett')
  const variables = objectsAt(kmo, 'variables')
  if (variables.length === 0) return []
  return [
    {
      title: 'Sampling adequacy',
      columns: [textColumn('Measure'), numberColumn('Value')],
      rows: [
        ['KMO, overall', numberAt(kmo, 'overall')],
        ...variables.map(row => [`KMO, ${textAt(row, 'variable')}`, numberAt(row, 'value')]),
        ["Bartlett's test (chi-squared)", numberAt(bartlett, 'statistic')],
        ["Bartlett's test, df", numberAt(bartlett, 'df')],
        ["Bartlett's test, p", numberAt(bartlett, 'p_value')],
      ],
    },
  ]
}

export function screePlot(eigenvalues: readonly (number | null)[]): AnalysisPlot {
  const values = eigenvalues.slice(0, 50).map((y, index) => ({ x: index + 1, y }))
  const x = { field: 'x', type: 'quantitative', title: 'Number', axis: { tickMinStep: 1 } }
  return plotOf('Eigenvalues', values, {
    layer: [
      {
        mark: { type: 'line', point: true },
        encoding: { x, y: { field: 'y', type: 'quantitative', title: 'Eigenvalue' } },
      },
      {
        data: { values: [{ y: 1 }] },
        mark: { type: 'rule', strokeDash: [4, 4] },
        encoding: { y: quantitative('y', 'Eigenvalue') },
      },
    ],
  })
}

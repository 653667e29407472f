import { numberAt, numbersAt, objectAt, objectsAt, textsAt } from '../presenting/answers.ts'
import { percent, shortNumber } from '../presenting/numbers.ts'
import { barPlot, scatterPlot } from '../presenting/plots.ts'
import { columnsOf, titleOf } from '../presenting/requests.ts'
import { integerColumn, numberColumn } from '../presenting/tables.ts'
import type { AnalysisPlot, AnalysisRequest, AnalysisTable, RAnswer } from '../stat-method.ts'

/** Clusters with their sizes, means and silhouettes. */
export function clusterTable(answer: RAnswer): AnalysisTable {
  const silhouettes = objectsAt(answer.result, 'silhouettes')
  const names = textsAt(answer.result, 'variables')
  return {
    title: 'Clusters',
    columns: [
      integerColumn('Cluster'),
      integerColumn('Rows'),
      ...names.map(name => numberColumn(`Mean of ${name}`)),
      numberColumn('Sum of squares within'),
      numberColumn('Silhouette'),
    ],
    rows: objectsAt(answer.result, 'centres').map((centre, index) => {
      const means = numbersAt(centre, 'means')
      return [
        numberAt(centre, 'cluster'),
        numberAt(centre, 'n'),
        ...names.map((_, column) => means[column] ?? null),
        numberAt(centre, 'within_sum_sq'),
        numberAt(silhouettes[index] ?? {}, 'mean'),
      ]
    }),
  }
}

export function clusterPlots(answer: RAnswer, request: AnalysisRequest): AnalysisPlot[] {
  const points = objectAt(answer.extra, 'points')
  const [x = '', y = ''] = columnsOf(request, 'variables').map(name => titleOf(request, name))
  const ys = numbersAt(points, 'y')
  const clusters = numbersAt(points, 'cluster')
  const scatter = scatterPlot(
    { title: 'Clusters', x, y, group: 'Cluster' },
    numbersAt(points, 'x').map((value, index) => ({ x: value, y: ys[index] ?? null, group: String(clusters[index]) })),
  )
  const silhouettes = barPlot(
    { title: 'Mean silhouette of each cluster', x: 'Cluster', y: 'Silhouette' },
    objectsAt(answer.result, 'silhouettes').map(row => ({
      x: String(numberAt(row, 'cluster')),
      y: numberAt(row, 'mean'),
    })),
  )
  return [scatter, silhouettes]
}

export function clustersInWords(answer: RAnswer): string {
  const between = numberAt(answer.result, 'between_sum_sq') ?? 0
  const total = numberAt(answer.result, 'total_sum_sq') ?? 1
  const sizes = objectsAt(answer.result, 'centres').map(centre => numberAt(centre, 'n'))
  const silhouette = numberAt(answer.result, 'silhouette')
  return `The clusters hold ${sizes.join(', ')} rows and account for ${percent(Number(((100 * between) / total / 100).toPrecision(4)))} of the spread. Their mean silhouette is ${shortNumber(silhouette)}: ${silhouetteInWords(silhouette)}.`
}

// After Kaufman & Rousseeuw (1990).
function silhouetteInWords(value: number | null): string {
  if (value === null) return 'it cannot be judged'
  if (value > 0.7) return 'a strong structure'
  if (value > 0.5) return 'a reasonable structure'
  if (value > 0.25) return 'a weak structure, which may be artificial'
  return 'no substantial structure'
}

export const clustersAreMade =
  'Cluster analysis always finds as many clusters as it is told to: that groups exist is not shown by it. A test of differences between the clusters on the same variables would mean nothing.'

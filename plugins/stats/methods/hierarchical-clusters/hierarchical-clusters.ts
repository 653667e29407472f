import { Type } from 'typebox'
import { ValidationError } from '@svc/plugin'
import { columnsInWords } from '../fitting/coefficients.ts'
import { clusterPlots, clustersAreMade, clustersInWords, clusterTable } from '../fitting/clusters.ts'
import { numberAt, objectsAt } from '../presenting/answers.ts'
import { shortNumber } from '../presenting/numbers.ts'
import { plotOf } from '../presenting/plots.ts'
import { columnsOf, flagOption, numberOption, textOption } from '../presenting/requests.ts'
import { closed, flag, manyColumns, oneOf, ranked } from '../presenting/schemas.ts'
import { pythonFrame, rFrame } from '../presenting/scripts.ts'
import type { FrameColumn } from '../presenting/scripts.ts'
import { doubtsInWords, paragraphs, rowsInWords } from '../presenting/words.ts'
import type { AnalysisPlot, RAnswer, StatMethod } from '../stat-method.ts'

export const hierarchicalClusters: StatMethod = {
  method: 'hierarchical_clusters',
  title: 'Hierarchical clusters',
  description:
    'Joins the rows that are nearest step by step into a tree, and cuts it into k groups. For up to 4,000 rows.',
  variables: closed({ variables: manyColumns(ranked, 'What rows are compared by.', 1, 100) }),
  options: closed({
    k: Type.Optional(
      Type.Integer({ minimum: 2, maximum: 50, default: 3, description: 'Into how many clusters the tree is cut.' }),
    ),
    linkage: oneOf(['ward', 'complete', 'average', 'single'], 'How the distance of two clusters is measured.'),
    distance: oneOf(['euclidean', 'manhattan', 'maximum'], 'How the distance of two rows is measured.'),
    standardize: flag(true, 'Whether each variable counts the same.'),
  }),
  sources: ['design.R', 'clusters.R'],

  check(request) {
    if (
      textOption(request, 'linkage', 'ward') !== 'ward' ||
      textOption(request, 'distance', 'euclidean') === 'euclidean'
    )
      return
    const message = 'The linkage "ward" needs the distance "euclidean"'
    throw new ValidationError(message, [{ path: '/options/distance', message }])
  },

  present(answer, request) {
    const cophenetic = numberAt(answer.result, 'cophenetic_correlation')
    return {
      tables: [clusterTable(answer)],
      plots: [dendrogram(answer), ...clusterPlots(answer, request)],
      interpretation: paragraphs(
        `The rows were joined into a tree by ${textOption(request, 'linkage', 'ward')} linkage of ${textOption(request, 'distance', 'euclidean')} distances on ${columnsInWords(columnsOf(request, 'variables'))}${flagOption(request, 'standardize', true) ? ', each standardised' : ''}, and cut into ${numberOption(request, 'k', 3)} clusters. ${rowsInWords(answer.n, answer.excluded)}`,
        `${clustersInWords(answer)} The tree keeps the distances with a (cophenetic) correlation of ${shortNumber(cophenetic)}.`,
        doubtsInWords(answer.assumptions, ''),
        clustersAreMade,
      ),
    }
  },

  syntax(request) {
    const frame: FrameColumn[] = columnsOf(request, 'variables').map((column, index) => ({
      as: `v${index + 1}`,
      column,
      kind: 'ranks',
    }))
    const k = numberOption(request, 'k', 3)
    const linkage = textOption(request, 'linkage', 'ward')
    const distance = textOption(request, 'distance', 'euclidean')
    const metric = { euclidean: 'euclidean', manhattan: 'cityblock', maximum: 'chebyshev' }[distance]
    const standardize = flagOption(request, 'standardize', true)
    return {
      r: [
        rFrame(request, 'Hierarchical clusters', frame),
        `x <- ${standardize ? 'scale(d)' : 'as.matrix(d)'}`,
        `distances <- dist(x, "${distance}")`,
        `tree <- hclust(distances, "${linkage === 'ward' ? 'ward.D2' : linkage}")`,
        `cluster <- cutree(tree, ${k})`,
        'print(table(cluster))',
        'print(aggregate(d, list(cluster = cluster), mean), digits = 10)',
        'print(c(cophenetic = cor(distances, cophenetic(tree))), digits = 12)',
        'print(tail(tree$height), digits = 12)',
        '',
      ].join('\n'),
      python: [
        pythonFrame(request, 'Hierarchical clusters', frame, [
          'from scipy.cluster.hierarchy import cophenet, fcluster, linkage',
          'from scipy.spatial.distance import pdist',
        ]),
        'd = d.astype(float)',
        `x = ${standardize ? '((d - d.mean()) / d.std()).to_numpy()' : 'd.to_numpy()'}`,
        `distances = pdist(x, "${metric}")`,
        `tree = linkage(distances, "${linkage}")`,
        `cluster = fcluster(tree, ${k}, "maxclust")`,
        'print(d.groupby(cluster).agg(["mean", "count"]))',
        'print("cophenetic", cophenet(tree, distances)[0])',
        'print(tree[-6:, 2])',
        '',
      ].join('\n'),
    }
  },
}

/** The top of the tree; R places its branches. */
function dendrogram(answer: RAnswer): AnalysisPlot {
  const lines = objectsAt(answer.extra, 'tree').flatMap(branch => {
    const [x1, x2, y1, y2, height] = ['x1', 'x2', 'y1', 'y2', 'height'].map(key => numberAt(branch, key))
    return [
      { x: x1 ?? null, x2: x1 ?? null, y: y1 ?? null, y2: height ?? null },
      { x: x2 ?? null, x2: x2 ?? null, y: y2 ?? null, y2: height ?? null },
      { x: x1 ?? null, x2: x2 ?? null, y: height ?? null, y2: height ?? null },
    ]
  })
  return plotOf('Tree', lines, {
    mark: 'rule',
    encoding: {
      x: {
        field: 'x',
        type: 'quantitative',
        title: 'Rows, in the order of the tree',
        axis: { labels: false, ticks: false, grid: false },
        scale: { zero: false },
      },
      x2: { field: 'x2' },
      y: { field: 'y', type: 'quantitative', title: 'Distance at which they join' },
      y2: { field: 'y2' },
    },
  })
}

import { Type } from 'typebox'
import { columnsInWords } from '../fitting/coefficients.ts'
import { clusterPlots, clustersAreMade, clustersInWords, clusterTable } from '../fitting/clusters.ts'
import { numberAt, objectsAt } from '../presenting/answers.ts'
import { linePlot } from '../presenting/plots.ts'
import { columnsOf, flagOption, numberOption } from '../presenting/requests.ts'
import { closed, flag, manyColumns, ranked } from '../presenting/schemas.ts'
import { pythonFrame, rFrame } from '../presenting/scripts.ts'
import type { FrameColumn } from '../presenting/scripts.ts'
import { doubtsInWords, paragraphs, rowsInWords } from '../presenting/words.ts'
import type { StatMethod } from '../stat-method.ts'

export const kmeans: StatMethod = {
  method: 'kmeans',
  title: 'k-means clusters',
  description: 'Divides the rows into k groups so that each row is near the mean of its group.',
  variables: closed({ variables: manyColumns(ranked, 'What rows are compared by.', 1, 100) }),
  options: closed({
    k: Type.Optional(Type.Integer({ minimum: 2, maximum: 50, default: 3, description: 'The number of clusters.' })),
    standardize: flag(true, 'Whether each variable counts the same.'),
    starts: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 200,
        default: 25,
        description: 'How many random starts; the best result is taken.',
      }),
    ),
    seed: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2147483647, default: 1, description: 'The seed of the random starts.' }),
    ),
  }),
  sources: ['design.R', 'clusters.R'],

  present(answer, request) {
    const curve = objectsAt(answer.extra, 'curve')
    return {
      tables: [clusterTable(answer)],
      plots: [
        ...clusterPlots(answer, request),
        ...(curve.length < 2
          ? []
          : [
              linePlot(
                { title: 'Sum of squares within, by the number of clusters', x: 'k', y: 'Sum of squares within' },
                curve.map(row => ({ x: numberAt(row, 'k'), y: numberAt(row, 'within_sum_sq') })),
              ),
            ]),
      ],
      interpretation: paragraphs(
        `The rows were divided into ${numberOption(request, 'k', 3)} clusters by k-means on ${columnsInWords(columnsOf(request, 'variables'))}${flagOption(request, 'standardize', true) ? ', each standardised' : ''}. ${rowsInWords(answer.n, answer.excluded)}`,
        clustersInWords(answer),
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
    const starts = numberOption(request, 'starts', 25)
    const seed = numberOption(request, 'seed', 1)
    const standardize = flagOption(request, 'standardize', true)
    return {
      r: [
        rFrame(request, 'k-means', frame),
        `x <- ${standardize ? 'scale(d)' : 'as.matrix(d)'}`,
        `set.seed(${seed})`,
        `fit <- kmeans(x, ${k}, nstart = ${starts}, iter.max = 200)`,
        '# Clusters are numbered by size.',
        'order <- order(-fit$size)',
        'print(fit$size[order])',
        'print(aggregate(d, list(cluster = match(fit$cluster, order)), mean), digits = 10)',
        'print(c(within = fit$tot.withinss, between = fit$betweenss), digits = 12)',
        '',
      ].join('\n'),
      python: [
        pythonFrame(request, 'k-means', frame, ['import numpy as np', 'from scipy.cluster.vq import kmeans2']),
        'd = d.astype(float)',
        `x = ${standardize ? '((d - d.mean()) / d.std()).to_numpy()' : 'd.to_numpy()'}`,
        'best = None',
        '# Other random numbers than R: the same clusters where the best division is found.',
        `for seed in range(${Math.max(starts, 25)}):`,
        `    centres, labels = kmeans2(x, ${k}, minit="++", iter=200, seed=seed)`,
        '    within = ((x - centres[labels]) ** 2).sum()',
        '    if best is None or within < best[0]:',
        '        best = (within, labels)',
        'within, labels = best',
        'order = np.argsort(-np.bincount(labels), kind="stable")',
        'cluster = np.argsort(order)[labels] + 1',
        'print(d.groupby(cluster).agg(["mean", "count"]))',
        'print("within", within)',
        '',
      ].join('\n'),
    }
  },
}

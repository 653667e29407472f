import { Type } from 'typebox'
import { columnsInWords, varianceTable } from '../fitting/coefficients.ts'
import { factorabilityTable, loadingTable, screePlot } from '../fitting/loadings.ts'
import { listAt, numberAt, objectsAt, textsAt } from '../presenting/answers.ts'
import { counted, percent } from '../presenting/numbers.ts'
import { scatterPlot } from '../presenting/plots.ts'
import { columnsOf, flagOption, textOption } from '../presenting/requests.ts'
import { closed, flag, manyColumns, oneOf, ranked } from '../presenting/schemas.ts'
import { pythonFrame, rFrame } from '../presenting/scripts.ts'
import type { FrameColumn } from '../presenting/scripts.ts'

import { doubtsInWords, paragraphs, rowsInWords } from '../presenting/words.ts'
import type { AnalysisPlot, RAnswer, StatMethod } from '../stat-method.ts'

export const pca: StatMethod = {
  method: 'pca',
  title: 'Principal components',
  description: 'Summarises many variables by few uncorrelated ones that keep as much of the variance as possible.',
  variables: closed({ variables: manyColumns(ranked, 'The variables to summarise.', 2, 200) }),
  options: closed({
    scale: flag(true, 'Whether each variable counts the same (correlations), or by its variance (covariances).'),
    components: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 200,
        description: 'How many are kept; without it, those that hold more than one variable’s share.',
      }),
    ),
    rotation: oneOf(['none', 'varimax'], 'Whether the loadings of the components kept are rotated.'),
  }),
  sources: ['design.R', 'factors.R'],

  present(answer, request) {
    const kept = textsAt(answer.result, 'components')
    const variance = objectsAt(answer.result, 'variance')
    const share = numberAt(variance[kept.length - 1] ?? {}, 'cumulative') ?? 0
    return {
      tables: [
        loadingTable(answer, kept),
        varianceTable('Components', variance, 'component', 'Component', 'Eigenvalue'),
        ...factorabilityTable(answer),
      ],
      plots: [screePlot(variance.map(row => numberAt(row, 'eigenvalue'))), ...scorePlot(answer)],
      interpretation: paragraphs(
        `Principal components of ${columnsInWords(columnsOf(request, 'variables'))} were computed from their ${flagOption(request, 'scale', true) ? 'correlations' : 'covariances'}. ${rowsInWords(answer.n, answer.excluded)}`,
        `The ${counted(kept.length, 'component')} kept ${kept.length === 1 ? 'holds' : 'hold'} ${percent(Number(share.toPrecision(4)))} of the variance. A loading near 1 or -1 says that a variable goes along with a component, one near 0 that it does not.`,
        doubtsInWords(answer.assumptions, ''),
        'Components describe these rows. They are sums of what was measured, not causes behind it; factor analysis asks for those. The sign of a component is arbitrary: here its largest weight is positive.',
      ),
    }
  },

  syntax(request) {
    const frame: FrameColumn[] = columnsOf(request, 'variables').map((column, index) => ({
      as: `v${index + 1}`,
      column,
      kind: 'ranks',
    }))
    const scale = flagOption(request, 'scale', true)
    const rotated = textOption(request, 'rotation', 'none') === 'varimax'
    const asked = request.options['components']
    const count = typeof asked === 'number' ? String(asked) : null
    return {
      r: [
        rFrame(request, 'Principal components', frame),
        `fit <- prcomp(d, scale. = ${scale ? 'TRUE' : 'FALSE'})`,
        'print(summary(fit))',
        'print(fit$sdev^2, digits = 12)',
        `k <- ${count ?? 'sum(fit$sdev^2 > mean(fit$sdev^2))'}`,
        'loadings <- fit$rotation[, 1:k, drop = FALSE] %*% diag(fit$sdev[1:k], k)',
        ...(rotated ? ['if (k > 1) loadings <- varimax(loadings, eps = 1e-15)$loadings'] : []),
        'print(unclass(loadings), digits = 10)',
        '',
      ].join('\n'),
      python: [
        pythonFrame(request, 'Principal components', frame, ['import numpy as np']),
        'x = d - d.mean()',
        ...(scale ? ['x = x / x.std()'] : []),
        'u, s, vt = np.linalg.svd(x.to_numpy(float), full_matrices=False)',
        'values = s**2 / (len(x) - 1)',
        'print("eigenvalues", values, "share", values / values.sum())',
        `k = ${count ?? 'int((values > values.mean()).sum())'}`,
        'vectors = vt.T * np.sign(vt.T[np.abs(vt.T).argmax(axis=0), range(vt.shape[0])])',
        'loadings = vectors[:, :k] * np.sqrt(values[:k])',
        ...(rotated
          ? [
              'from statsmodels.multivariate.factor_rotation import rotate_factors',
              'if k > 1:',
              '    h = np.sqrt((loadings**2).sum(axis=1, keepdims=True))',
              '    loadings = rotate_factors(loadings / h, "varimax", tol=1e-12)[0] * h',
            ]
          : []),
        'print(pd.DataFrame(loadings, index=d.columns).to_string(float_format="%.10g"))',
        '',
      ].join('\n'),
    }
  },
}

function scorePlot(answer: RAnswer): AnalysisPlot[] {
  const [first = [], second = []] = listAt(answer.extra, 'scores').map(column => (Array.isArray(column) ? column : []))
  if (second.length === 0) return []
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  const points = first.map((x, index) => ({ x: number(x), y: number(second[index]) }))
  return [scatterPlot({ title: 'Rows on the first two components', x: 'PC1', y: 'PC2' }, points)]
}

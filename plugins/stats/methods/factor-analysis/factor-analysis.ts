import { Type } from 'typebox'
import { columnsInWords, varianceTable } from '../fitting/coefficients.ts'
import { factorabilityTable, loadingTable, screePlot } from '../fitting/loadings.ts'
import { matrixAt, numberAt, numbersAt, objectAt, objectsAt, textAt, textsAt } from '../presenting/answers.ts'
import { counted, percent, pInWords, shortNumber } from '../presenting/numbers.ts'
import { columnsOf, textOption } from '../presenting/requests.ts'
import { closed, manyColumns, oneOf, ranked } from '../presenting/schemas.ts'
import { pythonFrame, rFrame } from '../presenting/scripts.ts'
import type { FrameColumn } from '../presenting/scripts.ts'
import { numberColumn, textColumn } from '../presenting/tables.ts'
import { doubtsInWords, listed, paragraphs, quoted, rowsInWords } from '../presenting/words.ts'
import type { AnalysisTable, RAnswer, StatMethod } from '../stat-method.ts'

export const factorAnalysis: StatMethod = {
  method: 'factor_analysis',
  title: 'Factor analysis',
  description:
    'Looks for few common factors behind the correlations of many variables, such as the questions of a questionnaire.',
  variables: closed({ variables: manyColumns(ranked, 'The variables, three or more.', 3, 100) }),
  options: closed({
    factors: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 30,
        description: 'How many; without it, as many as there are eigenvalues above 1.',
      }),
    ),
    extraction: oneOf(['ml', 'principal_axis'], 'How factors are found: maximum likelihood, or principal axes.'),
    rotation: oneOf(
      ['varimax', 'promax', 'none'],
      'Factors that stay uncorrelated (varimax), may correlate (promax), or are not rotated.',
    ),
  }),
  sources: ['design.R', 'factors.R'],

  present(answer, request) {
    const names = textsAt(answer.result, 'factors')
    const fit = objectAt(answer.result, 'fit')
    const p = numberAt(fit, 'p_value')
    const rotation = textAt(answer.result, 'rotation')
    const method = textAt(answer.result, 'extraction') === 'ml' ? 'maximum likelihood' : 'principal axes'
    const share = numberAt(objectsAt(answer.result, 'variance').at(-1) ?? {}, 'cumulative') ?? 0
    return {
      tables: [
        loadingTable(answer, names),
        varianceTable('Factors', objectsAt(answer.result, 'variance'), 'factor', 'Factor', 'Sum of squares'),
        ...correlationTables(answer, names),
        ...factorabilityTable(answer),
      ],
      plots: [screePlot(numbersAt(answer.result, 'eigenvalues'))],
      interpretation: paragraphs(
        `A factor analysis of ${columnsInWords(columnsOf(request, 'variables'))} was made by ${method}, with ${counted(names.length, 'factor')} and ${rotation === 'none' ? 'no rotation' : `${rotation} rotation`}. ${rowsInWords(answer.n, answer.excluded)}`,
        `The factors account for ${percent(Number(share.toPrecision(4)))} of the variance.${p === null ? '' : ` Whether that many factors are enough: chi-squared ${shortNumber(numberAt(fit, 'statistic'))} on ${shortNumber(numberAt(fit, 'df'))} df, ${pInWords(p)}${p < 0.05 ? '; more may be needed.' : '; nothing speaks against it.'}`}`,
        factorsInWords(answer, names),
        doubtsInWords(answer.assumptions, ''),
        'A factor is a summary that fits the correlations of these rows; that it exists, and what it is, the analysis does not show. Another rotation fits the data just as well.',
      ),
    }
  },

  syntax(request, answer) {
    const frame: FrameColumn[] = columnsOf(request, 'variables').map((column, index) => ({
      as: `v${index + 1}`,
      column,
      kind: 'ranks',
    }))
    const k = textsAt(answer.result, 'factors').length
    const rotation = k === 1 ? 'none' : textOption(request, 'rotation', 'varimax')
    const axes = textOption(request, 'extraction', 'ml') === 'principal_axis'
    const rotate = {
      none: [],
      varimax: ['L <- L %*% varimax(L, eps = 1e-15)$rotmat'],
      promax: [
        'turn <- varimax(L, eps = 1e-15)$rotmat',
        'V <- L %*% turn',
        'U <- qr.coef(qr(V), V * abs(V)^3)',
        'U <- U %*% diag(sqrt(diag(solve(crossprod(U)))))',
        'L <- V %*% U',
        'print(tcrossprod(solve(turn %*% U)), digits = 10)',
      ],
    }[rotation as 'none' | 'varimax' | 'promax']
    return {
      r: [
        rFrame(request, 'Factor analysis', frame),
        'R <- cor(d)',
        ...(axes
          ? [
              'h <- 1 - 1 / diag(solve(R))',
              'repeat {',
              '  reduced <- R',
              '  diag(reduced) <- h',
              '  e <- eigen(reduced, symmetric = TRUE)',
              `  L <- e$vectors[, 1:${k}, drop = FALSE] %*% diag(sqrt(pmax(e$values[1:${k}], 0)), ${k})`,
              '  if (max(abs(rowSums(L^2) - h)) < 1e-13) break',
              '  h <- rowSums(L^2)',
              '}',
            ]
          : [
              `ml <- function(opt) factanal(covmat = R, factors = ${k}, n.obs = nrow(d), rotation = "none", control = list(nstart = 5, opt = opt))`,
              '# Where a uniqueness is held at its bound (a Heywood case), the tight tolerance is not always met, and the one of R is.',
              'fit <- tryCatch(ml(list(factr = 10, maxit = 2000)), error = function(e) ml(list()))',
              'print(fit$uniquenesses, digits = 10)',
              'print(c(statistic = unname(fit$STATISTIC), df = fit$dof, p = unname(fit$PVAL)), digits = 10)',
              'L <- unclass(fit$loadings)',
            ]),
        ...rotate,
        '# The signs and the order of factors are arbitrary.',
        'print(L, digits = 10)',
        '',
      ].join('\n'),
      python: [
        pythonFrame(request, 'Factor analysis', frame, [
          'import numpy as np',
          ...(axes ? pythonAxes : pythonLikelihood).imports,
        ]),
        'R = np.corrcoef(d.to_numpy(float), rowvar=False)',
        `k = ${k}`,
        ...(axes ? pythonAxes : pythonLikelihood).lines,
        ...pythonRotations[rotation as keyof typeof pythonRotations],
        '# The signs and the order of factors are arbitrary.',
        'print(loadings)',
        'print("uniqueness", uniqueness)',
        '',
      ].join('\n'),
    }
  },
}

const pythonAxes = {
  imports: ['from statsmodels.multivariate.factor import Factor'],
  lines: [
    'fit = Factor(corr=R, n_factor=k, nobs=len(d), method="pa").fit(maxiter=5000, tol=1e-12)',
    'loadings, uniqueness = fit.loadings, fit.uniqueness',
  ],
}

// statsmodels holds no uniqueness at a bound, so that in a Heywood case its numbers are none: this is what factanal of R does.
const pythonLikelihood = {
  imports: ['from scipy.optimize import minimize'],
  lines: [
    'def scaled(u):',
    '    return np.linalg.eigh(R / np.sqrt(np.outer(u, u)))',
    'def loadings_of(u):',
    '    values, vectors = scaled(u)',
    '    return np.sqrt(u)[:, None] * vectors[:, ::-1][:, :k] * np.sqrt(np.maximum(values[::-1][:k] - 1, 0))',
    'def criterion(u):',
    '    rest = scaled(u)[0][::-1][k:]',
    '    return (rest - np.log(rest) - 1).sum()',
    'def gradient(u):',
    '    return ((loadings_of(u) ** 2).sum(axis=1) + u - 1) / u**2',
    'start = (1 - 0.5 * k / len(R)) / np.diag(np.linalg.inv(R))',
    'fit = minimize(criterion, start, jac=gradient, method="L-BFGS-B", bounds=[(0.005, 1)] * len(R), options={"ftol": 1e-15, "gtol": 1e-10, "maxiter": 10000})',
    'loadings, uniqueness = loadings_of(fit.x), fit.x',
  ],
}

const varimax = [
  'from statsmodels.multivariate.factor_rotation import rotate_factors',
  'h = np.sqrt((loadings**2).sum(axis=1, keepdims=True))',
  'loadings = rotate_factors(loadings / h, "varimax", tol=1e-12)[0] * h',
]
const pythonRotations = {
  none: [],
  varimax,
  promax: [
    ...varimax,
    'u = np.linalg.lstsq(loadings, loadings * np.abs(loadings) ** 3, rcond=None)[0]',
    'loadings = loadings @ u @ np.diag(np.sqrt(np.diag(np.linalg.inv(u.T @ u))))',
  ],
}

function correlationTables(answer: RAnswer, names: readonly string[]): AnalysisTable[] {
  const rows = matrixAt(answer.result, 'factor_correlations')
  if (rows.length < 2) return []
  return [
    {
      title: 'Correlations of the factors',
      columns: [textColumn('Factor'), ...names.map(name => numberColumn(name))],
      rows: rows.map((row, index) => [names[index] ?? '', ...row]),
    },
  ]
}

function factorsInWords(answer: RAnswer, names: readonly string[]): string {
  const rows = objectsAt(answer.result, 'loadings')
  return names
    .map((name, index) => {
      const high = rows.filter(row => Math.abs(numbersAt(row, 'loadings')[index] ?? 0) >= 0.4)
      if (high.length === 0) return `${name} has no loading of 0.4 or more.`
      return `${name} shows in ${listed(high.slice(0, 8).map(row => quoted(textAt(row, 'variable'))))}.`
    })
    .join(' ')
}

import {
  coefficientPlot,
  coefficientsInWords,
  coefficientTable,
  columnsInWords,
  estimateInWords,
  pointsAt,
  pythonCoefficients,
  residualPlots,
  valueTable,
} from '../fitting/coefficients.ts'
import {
  checkDistinct,
  checkInteractions,
  formulaOf,
  interactionsOption,
  numberedFrame,
  optionalFrame,
} from '../fitting/models.ts'
import { Type } from 'typebox'
import { numberAt, objectAt } from '../presenting/answers.ts'
import { intervalAt, intervalInWords, pInWords, percent, shortNumber } from '../presenting/numbers.ts'
import { scatterPlot } from '../presenting/plots.ts'
import { columnOf, columnsOf, confLevel, flagOption, titleOf } from '../presenting/requests.ts'
import { anyMeasure, closed, confLevelOption, continuous, flag, manyColumns, oneColumn } from '../presenting/schemas.ts'
import { pythonFrame, rFrame } from '../presenting/scripts.ts'
import { associationNotCausal, doubtsInWords, paragraphs, quoted, rowsInWords, sentences } from '../presenting/words.ts'
import type { AnalysisPlot, AnalysisRequest, RAnswer, StatMethod } from '../stat-method.ts'

export const linearRegression: StatMethod = {
  method: 'linear_regression',
  title: 'Linear regression',
  description:
    'How a number depends on one or more predictors (numbers or groups): coefficients with intervals, R squared, and checks of the residuals.',
  variables: closed({
    dependent: oneColumn(continuous, 'The number to be explained.'),
    predictors: manyColumns(anyMeasure, 'What explains it; groups are compared with their first level.'),
    weights: Type.Optional(oneColumn(continuous, 'The weight of each row, not negative.')),
  }),
  options: closed({
    intercept: flag(true, 'Whether the model has an intercept.'),
    standardize: flag(
      false,
      'Whether the dependent variable and the numeric predictors are turned into z-scores first.',
    ),
    interactions: interactionsOption,
    conf_level: confLevelOption,
  }),
  sources: ['design.R', 'linear-regression.R'],

  check(request) {
    checkDistinct(request, ['dependent', 'predictors', 'weights'])
    checkInteractions(request)
  },

  present(answer, request) {
    return {
      tables: [
        coefficientTable(answer, request),
        valueTable('Model', answer.result, [
          ['r_squared', 'R squared'],
          ['adj_r_squared', 'Adjusted R squared'],
          ['f', 'F'],
          ['df', 'df of the model'],
          ['df_residual', 'df of the residuals'],
          ['p_value', 'p'],
          ['residual_sd', 'Residual standard deviation'],
          ['aic', 'AIC'],
          ['bic', 'BIC'],
        ]),
      ],
      plots: [...fitPlots(answer, request), ...residualPlots(answer)],
      interpretation: interpret(answer, request),
    }
  },

  syntax(request) {
    const weighted = columnOf(request, 'weights') !== ''
    const frame = [
      { as: 'y', column: columnOf(request, 'dependent'), kind: 'number' as const },
      ...numberedFrame(request, 'predictors'),
      ...optionalFrame(request, 'weights', 'w'),
    ]
    const formula = `y ~ ${flagOption(request, 'intercept', true) ? '' : '0 + '}${formulaOf(request)}`
    const scaled = ['y', ...frame.filter(one => one.as.startsWith('x') && one.kind === 'number').map(one => one.as)]
    const standardize = flagOption(request, 'standardize', false)
    const level = confLevel(request)
    // statsmodels takes the indicators of all levels for an intercept, where R's squares are about 0.
    const uncentred = flagOption(request, 'intercept', true) ? '' : ', hasconst=False'
    return {
      r: [
        rFrame(request, 'Linear regression', frame),
        ...(weighted ? ['d <- d[d$w > 0, ]'] : []),
        ...(standardize
          ? [`for (name in c(${scaled.map(name => `"${name}"`).join(', ')})) d[[name]] <- as.vector(scale(d[[name]]))`]
          : []),
        `fit <- lm(${formula}, data = d${weighted ? ', weights = w' : ''}, tol = 1e-10)`,
        'print(summary(fit), digits = 10)',
        `print(confint(fit, level = ${level}), digits = 10)`,
        'print(c(AIC = AIC(fit), BIC = BIC(fit)), digits = 12)',
        '',
      ].join('\n'),
      python: [
        pythonFrame(request, 'Linear regression', frame, [
          'import numpy as np',
          'import statsmodels.formula.api as smf',
        ]),
        ...(weighted ? ['d = d[d["w"] > 0]'] : []),
        ...(standardize
          ? [`for name in ${JSON.stringify(scaled)}:`, '    d[name] = (d[name] - d[name].mean()) / d[name].std()']
          : []),
        weighted
          ? `fit = smf.wls("${formula}", d, weights=d["w"]${uncentred}).fit()`
          : `fit = smf.ols("${formula}", d${uncentred}).fit()`,
        'print(fit.summary())',
        pythonCoefficients,
        `print(fit.conf_int(alpha=1 - ${level}).to_string(float_format="%.12g"))`,
        'print("residual sd", fit.scale**0.5, "R squared", fit.rsquared, "F", fit.fvalue, "p", fit.f_pvalue)',
        '# AIC and BIC count the residual variance as a parameter, as R does.',
        'print("AIC", fit.aic + 2, "BIC", fit.bic + np.log(fit.nobs))',
        '',
      ].join('\n'),
    }
  },
}

function fitPlots(answer: RAnswer, request: AnalysisRequest): AnalysisPlot[] {
  const scatter = objectAt(answer.extra, 'scatter')
  const points = pointsAt(scatter, 'x', 'y')
  const dependent = titleOf(request, columnOf(request, 'dependent'))
  if (points.length === 0) return [coefficientPlot(answer, request, 'Coefficients', 'Estimate')]
  const x = titleOf(request, columnsOf(request, 'predictors')[0] ?? '')
  const line = pointsAt(scatter, 'x', 'fitted').toSorted((a, b) => (a.x ?? 0) - (b.x ?? 0))
  return [
    scatterPlot(
      { title: `${dependent} by ${x}`, x, y: dependent },
      points,
      line.length > 1 ? [line[0]!, line.at(-1)!] : [],
    ),
  ]
}

function interpret(answer: RAnswer, request: AnalysisRequest): string {
  const { result } = answer
  const dependent = quoted(columnOf(request, 'dependent'))
  const r2 = numberAt(result, 'r_squared')
  const p = numberAt(result, 'p_value')
  const interval = intervalAt(objectAt(result, 'effect_size'), 'conf_int')
  const share = r2 === null ? '' : percent(Number(r2.toPrecision(4)))
  const standardized = flagOption(request, 'standardize', false)
  const test = `F(${shortNumber(numberAt(result, 'df'))}, ${shortNumber(numberAt(result, 'df_residual'))}) = ${shortNumber(numberAt(result, 'f'))}, ${pInWords(p)}`
  return paragraphs(
    `A linear regression of ${dependent} on ${columnsInWords(columnsOf(request, 'predictors'))} was fitted by least squares. ${rowsInWords(answer.n, answer.excluded)}`,
    sentences(
      flagOption(request, 'intercept', true)
        ? `The predictors account for ${share} of the variance (R squared; ${intervalInWords(interval, confLevel(request))}).`
        : `Without an intercept, R squared is about 0, not about the mean: ${share} of the squares, which says little of how well the predictors explain differences.`,
      p === null ? 'A test of the whole model has no meaning here.' : `${verdictOn(p, request)}: ${test}.`,
    ),
    coefficientsInWords(answer, request, (row, change) =>
      standardized
        ? `${change} goes with ${estimateInWords(row, request)} standard deviations of ${dependent}, the other predictors held constant`
        : `${change} goes with ${estimateInWords(row, request)} of ${dependent}, the other predictors held constant`,
    ),
    doubtsInWords(answer.assumptions, ''),
    `${associationNotCausal} What lies outside the range of the data is not covered. A coefficient whose interval holds 0 is not shown to be 0.`,
  )
}

function verdictOn(p: number, request: AnalysisRequest): string {
  if (p >= 1 - confLevel(request)) return 'That may as well be chance'
  return flagOption(request, 'intercept', true)
    ? 'The model explains more than chance would'
    : 'The coefficients are not all 0'
}

import { Type } from 'typebox'
import {
  coefficientPlot,
  coefficientsInWords,
  coefficientTable,
  columnsInWords,
  estimateInWords,
  residualPlots,
} from '../fitting/coefficients.ts'
import {
  generalizedModelTable,
  intervalOption,
  likelihoodRatioInWords,
  pythonGlmReport,
  pythonGlmTolerance,
  rGlmReport,
} from '../fitting/generalized.ts'
import {
  checkDistinct,
  checkInteractions,
  formulaOf,
  interactionsOption,
  numberedFrame,
  optionalFrame,
} from '../fitting/models.ts'
import { columnOf, columnsOf, confLevel, textOption } from '../presenting/requests.ts'
import {
  anyMeasure,
  closed,
  confLevelOption,
  continuous,
  manyColumns,
  oneColumn,
  oneOf,
} from '../presenting/schemas.ts'
import { pythonFrame, rFrame } from '../presenting/scripts.ts'
import type { FrameColumn } from '../presenting/scripts.ts'
import { associationNotCausal, doubtsInWords, paragraphs, quoted, rowsInWords } from '../presenting/words.ts'
import type { StatMethod } from '../stat-method.ts'

export const poissonRegression: StatMethod = {
  method: 'poisson_regression',
  title: 'Poisson regression',
  description:
    'How a count, or a rate over an exposure, depends on predictors: rate ratios with intervals, and a check whether the counts vary more than they should.',
  variables: closed({
    dependent: oneColumn(continuous, 'The counts: whole numbers from 0 on.'),
    predictors: manyColumns(anyMeasure, 'What explains them; groups are compared with their first level.'),
    exposure: Type.Optional(
      oneColumn(continuous, 'How long or among how many was counted; its logarithm is the offset.'),
    ),
    offset: Type.Optional(oneColumn(continuous, 'A term with coefficient 1, on the scale of logarithms.')),
  }),
  options: closed({
    interactions: interactionsOption,
    interval: intervalOption,
    dispersion: oneOf(
      ['poisson', 'estimated'],
      'Whether the variance is the mean, or a multiple of it that is estimated (quasi-Poisson, for overdispersed counts; intervals are then Wald’s).',
    ),
    conf_level: confLevelOption,
  }),
  sources: ['design.R', 'generalized-regression.R'],

  check(request) {
    checkDistinct(request, ['dependent', 'predictors', 'exposure', 'offset'])
    checkInteractions(request)
  },

  present(answer, request) {
    const dependent = quoted(columnOf(request, 'dependent'))
    const estimated = textOption(request, 'dispersion', 'poisson') === 'estimated'
    const exposure = columnOf(request, 'exposure')
    return {
      tables: [
        coefficientTable(answer, request, {
          statistic: estimated ? 't' : 'z',
          ratio: { key: 'rate_ratio', title: 'Rate ratio' },
        }),
        generalizedModelTable(answer),
      ],
      plots: [
        coefficientPlot(answer, request, 'Coefficients (log rates)', 'Log rate ratio'),
        ...residualPlots(answer, 'Pearson residuals'),
      ],
      interpretation: paragraphs(
        `A Poisson regression of ${dependent}${exposure === '' ? '' : ` per ${quoted(exposure)}`} on ${columnsInWords(columnsOf(request, 'predictors'))} was fitted by maximum likelihood. ${rowsInWords(answer.n, answer.excluded)}`,
        likelihoodRatioInWords(answer),
        coefficientsInWords(
          answer,
          request,
          (row, change) =>
            `${change} multiplies the expected ${dependent} by ${estimateInWords(row, request, 'rate_ratio', 'rate_ratio_conf_int')}, the other predictors held constant`,
        ),
        doubtsInWords(answer.assumptions, ''),
        associationNotCausal,
      ),
    }
  },

  syntax(request) {
    const exposure = optionalFrame(request, 'exposure', 'e')
    const offset = optionalFrame(request, 'offset', 'o')
    const frame: FrameColumn[] = [
      { as: 'y', column: columnOf(request, 'dependent'), kind: 'number' },
      ...numberedFrame(request, 'predictors'),
      ...exposure,
      ...offset,
    ]
    const formula = `y ~ ${formulaOf(request)}`
    const estimated = textOption(request, 'dispersion', 'poisson') === 'estimated'
    const profile = !estimated && textOption(request, 'interval', 'wald') === 'profile'
    const rOffset = [...exposure.map(() => 'log(e)'), ...offset.map(() => 'o')].join(' + ')
    const pythonOffset = [...exposure.map(() => 'np.log(d["e"])'), ...offset.map(() => 'd["o"]')].join(' + ')
    const shift = rOffset === '' ? '' : `, offset = ${rOffset}`
    return {
      r: [
        rFrame(request, 'Poisson regression', frame),
        `fit <- glm(${formula}, data = d, family = poisson()${shift}, epsilon = 1e-13, maxit = 60)`,
        '# Once more from there: standard errors are then those of the final fit.',
        'fit <- update(fit, start = coef(fit))',
        `null <- glm(y ~ 1, data = d, family = poisson()${shift})`,
        ...rGlmReport(request, profile),
        'ratio <- sum(residuals(fit, "pearson")^2) / fit$df.residual',
        'print(c(dispersion = ratio), digits = 12)',
        ...(estimated
          ? [
              'fit <- update(fit, family = quasipoisson())',
              'print(summary(fit), digits = 10)',
              `ci <- coef(fit) + outer(sqrt(diag(vcov(fit))), qt(c(${(1 - confLevel(request)) / 2}, ${(1 + confLevel(request)) / 2}), fit$df.residual))`,
              'print(cbind(ci, ratio = exp(coef(fit)), exp(ci)), digits = 10)',
            ]
          : []),
        '',
      ].join('\n'),
      python: [
        pythonFrame(request, 'Poisson regression', frame, [
          'import numpy as np',
          'import statsmodels.api as sm',
          'import statsmodels.formula.api as smf',
        ]),
        `fit = smf.glm("${formula}", d, family=sm.families.Poisson()${pythonOffset === '' ? '' : `, offset=${pythonOffset}`}).fit(${pythonGlmTolerance}${estimated ? ', scale="X2", use_t=True' : ''})`,
        ...pythonGlmReport(request),
        'print("dispersion", fit.pearson_chi2 / fit.df_resid)',
        '',
      ].join('\n'),
    }
  },
}

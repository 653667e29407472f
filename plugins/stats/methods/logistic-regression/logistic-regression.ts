import { Type } from 'typebox'
import {
  coefficientPlot,
  coefficientsInWords,
  coefficientTable,
  columnsInWords,
  estimateInWords,
  pointsAt,
} from '../fitting/coefficients.ts'
import {
  generalizedModelTable,
  intervalOption,
  likelihoodRatioInWords,
  pythonGlmReport,
  pythonGlmTolerance,
  rGlmReport,
} from '../fitting/generalized.ts'
import { checkDistinct, checkInteractions, formulaOf, interactionsOption, numberedFrame } from '../fitting/models.ts'
import { numberAt, objectAt, objectsAt, textAt } from '../presenting/answers.ts'
import { percent, shortNumber } from '../presenting/numbers.ts'
import { linePlot } from '../presenting/plots.ts'
import { columnOf, columnsOf, textOption } from '../presenting/requests.ts'
import { anyMeasure, closed, confLevelOption, manyColumns, oneColumn } from '../presenting/schemas.ts'
import { pythonFrame, rFrame } from '../presenting/scripts.ts'
import type { FrameColumn } from '../presenting/scripts.ts'
import { integerColumn, tableFrom, textColumn } from '../presenting/tables.ts'
import { associationNotCausal, doubtsInWords, paragraphs, quoted, rowsInWords } from '../presenting/words.ts'
import type { RAnswer, StatMethod } from '../stat-method.ts'

export const logisticRegression: StatMethod = {
  method: 'logistic_regression',
  title: 'Logistic regression',
  description:
    'How the chance of the second of two outcomes depends on predictors: odds ratios with intervals, pseudo R squared, and how well cases are classified.',
  variables: closed({
    dependent: oneColumn(['nominal', 'ordinal'], 'The outcome, of two levels; the chance of the second is modelled.'),
    predictors: manyColumns(anyMeasure, 'What explains it; groups are compared with their first level.'),
  }),
  options: closed({
    interactions: interactionsOption,
    interval: intervalOption,
    threshold: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 0.99,
        default: 0.5,
        description: 'From which fitted chance a case is classified as the second level.',
      }),
    ),
    conf_level: confLevelOption,
  }),
  sources: ['design.R', 'generalized-regression.R'],

  check(request) {
    checkDistinct(request, ['dependent', 'predictors'])
    checkInteractions(request)
  },

  present(answer, request) {
    const classification = objectAt(answer.result, 'classification')
    const outcome = objectAt(answer.result, 'outcome')
    const event = `${quoted(columnOf(request, 'dependent'))} being ${quoted(textAt(outcome, 'modelled'))}`
    return {
      tables: [
        coefficientTable(answer, request, { statistic: 'z', ratio: { key: 'odds_ratio', title: 'Odds ratio' } }),
        generalizedModelTable(answer),
        tableFrom(
          'Classification',
          [
            { ...textColumn('Observed'), key: 'observed' },
            { ...textColumn('Predicted'), key: 'predicted' },
            { ...integerColumn('Rows'), key: 'n' },
          ],
          objectsAt(classification, 'table'),
        ),
      ],
      plots: [coefficientPlot(answer, request, 'Coefficients (log odds)', 'Log odds ratio'), rocPlot(answer)],
      interpretation: paragraphs(
        `A logistic regression of ${event}, rather than ${quoted(textAt(outcome, 'reference'))}, on ${columnsInWords(columnsOf(request, 'predictors'))} was fitted by maximum likelihood. ${rowsInWords(answer.n, answer.excluded)}`,
        `${likelihoodRatioInWords(answer)} Nagelkerke's pseudo R squared is ${shortNumber(numberAt(objectAt(answer.result, 'pseudo_r_squared'), 'nagelkerke'))}.`,
        coefficientsInWords(
          answer,
          request,
          (row, change) =>
            `${change} multiplies the odds of ${event} by ${estimateInWords(row, request, 'odds_ratio', 'odds_ratio_conf_int')}, the other predictors held constant`,
        ),
        classified(answer),
        doubtsInWords(answer.assumptions, ''),
        `${associationNotCausal} Odds are not chances: an odds ratio of 2 does not double the chance. Intervals are ${textOption(request, 'interval', 'wald') === 'profile' ? 'from the profile of the likelihood' : "Wald's, from the standard errors"}.`,
      ),
    }
  },

  syntax(request) {
    const frame: FrameColumn[] = [
      { as: 'y', column: columnOf(request, 'dependent'), kind: 'factor' },
      ...numberedFrame(request, 'predictors'),
    ]
    const formula = `y ~ ${formulaOf(request)}`
    return {
      r: [
        rFrame(request, 'Logistic regression', frame),
        'd$y <- as.integer(d$y) - 1',
        `fit <- glm(${formula}, data = d, family = binomial(), epsilon = 1e-13, maxit = 60)`,
        '# Once more from there: standard errors are then those of the final fit.',
        'fit <- update(fit, start = coef(fit))',
        'null <- glm(y ~ 1, data = d, family = binomial())',
        ...rGlmReport(request, textOption(request, 'interval', 'wald') === 'profile'),
        '',
      ].join('\n'),
      python: [
        pythonFrame(request, 'Logistic regression', frame, [
          'import numpy as np',
          'import statsmodels.api as sm',
          'import statsmodels.formula.api as smf',
        ]),
        'd["y"] = d["y"].cat.codes.astype(float)',
        `fit = smf.glm("${formula}", d, family=sm.families.Binomial()).fit(${pythonGlmTolerance})`,
        ...pythonGlmReport(request),
        '',
      ].join('\n'),
    }
  },
}

function classified(answer: RAnswer): string {
  const classification = objectAt(answer.result, 'classification')
  const share = (key: string) => percent(Number((numberAt(classification, key) ?? 0).toPrecision(3)))
  return `From a fitted chance of ${shortNumber(numberAt(classification, 'threshold'))} on, ${share('accuracy')} of the rows are classified rightly (${share('sensitivity')} of those with the outcome, ${share('specificity')} of those without); the area under the ROC curve is ${shortNumber(numberAt(classification, 'auc'))}, where 0.5 is guessing. On new data these shares will be lower.`
}

function rocPlot(answer: RAnswer) {
  const curve = pointsAt(objectAt(answer.extra, 'roc'), 'false_positive', 'true_positive')
  return linePlot({ title: 'ROC curve', x: 'Share of false alarms', y: 'Share of hits', group: 'Classifier' }, [
    ...curve.map(point => ({ ...point, group: 'model' })),
    { x: 0, y: 0, group: 'guessing' },
    { x: 1, y: 1, group: 'guessing' },
  ])
}

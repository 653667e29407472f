import { Type } from 'typebox'
import { ValidationError } from '@svc/plugin'
import {
  coefficientsInWords,
  coefficientTable,
  estimateInWords,
  pointsAt,
  residualPlots,
  valueTable,
} from '../fitting/coefficients.ts'
import { checkDistinct } from '../fitting/models.ts'
import { numberAt, objectAt } from '../presenting/answers.ts'
import { percent } from '../presenting/numbers.ts'
import { scatterPlot } from '../presenting/plots.ts'
import { columnOf, columnsOf, confLevel, textOption, titleOf } from '../presenting/requests.ts'
import { closed, confLevelOption, continuous, manyColumns, oneColumn } from '../presenting/schemas.ts'
import { comment, pythonFrame, rFrame } from '../presenting/scripts.ts'
import type { FrameColumn } from '../presenting/scripts.ts'
import { doubtsInWords, paragraphs, quoted, rowsInWords } from '../presenting/words.ts'
import type { AnalysisPlot, AnalysisRequest, RAnswer, StatMethod } from '../stat-method.ts'
import { functionNames, namesIn, parseFormula, writeFormula } from './formula.ts'
import type { Formula } from './formula.ts'

export const nonlinearRegression: StatMethod = {
  method: 'nonlinear_regression',
  title: 'Nonlinear regression',
  description:
    'Fits a formula of your own to the data by least squares, such as Vm * conc / (K + conc), and estimates its parameters.',
  variables: closed({
    dependent: oneColumn(continuous, 'The number to be explained.'),
    predictors: manyColumns(continuous, 'The numbers the formula uses.', 1, 20),
  }),
  options: Type.Object(
    {
      formula: Type.String({
        minLength: 1,
        maxLength: 2000,
        description: `What the dependent variable equals: numbers, predictors, parameters, + - * / ^ ( ) and ${functionNames.join(', ')}. Names with other characters stand in backquotes.`,
      }),
      start: Type.Record(Type.String({ minLength: 1, maxLength: 60 }), Type.Number(), {
        minProperties: 1,
        maxProperties: 20,
        description: 'The parameters with a first guess of each, such as {"Vm": 200, "K": 0.1}.',
      }),
      conf_level: confLevelOption,
    },
    { additionalProperties: false },
  ),
  sources: ['design.R', 'nonlinear-regression.R'],

  check(request) {
    checkDistinct(request, ['dependent', 'predictors'])
    const used = namesIn(treeOf(request))
    const names = parametersOf(request)
    const predictors = new Set(columnsOf(request, 'predictors'))
    const both = names.find(name => predictors.has(name))
    if (both !== undefined)
      throw startFault(`${both} is both a predictor and a parameter; give the parameter another name`)
    const idle = names.find(name => !used.has(name))
    if (idle !== undefined) throw startFault(`${idle} is given a start but does not occur in the formula`)
    const unused = [...predictors].find(name => !used.has(name))
    if (unused === undefined) return
    const message = `${unused} is a predictor but does not occur in the formula`
    throw new ValidationError(message, [{ path: '/variables/predictors', message }])
  },

  arguments(request) {
    return { ...request.options, formula: treeOf(request) }
  },

  present(answer, request) {
    const r2 = numberAt(answer.result, 'r_squared')
    const dependent = quoted(columnOf(request, 'dependent'))
    return {
      tables: [
        coefficientTable(answer, request),
        valueTable('Model', answer.result, [
          ['r_squared', 'Share of variance explained'],
          ['residual_sd', 'Residual standard deviation'],
          ['df_residual', 'df of the residuals'],
          ['aic', 'AIC'],
          ['bic', 'BIC'],
        ]),
      ],
      plots: [...curvePlot(answer, request), ...residualPlots(answer)],
      interpretation: paragraphs(
        `The formula ${quoted(textOption(request, 'formula', ''))} was fitted to ${dependent} by nonlinear least squares; the fit converged. ${rowsInWords(answer.n, answer.excluded)}`,
        r2 === null
          ? ''
          : `It accounts for ${percent(Number(r2.toPrecision(4)))} of the variance around the mean. In a nonlinear model that is a description, not a test.`,
        coefficientsInWords(answer, request, (row, term) => `${term} is ${estimateInWords(row, request)}`),
        doubtsInWords(answer.assumptions, ''),
        'The p-values ask whether a parameter is 0, which need not be a sensible question. Intervals and tests hold approximately. Another start may lead to another, better fit.',
      ),
    }
  },

  syntax(request) {
    const columns = columnsOf(request, 'predictors')
    const parameters = parametersOf(request)
    const frame: FrameColumn[] = [
      { as: 'y', column: columnOf(request, 'dependent'), kind: 'number' },
      ...columns.map((column, index): FrameColumn => ({ as: `x${index + 1}`, column, kind: 'number' })),
    ]
    const alias = (name: string) => {
      const index = columns.indexOf(name)
      return index >= 0 ? `x${index + 1}` : `b${parameters.indexOf(name) + 1}`
    }
    const start = objectAt(request.options, 'start')
    const guesses = parameters.map((name, index) => `b${index + 1} = ${numberAt(start, name)}`)
    const legend = parameters.map((name, index) => comment(`b${index + 1} is ${name}`))
    const tree = treeOf(request)
    const level = confLevel(request)
    return {
      r: [
        rFrame(request, 'Nonlinear regression', frame),
        ...legend,
        `fit <- nls(y ~ ${writeFormula(tree, 'r', alias)}, data = d, start = list(${guesses.join(', ')}), control = nls.control(tol = 1e-7, maxiter = 500))`,
        'print(summary(fit), digits = 10)',
        `df <- df.residual(fit)`,
        `print(coef(fit) + outer(sqrt(diag(vcov(fit))), qt(c(${(1 - level) / 2}, ${(1 + level) / 2}), df)), digits = 10)`,
        'print(c(AIC = AIC(fit), BIC = BIC(fit)), digits = 12)',
        '',
      ].join('\n'),
      python: [
        pythonFrame(request, 'Nonlinear regression', frame, [
          'import numpy as np',
          'from scipy import stats',
          'from scipy.optimize import curve_fit',
        ]),
        ...legend,
        `def model(x, ${parameters.map((_, index) => `b${index + 1}`).join(', ')}):`,
        ...columns.map((_, index) => `    x${index + 1} = x[${index}]`),
        `    return ${writeFormula(tree, 'python', alias)} + 0 * x[0]`,
        `x = d[[${columns.map((_, index) => `"x${index + 1}"`).join(', ')}]].to_numpy(float).T`,
        `b, covariance = curve_fit(model, x, d["y"].to_numpy(float), p0=[${parameters.map(name => numberAt(start, name)).join(', ')}], ftol=1e-15, xtol=1e-15, gtol=1e-15, maxfev=100000)`,
        'se = np.sqrt(np.diag(covariance))',
        `q = stats.t.ppf((1 + ${level}) / 2, len(d) - len(b))`,
        'for i in range(len(b)):',
        '    print(f"b{i + 1}", b[i], se[i], b[i] - q * se[i], b[i] + q * se[i], "t", b[i] / se[i], "p", 2 * stats.t.sf(abs(b[i] / se[i]), len(d) - len(b)))',
        '',
      ].join('\n'),
    }
  },
}

function parametersOf(request: AnalysisRequest): string[] {
  return Object.keys(objectAt(request.options, 'start'))
}

/** The tree of the right side; `y ~ …` and `y = …` may lead, where y is the dependent variable. */
function treeOf(request: AnalysisRequest): Formula {
  const text = textOption(request, 'formula', '')
  const dependent = columnOf(request, 'dependent')
  const lead = /^\s*(?:`([^`]+)`|([^`~=]+?))\s*[~=]/.exec(text)
  const led = lead !== null && (lead[1] ?? lead[2]) === dependent
  return parseFormula(
    led ? text.slice(lead[0].length) : text,
    new Set([...columnsOf(request, 'predictors'), ...parametersOf(request)]),
  )
}

function startFault(message: string): ValidationError {
  return new ValidationError(message, [{ path: '/options/start', message }])
}

function curvePlot(answer: RAnswer, request: AnalysisRequest): AnalysisPlot[] {
  const points = pointsAt(objectAt(answer.extra, 'scatter'), 'x', 'y')
  if (points.length === 0) return []
  const x = titleOf(request, columnsOf(request, 'predictors')[0] ?? '')
  const y = titleOf(request, columnOf(request, 'dependent'))
  return [scatterPlot({ title: `${y} by ${x}`, x, y }, points, pointsAt(objectAt(answer.extra, 'curve'), 'x', 'y'))]
}

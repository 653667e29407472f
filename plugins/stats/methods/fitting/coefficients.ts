import type { JsonObject } from '@svc/plugin'
import { numberAt, numbersAt, objectAt, objectsAt, textAt } from '../presenting/answers.ts'
import { intervalAt, intervalInWords, pInWords, percent, shortNumber } from '../presenting/numbers.ts'
import { intervalPlot, qqPlot, residualPlot } from '../presenting/plots.ts'
import { columnsOf, confLevel } from '../presenting/requests.ts'
import { intervalColumnsAt, numberColumn, pColumn, tableFrom, textColumn } from '../presenting/tables.ts'
import { listed, quoted } from '../presenting/words.ts'
import type { AnalysisPlot, AnalysisRequest, AnalysisTable, RAnswer } from '../stat-method.ts'

/** Coefficients with what else a model gives of each: `ratio` is the key of an odds or rate ratio. */
export function coefficientTable(
  answer: RAnswer,
  request: AnalysisRequest,
  { statistic = 't', ratio }: { statistic?: string; ratio?: { key: string; title: string } } = {},
): AnalysisTable {
  const rows = objectsAt(answer.result, 'coefficients')
  const inflated = rows.some(row => numberAt(row, 'vif') !== null)
  return tableFrom(
    'Coefficients',
    [
      { ...textColumn('Term'), key: 'term' },
      { ...numberColumn('Estimate'), key: 'estimate' },
      { ...numberColumn('Standard error'), key: 'std_error' },
      { ...numberColumn(statistic), key: 'statistic' },
      { ...pColumn(), key: 'p_value' },
      ...intervalColumnsAt('conf_int', confLevel(request)),
      ...(ratio === undefined
        ? []
        : [
            { ...numberColumn(ratio.title), key: ratio.key },
            ...intervalColumnsAt(`${ratio.key}_conf_int`, confLevel(request), ratio.title),
          ]),
      ...(inflated ? [{ ...numberColumn('VIF'), key: 'vif' }] : []),
    ],
    rows,
  )
}

/** A table of one row for each named value of an object. */
export function valueTable(
  title: string,
  object: JsonObject,
  values: readonly [key: string, name: string][],
): AnalysisTable {
  return {
    title,
    columns: [textColumn('Measure'), numberColumn('Value')],
    rows: values.map(([key, name]) => [name, numberAt(object, key)]),
  }
}

export function varianceTable(
  title: string,
  rows: JsonObject[],
  key: string,
  first: string,
  size: string,
): AnalysisTable {
  return tableFrom(
    title,
    [
      { ...textColumn(first), key },
      { ...numberColumn(size), key: size === 'Eigenvalue' ? 'eigenvalue' : 'sum_sq' },
      { ...numberColumn('Share of variance'), key: 'proportion' },
      { ...numberColumn('Cumulative'), key: 'cumulative' },
    ],
    rows,
  )
}

/** The line of a Python script that prints what statsmodels fitted, with all its digits. */
export const pythonCoefficients =
  'print(pd.DataFrame({"estimate": fit.params, "std_error": fit.bse, "statistic": fit.tvalues, "p": fit.pvalues}).to_string(float_format="%.12g"))'

/** Pairs of two columns of numbers that R sent. */
export function pointsAt(object: JsonObject, x: string, y: string): { x: number | null; y: number | null }[] {
  const ys = numbersAt(object, y)
  return numbersAt(object, x).map((value, index) => ({ x: value, y: ys[index] ?? null }))
}

/** Residuals against fitted values and against a normal distribution; none where the fit is perfect. */
export function residualPlots(answer: RAnswer, what = 'Standardised residuals'): AnalysisPlot[] {
  const residuals = pointsAt(objectAt(answer.extra, 'residuals'), 'fitted', 'residual')
  if (residuals.length === 0) return []
  const quantiles = pointsAt(objectAt(answer.extra, 'quantiles'), 'theoretical', 'sample')
  return [
    residualPlot(`${what} against fitted values`, residuals),
    qqPlot(`${what} against a normal distribution`, quantiles, { intercept: 0, slope: 1 }),
  ]
}

export function coefficientPlot(answer: RAnswer, request: AnalysisRequest, title: string, axis: string): AnalysisPlot {
  const points = objectsAt(answer.result, 'coefficients')
    .filter(row => textAt(row, 'term') !== '(Intercept)')
    .slice(0, 60)
    .map(row => {
      const [low, high] = intervalAt(row, 'conf_int')
      return { x: textAt(row, 'term'), y: numberAt(row, 'estimate'), low, high }
    })
  const level = percent(confLevel(request))
  return intervalPlot({ title: `${title}, with ${level} confidence intervals`, x: 'Term', y: axis }, points)
}

/** One sentence for each of the first coefficients; `say` describes the effect of one more of the term. */
export function coefficientsInWords(
  answer: RAnswer,
  request: AnalysisRequest,
  say: (row: JsonObject, change: string) => string,
): string {
  const rows = objectsAt(answer.result, 'coefficients').filter(row => textAt(row, 'term') !== '(Intercept)')
  const most = 6
  const sentences = rows.slice(0, most).map(row => {
    const p = numberAt(row, 'p_value')
    const said = say(row, changeInWords(request, textAt(row, 'term')))
    if (p === null) return `${said}.`
    return `${said}, ${pInWords(p)}${p < 1 - confLevel(request) ? '' : ', which may as well be chance'}.`
  })
  if (rows.length > most) sentences.push(`The table has ${rows.length - most} more.`)
  if (Array.isArray(request.options['interactions']) && request.options['interactions'].length > 0)
    sentences.push(
      'What a predictor of a product goes with holds where the others of that product are 0 or at their first level.',
    )
  return sentences.join(' ')
}

/** `One more of “wt”`, `“tension” being “M” rather than “L”`: what a term of a model stands for. */
export function changeInWords(request: AnalysisRequest, term: string): string {
  const predictors = columnsOf(request, 'predictors')
  const unit = request.options['standardize'] === true ? 'One standard deviation more of' : 'One more of'
  if (predictors.includes(term)) return `${unit} ${quoted(term)}`
  for (const name of predictors) {
    const levels = request.columns.get(name)?.levels ?? []
    const level = levels.find(one => `${name}${one}` === term)
    // Without an intercept the first group predictor has a coefficient for each level, and no level to compare with.
    const grouped = predictors.filter(one => (request.columns.get(one)?.levels ?? null) !== null)
    if (level !== undefined && request.options['intercept'] === false && grouped[0] === name)
      return `${quoted(name)} being ${quoted(level)}`
    if (level === levels[0]) continue
    if (level !== undefined) return `${quoted(name)} being ${quoted(level)} rather than ${quoted(levels[0] ?? '')}`
  }
  return term.includes(':') ? `The product ${quoted(term)}` : quoted(term)
}

export function estimateInWords(
  row: JsonObject,
  request: AnalysisRequest,
  key = 'estimate',
  interval = 'conf_int',
): string {
  return `${shortNumber(numberAt(row, key))} (${intervalInWords(intervalAt(row, interval), confLevel(request))})`
}

export function columnsInWords(names: readonly string[]): string {
  return names.length > 8 ? `${names.length} variables` : listed(names.map(quoted))
}

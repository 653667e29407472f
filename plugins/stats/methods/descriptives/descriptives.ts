import { Type } from 'typebox'
import type { JsonObject } from '@svc/plugin'
import type { AnalysisPlot, AnalysisRequest, RAnswer, StatMethod } from '../stat-method.ts'
import { numberAt, objectsAt, textAt } from '../presenting/answers.ts'
import { boxesAt } from '../presenting/boxes.ts'
import { counted, shortNumber } from '../presenting/numbers.ts'
import { boxPlot, histogramPlot } from '../presenting/plots.ts'
import { checkDistinct, columnOf, columnsOf, titleOf, variableOf } from '../presenting/requests.ts'
import { anyMeasure, categorical, closed, manyColumns, oneColumn } from '../presenting/schemas.ts'
import { comment, literal, script } from '../presenting/scripts.ts'
import { integerColumn, numberColumn, tableFrom, textColumn } from '../presenting/tables.ts'
import { listed, paragraphs, quoted, sentences } from '../presenting/words.ts'

const numberKeys = ['mean', 'sd', 'se', 'median', 'min', 'max', 'q1', 'q3', 'iqr', 'skewness', 'kurtosis']

/** What is in the data: no test. */
export const descriptives: StatMethod = {
  method: 'descriptives',
  title: 'Descriptives',
  description:
    'Counts, means, spread, quartiles (type 7), skewness and kurtosis of variables, for all rows or by group; counts and shares of the values of nominal and ordinal ones.',
  variables: closed({
    variables: manyColumns(anyMeasure, 'The variables to describe.'),
    group: Type.Optional(oneColumn(categorical, 'Describe each group of this variable apart.')),
  }),
  options: closed({}),
  sources: ['columns.R', 'plots.R', 'descriptives.R'],
  check: checkDistinct,
  present(answer, request) {
    const rows = objectsAt(answer.result, 'rows')
    const frequencies = objectsAt(answer.result, 'frequencies')
    const grouped = columnOf(request, 'group') !== ''
    const where = grouped ? [{ ...textColumn('Group'), key: 'group' }] : []
    const tables = [
      tableFrom(
        'Descriptives',
        [
          { ...textColumn('Variable'), key: 'variable' },
          ...where,
          { ...integerColumn('N'), key: 'n' },
          { ...integerColumn('Missing'), key: 'missing' },
          ...numberKeys.map(key => ({ ...numberColumn(key), key })),
        ],
        rows,
      ),
    ]
    if (frequencies.length > 0) {
      tables.push(
        tableFrom(
          'Frequencies',
          [
            { ...textColumn('Variable'), key: 'variable' },
            ...where,
            { ...textColumn('Value'), key: 'level' },
            { ...integerColumn('N'), key: 'n' },
            { ...numberColumn('Share'), key: 'share' },
          ],
          frequencies,
        ),
      )
    }
    return { tables, plots: plots(answer, request), interpretation: interpretation(answer, request, rows) }
  },
  syntax(request) {
    return { r: rScript(request), python: pythonScript(request) }
  },
}

function plots(answer: RAnswer, request: AnalysisRequest): AnalysisPlot[] {
  const grouped = columnOf(request, 'group')
  if (grouped !== '') {
    return objectsAt(answer.extra, 'boxes').map(entry => {
      const title = titleOf(request, textAt(entry, 'variable'))
      return boxPlot({ title, x: titleOf(request, grouped), y: title }, boxesAt(entry, 'boxes'))
    })
  }
  return objectsAt(answer.extra, 'bins').map(entry => {
    const title = titleOf(request, textAt(entry, 'variable'))
    const bins = objectsAt(entry, 'bins').map(bin => ({
      from: numberAt(bin, 'from'),
      to: numberAt(bin, 'to'),
      count: numberAt(bin, 'count'),
    }))
    return histogramPlot({ title, x: title, y: 'Rows' }, bins)
  })
}

function interpretation(answer: RAnswer, request: AnalysisRequest, rows: JsonObject[]): string {
  const names = columnsOf(request, 'variables')
  const group = columnOf(request, 'group')
  const by = group === '' ? '' : ` in the groups of ${quoted(group)}`
  const opening = `This describes ${listed(names.slice(0, 10).map(quoted))}${names.length > 10 ? ` and ${names.length - 10} more` : ''}${by}, on ${counted(answer.n, 'row')}.`
  const described = rows.filter(row => numberAt(row, 'mean') !== null).slice(0, 12)
  const missing = rows.filter(row => (numberAt(row, 'missing') ?? 0) > 0).length
  return paragraphs(
    opening,
    described.map(sentence).join(' '),
    sentences(
      missing > 0 ? 'Values are missing in some variables: each is described on the values it has.' : '',
      'These numbers describe the rows at hand; whether they hold beyond them is a question for a test or an interval.',
    ),
  )
}

function sentence(row: JsonObject): string {
  const group = textAt(row, 'group')
  const where = group === '' ? '' : ` in ${quoted(group)}`
  const skewness = numberAt(row, 'skewness')
  const skewed =
    skewness !== null && Math.abs(skewness) > 1
      ? ` The values are clearly skewed to the ${skewness > 0 ? 'right' : 'left'}: the median says more than the mean.`
      : ''
  const spread = numberAt(row, 'sd') === null ? '' : ` (standard deviation ${shortNumber(numberAt(row, 'sd'))})`
  const range = `from ${shortNumber(numberAt(row, 'min'))} to ${shortNumber(numberAt(row, 'max'))}`
  return `${quoted(textAt(row, 'variable'))}${where}: mean ${shortNumber(numberAt(row, 'mean'))}${spread}, median ${shortNumber(numberAt(row, 'median'))}, ${range}.${skewed}`
}

function isNumeric(request: AnalysisRequest, column: string): boolean {
  return variableOf(request, column).measure === 'continuous'
}

function rScript(request: AnalysisRequest): string {
  const group = columnOf(request, 'group')
  const names = columnsOf(request, 'variables')
  const by = group === '' ? 'factor(rep("all", nrow(data)))' : `factor(data[[${literal(group)}]])`
  const numeric = names.filter(name => isNumeric(request, name))
  return script(
    comment(`Descriptives: ${request.dataset}`),
    'data <- read.csv("data.csv", check.names = FALSE, colClasses = "character", na.strings = "", encoding = "UTF-8")',
    `group <- ${by}`,
    'describe <- function(x) {',
    '  missing <- sum(is.na(x)); x <- x[!is.na(x)]; n <- length(x); d <- x - mean(x); m2 <- mean(d^2)',
    '  g1 <- mean(d^3) / m2^1.5; g2 <- mean(d^4) / m2^2 - 3',
    '  c(n = n, missing = missing, mean = mean(x), sd = sd(x), se = sd(x) / sqrt(n), median = median(x), min = min(x), max = max(x),',
    '    quantile(x, 0.25), quantile(x, 0.75), iqr = IQR(x), skewness = g1 * sqrt(n * (n - 1)) / (n - 2),',
    '    kurtosis = ((n + 1) * g2 + 6) * (n - 1) / ((n - 2) * (n - 3)))',
    '}',
    ...numeric.map(name => `print(tapply(as.numeric(data[[${literal(name)}]]), group, describe), digits = 15)`),
    ...names.filter(name => !numeric.includes(name)).map(name => `print(table(data[[${literal(name)}]], group))`),
  )
}

function pythonScript(request: AnalysisRequest): string {
  const group = columnOf(request, 'group')
  const names = columnsOf(request, 'variables')
  const by = group === '' ? 'pd.Series("all", index=data.index)' : `data[${literal(group)}]`
  const numeric = names.filter(name => isNumeric(request, name))
  return script(
    comment(`Descriptives: ${request.dataset}`),
    'import pandas as pd',
    'pd.set_option("display.precision", 14, "display.max_columns", None, "display.width", 400)',
    'data = pd.read_csv("data.csv", dtype=str, keep_default_na=False, na_values=[""])',
    `group = ${by}`,
    'def describe(x):',
    '    q1, q3 = x.quantile(0.25), x.quantile(0.75)',
    '    return pd.Series({"n": x.count(), "missing": x.isna().sum(), "mean": x.mean(), "sd": x.std(), "se": x.sem(), "median": x.median(),',
    '        "min": x.min(), "max": x.max(), "q1": q1, "q3": q3, "iqr": q3 - q1, "skewness": x.skew(), "kurtosis": x.kurt()})',
    ...numeric.map(name => `print(pd.to_numeric(data[${literal(name)}]).groupby(group).apply(describe).unstack())`),
    ...names.filter(name => !numeric.includes(name)).map(name => `print(pd.crosstab(data[${literal(name)}], group))`),
  )
}

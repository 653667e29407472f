import { Type } from 'typebox'
import type { AnalysisRequest, StatMethod } from '../stat-method.ts'
import { numberAt, objectsAt, textAt } from '../presenting/answers.ts'
import { qqAt } from '../presenting/boxes.ts'
import { pInWords, shortNumber } from '../presenting/numbers.ts'
import { qqPlot } from '../presenting/plots.ts'
import { checkDistinct, columnOf, columnsOf, titleOf } from '../presenting/requests.ts'
import { categorical, closed, continuous, manyColumns, oneColumn } from '../presenting/schemas.ts'
import { pythonFrame, rFrame, script } from '../presenting/scripts.ts'
import { integerColumn, numberColumn, pColumn, tableFrom, textColumn } from '../presenting/tables.ts'
import { listed, paragraphs, quoted, rowsInWords, sentences } from '../presenting/words.ts'

const title = 'Normality tests'

/** Whether values may come from a normal distribution. */
export const normality: StatMethod = {
  method: 'normality',
  title,
  description:
    'Whether values may come from a normal distribution, by Shapiro and Wilk’s test (above 5,000 values, Jarque and Bera’s), with quantile plots; for all rows or by group.',
  variables: closed({
    variables: manyColumns(continuous, 'The variables to test.', 1, 50),
    group: Type.Optional(oneColumn(categorical, 'Test each group of this variable apart.')),
  }),
  options: closed({}),
  sources: ['columns.R', 'plots.R', 'descriptives.R', 'distribution-tests.R'],
  check: checkDistinct,
  present(answer, request) {
    const rows = objectsAt(answer.result, 'rows')
    const grouped = columnOf(request, 'group') !== ''
    const named = (row: (typeof rows)[number]) =>
      `${quoted(textAt(row, 'variable'))}${grouped ? ` in ${quoted(textAt(row, 'group'))}` : ''}`
    const departing = rows.filter(row => (numberAt(row, 'p_value') ?? 1) < 0.05)
    return {
      tables: [
        tableFrom(
          'Normality',
          [
            { ...textColumn('Variable'), key: 'variable' },
            ...(grouped ? [{ ...textColumn('Group'), key: 'group' }] : []),
            { ...integerColumn('N'), key: 'n' },
            { ...textColumn('Test'), key: 'test' },
            { ...numberColumn('Statistic'), key: 'statistic' },
            { ...pColumn(), key: 'p_value' },
            { ...numberColumn('Skewness'), key: 'skewness' },
            { ...numberColumn('Kurtosis'), key: 'kurtosis' },
          ],
          rows,
        ),
      ],
      plots: objectsAt(answer.extra, 'plots').map(plot => {
        const { points, line } = qqAt(plot, 'qq')
        const group = textAt(plot, 'group')
        const name = titleOf(request, textAt(plot, 'variable'))
        return qqPlot(group === '' ? name : `${name}, ${group}`, points, line)
      }),
      interpretation: paragraphs(
        sentences(
          `This asked whether the values of ${listed(columnsOf(request, 'variables').slice(0, 10).map(quoted))} may come from a normal distribution.`,
          rowsInWords(answer.n, answer.excluded),
        ),
        departing.length === 0
          ? 'None departs significantly from a normal distribution at 5%.'
          : `At 5%, these depart significantly from a normal distribution: ${listed(
              departing
                .slice(0, 20)
                .map(
                  row =>
                    `${named(row)} (${shortNumber(numberAt(row, 'statistic'))}, ${pInWords(numberAt(row, 'p_value'))})`,
                ),
            )}.`,
        'A test that finds nothing does not show normality: on few values it finds little, and on many it finds departures that do not matter. Whether a departure matters is better seen in the quantile plot.',
      ),
    }
  },
  syntax(request) {
    return { r: rScript(request), python: pythonScript(request) }
  },
}

// One frame a variable: each is tested on the values it has.
function framesOf(request: AnalysisRequest) {
  const group = columnOf(request, 'group')
  return columnsOf(request, 'variables').map(column => [
    { as: 'x', column, kind: 'number' as const },
    ...(group === '' ? [] : [{ as: 'group', column: group, kind: 'factor' as const }]),
  ])
}

function rScript(request: AnalysisRequest): string {
  const grouped = columnOf(request, 'group') !== ''
  return script(
    'test <- function(x) {',
    '  z <- x - mean(x); n <- length(x); m2 <- mean(z^2)',
    '  if (n <= 5000) { t <- shapiro.test(x); return(c(statistic = t$statistic[[1]], p_value = t$p.value)) }',
    '  jb <- n / 6 * ((mean(z^3) / m2^1.5)^2 + (mean(z^4) / m2^2 - 3)^2 / 4)',
    '  c(statistic = jb, p_value = pchisq(jb, 2, lower.tail = FALSE))',
    '}',
    ...framesOf(request).flatMap(frame => [
      rFrame(request, title, frame),
      grouped ? 'print(tapply(d$x, d$group, test), digits = 15)' : 'print(test(d$x), digits = 15)',
    ]),
  )
}

function pythonScript(request: AnalysisRequest): string {
  const grouped = columnOf(request, 'group') !== ''
  return script(
    ...framesOf(request).flatMap(frame => [
      pythonFrame(request, title, frame, ['from scipy import stats']),
      'test = lambda x: stats.shapiro(x) if len(x) <= 5000 else stats.jarque_bera(x)',
      grouped ? 'for name, x in d.groupby("group")["x"]: print(name, *test(x))' : 'print(*test(d["x"]))',
    ]),
  )
}

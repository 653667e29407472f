import type { AnalysisRequest, StatMethod } from '../stat-method.ts'
import { numberAt, numbersAt, textsAt } from '../presenting/answers.ts'
import { boxesAt, qqAt } from '../presenting/boxes.ts'
import { checksTable } from '../presenting/checks.ts'
import { boxPlot, qqPlot } from '../presenting/plots.ts'
import {
  checkDistinct,
  columnOf,
  confLevel,
  flagOption,
  numberOption,
  textOption,
  titleOf,
} from '../presenting/requests.ts'
import { categorical, closed, continuous, flag, oneColumn } from '../presenting/schemas.ts'
import {
  pythonAlternative,
  pythonFlag,
  pythonFrame,
  pythonShow,
  rAlternative,
  rFlag,
  rFrame,
  rShow,
  script,
} from '../presenting/scripts.ts'
import { integerColumn, numberColumn, tableOf, textColumn } from '../presenting/tables.ts'
import { notCausal, notProvenEqual, quoted } from '../presenting/words.ts'
import { tOptions, tSources } from './t-options.ts'
import { pythonEffect, rEffect } from './t-syntax.ts'
import { tInterpretation, tTable } from './t-presentation.ts'

const title = 'Independent-samples t test'

/** The means of two groups. */
export const tTestIndependent: StatMethod = {
  method: 't_test_independent',
  title,
  description:
    'Whether the means of two groups differ: Welch’s test, or Student’s where the variances are taken to be equal. The estimate is the first level minus the second.',
  variables: closed({
    dependent: oneColumn(continuous, 'The variable whose means are compared.'),
    group: oneColumn(categorical, 'The variable that defines the two groups.'),
  }),
  options: closed({
    equal_variances: flag(false, 'Student’s test with one variance for both groups, instead of Welch’s.'),
    ...tOptions('The difference of the means that is tested against.'),
  }),
  sources: tSources,
  check: checkDistinct,
  present(answer, request) {
    const dependent = columnOf(request, 'dependent')
    const group = columnOf(request, 'group')
    const { extra } = answer
    const levels = textsAt(extra, 'levels')
    const [sizes, means, sds] = [numbersAt(extra, 'n'), numbersAt(extra, 'means'), numbersAt(extra, 'sds')]
    const { points, line } = qqAt(extra, 'qq')
    const [first = '', second = ''] = levels
    const higher = (means[0] ?? 0) >= (means[1] ?? 0) ? [first, second] : [second, first]
    const equal = flagOption(request, 'equal_variances', false)
    const mu = numberOption(request, 'mu', 0)
    return {
      tables: [
        tTable(answer, request, 'Mean difference'),
        tableOf(
          'Groups',
          [textColumn('Group'), integerColumn('N'), numberColumn('Mean'), numberColumn('SD')],
          levels.map((level, index) => [level, sizes[index] ?? null, means[index] ?? null, sds[index] ?? null]),
        ),
        checksTable(answer.assumptions),
      ],
      plots: [
        boxPlot(
          {
            title: `${titleOf(request, dependent)} by ${titleOf(request, group)}`,
            x: titleOf(request, group),
            y: titleOf(request, dependent),
          },
          boxesAt(extra, 'boxes'),
        ),
        qqPlot('Normal quantiles of the residuals', points, line),
      ],
      interpretation: tInterpretation(answer, request, {
        question:
          mu === 0
            ? `${equal ? 'Student’s' : 'Welch’s'} t test asked whether the mean of ${quoted(dependent)} differs between ${quoted(first)} and ${quoted(second)} of ${quoted(group)}.`
            : `${equal ? 'Student’s' : 'Welch’s'} t test asked whether the means of ${quoted(dependent)} in ${quoted(first)} and ${quoted(second)} of ${quoted(group)} differ by other than ${mu}.`,
        estimate: `The difference of the means, ${quoted(first)} minus ${quoted(second)},`,
        side: `values in ${quoted(first)}${mu === 0 ? '' : `, less ${mu},`} than in ${quoted(second)}`,
        significant:
          mu === 0
            ? `The mean is higher in ${quoted(higher[0] ?? '')} than in ${quoted(higher[1] ?? '')}, by more than chance explains well.`
            : `The difference is ${(numberAt(answer.result, 'estimate') ?? 0) < mu ? 'smaller' : 'larger'} than ${mu}, by more than chance explains well.`,
        notSignificant:
          mu === 0
            ? `The data do not show a difference of the means. ${notProvenEqual}`
            : `The data do not speak against a difference of ${mu}: the interval shows which differences they leave open.`,
        caution: notCausal,
        instead: 'The Mann-Whitney test needs no normal values.',
      }),
    }
  },
  syntax(request) {
    return { r: rScript(request), python: pythonScript(request) }
  },
}

function frameOf(request: AnalysisRequest) {
  return [
    { as: 'y', column: columnOf(request, 'dependent'), kind: 'number' as const },
    { as: 'group', column: columnOf(request, 'group'), kind: 'factor' as const },
  ]
}

function rScript(request: AnalysisRequest): string {
  const equal = flagOption(request, 'equal_variances', false)
  return script(
    rFrame(request, title, frameOf(request)),
    `test <- t.test(y ~ group, data = d, var.equal = ${rFlag(equal)}, mu = ${numberOption(request, 'mu', 0)}, alternative = ${rAlternative(textOption(request, 'alternative', 'two_sided'))}, conf.level = ${confLevel(request)})`,
    'print(test)',
    'v <- tapply(d$y, d$group, var); n <- tapply(d$y, d$group, length)',
    `unit <- sqrt(${equal ? 'sum((n - 1) * v) / (sum(n) - 2)' : 'mean(v)'})`,
    rShow(
      ['statistic', 'test$statistic'],
      ['df', 'test$parameter'],
      ['p_value', 'test$p.value'],
      ['estimate', '-diff(test$estimate)'],
      ['conf_int', 'test$conf.int'],
    ),
    rEffect(request, '-diff(test$estimate) / test$stderr', 'test$parameter', 'test$stderr / unit'),
  )
}

function pythonScript(request: AnalysisRequest): string {
  const equal = flagOption(request, 'equal_variances', false)
  const mu = numberOption(request, 'mu', 0)
  return script(
    pythonFrame(request, title, frameOf(request), ['from scipy import stats']),
    'first, second = (values for _, values in d.groupby("group")["y"])',
    `test = stats.ttest_ind(first${mu === 0 ? '' : ` - ${mu}`}, second, equal_var=${pythonFlag(equal)}, alternative=${pythonAlternative(textOption(request, 'alternative', 'two_sided'))})`,
    'n1, n2, v1, v2 = len(first), len(second), first.var(), second.var()',
    equal ? 'unit = (((n1 - 1) * v1 + (n2 - 1) * v2) / (n1 + n2 - 2)) ** 0.5' : 'unit = ((v1 + v2) / 2) ** 0.5',
    equal
      ? 'df = n1 + n2 - 2'
      : 'df = (v1 / n1 + v2 / n2) ** 2 / ((v1 / n1) ** 2 / (n1 - 1) + (v2 / n2) ** 2 / (n2 - 1))',
    equal ? 'se = unit * (1 / n1 + 1 / n2) ** 0.5' : 'se = (v1 / n1 + v2 / n2) ** 0.5',
    ...pythonBounds(request),
    pythonShow(
      ['statistic', 'test.statistic'],
      ['df', 'df'],
      ['p_value', 'test.pvalue'],
      ['estimate', 'first.mean() - second.mean()'],
      ['conf_int', 'low, high'],
    ),
    pythonEffect(request, '(first.mean() - second.mean()) / se', 'df', 'se / unit'),
  )
}

function pythonBounds(request: AnalysisRequest): string[] {
  const alternative = textOption(request, 'alternative', 'two_sided')
  const level = confLevel(request)
  return [
    `q = stats.t.ppf(${alternative === 'two_sided' ? `1 - (1 - ${level}) / 2` : level}, df)`,
    `low = ${alternative === 'less' ? '-float("inf")' : 'first.mean() - second.mean() - q * se'}`,
    `high = ${alternative === 'greater' ? 'float("inf")' : 'first.mean() - second.mean() + q * se'}`,
  ]
}

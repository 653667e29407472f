import type { StatMethod } from '../stat-method.ts'
import { numberAt, numbersAt } from '../presenting/answers.ts'
import { boxesAt, qqAt } from '../presenting/boxes.ts'
import { checksTable } from '../presenting/checks.ts'
import { boxPlot, qqPlot } from '../presenting/plots.ts'
import { checkDistinct, columnOf, confLevel, numberOption, textOption } from '../presenting/requests.ts'
import { closed, continuous, oneColumn } from '../presenting/schemas.ts'
import {
  pythonAlternative,
  pythonFrame,
  pythonShow,
  rAlternative,
  rFrame,
  rShow,
  script,
} from '../presenting/scripts.ts'
import { integerColumn, numberColumn, tableOf, textColumn } from '../presenting/tables.ts'
import { notProvenEqual, quoted } from '../presenting/words.ts'
import { tOptions, tSources } from './t-options.ts'
import { pythonEffect, rEffect } from './t-syntax.ts'
import { tInterpretation, tTable } from './t-presentation.ts'

const title = 'Paired t test'

/** Two measurements of the same thing. */
export const tTestPaired: StatMethod = {
  method: 't_test_paired',
  title,
  description:
    'Whether the mean difference of two measurements of the same subjects is other than zero; the estimate is the first minus the second.',
  variables: closed({
    first: oneColumn(continuous, 'The first measurement.'),
    second: oneColumn(continuous, 'The second measurement, of the same row.'),
  }),
  options: closed(tOptions('The mean difference that is tested against.')),
  sources: tSources,
  check: checkDistinct,
  present(answer, request) {
    const first = columnOf(request, 'first')
    const second = columnOf(request, 'second')
    const { extra, n } = answer
    const means = numbersAt(extra, 'means')
    const sds = numbersAt(extra, 'sds')
    const { points, line } = qqAt(extra, 'qq')
    const difference = (means[0] ?? 0) - (means[1] ?? 0)
    const mu = numberOption(request, 'mu', 0)
    return {
      tables: [
        tTable(answer, request, 'Mean difference'),
        tableOf(
          'Measurements',
          [textColumn('Measurement'), integerColumn('N'), numberColumn('Mean'), numberColumn('SD')],
          [
            [first, n, means[0] ?? null, sds[0] ?? null],
            [second, n, means[1] ?? null, sds[1] ?? null],
            ['Difference', n, numberAt(answer.result, 'estimate'), numberAt(extra, 'sd_difference')],
          ],
        ),
        checksTable(answer.assumptions),
      ],
      plots: [
        boxPlot({ title: 'Measurements', x: '', y: '' }, boxesAt(extra, 'boxes')),
        qqPlot('Normal quantiles of the differences', points, line),
      ],
      interpretation: tInterpretation(answer, request, {
        question:
          mu === 0
            ? `A paired t test asked whether ${quoted(first)} and ${quoted(second)} differ in the mean.`
            : `A paired t test asked whether the mean of ${quoted(first)} minus ${quoted(second)} differs from ${mu}.`,
        estimate: `The mean difference, ${quoted(first)} minus ${quoted(second)},`,
        side: `values of ${quoted(first)}${mu === 0 ? '' : `, less ${mu},`} than of ${quoted(second)}`,
        significant:
          mu === 0
            ? `${quoted(first)} is ${difference < 0 ? 'lower' : 'higher'} than ${quoted(second)} in the mean, by more than chance explains well.`
            : `The mean difference is ${difference < mu ? 'smaller' : 'larger'} than ${mu}, by more than chance explains well.`,
        notSignificant:
          mu === 0
            ? `The data do not show a difference. ${notProvenEqual}`
            : `The data do not speak against a mean difference of ${mu}: the interval shows which differences they leave open.`,
        caution:
          'Without a comparison group, time or practice may have made a difference as well as what happened in between.',
        instead: 'The Wilcoxon signed-rank test needs no normal differences.',
      }),
    }
  },
  syntax(request) {
    const frame = [
      { as: 'first', column: columnOf(request, 'first'), kind: 'number' as const },
      { as: 'second', column: columnOf(request, 'second'), kind: 'number' as const },
    ]
    const mu = numberOption(request, 'mu', 0)
    const alternative = textOption(request, 'alternative', 'two_sided')
    return {
      r: script(
        rFrame(request, title, frame),
        `test <- t.test(d$first, d$second, paired = TRUE, mu = ${mu}, alternative = ${rAlternative(alternative)}, conf.level = ${confLevel(request)})`,
        'print(test)',
        rShow(
          ['statistic', 'test$statistic'],
          ['df', 'test$parameter'],
          ['p_value', 'test$p.value'],
          ['estimate', 'test$estimate'],
          ['conf_int', 'test$conf.int'],
        ),
        rEffect(request, 'test$statistic', 'test$parameter', '1 / sqrt(nrow(d))'),
      ),
      python: script(
        pythonFrame(request, title, frame, ['from scipy import stats']),
        'difference = d["first"] - d["second"]',
        `test = stats.ttest_1samp(difference, ${mu}, alternative=${pythonAlternative(alternative)})`,
        `interval = test.confidence_interval(${confLevel(request)})`,
        pythonShow(
          ['statistic', 'test.statistic'],
          ['df', 'len(d) - 1'],
          ['p_value', 'test.pvalue'],
          ['estimate', 'difference.mean()'],
          ['conf_int', 'interval.low, interval.high'],
        ),
        pythonEffect(request, 'test.statistic', 'len(d) - 1', 'len(d) ** -0.5'),
      ),
    }
  },
}

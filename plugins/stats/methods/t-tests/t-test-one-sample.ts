import type { StatMethod } from '../stat-method.ts'
import { numberAt } from '../presenting/answers.ts'
import { boxesAt, qqAt } from '../presenting/boxes.ts'
import { checksTable } from '../presenting/checks.ts'
import { shortNumber } from '../presenting/numbers.ts'
import { boxPlot, qqPlot } from '../presenting/plots.ts'
import { columnOf, confLevel, numberOption, textOption, titleOf } from '../presenting/requests.ts'
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
import { quoted } from '../presenting/words.ts'
import { tOptions, tSources } from './t-options.ts'
import { pythonEffect, rEffect } from './t-syntax.ts'
import { tInterpretation, tTable } from './t-presentation.ts'

const title = 'One-sample t test'

/** A mean against a number. */
export const tTestOneSample: StatMethod = {
  method: 't_test_one_sample',
  title,
  description: 'Whether the mean of a variable differs from a given value.',
  variables: closed({ variable: oneColumn(continuous, 'The variable whose mean is tested.') }),
  options: closed(tOptions('The value that the mean is compared with.')),
  sources: tSources,
  present(answer, request) {
    const column = columnOf(request, 'variable')
    const name = titleOf(request, column)
    const mu = shortNumber(numberOption(request, 'mu', 0))
    const { points, line } = qqAt(answer.extra, 'qq')
    const { extra, n } = answer
    return {
      tables: [
        tTable(answer, request, 'Mean'),
        tableOf(
          'Values',
          [
            textColumn('Variable'),
            integerColumn('N'),
            numberColumn('Mean'),
            numberColumn('SD'),
            numberColumn('Median'),
          ],
          [[column, n, numberAt(extra, 'mean'), numberAt(extra, 'sd'), numberAt(extra, 'median')]],
        ),
        checksTable(answer.assumptions),
      ],
      plots: [
        boxPlot({ title: name, x: '', y: name }, boxesAt(extra, 'boxes')),
        qqPlot('Normal quantiles', points, line),
      ],
      interpretation: tInterpretation(answer, request, {
        question: `A one-sample t test asked whether the mean of ${quoted(column)} differs from ${mu}.`,
        estimate: 'The mean',
        side: `values than ${mu}`,
        significant: `The data speak against a mean of ${mu}.`,
        notSignificant: `The data do not speak against a mean of ${mu}. That does not show that the mean is ${mu}: the interval shows which means the data leave open.`,
        caution: 'This holds for the population that the rows were drawn from at random, if they were.',
        instead: 'The Wilcoxon signed-rank test needs no normal values.',
      }),
    }
  },
  syntax(request) {
    const frame = [{ as: 'y', column: columnOf(request, 'variable'), kind: 'number' as const }]
    const mu = numberOption(request, 'mu', 0)
    const alternative = textOption(request, 'alternative', 'two_sided')
    return {
      r: script(
        rFrame(request, title, frame),
        `test <- t.test(d$y, mu = ${mu}, alternative = ${rAlternative(alternative)}, conf.level = ${confLevel(request)})`,
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
        `test = stats.ttest_1samp(d["y"], ${mu}, alternative=${pythonAlternative(alternative)})`,
        `interval = test.confidence_interval(${confLevel(request)})`,
        pythonShow(
          ['statistic', 'test.statistic'],
          ['df', 'len(d) - 1'],
          ['p_value', 'test.pvalue'],
          ['estimate', 'd["y"].mean()'],
          ['conf_int', 'interval.low, interval.high'],
        ),
        pythonEffect(request, 'test.statistic', 'len(d) - 1', 'len(d) ** -0.5'),
      ),
    }
  },
}

import { Type } from 'typebox'
import type { AnalysisRequest, RAnswer, StatMethod } from '../stat-method.ts'
import { numberAt, numbersAt, objectAt } from '../presenting/answers.ts'
import { boxesAt } from '../presenting/boxes.ts'
import { checksTable } from '../presenting/checks.ts'
import { boxPlot } from '../presenting/plots.ts'
import { checkDistinct, columnOf, confLevel, flagOption, numberOption, textOption } from '../presenting/requests.ts'
import { alternativeOption, closed, confLevelOption, continuous, flag, oneColumn } from '../presenting/schemas.ts'
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
import { notProvenEqual, quoted } from '../presenting/words.ts'
import { rankInterpretation, rankSources, rankTable } from './rank-presentation.ts'

const title = 'Wilcoxon signed-rank test'

/** Two measurements of the same thing, by the ranks of their differences. */
export const wilcoxonSignedRank: StatMethod = {
  method: 'wilcoxon_signed_rank',
  title,
  description:
    'Whether two measurements of the same subjects differ, by the ranks of their differences: the rank-based twin of the paired t test.',
  variables: closed({
    first: oneColumn(continuous, 'The first measurement.'),
    second: oneColumn(continuous, 'The second measurement, of the same row.'),
  }),
  options: closed({
    mu: Type.Optional(Type.Number({ default: 0, description: 'The difference that is tested against.' })),
    alternative: alternativeOption,
    conf_level: confLevelOption,
    continuity_correction: flag(true, 'Correct the normal approximation of the p-value for continuity.'),
  }),
  sources: rankSources,
  check: checkDistinct,
  present(answer, request) {
    const first = columnOf(request, 'first')
    const second = columnOf(request, 'second')
    const { extra } = answer
    const medians = numbersAt(extra, 'medians')
    const mu = numberOption(request, 'mu', 0)
    const r = numberAt(objectAt(answer.result, 'effect_size'), 'value') ?? 0
    return {
      tables: [
        rankTable(answer, request, 'V'),
        tableOf(
          'Differences',
          mu === 0
            ? [integerColumn('First larger'), integerColumn('Second larger'), integerColumn('Equal')]
            : [integerColumn(`Above ${mu}`), integerColumn(`Below ${mu}`), integerColumn(`Equal to ${mu}`)],
          [[numberAt(extra, 'positive'), numberAt(extra, 'negative'), numberAt(extra, 'zeros')]],
        ),
        tableOf(
          'Measurements',
          [textColumn('Measurement'), integerColumn('N'), numberColumn('Median')],
          [
            [first, answer.n, medians[0] ?? null],
            [second, answer.n, medians[1] ?? null],
          ],
        ),
        checksTable(answer.assumptions),
      ],
      plots: [boxPlot({ title: 'Measurements', x: '', y: '' }, boxesAt(extra, 'boxes'))],
      interpretation: rankInterpretation(answer, request, {
        question:
          mu === 0
            ? `A Wilcoxon signed-rank test asked whether ${quoted(first)} and ${quoted(second)} differ.`
            : `A Wilcoxon signed-rank test asked whether the differences ${quoted(first)} minus ${quoted(second)} lie around something other than ${mu}.`,
        statistic: 'V',
        side: `values of ${quoted(first)}${mu === 0 ? '' : `, less ${mu},`} than of ${quoted(second)}`,
        significant:
          mu === 0
            ? `${quoted(r > 0 ? first : second)} tends to be larger than ${quoted(r > 0 ? second : first)} in the same row, by more than chance explains well.`
            : `The differences tend to be ${r > 0 ? 'larger' : 'smaller'} than ${mu}, by more than chance explains well.`,
        notSignificant:
          mu === 0
            ? `The data do not show a difference. ${notProvenEqual}`
            : `The data do not speak against differences around ${mu}. That does not show that they lie there.`,
        caution:
          'Without a comparison group, time or practice may have made a difference as well as what happened in between.',
        instead: 'The number of positive differences can be tested alone by a binomial test.',
      }),
    }
  },
  syntax(request, answer) {
    return { r: rScript(request, answer), python: pythonScript(request, answer) }
  },
}

function frameOf(request: AnalysisRequest) {
  return [
    { as: 'first', column: columnOf(request, 'first'), kind: 'number' as const },
    { as: 'second', column: columnOf(request, 'second'), kind: 'number' as const },
  ]
}

const rounding = '# The rounding of a subtraction must not break ties.'

function rScript(request: AnalysisRequest, { extra }: RAnswer): string {
  const mu = numberOption(request, 'mu', 0)
  const scale = numberAt(extra, 'scale')
  const correct = rFlag(flagOption(request, 'continuity_correction', true))
  return script(
    rFrame(request, title, frameOf(request)),
    rounding,
    scale === null
      ? `difference <- round(d$first - d$second - ${mu}, 13 - ceiling(log10(max(abs(d)))))`
      : `difference <- (round(d$first * ${scale}) - round(d$second * ${scale}) - ${Math.round(mu * scale)}) / ${scale}`,
    'used <- difference[difference != 0]',
    '# Zeros are left out of the interval too, as they are of the test.',
    'exact <- length(used) < 50 && length(used) == length(difference) && !anyDuplicated(abs(used))',
    `test <- wilcox.test(used, exact = exact, correct = ${correct}, alternative = ${rAlternative(textOption(request, 'alternative', 'two_sided'))}, conf.int = TRUE, conf.level = ${confLevel(request)}, tol.root = 1e-10)`,
    'print(test)',
    rShow(
      ['statistic', 'test$statistic'],
      ['p_value', 'test$p.value'],
      ['estimate', `test$estimate + ${mu}`],
      ['conf_int', `test$conf.int + ${mu}`],
      ['rank_biserial', 'sum(sign(used) * rank(abs(used))) / sum(rank(abs(used)))'],
    ),
  )
}

function pythonScript(request: AnalysisRequest, { extra }: RAnswer): string {
  const mu = numberOption(request, 'mu', 0)
  const scale = numberAt(extra, 'scale')
  const correct = pythonFlag(flagOption(request, 'continuity_correction', true))
  return script(
    pythonFrame(request, title, frameOf(request), ['import numpy as np', 'from scipy import stats']),
    rounding,
    scale === null
      ? `difference = (d["first"] - d["second"] - ${mu}).round(13 - int(np.ceil(np.log10(d.abs().max().max()))))`
      : `difference = ((d["first"] * ${scale}).round() - (d["second"] * ${scale}).round() - ${Math.round(mu * scale)}) / ${scale}`,
    'used = difference[difference != 0]',
    'exact = len(used) < 50 and len(used) == len(difference) and not used.abs().duplicated().any()',
    `test = stats.wilcoxon(difference, correction=${correct}, alternative=${pythonAlternative(textOption(request, 'alternative', 'two_sided'))}, method="exact" if exact else "approx")`,
    'ranks = stats.rankdata(used.abs())',
    pythonShow(
      ['statistic', 'ranks[used > 0].sum()'],
      ['p_value', 'test.pvalue'],
      ['estimate', `np.median(np.add.outer(used.values, used.values)[np.triu_indices(len(used))] / 2) + ${mu}`],
      ['rank_biserial', '(ranks[used > 0].sum() - ranks[used < 0].sum()) / ranks.sum()'],
    ),
  )
}

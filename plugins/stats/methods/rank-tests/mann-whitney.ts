import type { AnalysisRequest, StatMethod } from '../stat-method.ts'
import { numberAt, objectAt, textsAt } from '../presenting/answers.ts'
import { boxesAt } from '../presenting/boxes.ts'
import { checksTable } from '../presenting/checks.ts'
import { boxPlot } from '../presenting/plots.ts'
import { checkDistinct, columnOf, confLevel, flagOption, textOption, titleOf } from '../presenting/requests.ts'
import {
  alternativeOption,
  categorical,
  closed,
  confLevelOption,
  flag,
  oneColumn,
  ranked,
} from '../presenting/schemas.ts'
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
import { notCausal, notProvenEqual, quoted } from '../presenting/words.ts'
import { rankInterpretation, rankSources, ranksTable, rankTable } from './rank-presentation.ts'

const title = 'Mann-Whitney U test'

/** Which of two groups tends to larger values. */
export const mannWhitney: StatMethod = {
  method: 'mann_whitney',
  title,
  description:
    'Whether the values of one of two groups tend to be larger than those of the other, by their ranks: the rank-based twin of the independent-samples t test.',
  variables: closed({
    dependent: oneColumn(ranked, 'The variable that is compared.'),
    group: oneColumn(categorical, 'The variable that defines the two groups.'),
  }),
  options: closed({
    alternative: alternativeOption,
    conf_level: confLevelOption,
    continuity_correction: flag(true, 'Correct the normal approximation of the p-value for continuity.'),
  }),
  sources: rankSources,
  check: checkDistinct,
  present(answer, request) {
    const dependent = columnOf(request, 'dependent')
    const group = columnOf(request, 'group')
    const [first = '', second = ''] = textsAt(answer.extra, 'levels')
    const r = numberAt(objectAt(answer.result, 'effect_size'), 'value') ?? 0
    const axes = { x: titleOf(request, group), y: titleOf(request, dependent) }
    return {
      tables: [rankTable(answer, request, 'W'), ranksTable(answer, 'Group'), checksTable(answer.assumptions)],
      plots: [boxPlot({ title: `${axes.y} by ${axes.x}`, ...axes }, boxesAt(answer.extra, 'boxes'))],
      interpretation: rankInterpretation(answer, request, {
        question: `A Mann-Whitney U test (Wilcoxon’s rank-sum test) asked whether ${quoted(dependent)} tends to larger values in ${quoted(first)} or in ${quoted(second)} of ${quoted(group)}.`,
        statistic: 'W',
        side: `values in ${quoted(first)} than in ${quoted(second)}`,
        significant: `Values in ${quoted(r > 0 ? first : second)} tend to be larger than in ${quoted(r > 0 ? second : first)}, by more than chance explains well.`,
        notSignificant: `The data do not show that either group tends to larger values. ${notProvenEqual}`,
        caution: notCausal,
        instead: '',
      }),
    }
  },
  syntax(request) {
    return { r: rScript(request), python: pythonScript(request) }
  },
}

function frameOf(request: AnalysisRequest) {
  return [
    { as: 'y', column: columnOf(request, 'dependent'), kind: 'ranks' as const },
    { as: 'group', column: columnOf(request, 'group'), kind: 'factor' as const },
  ]
}

function rScript(request: AnalysisRequest): string {
  const correct = rFlag(flagOption(request, 'continuity_correction', true))
  return script(
    rFrame(request, title, frameOf(request)),
    'exact <- max(table(d$group)) < 50 && !anyDuplicated(d$y)',
    `test <- wilcox.test(y ~ group, data = d, exact = exact, correct = ${correct}, alternative = ${rAlternative(textOption(request, 'alternative', 'two_sided'))}, conf.int = TRUE, conf.level = ${confLevel(request)}, tol.root = 1e-10)`,
    'print(test)',
    rShow(
      ['statistic', 'test$statistic'],
      ['p_value', 'test$p.value'],
      ['estimate', 'test$estimate'],
      ['conf_int', 'test$conf.int'],
      ['rank_biserial', '2 * test$statistic / prod(table(d$group)) - 1'],
    ),
  )
}

function pythonScript(request: AnalysisRequest): string {
  const correct = pythonFlag(flagOption(request, 'continuity_correction', true))
  return script(
    pythonFrame(request, title, frameOf(request), ['import numpy as np', 'from scipy import stats']),
    'first, second = (values for _, values in d.groupby("group")["y"])',
    'exact = max(len(first), len(second)) < 50 and not d["y"].duplicated().any()',
    `test = stats.mannwhitneyu(first, second, use_continuity=${correct}, alternative=${pythonAlternative(textOption(request, 'alternative', 'two_sided'))}, method="exact" if exact else "asymptotic")`,
    pythonShow(
      ['statistic', 'test.statistic'],
      ['p_value', 'test.pvalue'],
      ['estimate', 'np.median(np.subtract.outer(first.values, second.values))'],
      ['rank_biserial', '2 * test.statistic / (len(first) * len(second)) - 1'],
    ),
  )
}

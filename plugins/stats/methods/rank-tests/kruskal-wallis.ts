import { Type } from 'typebox'
import type { AnalysisRequest, RAnswer, StatMethod } from '../stat-method.ts'
import { numberAt, objectsAt } from '../presenting/answers.ts'
import { boxesAt } from '../presenting/boxes.ts'
import { checksTable } from '../presenting/checks.ts'
import { boxPlot } from '../presenting/plots.ts'
import { checkDistinct, columnOf, textOption, titleOf } from '../presenting/requests.ts'
import { categorical, closed, confLevelOption, oneColumn, ranked } from '../presenting/schemas.ts'
import { literal, pythonFrame, pythonShow, rFrame, rShow, script } from '../presenting/scripts.ts'
import { numberColumn, pColumn, tableFrom, textColumn } from '../presenting/tables.ts'
import { notCausal, notProvenEqual, quoted, sentences } from '../presenting/words.ts'
import { rankInterpretation, rankSources, ranksTable, rankTable } from './rank-presentation.ts'

const title = 'Kruskal-Wallis test'

/** Whether some group tends to larger values. */
export const kruskalWallis: StatMethod = {
  method: 'kruskal_wallis',
  title,
  description:
    'Whether the values of some of several groups tend to be larger than those of others, by their ranks: the rank-based twin of the one-way analysis of variance.',
  variables: closed({
    dependent: oneColumn(ranked, 'The variable that is compared.'),
    group: oneColumn(categorical, 'The variable that defines the groups.'),
  }),
  options: closed({
    conf_level: confLevelOption,
    post_hoc: Type.Optional(
      Type.String({
        enum: ['none', 'bonferroni', 'holm'],
        description:
          'Dunn’s test of each pair of groups, with p-values adjusted this way. By default holm, for three to forty groups.',
      }),
    ),
  }),
  sources: rankSources,
  check: checkDistinct,
  present(answer, request) {
    const dependent = columnOf(request, 'dependent')
    const group = columnOf(request, 'group')
    const axes = { x: titleOf(request, group), y: titleOf(request, dependent) }
    const pairs = objectsAt(answer.result, 'post_hoc')
    const postHoc = tableFrom(
      'Post-hoc comparisons (Dunn)',
      [
        { ...textColumn('Contrast'), key: 'contrast' },
        { ...numberColumn('Difference of mean ranks'), key: 'estimate' },
        { ...numberColumn('z'), key: 'statistic' },
        { ...pColumn('p, adjusted'), key: 'p_adjusted' },
      ],
      pairs,
    )
    const different = pairs.filter(pair => (numberAt(pair, 'p_adjusted') ?? 1) < 0.05).length
    return {
      tables: [
        rankTable(answer, request, 'H'),
        ranksTable(answer, 'Group'),
        ...(pairs.length > 0 ? [postHoc] : []),
        checksTable(answer.assumptions),
      ],
      plots: [boxPlot({ title: `${axes.y} by ${axes.x}`, ...axes }, boxesAt(answer.extra, 'boxes'))],
      interpretation: rankInterpretation(answer, request, {
        question: `A Kruskal-Wallis test asked whether ${quoted(dependent)} tends to larger values in some groups of ${quoted(group)} than in others.`,
        statistic: 'H',
        significant: sentences(
          'At least one group tends to larger values than another, by more than chance explains well.',
          pairs.length > 0
            ? `Of ${pairs.length} pairs of groups, ${different} differ significantly at 5% (Dunn’s test, adjusted).`
            : 'Which one, this test does not say: ask for post_hoc.',
        ),
        notSignificant: `The data do not show that the groups differ. ${notProvenEqual}`,
        caution: notCausal,
        instead: '',
      }),
    }
  },
  syntax(request, answer) {
    const adjust = adjustment(request, answer)
    return { r: rScript(request, adjust), python: pythonScript(request, adjust) }
  },
}

function frameOf(request: AnalysisRequest) {
  return [
    { as: 'y', column: columnOf(request, 'dependent'), kind: 'ranks' as const },
    { as: 'group', column: columnOf(request, 'group'), kind: 'factor' as const },
  ]
}

/** Without the option, whether pairs were compared is known by the answer. */
function adjustment(request: AnalysisRequest, answer: RAnswer): string {
  return textOption(request, 'post_hoc', objectsAt(answer.result, 'post_hoc').length > 0 ? 'holm' : 'none')
}

function rScript(request: AnalysisRequest, adjust: string): string {
  const dunn = [
    'r <- rank(d$y); n <- length(r); ties <- as.numeric(table(r)); g <- split(r, d$group)',
    'v <- n * (n + 1) / 12 - sum(ties^3 - ties) / (12 * (n - 1))',
    'pairs <- combn(length(g), 2); m <- sapply(g, mean); size <- lengths(g)',
    'z <- (m[pairs[1, ]] - m[pairs[2, ]]) / sqrt(v * (1 / size[pairs[1, ]] + 1 / size[pairs[2, ]]))',
    `print(data.frame(first = names(g)[pairs[1, ]], second = names(g)[pairs[2, ]], z = z, p = p.adjust(2 * pnorm(-abs(z)), ${literal(adjust)})), digits = 12)`,
  ]
  return script(
    rFrame(request, title, frameOf(request)),
    'test <- kruskal.test(y ~ group, data = d)',
    'print(test)',
    rShow(
      ['statistic', 'test$statistic'],
      ['df', 'test$parameter'],
      ['p_value', 'test$p.value'],
      ['epsilon_squared', 'test$statistic / (nrow(d) - 1)'],
    ),
    ...(adjust === 'none' ? [] : dunn),
  )
}

function pythonScript(request: AnalysisRequest, adjust: string): string {
  const dunn = [
    'from itertools import combinations',
    'from statsmodels.stats.multitest import multipletests',
    'd["r"] = d["y"].rank(); n = len(d); ties = d["r"].value_counts()',
    'v = n * (n + 1) / 12 - (ties**3 - ties).sum() / (12 * (n - 1))',
    'm = d.groupby("group")["r"].agg(["mean", "size"]); pairs = list(combinations(m.index, 2))',
    'z = [(m["mean"][a] - m["mean"][b]) / (v * (1 / m["size"][a] + 1 / m["size"][b])) ** 0.5 for a, b in pairs]',
    `p = multipletests(2 * stats.norm.sf([abs(x) for x in z]), method=${literal(adjust)})[1]`,
    'for row in zip(pairs, z, p): print(*row)',
  ]
  return script(
    pythonFrame(request, title, frameOf(request), ['from scipy import stats']),
    'test = stats.kruskal(*(values for _, values in d.groupby("group")["y"]))',
    pythonShow(
      ['statistic', 'test.statistic'],
      ['df', 'd["group"].nunique() - 1'],
      ['p_value', 'test.pvalue'],
      ['epsilon_squared', 'test.statistic / (len(d) - 1)'],
    ),
    ...(adjust === 'none' ? [] : dunn),
  )
}

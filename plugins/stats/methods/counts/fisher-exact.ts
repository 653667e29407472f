import type { AnalysisRequest, RAnswer, StatMethod } from '../stat-method.ts'
import { numberAt, objectAt, textAt } from '../presenting/answers.ts'
import { checksTable } from '../presenting/checks.ts'
import { effectInWords, effectOf } from '../presenting/effects.ts'
import { pInWords } from '../presenting/numbers.ts'
import { checkDistinct, columnOf, confLevel, textOption } from '../presenting/requests.ts'
import { alternativeOption, closed, confLevelOption } from '../presenting/schemas.ts'
import { pythonAlternative, pythonFrame, rAlternative, rFrame, rShow, script } from '../presenting/scripts.ts'
import {
  associationNotCausal,
  isSignificant,
  paragraphs,
  otherSideInWords,
  quoted,
  sentences,
  sideInWords,
} from '../presenting/words.ts'
import {
  columnRole,
  countFrame,
  countRole,
  countSources,
  countsPlot,
  countsTables,
  pythonTable,
  rowRole,
  rTable,
  testTable,
  countedInWords,
} from './counts-presentation.ts'

const title = 'Fisher’s exact test'

/** Independence of two categorical variables, exactly. */
export const fisherExact: StatMethod = {
  method: 'fisher_exact',
  title,
  description:
    'Whether two categorical variables are independent, exactly: for small counts. Tables of two by two get the conditional odds ratio with its exact interval, larger ones Cramér’s V.',
  variables: closed({ row: rowRole, column: columnRole, count: countRole }),
  options: closed({ alternative: alternativeOption, conf_level: confLevelOption }),
  sources: countSources,
  check: checkDistinct,
  present(answer, request) {
    return {
      tables: [testTable(answer, request, ''), ...countsTables(answer, request), checksTable(answer.assumptions)],
      plots: countsPlot(answer, request),
      interpretation: interpretation(answer, request),
    }
  },
  syntax(request) {
    return { r: rScript(request), python: pythonScript(request) }
  },
}

function interpretation(answer: RAnswer, request: AnalysisRequest): string {
  const level = confLevel(request)
  const p = numberAt(answer.result, 'p_value')
  const [row, column] = [quoted(columnOf(request, 'row')), quoted(columnOf(request, 'column'))]
  const alternative = textOption(request, 'alternative', 'two_sided')
  const odds = textAt(objectAt(answer.result, 'effect_size'), 'name') === 'odds_ratio'
  return paragraphs(
    sentences(
      `Fisher’s exact test asked whether ${row} and ${column} are independent of each other.`,
      countedInWords(answer, request),
      sideInWords(alternative, 'odds ratios than 1'),
    ),
    sentences(
      `The test gave ${pInWords(p)}.`,
      effectInWords(effectOf(answer.result), level),
      odds
        ? 'An odds ratio of 1 means independence; it is the odds of the first column in the first row over those in the second.'
        : '',
    ),
    isSignificant(p, 1 - level)
      ? `${row} and ${column} are associated, by more than chance explains well. ${associationNotCausal}`
      : `The data do not show an association of ${row} and ${column}. That is not evidence of independence: the interval shows which associations the data leave open. ${otherSideInWords(alternative)}`.trim(),
  )
}

function rScript(request: AnalysisRequest): string {
  return script(
    rFrame(request, title, countFrame(request)),
    rTable(request),
    `test <- fisher.test(table, alternative = ${rAlternative(textOption(request, 'alternative', 'two_sided'))}, conf.level = ${confLevel(request)}, workspace = 2e7)`,
    'print(table)',
    'print(test)',
    rShow(['p_value', 'test$p.value']),
    'if (all(dim(table) == 2)) {',
    rShow(['odds_ratio', 'test$estimate'], ['conf_int', 'test$conf.int']),
    '} else {',
    rShow([
      'cramers_v',
      'sqrt(suppressWarnings(chisq.test(table, correct = FALSE))$statistic / (sum(table) * (min(dim(table)) - 1)))',
    ]),
    '}',
  )
}

// SciPy's own test is of tables of two by two only: larger ones are summed over every table with the same margins, which takes long where they are many.
function pythonScript(request: AnalysisRequest): string {
  return script(
    pythonFrame(request, title, countFrame(request), ['from math import lgamma, exp', 'from scipy import stats']),
    pythonTable(request),
    'print(table)',
    'if table.shape == (2, 2):',
    `    print("p_value", stats.fisher_exact(table, alternative=${pythonAlternative(textOption(request, 'alternative', 'two_sided'))})[1])`,
    '    odds = stats.contingency.odds_ratio(table.values.astype(int))',
    '    print("odds_ratio", odds.statistic)',
    `    print("conf_int", *odds.confidence_interval(${confLevel(request)}, alternative=${pythonAlternative(textOption(request, 'alternative', 'two_sided'))}))`,
    'else:',
    '    rows, columns = table.sum(axis=1).tolist(), table.sum(axis=0).tolist()',
    '    logs = lambda counts: sum(lgamma(x + 1) for x in counts)',
    '    margins = logs(rows) + logs(columns) - lgamma(sum(rows) + 1)',
    '    observed = margins - logs(table.values.ravel())',
    '    def fillings(left, total):',
    '        if len(left) == 1:',
    '            if total <= left[0]: yield (total,)',
    '            return',
    '        for x in range(int(min(left[0], total)) + 1):',
    '            for rest in fillings(left[1:], total - x): yield (x, *rest)',
    '    def tail(left, columns, log):',
    '        if len(columns) == 1:',
    '            log -= logs(left)',
    '            return exp(log) if log <= observed + 1e-7 else 0.0',
    '        return sum(tail([a - x for a, x in zip(left, column)], columns[1:], log - logs(column)) for column in fillings(left, columns[0]))',
    '    print("p_value", tail(rows, columns, margins))',
    '    print("cramers_v", (stats.chi2_contingency(table, correction=False)[0] / (sum(rows) * (min(table.shape) - 1))) ** 0.5)',
  )
}

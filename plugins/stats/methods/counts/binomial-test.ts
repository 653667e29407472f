import { Type } from 'typebox'
import type { AnalysisRequest, RAnswer, StatMethod } from '../stat-method.ts'
import { numberAt, textAt } from '../presenting/answers.ts'
import { effectInWords, effectOf } from '../presenting/effects.ts'
import { intervalAt, intervalInWords, percent, pInWords, shortNumber } from '../presenting/numbers.ts'
import { checkDistinct, columnOf, confLevel, numberOption, textOption } from '../presenting/requests.ts'
import { alternativeOption, categorical, closed, confLevelOption, oneColumn } from '../presenting/schemas.ts'
import {
  literal,
  pythonAlternative,
  pythonFrame,
  pythonShow,
  rAlternative,
  rFrame,
  rShow,
  script,
} from '../presenting/scripts.ts'
import { numberColumn, tableOf, intervalColumns } from '../presenting/tables.ts'
import { isSignificant, paragraphs, otherSideInWords, quoted, sentences, sideInWords } from '../presenting/words.ts'
import {
  countFrame,
  countRole,
  countSources,
  countsPlot,
  countsTables,
  testTable,
  countedInWords,
} from './counts-presentation.ts'

const title = 'Binomial test'

/** The share of a value against a given one, exactly. */
export const binomialTest: StatMethod = {
  method: 'binomial_test',
  title,
  description: 'Whether the share of rows with one value of a variable differs from a given share, exactly.',
  variables: closed({
    variable: oneColumn(categorical, 'The variable of which a value is counted.'),
    count: countRole,
  }),
  options: closed({
    success: Type.Optional(
      Type.String({
        description: 'The value that is counted. Of two values, by default the second: the first is the reference.',
      }),
    ),
    probability: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        exclusiveMaximum: 1,
        default: 0.5,
        description: 'The share that is tested against.',
      }),
    ),
    alternative: alternativeOption,
    conf_level: confLevelOption,
  }),
  sources: countSources,
  check: checkDistinct,
  present(answer, request) {
    const [low, high] = intervalAt(answer.result, 'conf_int')
    return {
      tables: [
        testTable(answer, request, 'Count'),
        tableOf(
          'Share',
          [numberColumn('Share'), ...intervalColumns(confLevel(request))],
          [[numberAt(answer.result, 'estimate'), low, high]],
        ),
        ...countsTables(answer, request),
      ],
      plots: countsPlot(answer, request),
      interpretation: interpretation(answer, request),
    }
  },
  syntax(request) {
    return { r: rScript(request), python: pythonScript(request) }
  },
}

function interpretation(answer: RAnswer, request: AnalysisRequest): string {
  const { result } = answer
  const level = confLevel(request)
  const p = numberAt(result, 'p_value')
  const alternative = textOption(request, 'alternative', 'two_sided')
  const given = percent(numberOption(request, 'probability', 0.5))
  const success = quoted(textAt(answer.extra, 'success'))
  const estimate = numberAt(result, 'estimate') ?? 0
  return paragraphs(
    sentences(
      `A binomial test asked whether the share of ${success} in ${quoted(columnOf(request, 'variable'))} differs from ${given}.`,
      countedInWords(answer, request),
      sideInWords(alternative, `shares than ${given}`),
    ),
    sentences(
      `${success} occurs ${shortNumber(numberAt(result, 'statistic'))} times: a share of ${percent(estimate)} (as a number, ${intervalInWords(intervalAt(result, 'conf_int'), level)}); ${pInWords(p)}.`,
      effectInWords(effectOf(result), level),
    ),
    isSignificant(p, 1 - level)
      ? `The data speak against a share of ${given}, if the rows are independent of each other.`
      : `The data do not speak against a share of ${given}. That does not show that it is ${given}: the interval shows which shares the data leave open. ${otherSideInWords(alternative)}`.trim(),
  )
}

/** An expression of the counted value: given, or the last that occurs. */
function rScript(request: AnalysisRequest): string {
  const success = textOption(request, 'success', '')
  const weights = columnOf(request, 'count') === '' ? 'rep(1, nrow(d))' : 'd$n'
  return script(
    rFrame(request, title, countFrame(request)),
    `success <- ${success === '' ? 'tail(levels(d$row), 1)' : literal(success)}`,
    `weights <- ${weights}`,
    `test <- binom.test(sum(weights[as.character(d$row) == success]), sum(weights), ${numberOption(request, 'probability', 0.5)}, alternative = ${rAlternative(textOption(request, 'alternative', 'two_sided'))}, conf.level = ${confLevel(request)})`,
    'print(test)',
    rShow(
      ['statistic', 'test$statistic'],
      ['p_value', 'test$p.value'],
      ['estimate', 'test$estimate'],
      ['conf_int', 'test$conf.int'],
      ['cohens_h', `2 * asin(sqrt(test$estimate)) - 2 * asin(sqrt(${numberOption(request, 'probability', 0.5)}))`],
    ),
  )
}

function pythonScript(request: AnalysisRequest): string {
  const success = textOption(request, 'success', '')
  const weights = columnOf(request, 'count') === '' ? 'pd.Series(1, index=d.index)' : 'd["n"]'
  const p = numberOption(request, 'probability', 0.5)
  return script(
    pythonFrame(request, title, countFrame(request), ['from math import asin, sqrt', 'from scipy import stats']),
    `success = ${success === '' ? 'str(d["row"].cat.categories[-1])' : literal(success)}`,
    `weights = ${weights}`,
    `test = stats.binomtest(int(weights[d["row"].astype(str) == success].sum()), int(weights.sum()), ${p}, alternative=${pythonAlternative(textOption(request, 'alternative', 'two_sided'))})`,
    `interval = test.proportion_ci(${confLevel(request)})`,
    pythonShow(
      ['statistic', 'test.k'],
      ['p_value', 'test.pvalue'],
      ['estimate', 'test.k / test.n'],
      ['conf_int', 'interval.low, interval.high'],
      ['cohens_h', `2 * asin(sqrt(test.k / test.n)) - 2 * asin(sqrt(${p}))`],
    ),
  )
}

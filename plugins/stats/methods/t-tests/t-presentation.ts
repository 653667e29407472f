import type { AnalysisRequest, AnalysisTable, RAnswer } from '../stat-method.ts'
import { numberAt } from '../presenting/answers.ts'
import { effectInWords, effectOf } from '../presenting/effects.ts'
import { intervalAt, intervalInWords, pInWords, shortNumber } from '../presenting/numbers.ts'
import { confLevel, textOption } from '../presenting/requests.ts'
import { numberColumn, pColumn, tableOf, intervalColumns } from '../presenting/tables.ts'
import {
  doubtsInWords,
  isSignificant,
  otherSideInWords,
  paragraphs,
  rowsInWords,
  sentences,
  sideInWords,
} from '../presenting/words.ts'

/** The test's own row. */
export function tTable(answer: RAnswer, request: AnalysisRequest, estimate: string): AnalysisTable {
  const { result } = answer
  const [low, high] = intervalAt(result, 'conf_int')
  const effect = effectOf(result)
  const level = confLevel(request)
  return tableOf(
    't test',
    [
      numberColumn('t'),
      numberColumn('df'),
      pColumn(),
      numberColumn(estimate),
      ...intervalColumns(level),
      numberColumn(effect.title),
      ...intervalColumns(level, effect.title),
    ],
    [
      [
        numberAt(result, 'statistic'),
        numberAt(result, 'df'),
        numberAt(result, 'p_value'),
        numberAt(result, 'estimate'),
        low,
        high,
        effect.value,
        ...effect.interval,
      ],
    ],
  )
}

export interface TWords {
  /** What was asked, and what was found, as sentences. */
  question: string
  /** What the estimate is: `The mean difference`. */
  estimate: string
  /** What a one-sided test looks for more or less of. */
  side: string
  significant: string
  notSignificant: string
  caution: string
  instead: string
}

export function tInterpretation(answer: RAnswer, request: AnalysisRequest, words: TWords): string {
  const { result } = answer
  const level = confLevel(request)
  const p = numberAt(result, 'p_value')
  const alternative = textOption(request, 'alternative', 'two_sided')
  const test = `t(${shortNumber(numberAt(result, 'df'))}) = ${shortNumber(numberAt(result, 'statistic'))}, ${pInWords(p)}`
  const verdict = isSignificant(p, 1 - level)
    ? words.significant
    : sentences(words.notSignificant, otherSideInWords(alternative))
  const estimate = `${words.estimate} is ${shortNumber(numberAt(result, 'estimate'))} (${intervalInWords(intervalAt(result, 'conf_int'), level)}); ${test}.`
  return paragraphs(
    sentences(words.question, rowsInWords(answer.n, answer.excluded), sideInWords(alternative, words.side)),
    sentences(estimate, effectInWords(effectOf(result), level)),
    sentences(verdict, words.caution),
    doubtsInWords(answer.assumptions, words.instead),
  )
}

import type { AnalysisRequest, AnalysisTable, RAnswer } from '../stat-method.ts'
import { numberAt, numbersAt, textsAt } from '../presenting/answers.ts'
import { effectInWords, effectOf } from '../presenting/effects.ts'
import { intervalAt, pInWords, shortNumber } from '../presenting/numbers.ts'
import { confLevel, textOption } from '../presenting/requests.ts'
import { integerColumn, numberColumn, pColumn, tableOf, textColumn, intervalColumns } from '../presenting/tables.ts'
import {
  doubtsInWords,
  isSignificant,
  otherSideInWords,
  paragraphs,
  rowsInWords,
  sentences,
  sideInWords,
} from '../presenting/words.ts'

export const rankSources = ['columns.R', 'effects.R', 'assumptions.R', 'plots.R', 'descriptives.R', 'rank-tests.R']

export function rankTable(answer: RAnswer, request: AnalysisRequest, statistic: string): AnalysisTable {
  const { result } = answer
  const effect = effectOf(result)
  const level = confLevel(request)
  const df = numberAt(result, 'df')
  const estimate = numberAt(result, 'estimate')
  const [low, high] = intervalAt(result, 'conf_int')
  const shift = estimate === null ? [] : [numberColumn('Shift'), ...intervalColumns(level)]
  return tableOf(
    'Rank test',
    [
      numberColumn(statistic),
      ...(df === null ? [] : [numberColumn('df')]),
      pColumn(),
      ...shift,
      numberColumn(effect.title),
      ...intervalColumns(level, effect.title),
    ],
    [
      [
        numberAt(result, 'statistic'),
        ...(df === null ? [] : [df]),
        numberAt(result, 'p_value'),
        ...(estimate === null ? [] : [estimate, low, high]),
        effect.value,
        ...effect.interval,
      ],
    ],
  )
}

/** Size, median and mean rank of each group or condition. */
export function ranksTable(answer: RAnswer, kind: string): AnalysisTable {
  const medians = numbersAt(answer.extra, 'medians')
  const ranks = numbersAt(answer.extra, 'mean_ranks')
  const sizes = numbersAt(answer.extra, 'n')
  const subjects = numberAt(answer.extra, 'subjects')
  return tableOf(
    `${kind}s`,
    [textColumn(kind), integerColumn('N'), numberColumn('Median'), numberColumn('Mean rank')],
    textsAt(answer.extra, 'levels').map((level, index) => [
      level,
      sizes[index] ?? subjects,
      medians[index] ?? null,
      ranks[index] ?? null,
    ]),
  )
}

export interface RankWords {
  question: string
  statistic: string
  /** What a one-sided test looks for; tests of groups have none. */
  side?: string
  significant: string
  notSignificant: string
  caution: string
  instead: string
}

export function rankInterpretation(answer: RAnswer, request: AnalysisRequest, words: RankWords): string {
  const { result } = answer
  const level = confLevel(request)
  const p = numberAt(result, 'p_value')
  const df = numberAt(result, 'df')
  const alternative = textOption(request, 'alternative', 'two_sided')
  const verdict = isSignificant(p, 1 - level)
    ? words.significant
    : sentences(words.notSignificant, otherSideInWords(alternative))
  const test = `${words.statistic}${df === null ? '' : `(${df})`} = ${shortNumber(numberAt(result, 'statistic'))}, ${pInWords(p)}.`
  return paragraphs(
    sentences(words.question, rowsInWords(answer.n, answer.excluded), sideInWords(alternative, words.side ?? 'values')),
    sentences(test, effectInWords(effectOf(result), level)),
    sentences(verdict, words.caution),
    doubtsInWords(answer.assumptions, words.instead),
  )
}

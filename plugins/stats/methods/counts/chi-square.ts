import { Type } from 'typebox'
import { ValidationError } from '@svc/plugin'
import type { AnalysisRequest, RAnswer, StatMethod } from '../stat-method.ts'
import { matrixAt, numberAt, objectAt, textsAt } from '../presenting/answers.ts'
import { checksTable } from '../presenting/checks.ts'
import { effectInWords, effectOf } from '../presenting/effects.ts'
import { pInWords, shortNumber } from '../presenting/numbers.ts'
import { checkDistinct, columnOf, confLevel, flagOption, variableOf } from '../presenting/requests.ts'
import { closed, confLevelOption, flag } from '../presenting/schemas.ts'
import { pythonFlag, pythonFrame, pythonShow, rFlag, rFrame, rShow, script } from '../presenting/scripts.ts'
import {
  associationNotCausal,
  doubtsInWords,
  isSignificant,
  paragraphs,
  quoted,
  sentences,
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

const title = 'Chi-squared test'

/** Whether two categorical variables are independent, or one follows given shares. */
export const chiSquare: StatMethod = {
  method: 'chi_square',
  title,
  description:
    'Whether two categorical variables are independent (Pearson’s test); with one variable alone, whether its values occur in given shares.',
  variables: closed({ row: rowRole, column: Type.Optional(columnRole), count: countRole }),
  options: closed({
    conf_level: confLevelOption,
    continuity_correction: flag(true, 'Yates’ correction of tables of two by two.'),
    probabilities: Type.Optional(
      Type.Array(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }), {
        minItems: 2,
        maxItems: 200,
        description:
          'Without a column variable: the expected share of each value, in their order; equal ones by default.',
      }),
    ),
  }),
  sources: countSources,
  check(request) {
    checkDistinct(request)
    if (columnOf(request, 'column') !== '' && request.options['probabilities'] !== undefined) {
      const message = 'probabilities is for one variable alone: leave it or the column out.'
      throw new ValidationError(message, [{ path: '/options/probabilities', message }])
    }
  },
  present(answer, request) {
    return {
      tables: [testTable(answer, request, 'χ²'), ...countsTables(answer, request), checksTable(answer.assumptions)],
      plots: countsPlot(answer, request),
      interpretation: columnOf(request, 'column') === '' ? ofShares(answer, request) : ofIndependence(answer, request),
    }
  },
  syntax(request, answer) {
    return columnOf(request, 'column') === '' ? sharesSyntax(request, answer) : independenceSyntax(request)
  },
}

function ofIndependence(answer: Parameters<StatMethod['present']>[0], request: AnalysisRequest): string {
  const { result } = answer
  const level = confLevel(request)
  const p = numberAt(result, 'p_value')
  const [row, column] = [quoted(columnOf(request, 'row')), quoted(columnOf(request, 'column'))]
  const corrected = answer.extra['corrected'] === true ? ' with Yates’ continuity correction' : ''
  return paragraphs(
    sentences(
      `A chi-squared test${corrected} asked whether ${row} and ${column} are independent of each other.`,
      countedInWords(answer, request),
    ),
    sentences(
      `χ²(${numberAt(result, 'df')}) = ${shortNumber(numberAt(result, 'statistic'))}, ${pInWords(p)}.`,
      effectInWords(effectOf(result), level),
    ),
    isSignificant(p, 1 - level)
      ? `${row} and ${column} are associated: the counts differ from what independence would give by more than chance explains well. ${associationNotCausal}`
      : `The data do not show an association of ${row} and ${column}. That is not evidence of independence: the interval shows which associations the data leave open.`,
    doubtsInWords(answer.assumptions, ''),
  )
}

function ofShares(answer: Parameters<StatMethod['present']>[0], request: AnalysisRequest): string {
  const { result } = answer
  const level = confLevel(request)
  const p = numberAt(result, 'p_value')
  const row = quoted(columnOf(request, 'row'))
  const given = request.options['probabilities'] === undefined ? 'equally often' : 'in the given shares'
  return paragraphs(
    sentences(
      `A chi-squared goodness-of-fit test asked whether the values of ${row} occur ${given}.`,
      countedInWords(answer, request),
    ),
    sentences(
      `χ²(${numberAt(result, 'df')}) = ${shortNumber(numberAt(result, 'statistic'))}, ${pInWords(p)}.`,
      effectInWords(effectOf(result), level),
    ),
    isSignificant(p, 1 - level)
      ? `The values do not occur ${given}: the counts differ from that by more than chance explains well.`
      : `The data do not speak against the values occurring ${given}. That does not show that they do.`,
    doubtsInWords(answer.assumptions, ''),
  )
}

function independenceSyntax(request: AnalysisRequest) {
  const correct = flagOption(request, 'continuity_correction', true)
  return {
    r: script(
      rFrame(request, title, countFrame(request)),
      rTable(request),
      `test <- chisq.test(table, correct = ${rFlag(correct)})`,
      'print(test)',
      'print(table)',
      'print(test$expected, digits = 15)',
      rShow(
        ['statistic', 'test$statistic'],
        ['df', 'test$parameter'],
        ['p_value', 'test$p.value'],
        ['cramers_v', 'sqrt(chisq.test(table, correct = FALSE)$statistic / (sum(table) * (min(dim(table)) - 1)))'],
      ),
    ),
    python: script(
      pythonFrame(request, title, countFrame(request), ['from scipy import stats']),
      pythonTable(request),
      `statistic, p_value, df, expected = stats.chi2_contingency(table, correction=${pythonFlag(correct)})`,
      'plain = stats.chi2_contingency(table, correction=False)[0]',
      'print(table)',
      'print(expected)',
      pythonShow(
        ['statistic', 'statistic'],
        ['df', 'df'],
        ['p_value', 'p_value'],
        ['cramers_v', '(plain / (table.values.sum() * (min(table.shape) - 1))) ** 0.5'],
      ),
    ),
  }
}

function sharesSyntax(request: AnalysisRequest, { result }: RAnswer) {
  const table = objectAt(result, 'table')
  const isAll = textsAt(table, 'columns').length === variableOf(request, columnOf(request, 'row')).levels?.length
  const keepsLevels = isAll && matrixAt(table, 'counts').flat().includes(0)
  const frame = countFrame(request, { keepsLevels })
  const given = request.options['probabilities']
  const shares = Array.isArray(given) ? given.map(Number) : null
  const rShares = shares === null ? '' : `, p = c(${shares.join(', ')}), rescale.p = TRUE`
  const pythonShares =
    shares === null
      ? ''
      : `shares = pd.Series([${shares.join(', ')}], index=table.index)\nexpected = table.sum() * shares / shares.sum()`
  return {
    r: script(
      rFrame(request, title, frame),
      rTable(request),
      `test <- chisq.test(table${rShares})`,
      'print(test)',
      rShow(
        ['statistic', 'test$statistic'],
        ['df', 'test$parameter'],
        ['p_value', 'test$p.value'],
        ['cohens_w', 'sqrt(test$statistic / sum(table))'],
      ),
    ),
    python: script(
      pythonFrame(request, title, frame, ['from scipy import stats']),
      pythonTable(request),
      pythonShares,
      `test = stats.chisquare(table${shares === null ? '' : ', expected'})`,
      pythonShow(
        ['statistic', 'test.statistic'],
        ['df', 'len(table) - 1'],
        ['p_value', 'test.pvalue'],
        ['cohens_w', '(test.statistic / table.sum()) ** 0.5'],
      ),
    ),
  }
}

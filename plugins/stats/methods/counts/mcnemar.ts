import type { AnalysisRequest, RAnswer, StatMethod } from '../stat-method.ts'
import { numberAt, objectAt, textsAt } from '../presenting/answers.ts'
import { checksTable } from '../presenting/checks.ts'
import { effectInWords, effectOf } from '../presenting/effects.ts'
import { pInWords, shortNumber } from '../presenting/numbers.ts'
import { checkDistinct, columnOf, confLevel, flagOption } from '../presenting/requests.ts'
import { closed, confLevelOption, flag } from '../presenting/schemas.ts'
import { pythonFrame, pythonShow, rFlag, rFrame, rShow, script } from '../presenting/scripts.ts'
import { doubtsInWords, isSignificant, paragraphs, quoted, sentences } from '../presenting/words.ts'
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

const title = 'McNemar’s test'

/** Whether changes go one way more often than the other. */
export const mcnemar: StatMethod = {
  method: 'mcnemar',
  title,
  description:
    'Whether a categorical variable that was taken twice of the same cases changed one way more often than the other; with more than two values, Bowker’s test of symmetry.',
  variables: closed({ row: rowRole, column: columnRole, count: countRole }),
  options: closed({
    conf_level: confLevelOption,
    continuity_correction: flag(true, 'Edwards’ correction of tables of two by two.'),
  }),
  sources: countSources,
  check: checkDistinct,
  present(answer, request) {
    const [test, ...rest] = [testTable(answer, request, 'χ²'), ...countsTables(answer, request)]
    const exact = numberAt(answer.result, 'exact_p_value')
    if (exact !== null && test) {
      test.columns.push({ name: 'p, exact', type: 'p_value' })
      test.rows[0]?.push(exact)
    }
    return {
      tables: [...(test ? [test] : []), ...rest, checksTable(answer.assumptions)],
      plots: countsPlot(answer, request),
      interpretation: interpretation(answer, request),
    }
  },
  syntax(request) {
    return { r: rScript(request), python: pythonScript(request) }
  },
}

function interpretation(answer: RAnswer, request: AnalysisRequest): string {
  const { result, extra } = answer
  const level = confLevel(request)
  const exact = numberAt(result, 'exact_p_value')
  const p = numberAt(result, 'p_value')
  const [row, column] = [quoted(columnOf(request, 'row')), quoted(columnOf(request, 'column'))]
  const two = textsAt(objectAt(result, 'table'), 'rows').length === 2
  const changes = (numberAt(extra, 'upper') ?? 0) + (numberAt(extra, 'lower') ?? 0)
  const decisive = changes < 25 && exact !== null ? exact : p
  return paragraphs(
    sentences(
      `${two ? 'McNemar’s test' : 'Bowker’s test of symmetry'} asked whether changes from ${row} to ${column} go one way more often than the other.`,
      countedInWords(answer, request),
      `${changes} of them changed; those that did not say nothing about it.`,
    ),
    sentences(
      `χ²(${numberAt(result, 'df')}) = ${shortNumber(numberAt(result, 'statistic'))}, ${pInWords(p)}${exact === null ? '' : ` (exactly, ${pInWords(exact)})`}.`,
      effectInWords(effectOf(result), level),
    ),
    isSignificant(decisive, 1 - level)
      ? 'Changes go one way more often than the other, by more than chance explains well. What made them change, the test does not say.'
      : 'The data do not show that changes go one way more often than the other. That is not evidence that they are balanced.',
    doubtsInWords(answer.assumptions, ''),
  )
}

function rScript(request: AnalysisRequest): string {
  return script(
    rFrame(request, title, countFrame(request)),
    'both <- union(levels(d$row), levels(d$column))',
    'd$row <- factor(d$row, both); d$column <- factor(d$column, both)',
    rTable(request),
    'print(table)',
    'b <- table[upper.tri(table)]; c <- t(table)[upper.tri(table)]',
    `correction <- if (nrow(table) == 2 && ${rFlag(flagOption(request, 'continuity_correction', true))}) min(1, abs(b - c)) else 0`,
    'changed <- b + c > 0',
    'statistic <- sum((abs(b - c)[changed] - correction)^2 / (b + c)[changed])',
    'df <- sum(changed)',
    rShow(
      ['statistic', 'statistic'],
      ['df', 'df'],
      ['p_value', 'pchisq(statistic, df, lower.tail = FALSE)'],
      ['cohens_g', 'sum(b) / sum(b + c) - 0.5'],
      ['conf_int', `binom.test(sum(b), sum(b + c), conf.level = ${confLevel(request)})$conf.int - 0.5`],
    ),
    `if (nrow(table) == 2) {`,
    rShow(['exact_p_value', 'binom.test(b, b + c)$p.value']),
    '}',
  )
}

function pythonScript(request: AnalysisRequest): string {
  const correct = flagOption(request, 'continuity_correction', true)
  return script(
    pythonFrame(request, title, countFrame(request), ['import numpy as np', 'from scipy import stats']),
    pythonTable(request),
    'both = list(dict.fromkeys([*table.index, *table.columns]))',
    'table = pd.DataFrame(table.values, list(table.index), list(table.columns)).reindex(index=both, columns=both, fill_value=0)',
    'print(table)',
    'upper = np.triu_indices(len(both), 1)',
    'b, c = table.values[upper], table.values.T[upper]',
    `correction = min(1, abs(b - c)[0]) if len(both) == 2 and ${correct ? 'True' : 'False'} else 0`,
    'changed = b + c > 0',
    'statistic = ((abs(b - c)[changed] - correction) ** 2 / (b + c)[changed]).sum()',
    'share = stats.binomtest(int(b.sum()), int((b + c).sum()))',
    `interval = share.proportion_ci(${confLevel(request)})`,
    pythonShow(
      ['statistic', 'statistic'],
      ['df', 'changed.sum()'],
      ['p_value', 'stats.chi2.sf(statistic, changed.sum())'],
      ['cohens_g', 'b.sum() / (b + c).sum() - 0.5'],
      ['conf_int', 'interval.low - 0.5, interval.high - 0.5'],
    ),
    'if len(both) == 2: print("exact_p_value", share.pvalue)',
  )
}

import { ValidationError } from '@svc/plugin'
import { columnsInWords } from '../fitting/coefficients.ts'
import { correlationSentences, correlationTable, correlationPlots } from '../fitting/correlations.ts'
import { columnsOf, confLevel, flagOption, numberOption, textOption, variableOf } from '../presenting/requests.ts'
import { alternativeOption, closed, confLevelOption, flag, manyColumns, oneOf, ranked } from '../presenting/schemas.ts'
import { pythonAlternative, pythonFrame, rAlternative, rFlag, rFrame } from '../presenting/scripts.ts'
import type { FrameColumn } from '../presenting/scripts.ts'
import { associationNotCausal, doubtsInWords, paragraphs, rowsInWords, sideInWords } from '../presenting/words.ts'
import type { AnalysisRequest, StatMethod } from '../stat-method.ts'

const names = { pearson: "Pearson's correlation", spearman: "Spearman's rank correlation", kendall: "Kendall's tau" }

/** @throws ValidationError where a column that is only ordered is to be correlated as numbers */
export function checkNumbersForPearson(request: AnalysisRequest): void {
  if (textOption(request, 'method', 'pearson') !== 'pearson') return
  const ordered = columnsOf(request, 'variables').find(name => variableOf(request, name).measure === 'ordinal')
  if (ordered === undefined) return
  const message = `${ordered} is ordinal; Pearson's correlation needs numbers: set the option method to "spearman"`
  throw new ValidationError(message, [{ path: '/options/method', message }])
}

export const correlation: StatMethod = {
  method: 'correlation',
  title: 'Correlation',
  description:
    'How strongly variables go together, pair by pair: Pearson for straight lines, Spearman and Kendall for ranks. Each with an interval and a test.',
  variables: closed({ variables: manyColumns(ranked, 'The variables; each is compared with each.', 2, 50) }),
  options: closed({
    method: oneOf(['pearson', 'spearman', 'kendall'], 'The coefficient.'),
    alternative: alternativeOption,
    conf_level: confLevelOption,
    missing: oneOf(
      ['listwise', 'pairwise'],
      'Which rows count: those complete in all variables, or in the pair at hand.',
    ),
    continuity_correction: flag(
      false,
      'Whether approximate p-values of spearman and kendall are corrected for continuity.',
    ),
  }),
  sources: ['design.R', 'correlation.R'],
  check: checkNumbersForPearson,

  present(answer, request) {
    const method = textOption(request, 'method', 'pearson') as keyof typeof names
    const statistic = { pearson: 't', spearman: 'S', kendall: 'z or T' }[method]
    const columns = columnsOf(request, 'variables')
    return {
      tables: [correlationTable(names[method], answer, request, statistic)],
      plots: correlationPlots(answer, request, columns, method === 'pearson'),
      interpretation: paragraphs(
        `${names[method]} was computed between ${columnsInWords(columns)}. ${rowsInWords(answer.n, answer.excluded)} ${sideInWords(textOption(request, 'alternative', 'two_sided'), 'correlations than 0')}`.trim(),
        correlationSentences(answer, request),
        doubtsInWords(
          answer.assumptions,
          'Spearman’s correlation (method “spearman”) does not need normal distributions.',
        ),
        `${associationNotCausal} A correlation near 0 does not exclude a relation of another shape; look at the plot.`,
      ),
    }
  },

  syntax(request) {
    const method = textOption(request, 'method', 'pearson')
    const alternative = textOption(request, 'alternative', 'two_sided')
    const pairwise = textOption(request, 'missing', 'listwise') === 'pairwise'
    const frame: FrameColumn[] = columnsOf(request, 'variables').map((column, index) => ({
      as: `v${index + 1}`,
      column,
      kind: 'ranks',
    }))
    const level = numberOption(request, 'conf_level', confLevel(request))
    const correct = rFlag(flagOption(request, 'continuity_correction', false))
    const python = { pearson: 'pearsonr', spearman: 'spearmanr', kendall: 'kendalltau' }[method as keyof typeof names]
    const error = { pearson: '1', spearman: 'sqrt(1 + r^2 / 2)', kendall: 'sqrt(0.437)' }[method as keyof typeof names]
    const free = method === 'kendall' ? 4 : 3
    const rData = rFrame(request, 'Correlation', frame)
    const pythonData = pythonFrame(request, 'Correlation', frame, [
      'import numpy as np',
      'from itertools import combinations',
      'from scipy import stats',
    ])
    return {
      r: [
        pairwise ? rData.replace(/\nd <- droplevels\(.*$/, '') : rData,
        'for (pair in combn(names(d), 2, simplify = FALSE)) {',
        '  cat(pair, "\\n")',
        `  test <- cor.test(d[[pair[1]]], d[[pair[2]]], method = "${method}", alternative = ${rAlternative(alternative)}, conf.level = ${level}, continuity = ${correct})`,
        '  print(c(r = unname(test$estimate), test$statistic, p = test$p.value), digits = 12)',
        '  r <- unname(test$estimate)',
        '  n <- sum(complete.cases(d[pair]))',
        `  print(tanh(atanh(r) + c(-1, 1) * qnorm(${(1 + level) / 2}) * ${error} / sqrt(n - ${free})), digits = 12)`,
        '}',
        '',
      ].join('\n'),
      python: [
        pairwise ? pythonData.replace('}).dropna()', '})') : pythonData,
        'for a, b in combinations(d.columns, 2):',
        '    pair = d[[a, b]].dropna()',
        `    r, p = stats.${python}(pair[a], pair[b], alternative=${pythonAlternative(alternative)})`,
        `    half = stats.norm.ppf(${(1 + level) / 2}) * ${error.replace('sqrt', 'np.sqrt').replace('^', '**')} / np.sqrt(len(pair) - ${free})`,
        '    print(a, b, "r", r, "p", p, "interval", np.tanh(np.arctanh(r) - half), np.tanh(np.arctanh(r) + half))',
        '',
      ].join('\n'),
    }
  },
}

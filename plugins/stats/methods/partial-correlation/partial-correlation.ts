import { columnsInWords } from '../fitting/coefficients.ts'
import { correlationPlots, correlationSentences, correlationTable } from '../fitting/correlations.ts'
import { checkDistinct } from '../fitting/models.ts'
import { columnsOf, confLevel, textOption } from '../presenting/requests.ts'
import { alternativeOption, closed, confLevelOption, manyColumns, oneOf, ranked } from '../presenting/schemas.ts'
import { pythonFrame, rFrame } from '../presenting/scripts.ts'
import type { FrameColumn } from '../presenting/scripts.ts'
import { associationNotCausal, doubtsInWords, paragraphs, rowsInWords, sideInWords } from '../presenting/words.ts'
import type { AnalysisRequest, StatMethod } from '../stat-method.ts'
import { checkNumbersForPearson } from '../correlation/correlation.ts'

export const partialCorrelation: StatMethod = {
  method: 'partial_correlation',
  title: 'Partial correlation',
  description:
    'How strongly variables go together once what other variables (the controls) explain is taken out of both.',
  variables: closed({
    variables: manyColumns(ranked, 'The variables; each is compared with each.', 2, 30),
    controls: manyColumns(ranked, 'What is held constant.', 1, 50),
  }),
  options: closed({
    method: oneOf(['pearson', 'spearman'], 'The coefficient.'),
    alternative: alternativeOption,
    conf_level: confLevelOption,
  }),
  sources: ['design.R', 'correlation.R'],

  check(request) {
    checkDistinct(request, ['variables', 'controls'])
    checkNumbersForPearson(request)
  },

  present(answer, request) {
    const columns = columnsOf(request, 'variables')
    const controls = columnsOf(request, 'controls')
    return {
      tables: [correlationTable('Partial correlation', answer, request, 't')],
      plots: correlationPlots(answer, request, columns, true),
      interpretation: paragraphs(
        `Partial correlations were computed between ${columnsInWords(columns)}, holding ${columnsInWords(controls)} constant. ${rowsInWords(answer.n, answer.excluded)} ${sideInWords(textOption(request, 'alternative', 'two_sided'), 'correlations than 0')}`.trim(),
        correlationSentences(answer, request),
        doubtsInWords(answer.assumptions, 'The method “spearman” does not need normal distributions.'),
        `${associationNotCausal} Only the controls that were given are held constant, and only as far as their effect is a straight line.`,
      ),
    }
  },

  syntax(request) {
    const ranks = textOption(request, 'method', 'pearson') === 'spearman'
    const frame = frameOf(request)
    const controls = frame.filter(one => one.as.startsWith('z')).map(one => one.as)
    return {
      r: [
        rFrame(request, 'Partial correlation', frame),
        ...(ranks ? ['d[] <- lapply(d, rank)'] : []),
        'v <- grep("^v", names(d), value = TRUE)',
        'z <- grep("^z", names(d), value = TRUE)',
        'rest <- sapply(d[v], function(y) lm.fit(cbind(1, as.matrix(d[z])), y)$residuals)',
        'df <- nrow(d) - 2 - length(z)',
        'for (pair in combn(v, 2, simplify = FALSE)) {',
        '  r <- cor(rest[, pair[1]], rest[, pair[2]])',
        '  t <- r * sqrt(df / (1 - r^2))',
        '  print(c(r = r, t = t, p_two_sided = 2 * pt(-abs(t), df)), digits = 12)',
        `  print(tanh(atanh(r) + c(-1, 1) * qnorm(${(1 + confLevel(request)) / 2}) * ${ranks ? 'sqrt(1 + r^2 / 2)' : '1'} / sqrt(df - 1)), digits = 12)`,
        '}',
        '',
      ].join('\n'),
      python: [
        pythonFrame(request, 'Partial correlation', frame, [
          'import numpy as np',
          'from itertools import combinations',
          'from scipy import stats',
        ]),
        ...(ranks ? ['d = d.rank()'] : []),
        `z = np.column_stack([np.ones(len(d)), d[${JSON.stringify(controls)}].to_numpy(float)])`,
        'v = [name for name in d.columns if name.startswith("v")]',
        'rest = {name: d[name] - z @ np.linalg.lstsq(z, d[name].to_numpy(float), rcond=None)[0] for name in v}',
        `df = len(d) - 2 - ${controls.length}`,
        'for a, b in combinations(v, 2):',
        '    r = np.corrcoef(rest[a], rest[b])[0, 1]',
        '    t = r * np.sqrt(df / (1 - r**2))',
        '    print(a, b, "r", r, "t", t, "p_two_sided", 2 * stats.t.sf(abs(t), df))',
        `    half = stats.norm.ppf(${(1 + confLevel(request)) / 2}) * ${ranks ? 'np.sqrt(1 + r**2 / 2)' : '1'} / np.sqrt(df - 1)`,
        '    print(np.tanh(np.arctanh(r) - half), np.tanh(np.arctanh(r) + half))',
        '',
      ].join('\n'),
    }
  },
}

function frameOf(request: AnalysisRequest): FrameColumn[] {
  const numbered = (role: string, prefix: string): FrameColumn[] =>
    columnsOf(request, role).map((column, index) => ({ as: `${prefix}${index + 1}`, column, kind: 'ranks' }))
  return [...numbered('variables', 'v'), ...numbered('controls', 'z')]
}

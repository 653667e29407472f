import { Type } from 'typebox'
import { ValidationError } from '@svc/plugin'
import { columnsInWords } from '../fitting/coefficients.ts'
import { numberAt, objectAt, objectsAt, textAt } from '../presenting/answers.ts'
import { intervalAt, intervalInWords, shortNumber } from '../presenting/numbers.ts'
import { barPlot } from '../presenting/plots.ts'
import { columnsOf, confLevel } from '../presenting/requests.ts'
import { closed, confLevelOption, manyColumns, ranked } from '../presenting/schemas.ts'
import { pythonFrame, rFrame } from '../presenting/scripts.ts'
import type { FrameColumn } from '../presenting/scripts.ts'
import { intervalColumns, numberColumn, tableFrom, textColumn } from '../presenting/tables.ts'
import { listed, paragraphs, quoted, rowsInWords } from '../presenting/words.ts'
import type { AnalysisRequest, AnalysisTable, RAnswer, StatMethod } from '../stat-method.ts'

export const reliability: StatMethod = {
  method: 'reliability',
  title: 'Reliability',
  description:
    "Whether the items of a scale measure the same: Cronbach's alpha and McDonald's omega with intervals, and what each item adds.",
  variables: closed({ variables: manyColumns(ranked, 'The items of the scale.', 2, 100) }),
  options: closed({
    reverse: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        maxItems: 100,
        uniqueItems: true,
        default: [],
        description: 'Items that are worded the other way round.',
      }),
    ),
    conf_level: confLevelOption,
  }),
  sources: ['design.R', 'factors.R'],

  check(request) {
    const items = new Set(columnsOf(request, 'variables'))
    const strange = reversedOf(request).find(name => !items.has(name))
    if (strange === undefined) return
    const message = `${strange} is not among the variables; only items of the scale can be reversed`
    throw new ValidationError(message, [{ path: '/options/reverse', message }])
  },

  present(answer, request) {
    const items = objectsAt(answer.result, 'items')
    const against = items.filter(item => (numberAt(item, 'item_rest') ?? 0) < 0).map(item => textAt(item, 'item'))
    const alpha = objectAt(answer.result, 'alpha')
    const value = numberAt(alpha, 'value')
    const omega = objectAt(answer.result, 'omega')
    const level = confLevel(request)
    const better = items.filter(
      item => value !== null && (numberAt(item, 'alpha_if_dropped') ?? -Infinity) > value + 0.005,
    )
    return {
      tables: [
        scaleTable(answer, request),
        tableFrom(
          'Items',
          [
            { ...textColumn('Item'), key: 'item' },
            { ...numberColumn('Mean'), key: 'mean' },
            { ...numberColumn('SD'), key: 'sd' },
            { ...numberColumn('Correlation with the rest'), key: 'item_rest' },
            { ...numberColumn('Alpha without it'), key: 'alpha_if_dropped' },
          ],
          items,
        ),
      ],
      plots: [
        barPlot(
          { title: 'Correlation of each item with the rest of the scale', x: 'Item', y: 'Correlation' },
          items.map(item => ({ x: textAt(item, 'item'), y: numberAt(item, 'item_rest') })),
        ),
      ],
      interpretation: paragraphs(
        `The internal consistency of a scale of ${columnsInWords(columnsOf(request, 'variables'))} was estimated. ${rowsInWords(answer.n, answer.excluded)}`,
        `Cronbach's alpha is ${shortNumber(value)} (${intervalInWords(intervalAt(alpha, 'conf_int'), level)}), ${consistency(value)}. ${
          numberAt(omega, 'value') === null
            ? "McDonald's omega could not be computed."
            : `McDonald's omega is ${shortNumber(numberAt(omega, 'value'))} (${intervalInWords(intervalAt(omega, 'conf_int'), level)}).`
        }`,
        against.length === 0
          ? ''
          : `Read this with care: ${listed(against.map(quoted))} runs against the other items; if it is worded the other way round, name it in the option reverse.`,
        better.length === 0
          ? ''
          : `Without ${listed(
              better.map(item => quoted(textAt(item, 'item'))),
              'or',
            )} alpha would be higher.`,
        'A high alpha does not show that the items measure one thing only, nor that they measure what they should. Alpha also grows with the number of items.',
      ),
    }
  },

  syntax(request, answer) {
    const columns = columnsOf(request, 'variables')
    const frame: FrameColumn[] = columns.map((column, index) => ({ as: `v${index + 1}`, column, kind: 'ranks' }))
    const turned = reversedOf(request).map(name => `v${columns.indexOf(name) + 1}`)
    const level = confLevel(request)
    // Where one factor does not fit the items, there is none to print.
    const hasOmega = answer.result['omega'] !== null
    const tails = [(1 + level) / 2, (1 - level) / 2].join(', ')
    return {
      r: [
        rFrame(request, 'Reliability', frame),
        ...turned.map(name => `d$${name} <- max(d$${name}) + min(d$${name}) - d$${name}`),
        'alpha <- function(s) ncol(s) / (ncol(s) - 1) * (1 - sum(diag(s)) / sum(s))',
        's <- cov(d)',
        'k <- ncol(d)',
        'n <- nrow(d)',
        `interval <- 1 - (1 - alpha(s)) * qf(c(${tails}), n - 1, (n - 1) * (k - 1))`,
        'print(c(alpha = alpha(s), interval), digits = 12)',
        'for (i in seq_len(k)) print(c(mean = mean(d[[i]]), sd = sd(d[[i]]), item_rest = cor(d[[i]], rowSums(d[-i])), without = if (k > 2) alpha(s[-i, -i]) else NA), digits = 10)',
        ...(hasOmega ? rOmega : []),
        '',
      ].join('\n'),
      python: [
        pythonFrame(request, 'Reliability', frame, [
          'import numpy as np',
          'from scipy import stats',
          ...(hasOmega ? ['from statsmodels.multivariate.factor import Factor'] : []),
        ]),
        ...turned.map(name => `d["${name}"] = d["${name}"].max() + d["${name}"].min() - d["${name}"]`),
        'd = d.astype(float)',
        's = d.cov().to_numpy()',
        'n, k = d.shape',
        'def alpha(s):',
        '    return len(s) / (len(s) - 1) * (1 - np.trace(s) / s.sum())',
        `print("alpha", alpha(s), 1 - (1 - alpha(s)) * stats.f.ppf([${tails}], n - 1, (n - 1) * (k - 1)))`,
        'for i, name in enumerate(d.columns):',
        '    rest = d.drop(columns=name)',
        '    print(name, d[name].mean(), d[name].std(), d[name].corr(rest.sum(axis=1)), alpha(rest.cov().to_numpy()) if k > 2 else None)',
        ...(hasOmega ? pythonOmega : []),
        '',
      ].join('\n'),
    }
  },
}

const rOmega = [
  'fit <- factanal(covmat = cov2cor(s), factors = 1, n.obs = n, control = list(opt = list(factr = 10, maxit = 2000)))',
  'load <- fit$loadings[, 1] * sqrt(diag(s))',
  'print(c(omega = sum(load)^2 / (sum(load)^2 + sum(fit$uniquenesses * diag(s)))), digits = 10)',
]
const pythonOmega = [
  'fit = Factor(corr=d.corr().to_numpy(), n_factor=1, method="ml").fit(opt={"gtol": 1e-10})',
  'load = fit.loadings[:, 0] * np.sqrt(np.diag(s))',
  'print("omega", load.sum() ** 2 / (load.sum() ** 2 + (fit.uniqueness * np.diag(s)).sum()))',
]

function reversedOf(request: AnalysisRequest): string[] {
  const value = request.options['reverse']
  return Array.isArray(value) ? value.map(String) : []
}

function consistency(alpha: number | null): string {
  if (alpha === null) return 'which cannot be judged'
  if (alpha >= 0.9) return 'excellent by a common rule of thumb'
  if (alpha >= 0.8) return 'good by a common rule of thumb'
  if (alpha >= 0.7) return 'acceptable by a common rule of thumb'
  if (alpha >= 0.6) return 'questionable by a common rule of thumb'
  return 'poor by a common rule of thumb'
}

function scaleTable(answer: RAnswer, request: AnalysisRequest): AnalysisTable {
  const alpha = objectAt(answer.result, 'alpha')
  const omega = objectAt(answer.result, 'omega')
  return {
    title: 'Scale',
    columns: [textColumn('Measure'), numberColumn('Value'), ...intervalColumns(confLevel(request))],
    rows: [
      ["Cronbach's alpha", numberAt(alpha, 'value'), ...intervalAt(alpha, 'conf_int')],
      ['Alpha of the standardised items', numberAt(alpha, 'standardized'), null, null],
      ["McDonald's omega total", numberAt(omega, 'value'), ...intervalAt(omega, 'conf_int')],
      ['Mean correlation between items', numberAt(answer.result, 'mean_inter_item'), null, null],
    ],
  }
}

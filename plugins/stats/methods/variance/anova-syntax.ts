import type { AnalysisRequest, RAnswer } from '../stat-method.ts'
import { objectsAt, textAt } from '../presenting/answers.ts'
import { columnOf, columnsOf, confLevel, numberOption, textOption } from '../presenting/requests.ts'
import { comment, literal, pythonFrame, rFrame, script, type FrameColumn } from '../presenting/scripts.ts'
import { termsOf } from './anova-terms.ts'

const title = 'Analysis of variance'

/** The frame's names: y, the factors f1, f2, …, the covariates x1, x2, … */
export function anovaSyntax(request: AnalysisRequest, answer: RAnswer): { r: string; python: string } {
  const factors = columnsOf(request, 'factors').map((column, index): FrameColumn => ({
    as: `f${index + 1}`,
    column,
    kind: 'factor',
  }))
  const covariates = columnsOf(request, 'covariates').map((column, index): FrameColumn => ({
    as: `x${index + 1}`,
    column,
    kind: 'number',
  }))
  const frame: FrameColumn[] = [
    { as: 'y', column: columnOf(request, 'dependent'), kind: 'number' },
    ...factors,
    ...covariates,
  ]
  const names = new Map(frame.map(one => [one.column, one.as]))
  const terms = termsOf(request).map(term => term.map(column => names.get(column) ?? ''))
  const parts = {
    request,
    frame,
    terms,
    compared: comparedTerms(request, answer, names, terms),
    factors: factors.map(one => one.as),
    covariates: covariates.map(one => one.as),
  }
  return { r: rScript(parts), python: pythonScript(parts) }
}

/** Without the option, the factors that were compared: those of three or more levels in the rows that were used. */
export function comparedTerms(
  request: AnalysisRequest,
  answer: RAnswer,
  names: Map<string, string>,
  terms: string[][],
): string[][] {
  if (textOption(request, 'post_hoc', '') !== '') return terms
  const compared = new Set(objectsAt(answer.result, 'post_hoc').map(row => names.get(textAt(row, 'term'))))
  return terms.filter(term => term.length === 1 && compared.has(term[0]))
}

interface Parts {
  request: AnalysisRequest
  frame: FrameColumn[]
  terms: string[][]
  /** Those of which each pair of means is compared. */
  compared: string[][]
  factors: string[]
  covariates: string[]
}

function legend(frame: FrameColumn[]): string {
  return frame.map(one => comment(`${one.as}: ${one.column}`)).join('\n')
}

function rScript({ request, frame, terms, compared, factors, covariates }: Parts): string {
  const type = numberOption(request, 'type', 3)
  const formula = `y ~ ${terms.map(term => term.join(':')).join(' + ')}`
  const contrasts = factors.map(name => `${name} = "contr.sum"`).join(', ')
  return script(
    rFrame(request, title, frame),
    legend(frame),
    ...covariates.map(name => `d$${name} <- d$${name} - mean(d$${name})`),
    `fit <- lm(${formula}, data = d, contrasts = list(${contrasts}), tol = 1e-10)`,
    ...rTable(type),
    ...rPostHoc(request, compared, factors, covariates),
  )
}

function rTable(type: number): string[] {
  if (type === 1) return ['print(data.frame(anova(fit)), digits = 15)']
  if (type === 3)
    return [
      'print(data.frame(drop1(fit, . ~ ., test = "F")), digits = 15)',
      'print(data.frame(anova(fit))["Residuals", ], digits = 15)',
    ]
  return [
    'labels <- attr(terms(fit), "term.labels"); members <- strsplit(labels, ":")',
    'ms <- deviance(fit) / fit$df.residual',
    'for (i in seq_along(labels)) {',
    '  others <- labels[!vapply(members, function(m) all(members[[i]] %in% m), NA)]',
    '  less <- update(fit, reformulate(c("1", others), "y")); more <- update(fit, reformulate(c("1", others, labels[[i]]), "y"))',
    '  ss <- deviance(less) - deviance(more); df <- less$df.residual - more$df.residual',
    '  cat(labels[[i]], format(c(ss, df, ss / df / ms, pf(ss / df / ms, df, fit$df.residual, lower.tail = FALSE)), digits = 15), "\\n")',
    '}',
    'print(data.frame(anova(fit))["Residuals", ], digits = 15)',
  ]
}

/** Lines that compare the means of each term, as the model `fit` of the frame `d` has them. */
export function rPostHoc(
  request: AnalysisRequest,
  terms: string[][],
  factors: string[],
  covariates: string[],
): string[] {
  const adjust = textOption(request, 'post_hoc', 'tukey')
  if (adjust === 'none' || terms.length === 0) return []
  const level = confLevel(request)
  const grid = [...factors.map(name => `${name} = levels(d$${name})`), ...covariates.map(name => `${name} = 0`)].join(
    ', ',
  )
  const p =
    adjust === 'tukey'
      ? 'ptukey(abs(t) * sqrt(2), length(m), df, lower.tail = FALSE)'
      : `p.adjust(2 * pt(-abs(t), df), ${literal(adjust)})`
  const q =
    adjust === 'tukey' ? `qtukey(${level}, length(m), df) / sqrt(2)` : `qt(1 - (1 - ${level}) / 2 / length(t), df)`
  return [
    'compare <- function(by) {',
    `  grid <- expand.grid(${grid})`,
    '  l <- model.matrix(delete.response(terms(fit)), grid, contrasts.arg = fit$contrasts)',
    '  cell <- interaction(grid[by], lex.order = TRUE, sep = ":")',
    '  l <- rowsum(l, as.integer(cell)) / as.integer(table(cell))',
    '  m <- drop(l %*% coef(fit)); v <- l %*% vcov(fit) %*% t(l); df <- fit$df.residual',
    '  pairs <- combn(length(m), 2); a <- pairs[1, ]; b <- pairs[2, ]',
    '  difference <- m[a] - m[b]; se <- sqrt(diag(v)[a] + diag(v)[b] - 2 * v[cbind(a, b)]); t <- difference / se',
    `  q <- ${q}`,
    '  print(data.frame(contrast = paste(levels(cell)[a], "-", levels(cell)[b]), difference, lower = difference - q * se, upper = difference + q * se,',
    `    p = ${p}), digits = 15)`,
    '}',
    ...postHocTerms(terms, factors).map(term => `compare(c(${term.map(literal).join(', ')}))`),
  ]
}

function postHocTerms(terms: string[][], factors: string[]): string[][] {
  return terms.filter(term => term.every(name => factors.includes(name)))
}

function pythonScript({ request, frame, terms, compared, factors, covariates }: Parts): string {
  const inFormula = (name: string) => (factors.includes(name) ? `C(${name}, Sum)` : name)
  const formula = `y ~ ${terms.map(term => term.map(inFormula).join(':')).join(' + ')}`
  return script(
    pythonFrame(request, title, frame, [
      'import statsmodels.formula.api as smf',
      'from statsmodels.stats.anova import anova_lm',
    ]),
    legend(frame),
    ...covariates.map(name => `d["${name}"] = d["${name}"] - d["${name}"].mean()`),
    'pd.set_option("display.precision", 12, "display.max_columns", None, "display.width", 200)',
    `fit = smf.ols(${literal(formula)}, d).fit()`,
    `print(anova_lm(fit, typ=${numberOption(request, 'type', 3)}))`,
    ...pythonPostHoc(request, compared, factors, covariates),
  )
}

export function pythonPostHoc(
  request: AnalysisRequest,
  terms: string[][],
  factors: string[],
  covariates: string[],
): string[] {
  const adjust = textOption(request, 'post_hoc', 'tukey')
  if (adjust === 'none' || terms.length === 0) return []
  const level = confLevel(request)
  const columns = [...factors, ...covariates].map(literal).join(', ')
  const values = [...factors.map(name => `d["${name}"].cat.categories`), ...covariates.map(() => '[0.0]')].join(', ')
  return [
    'from itertools import combinations, product',
    'from patsy import build_design_matrices',
    'from scipy import stats',
    'from statsmodels.stats.multitest import multipletests',
    'def compare(by):',
    `    grid = pd.DataFrame(list(product(${values})), columns=[${columns}])`,
    '    l = pd.DataFrame(build_design_matrices([fit.model.data.design_info], grid)[0], index=grid.index)',
    '    l = l.groupby([grid[name] for name in by], sort=False).mean()',
    '    m, v, df = l.values @ fit.params.values, l.values @ fit.cov_params().values @ l.values.T, fit.df_resid',
    '    pairs = list(combinations(range(len(m)), 2))',
    '    difference = pd.Series([m[a] - m[b] for a, b in pairs])',
    '    se = pd.Series([(v[a, a] + v[b, b] - 2 * v[a, b]) ** 0.5 for a, b in pairs])',
    '    t = (difference / se).abs()',
    ...(adjust === 'tukey'
      ? [
          '    p = stats.studentized_range.sf(t * 2**0.5, len(m), df)',
          `    q = stats.studentized_range.ppf(${level}, len(m), df) / 2**0.5`,
        ]
      : [
          `    p = multipletests(2 * stats.t.sf(t, df), method=${literal(adjust)})[1]`,
          `    q = stats.t.ppf(1 - (1 - ${level}) / 2 / len(t), df)`,
        ]),
    '    for i, (a, b) in enumerate(pairs):',
    '        print(l.index[a], "-", l.index[b], difference[i], difference[i] - q * se[i], difference[i] + q * se[i], p[i])',
    ...postHocTerms(terms, factors).map(term => `compare([${term.map(literal).join(', ')}])`),
  ]
}

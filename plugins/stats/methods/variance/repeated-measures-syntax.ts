import type { AnalysisRequest, RAnswer } from '../stat-method.ts'
import { columnOf, columnsOf, confLevel, textOption } from '../presenting/requests.ts'
import { comment, literal, pythonFrame, rFrame, script, type FrameColumn } from '../presenting/scripts.ts'

import { comparedTerms, pythonPostHoc, rPostHoc } from './anova-syntax.ts'
import { factorial } from './anova-terms.ts'

const title = 'Repeated-measures analysis of variance'

/** The frame's names: subject, y, the factors within w1, w2, … and between b1, b2, … */
export function repeatedMeasuresSyntax(request: AnalysisRequest, answer: RAnswer): { r: string; python: string } {
  const within = columnsOf(request, 'within').map((column, index): FrameColumn => ({
    as: `w${index + 1}`,
    column,
    kind: 'factor',
  }))
  const between = columnsOf(request, 'between').map((column, index): FrameColumn => ({
    as: `b${index + 1}`,
    column,
    kind: 'factor',
  }))
  const frame: FrameColumn[] = [
    { as: 'subject', column: columnOf(request, 'subject'), kind: 'text' },
    { as: 'y', column: columnOf(request, 'dependent'), kind: 'number' },
    ...within,
    ...between,
  ]
  const legend = frame.map(one => comment(`${one.as}: ${one.column}`)).join('\n')
  const asNames = new Map([...within, ...between].map(one => [one.column, one.as]))
  const namesOf = (factors: FrameColumn[]) => {
    const names = factors.map(one => one.as)
    return { names, compared: comparedTerms(request, answer, asNames, factorial(names)) }
  }
  const parts: Parts = { request, within: namesOf(within), between: namesOf(between) }
  return {
    r: script(rFrame(request, title, frame), legend, ...rBody(parts)),
    python: script(
      pythonFrame(request, title, frame, [
        'import numpy as np',
        'from itertools import chain, combinations',
        'from patsy import dmatrix',
        'from scipy import stats',
      ]),
      legend,
      ...pythonBody(parts),
    ),
  }
}

interface Factors {
  names: string[]
  /** The terms of which each pair of means is compared. */
  compared: string[][]
}

interface Parts {
  request: AnalysisRequest
  within: Factors
  between: Factors
}

function rBody(parts: Parts): string[] {
  const [within, between] = [parts.within.names, parts.between.names]
  const list = (names: string[]) => `c(${names.map(literal).join(', ')})`
  const contrasts = between.map(name => `${name} = "contr.sum"`).join(', ')
  const design =
    between.length === 0
      ? ['X <- matrix(1, nrow(wide), 1); assign <- 0; labels <- character()']
      : [
          `groups <- droplevels(d[match(rownames(wide), d$subject), ${list(between)}, drop = FALSE])`,
          `X <- model.matrix(~ ${between.join(' * ')}, groups, contrasts.arg = list(${contrasts}))`,
          `assign <- attr(X, "assign"); labels <- attr(terms(~ ${between.join(' * ')}), "term.labels")`,
        ]
  return [
    `within <- ${list(within)}`,
    'cell <- interaction(d[within], lex.order = TRUE, sep = ":")',
    'wide <- tapply(d$y, list(d$subject, cell), sum)',
    'wide <- wide[complete.cases(wide), , drop = FALSE]',
    ...design,
    'V <- solve(crossprod(X))',
    'sets <- c(list(character()), unlist(lapply(seq_along(within), function(k) combn(within, k, simplify = FALSE)), recursive = FALSE))',
    'for (set in sets) {',
    '  M <- Reduce(kronecker, lapply(within, function(w) {',
    '    k <- nlevels(d[[w]])',
    '    if (w %in% set) qr.Q(qr(contr.helmert(k))) else matrix(1 / sqrt(k), k, 1)',
    '  }))',
    '  Z <- wide %*% M; B <- V %*% crossprod(X, Z); E <- crossprod(Z - X %*% B); p <- ncol(Z); df2 <- p * (nrow(X) - ncol(X))',
    '  gg <- sum(diag(E))^2 / (p * sum(E^2)); nu <- nrow(X) - ncol(X)',
    '  hf <- min(1, ((nu + 1) * p * gg - 2) / (p * (nu - p * gg)))',
    '  if (p > 1) cat("epsilon", paste(set, collapse = ":"), format(c(gg, hf), digits = 15), "\\n")',
    '  if (p > 1 && nu >= p) {',
    '    w <- det(E) / (sum(diag(E)) / p)^p; rho <- 1 - (2 * p^2 + p + 2) / (6 * p * nu); z <- -nu * rho * log(w); k <- p * (p + 1) / 2 - 1',
    '    w2 <- (p + 2) * (p - 1) * (p - 2) * (2 * p^3 + 6 * p^2 + 3 * p + 2) / (288 * (nu * p * rho)^2)',
    '    cat("mauchly", paste(set, collapse = ":"), format(w, digits = 15), format((1 - w2) * pchisq(z, k, lower.tail = FALSE) + w2 * pchisq(z, k + 4, lower.tail = FALSE), digits = 15), "\\n")',
    '  }',
    '  for (i in unique(assign)) {',
    '    if (length(set) == 0 && i == 0) next',
    '    own <- assign == i; b <- B[own, , drop = FALSE]',
    '    ss <- sum(b * solve(V[own, own], b)); df1 <- p * sum(own); f <- (ss / df1) / (sum(diag(E)) / df2)',
    '    cat(paste(c(labels[i], set), collapse = ":"), format(c(ss, df1, f, sum(diag(E)), df2, pf(f, df1, df2, lower.tail = FALSE), pf(f, df1 * gg, df2 * gg, lower.tail = FALSE), pf(f, df1 * hf, df2 * hf, lower.tail = FALSE)), digits = 15), "\\n")',
    '  }',
    '}',
    ...rWithinPostHoc(parts),
    ...rBetweenPostHoc(parts),
  ]
}

function pythonBody(parts: Parts): string[] {
  const [within, between] = [parts.within.names, parts.between.names]
  const list = (names: string[]) => `[${names.map(literal).join(', ')}]`
  const design =
    between.length === 0
      ? ['X = np.ones((len(wide), 1)); slices = {"Intercept": slice(0, 1)}']
      : [
          `groups = d.drop_duplicates("subject").set_index("subject").loc[wide.index, ${list(between)}]`,
          `matrix = dmatrix(${literal(between.map(name => `C(${name}, Sum)`).join(' * '))}, groups)`,
          'X = np.asarray(matrix); slices = matrix.design_info.term_name_slices',
        ]
  return [
    `within = ${list(within)}`,
    'wide = d.pivot(index="subject", columns=within, values="y").sort_index(axis=1).dropna()',
    ...design,
    'V = np.linalg.inv(X.T @ X)',
    'for chosen in chain.from_iterable(combinations(within, k) for k in range(len(within) + 1)):',
    '    M = np.ones((1, 1))',
    '    for w in within:',
    '        k = d[w].nunique()',
    '        own = np.linalg.qr(np.eye(k)[:, : k - 1] - 1 / k)[0] if w in chosen else np.full((k, 1), k**-0.5)',
    '        M = np.kron(M, own)',
    '    Z = wide.values @ M; B = V @ X.T @ Z; R = Z - X @ B; E = R.T @ R; p = Z.shape[1]; nu = len(X) - X.shape[1]; df2 = p * nu',
    '    gg = np.trace(E) ** 2 / (p * (E**2).sum()); hf = min(1, ((nu + 1) * p * gg - 2) / (p * (nu - p * gg)))',
    '    if p > 1: print("epsilon", ":".join(chosen), gg, hf)',
    '    if 1 < p <= nu:',
    '        w = np.linalg.det(E) / (np.trace(E) / p) ** p; rho = 1 - (2 * p**2 + p + 2) / (6 * p * nu); z = -nu * rho * np.log(w); k = p * (p + 1) / 2 - 1',
    '        w2 = (p + 2) * (p - 1) * (p - 2) * (2 * p**3 + 6 * p**2 + 3 * p + 2) / (288 * (nu * p * rho) ** 2)',
    '        print("mauchly", ":".join(chosen), w, (1 - w2) * stats.chi2.sf(z, k) + w2 * stats.chi2.sf(z, k + 4))',
    '    for label, own in slices.items():',
    '        if label == "Intercept" and not chosen: continue',
    '        b = B[own]; ss = (b * np.linalg.solve(V[own, own], b)).sum(); df1 = p * len(b)',
    '        f = (ss / df1) / (np.trace(E) / df2)',
    '        print(label, ":".join(chosen), ss, df1, f, np.trace(E), df2, *(stats.f.sf(f, df1 * e, df2 * e) for e in (1, gg, hf)))',
    ...pythonWithinPostHoc(parts),
    ...pythonBetweenPostHoc(parts),
  ]
}

function rWithinPostHoc({ request, within: { compared } }: Parts): string[] {
  const adjust = textOption(request, 'post_hoc', 'tukey')
  if (adjust === 'none' || compared.length === 0) return []
  const level = confLevel(request)
  const p =
    adjust === 'tukey'
      ? 'ptukey(abs(t) * sqrt(2), ncol(A), nu, lower.tail = FALSE)'
      : `p.adjust(2 * pt(-abs(t), nu), ${literal(adjust)})`
  const q =
    adjust === 'tukey' ? `qtukey(${level}, ncol(A), nu) / sqrt(2)` : `qt(1 - (1 - ${level}) / 2 / length(t), nu)`
  return [
    'conditions <- d[match(colnames(wide), cell), within, drop = FALSE]',
    `for (set in list(${compared.map(term => `c(${term.map(literal).join(', ')})`).join(', ')})) {`,
    '  by <- interaction(conditions[set], lex.order = TRUE, sep = ":")',
    '  A <- sapply(levels(by), function(level) (by == level) / sum(by == level)); Y <- wide %*% A; B <- V %*% crossprod(X, Y); R <- Y - X %*% B',
    '  pairs <- combn(ncol(A), 2); a <- pairs[1, ]; b <- pairs[2, ]; nu <- nrow(X) - ncol(X)',
    '  difference <- B[1, a] - B[1, b]; se <- sqrt(colSums((R[, a, drop = FALSE] - R[, b, drop = FALSE])^2) / nu * V[1, 1]); t <- difference / se',
    `  q <- ${q}`,
    '  print(data.frame(contrast = paste(levels(by)[a], "-", levels(by)[b]), difference, lower = difference - q * se, upper = difference + q * se,',
    `    p = ${p}, row.names = NULL), digits = 12)`,
    '}',
  ]
}

function rBetweenPostHoc({ request, between: { names: between, compared } }: Parts): string[] {
  if (compared.length === 0 || textOption(request, 'post_hoc', 'tukey') === 'none') return []
  const contrasts = between.map(name => `${name} = "contr.sum"`).join(', ')
  return [
    'd <- cbind(groups, y = rowMeans(wide))',
    `fit <- lm(y ~ ${between.join(' * ')}, data = d, contrasts = list(${contrasts}))`,
    ...rPostHoc(request, compared, between, []),
  ]
}

function pythonWithinPostHoc({ request, within: { compared } }: Parts): string[] {
  const adjust = textOption(request, 'post_hoc', 'tukey')
  if (adjust === 'none' || compared.length === 0) return []
  const level = confLevel(request)
  const tukey = adjust === 'tukey'
  return [
    'from statsmodels.stats.multitest import multipletests',
    'conditions = wide.columns.to_frame(index=False)',
    `for chosen in [${compared.map(term => `[${term.map(literal).join(', ')}]`).join(', ')}]:`,
    '    by = conditions.groupby(chosen, sort=True, observed=True).ngroup().values',
    '    A = np.stack([(by == level) / (by == level).sum() for level in range(by.max() + 1)], axis=1)',
    '    Y = wide.values @ A; B = V @ X.T @ Y; R = Y - X @ B; nu = len(X) - X.shape[1]; pairs = list(combinations(range(A.shape[1]), 2))',
    '    difference = np.array([B[0, a] - B[0, b] for a, b in pairs])',
    '    se = np.array([(((R[:, a] - R[:, b]) ** 2).sum() / nu * V[0, 0]) ** 0.5 for a, b in pairs]); t = abs(difference / se)',
    tukey
      ? '    p = stats.studentized_range.sf(t * 2**0.5, A.shape[1], nu)'
      : `    p = multipletests(2 * stats.t.sf(t, nu), method=${literal(adjust)})[1]`,
    tukey
      ? `    q = stats.studentized_range.ppf(${level}, A.shape[1], nu) / 2**0.5`
      : `    q = stats.t.ppf(1 - (1 - ${level}) / 2 / len(t), nu)`,
    '    for row in zip(pairs, difference, difference - q * se, difference + q * se, p): print(chosen, *row)',
  ]
}

function pythonBetweenPostHoc({ request, between: { names: between, compared } }: Parts): string[] {
  if (compared.length === 0 || textOption(request, 'post_hoc', 'tukey') === 'none') return []
  const formula = `y ~ ${between.map(name => `C(${name}, Sum)`).join(' * ')}`
  return [
    'import statsmodels.formula.api as smf',
    'd = groups.assign(y=wide.mean(axis=1))',
    `fit = smf.ols(${literal(formula)}, d).fit()`,
    ...pythonPostHoc(request, compared, between, []),
  ]
}

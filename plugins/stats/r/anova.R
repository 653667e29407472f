# Analysis of variance by one QR decomposition of sum-coded columns. The dependent variable and covariates are centred first: what is left is as large as the
# effects, so no digits go to the mean. The sum of squares of a term is that of the effects of its columns after those of the terms it is adjusted for, which
# needs no difference of two large sums. Types as in SAS: I after the terms before it; II after all terms that do not contain it; III after all others.

# Columns of a term: products of sum contrasts of its factors and of its covariates.
svc_term_columns <- function(data, term) {
  columns <- matrix(1, nrow(data), 1)
  for (name in term) {
    x <- data[[name]]
    own <- if (is.factor(x)) stats::contr.sum(nlevels(x))[as.integer(x), , drop = FALSE] else matrix(x)
    columns <- columns[, rep(seq_len(ncol(columns)), times = ncol(own)), drop = FALSE] * own[, rep(seq_len(ncol(own)), each = ncol(columns)), drop = FALSE]
  }
  unname(columns)
}

svc_term_name <- function(term) paste(term, collapse = ":")

# All sets of the factors, by order.
svc_factorial <- function(factors) {
  unlist(lapply(seq_along(factors), function(order) utils::combn(factors, order, simplify = FALSE)), recursive = FALSE)
}

# The intercept's columns come first, under the name 0.
svc_sum_design <- function(data, terms) {
  blocks <- c(list(matrix(1, nrow(data), 1)), lapply(terms, function(term) svc_term_columns(data, term)))
  list(x = do.call(cbind, blocks), assign = rep(seq_along(blocks) - 1L, vapply(blocks, ncol, 0L)), terms = terms)
}

svc_fit <- function(design, y) {
  qr <- qr(design$x, tol = 1e-10)
  r <- qr.R(qr)[, order(qr$pivot), drop = FALSE]
  list(qr = qr, r = r, rank = qr$rank, effects = qr.qty(qr, as.matrix(y)), dropped = qr$pivot[-seq_len(qr$rank)])
}

# The sum of squares (of each column of y) of term `i`, adjusted for the columns of `others`, and its degrees of freedom.
svc_term_ss <- function(fit, assign, i, others) {
  before <- which(assign %in% others)
  own <- which(assign == i)
  p <- nrow(fit$r)
  rank_before <- if (length(before) > 0L) qr(fit$r[, before, drop = FALSE], tol = 1e-10)$rank else 0L
  both <- qr(fit$r[, c(before, own), drop = FALSE], tol = 1e-10)
  if (both$rank <= rank_before) return(list(ss = rep(0, ncol(fit$effects)), df = 0L))
  effects <- qr.qty(both, fit$effects[seq_len(p), , drop = FALSE])[(rank_before + 1L):both$rank, , drop = FALSE]
  list(ss = colSums(effects^2), df = both$rank - rank_before)
}

svc_others <- function(terms, i, type) {
  all <- seq_along(terms)
  switch(as.character(type),
    "1" = c(0L, all[all < i]),
    "2" = c(0L, Filter(function(j) j != i && !all(terms[[i]] %in% terms[[j]]), all)),
    "3" = c(0L, all[all != i]))
}

svc_f_row <- function(term, ss, df, error_ss, error_df, level) {
  f <- (ss / df) / (error_ss / error_df)
  eta <- svc_partial_eta(f, df, error_df, level)
  list(term = term, sum_sq = ss, df = df, mean_sq = ss / df, f = f, p_value = stats::pf(f, df, error_df, lower.tail = FALSE), partial_eta_sq = eta$value, partial_eta_sq_conf_int = eta$conf_int)
}

# Empty cells and factors that repeat each other.
svc_check_rank <- function(fit, design, type) {
  if (length(fit$dropped) == 0L) return(character())
  term <- design$terms[[design$assign[fit$dropped[[1]]]]]
  name <- svc_term_name(term)
  if (length(term) == 1L) svc_stop(name, ": it is determined by the other factors and covariates (perfect collinearity), so its own effect cannot be told")
  if (type == 3) {
    svc_stop(name, ": some combinations of its levels have no rows, so sums of squares of type III mean nothing; use type 1 or 2, or leave the interaction out of terms")
  }
  paste0(name, ": some combinations of its levels have no rows; the interaction has fewer degrees of freedom for it.")
}

svc_anova <- function(data, variables, options) {
  name <- svc_names(variables$dependent)
  factors <- svc_names(variables$factors)
  covariates <- svc_names(variables$covariates)
  type <- svc_option(options, "type", 3)
  level <- svc_option(options, "conf_level", 0.95)
  # Nobody asked: the factors of which the F test does not say where the difference is.
  is_default <- is.null(options$post_hoc)
  post_hoc <- svc_option(options, "post_hoc", "tukey")
  terms <- lapply(options$terms, svc_names)
  if (length(terms) == 0L) terms <- c(as.list(covariates), svc_factorial(factors))
  frame <- svc_frame(data, c(name, covariates), factors)
  d <- frame$data
  for (one in factors) svc_several_levels(one, d[[one]])
  svc_not_constant(name, d[[name]])
  size <- max(abs(d[[name]]))
  grand <- svc_mean(d[[name]])
  y <- svc_deviations(d[[name]])
  for (one in covariates) {
    svc_not_constant(one, d[[one]])
    d[[one]] <- (d[[one]] - svc_mean(d[[one]])) / svc_sd(d[[one]])
  }
  width <- 1 + sum(vapply(terms, function(term) prod(vapply(term, function(one) if (is.factor(d[[one]])) nlevels(d[[one]]) - 1 else 1, 0)), 0))
  if (width > 400) svc_stop(svc_term_name(terms[[length(terms)]]), ": the model has ", width, " parameters, at most 400 can be fitted; leave interactions out by terms")
  if (frame$n <= width) svc_stop(name, ": ", frame$n, " rows with values are too few for a model of ", width, " parameters")
  design <- svc_sum_design(d, terms)
  fit <- svc_fit(design, y)
  warnings <- svc_check_rank(fit, design, type)
  error_df <- frame$n - fit$rank
  residuals <- qr.resid(fit$qr, y)
  error_ss <- svc_sum(residuals^2)
  one_way <- if (length(terms) == 1L && length(factors) == 1L && length(covariates) == 0L) svc_one_way(d[[name]], d[[factors]])
  if (!is.null(one_way)) error_ss <- one_way$within
  if (sqrt(error_ss / error_df) <= 8 * .Machine$double.eps * size) svc_stop(name, ": the model fits every value exactly, so there is no residual variance to test against")
  rows <- lapply(seq_along(terms), function(i) {
    part <- svc_term_ss(fit, design$assign, i, svc_others(terms, i, type))
    if (part$df == 0L) svc_stop(svc_term_name(terms[[i]]), ": it is determined by the other terms of the model, so its own effect cannot be told")
    svc_f_row(svc_term_name(terms[[i]]), if (is.null(one_way)) part$ss else one_way$between, part$df, error_ss, error_df, level)
  })
  model <- list(data = d, terms = terms, design = design, fit = fit, sigma2 = error_ss / error_df, df = error_df, y = y, grand = grand)
  used <- Filter(function(term) all(term %in% factors), terms)
  comparisons <- list()
  means <- list()
  if (length(fit$dropped) == 0L) {
    for (term in used) {
      found <- svc_marginal_means(model, term)
      means <- c(means, list(list(term = svc_term_name(term), means = svc_mean_rows(found, level))))
      if (post_hoc == "none" || is_default && (length(term) > 1L || nrow(found$levels) < 3L)) next
      if (nrow(found$levels) > 40L) warnings <- c(warnings, paste0(svc_term_name(term), ": ", nrow(found$levels), " means are too many to compare each with each; no post-hoc test was made for it."))
      else comparisons <- c(comparisons, svc_compare(svc_term_name(term), found, post_hoc, level))
    }
  } else if (post_hoc != "none" && !is_default) warnings <- c(warnings, "Post-hoc tests need rows in every combination of levels; none were made.")
  if (type == 3 && any(vapply(terms, function(term) length(term) > 1L && any(term %in% covariates), NA))) {
    warnings <- c(warnings, "Covariates are centred at their means: effects of factors that interact with one are those at its mean.")
  }
  cells <- interaction(d[factors], drop = TRUE, sep = ":", lex.order = TRUE)
  spread <- if (length(covariates) == 0L) y else residuals
  assumptions <- list(svc_shapiro("normality of residuals", residuals, "the residuals"), svc_equal_variances(spread, cells, svc_variance_advice(length(factors) + length(covariates))))
  if (length(covariates) > 0L) assumptions <- c(assumptions, svc_parallel_slopes(d, y, terms, factors, covariates, error_ss, error_df))
  at <- svc_thin(frame$n, 1000L)
  svc_answer(frame$n, frame$excluded, list(terms = rows, residual = list(sum_sq = error_ss, df = error_df, mean_sq = error_ss / error_df), post_hoc = comparisons),
    assumptions, list(means = means, groups = svc_group_rows(d[[factors[[1]]]], d[[name]]), fitted = I((y - residuals + grand)[at]), residuals = I(residuals[at]), qq = svc_qq(residuals),
      boxes = if (nlevels(cells) <= 60L) svc_boxes(y + grand, cells) else list()), warnings)
}

svc_variance_advice <- function(count) if (count == 1L) "the Kruskal-Wallis test does not need normal values, and t tests of pairs of groups do not need equal variances" else "the p-values may be too small or too large, the more so the less balanced the groups are"

svc_group_rows <- function(group, x) lapply(levels(group), function(level) {
  values <- x[group == level]
  list(level = level, n = length(values), mean = svc_mean(values), sd = if (length(values) > 1L) svc_sd(values))
})

# Whether the covariates' slopes are the same in all groups: the interactions that the model leaves out.
svc_parallel_slopes <- function(d, y, terms, factors, covariates, error_ss, error_df) {
  more <- unlist(lapply(covariates, function(covariate) lapply(factors, function(factor) c(covariate, factor))), recursive = FALSE)
  more <- Filter(function(term) !any(vapply(terms, function(have) setequal(have, term), NA)), more)
  if (length(more) == 0L) return(list())
  wider <- svc_sum_design(d, c(terms, more))
  fit <- svc_fit(wider, y)
  df <- length(y) - fit$rank
  gained <- error_df - df
  name <- "homogeneity of slopes"
  if (df < 1L || gained < 1L) return(list(svc_assumption(name, NULL, NULL, NULL, "Whether the covariates act alike in all groups cannot be checked: too few rows.")))
  ss <- svc_sum(qr.resid(fit$qr, y)^2)
  f <- (max(0, error_ss - ss) / gained) / (ss / df)
  p <- stats::pf(f, gained, df, lower.tail = FALSE)
  if (!is.finite(p)) return(list(svc_assumption(name, NULL, NULL, NULL, "Whether the covariates act alike in all groups cannot be checked.")))
  list(svc_assumption(name, f, p, p >= 0.05, paste0("The covariates' slopes ", if (p >= 0.05) "do not differ significantly" else "differ significantly", " between groups (", svc_p_text(p), ")",
    if (p >= 0.05) "." else ": name the interaction in terms.")))
}

# Means as the model has them: each other factor's levels weigh the same, covariates stand at their means (Searle, Speed and Milliken 1980).
svc_marginal_means <- function(model, term) {
  involved <- unique(unlist(model$terms))
  grid <- expand.grid(lapply(stats::setNames(involved, involved), function(name) {
    x <- model$data[[name]]
    if (is.factor(x)) factor(levels(x), levels(x)) else 0
  }), KEEP.OUT.ATTRS = FALSE)
  rows <- svc_sum_design(grid, model$terms)$x
  cell <- do.call(interaction, c(unname(as.list(grid[term])), list(lex.order = TRUE, sep = ":")))
  l <- rowsum(rows, as.integer(cell)) / as.integer(table(cell))
  r <- model$fit$r
  b <- backsolve(r[, model$fit$qr$pivot], model$fit$effects[seq_len(nrow(r))])
  half <- backsolve(r[, model$fit$qr$pivot], t(l[, model$fit$qr$pivot, drop = FALSE]), transpose = TRUE)
  list(levels = data.frame(name = levels(cell)), parts = grid[match(levels(cell), cell), term, drop = FALSE], estimate = as.double(l[, model$fit$qr$pivot] %*% b), half = half, sigma2 = model$sigma2, df = model$df, grand = model$grand)
}

svc_mean_rows <- function(found, level) {
  se <- sqrt(colSums(found$half^2) * found$sigma2)
  q <- stats::qt(1 - (1 - level) / 2, found$df)
  lapply(seq_along(se), function(i) {
    mean <- found$estimate[[i]] + found$grand
    list(level = found$levels$name[[i]], parts = I(vapply(found$parts[i, , drop = FALSE], as.character, "")), mean = mean, std_error = se[[i]], conf_int = I(c(mean - q * se[[i]], mean + q * se[[i]])))
  })
}

# All pairs of means, first minus second.
svc_compare <- function(term, found, adjust, level) {
  pairs <- utils::combn(length(found$estimate), 2)
  difference <- found$estimate[pairs[1, ]] - found$estimate[pairs[2, ]]
  se <- sqrt(colSums((found$half[, pairs[1, ], drop = FALSE] - found$half[, pairs[2, ], drop = FALSE])^2) * found$sigma2)
  svc_comparisons(term, found$levels$name, pairs, difference, se, found$df, adjust, level)
}

# Tukey and Kramer by the studentised range; Bonferroni; Holm, whose intervals are Bonferroni's, as it has none of its own.
svc_comparisons <- function(term, names, pairs, difference, se, df, adjust, level) {
  k <- length(names)
  m <- length(difference)
  t <- difference / se
  p <- if (adjust == "tukey") stats::ptukey(abs(t) * sqrt(2), k, df, lower.tail = FALSE) else stats::p.adjust(2 * stats::pt(-abs(t), df), adjust)
  q <- if (adjust == "tukey") stats::qtukey(level, k, df) / sqrt(2) else stats::qt(1 - (1 - level) / (2 * m), df)
  lapply(seq_len(m), function(i) {
    list(
      term = term, contrast = paste(names[pairs[1, i]], "-", names[pairs[2, i]]), estimate = difference[[i]], std_error = se[[i]], statistic = t[[i]], df = df,
      conf_int = I(c(difference[[i]] - q * se[[i]], difference[[i]] + q * se[[i]])), p_adjusted = p[[i]])
  })
}

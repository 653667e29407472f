# One row a subject, one column a condition: subjects without a value under every condition are left out.
svc_wide <- function(data, subject, within, name, between = character()) {
  data[[name]] <- svc_numeric(data, name)
  keys <- c(subject, within, between)
  known <- stats::complete.cases(data[keys])
  total <- nrow(data)
  for (key in c(keys, name)) if (total == 0L || all(is.na(data[[key]]))) svc_stop(key, ": all its values are missing")
  data <- data[known, , drop = FALSE]
  if (nrow(data) == 0L) svc_stop(subject, ": no row is left that has a value in every column of the analysis")
  subjects <- svc_grouping(data, subject)
  factors <- lapply(stats::setNames(within, within), function(one) svc_grouping(data, one))
  for (one in within) svc_several_levels(one, factors[[one]], 60L)
  cell <- do.call(interaction, c(unname(factors), list(lex.order = TRUE, sep = ":")))
  if (nlevels(cell) > 200L) svc_stop(within[[1]], ": ", nlevels(cell), " conditions are too many, at most 200 can be compared")
  at <- cbind(as.integer(subjects), as.integer(cell))
  twice <- which(duplicated(at))
  if (length(twice) > 0L) {
    svc_stop(subject, ": ", levels(subjects)[[at[twice[[1]], 1]]], " has several rows for ", levels(cell)[[at[twice[[1]], 2]]], "; every subject needs exactly one row for every condition")
  }
  values <- matrix(NA_real_, nlevels(subjects), nlevels(cell), dimnames = list(levels(subjects), levels(cell)))
  values[at] <- data[[name]]
  whole <- rowSums(is.na(values)) == 0
  if (!any(whole)) svc_stop(subject, ": none has a value under every one of the ", nlevels(cell), " conditions")
  groups <- lapply(stats::setNames(between, between), function(one) {
    group <- svc_grouping(data, one)
    first <- group[match(levels(subjects), subjects)]
    mixed <- which(group != first[as.integer(subjects)])
    if (length(mixed) > 0L) svc_stop(one, ": it is not the same in all rows of ", subject, " ", as.character(subjects[mixed[[1]]]), ", as a factor between subjects must be; is it a factor within subjects?")
    droplevels(first[whole])
  })
  used <- sum(whole) * ncol(values)
  left <- sum(!whole)
  list(
    values = values[whole, , drop = FALSE], between = as.data.frame(groups, optional = TRUE), factors = lapply(factors, levels), n = used, excluded = total - used,
    warnings = if (left > 0L) paste0(left, if (left == 1L) " subject was" else " subjects were", " left out for want of a value under some condition.") else character())
}

# Orthonormal contrasts of the factors in the term, means over the others; conditions vary slowest by the first factor.
svc_within_contrasts <- function(factors, term) {
  m <- matrix(1, 1, 1)
  for (name in names(factors)) {
    k <- length(factors[[name]])
    own <- if (name %in% term) qr.Q(qr(stats::contr.helmert(k))) else matrix(1 / sqrt(k), k, 1)
    m <- kronecker(m, own)
  }
  m
}

# Mauchly's W (1940) of an error matrix, its p-value by Box's expansion (1949) to the second
# order (stats::mauchly.test has the number of columns in one place where that of contrasts belongs: of the contrasts' own values it gives this p-value); epsilons of Greenhouse and Geisser (1959) and of Huynh and
# Feldt (1976) in the form that holds between subjects too (Lecoutre 1991).
svc_sphericity <- function(term, error, df) {
  p <- ncol(error)
  values <- eigen(error, symmetric = TRUE, only.values = TRUE)$values
  gg <- sum(values)^2 / (p * sum(values^2))
  hf <- min(1, ((df + 1) * p * gg - 2) / (p * (df - p * gg)))
  if (hf <= 0 || !is.finite(hf)) hf <- 1
  if (df < p || min(values) <= max(values) * 1e-12) return(list(term = term, w = NULL, p_value = NULL, gg_epsilon = gg, hf_epsilon = hf))
  log_w <- sum(log(values)) - p * log(mean(values))
  rho <- 1 - (2 * p^2 + p + 2) / (6 * p * df)
  w2 <- (p + 2) * (p - 1) * (p - 2) * (2 * p^3 + 6 * p^2 + 3 * p + 2) / (288 * (df * p * rho)^2)
  z <- -df * rho * log_w
  f <- p * (p + 1) / 2 - 1
  first <- stats::pchisq(z, f, lower.tail = FALSE)
  second <- stats::pchisq(z, f + 4, lower.tail = FALSE)
  list(term = term, w = exp(log_w), p_value = min(1, max(0, first + w2 * (second - first))), gg_epsilon = gg, hf_epsilon = hf)
}

svc_repeated_measures_anova <- function(data, variables, options) {
  subject <- svc_names(variables$subject)
  within <- svc_names(variables$within)
  name <- svc_names(variables$dependent)
  between <- svc_names(variables$between)
  level <- svc_option(options, "conf_level", 0.95)
  # Nobody asked: the factors of which the F test does not say where the difference is.
  is_default <- is.null(options$post_hoc)
  adjust <- svc_option(options, "post_hoc", "tukey")
  wide <- svc_wide(data, subject, within, name, between)
  n <- nrow(wide$values)
  for (one in between) svc_several_levels(one, wide$between[[one]])
  svc_not_constant(name, as.double(wide$values))
  grand <- svc_mean(as.double(wide$values))
  y <- wide$values - grand
  # Repeated subtraction leaves a subject's own level out of the within-subject part: its digits are kept for the effects.
  subject_means <- rowMeans(y)
  inner <- y - subject_means
  between_terms <- svc_factorial(between)
  frame <- if (length(between) > 0L) wide$between else data.frame(row.names = seq_len(n))
  design <- svc_sum_design(frame, between_terms)
  if (n < 3L || n <= ncol(design$x)) svc_stop(subject, ": ", n, " with a value under every condition are too few", if (ncol(design$x) > 1L) paste0(" for ", ncol(design$x), " groups"))
  check <- svc_fit(design, rep(0, n))
  svc_check_rank(check, design, 3)
  error_df <- n - check$rank
  size <- max(abs(wide$values))
  rows <- list()
  errors <- list()
  shape <- list()
  compared <- list()
  warnings <- wide$warnings
  is_compared <- function(term, levels) adjust != "none" && (!is_default || length(term) == 1L && levels >= 3L)
  add <- function(term, part, d, error, stratum, spheric = NULL) {
    df <- part$df * d
    row <- svc_f_row(term, sum(part$ss), df, error$sum_sq, error$df, level)
    row$df_residual <- error$df
    if (!is.null(spheric)) {
      row$p_value_gg <- stats::pf(row$f, df * spheric$gg_epsilon, error$df * spheric$gg_epsilon, lower.tail = FALSE)
      row$p_value_hf <- stats::pf(row$f, df * spheric$hf_epsilon, error$df * spheric$hf_epsilon, lower.tail = FALSE)
    }
    rows[[length(rows) + 1L]] <<- row
  }
  total_term <- length(between_terms)
  if (total_term > 0L) {
    z <- subject_means * sqrt(ncol(y))
    fit <- svc_fit(design, z)
    ss <- svc_sum(qr.resid(fit$qr, z)^2)
    if (sqrt(ss / error_df) <= 8 * .Machine$double.eps * size) svc_stop(name, ": the means of the subjects do not vary within the groups")
    error <- list(term = subject, sum_sq = ss, df = error_df, mean_sq = ss / error_df)
    for (i in seq_along(between_terms)) add(svc_term_name(between_terms[[i]]), svc_term_ss(fit, design$assign, i, svc_others(between_terms, i, 3)), 1L, error)
    errors <- list(error)
  }
  for (term in svc_factorial(within)) {
    m <- svc_within_contrasts(wide$factors, term)
    z <- inner %*% m
    fit <- svc_fit(design, z)
    error_matrix <- crossprod(qr.resid(fit$qr, z))
    ss <- sum(diag(error_matrix))
    df <- error_df * ncol(m)
    if (sqrt(ss / df) <= 8 * .Machine$double.eps * size) svc_stop(name, ": all subjects change alike over ", svc_term_name(term), ", so there is no variance to test against")
    error <- list(term = paste0(subject, ":", svc_term_name(term)), sum_sq = ss, df = df, mean_sq = ss / df)
    errors <- c(errors, list(error))
    spheric <- if (ncol(m) > 1L) svc_sphericity(svc_term_name(term), error_matrix, error_df)
    if (!is.null(spheric)) shape <- c(shape, list(spheric))
    add(svc_term_name(term), svc_term_ss(fit, design$assign, 0L, seq_along(between_terms)), ncol(m), error, spheric = spheric)
    for (i in seq_along(between_terms)) {
      add(svc_term_name(c(between_terms[[i]], term)), svc_term_ss(fit, design$assign, i, svc_others(between_terms, i, 3)), ncol(m), error, spheric = spheric)
    }
    if (!is_compared(term, prod(lengths(wide$factors[term])))) next
    pairs <- svc_within_comparisons(wide, design, y, term, adjust, level)
    if (is.character(pairs) && !is_default) svc_stop(pairs)
    if (is.character(pairs)) warnings <- c(warnings, paste0(pairs, "; no post-hoc test was made for it.")) else compared <- c(compared, pairs)
  }
  if (adjust != "none" && length(between) > 0L) {
    model <- list(data = frame, terms = between_terms, design = design, fit = svc_fit(design, subject_means), sigma2 = errors[[1]]$mean_sq / ncol(y), df = error_df, grand = grand)
    for (term in between_terms) {
      found <- svc_marginal_means(model, term)
      if (is_compared(term, nrow(found$levels)) && nrow(found$levels) <= 40L) compared <- c(compared, svc_compare(svc_term_name(term), found, adjust, level))
    }
  }
  within_error <- errors[[if (length(between) > 0L) 2L else 1L]]
  residuals <- as.double(qr.resid(qr(design$x), y))
  assumptions <- c(lapply(shape, svc_sphericity_assumption), list(svc_shapiro("normality of residuals", residuals, "the residuals")))
  if (length(between) > 0L) assumptions <- c(assumptions, list(svc_equal_variances(subject_means, interaction(frame, drop = TRUE), "the tests between subjects may be too strict or too lenient")))
  svc_answer(wide$n, wide$excluded,
    list(terms = rows, residual = within_error[c("sum_sq", "df", "mean_sq")], residuals = errors, sphericity = shape, post_hoc = compared),
    assumptions, list(subjects = n, means = svc_condition_means(wide, level), qq = svc_qq(residuals)), warnings)
}

svc_sphericity_assumption <- function(shape) {
  name <- paste("sphericity of", shape$term)
  if (is.null(shape$p_value)) {
    return(svc_assumption(name, NULL, NULL, NULL, paste0("Sphericity of ", shape$term, " cannot be tested on so few subjects: read the corrected p-values.")))
  }
  ok <- shape$p_value >= 0.05
  svc_assumption(name, shape$w, shape$p_value, ok, paste0("Mauchly: the differences between the conditions of ", shape$term, if (ok) " do not vary significantly unequally" else " vary significantly unequally",
    " (", svc_p_text(shape$p_value), ")", if (ok) "." else paste0("; read the p-value corrected by ", if (shape$gg_epsilon < 0.75) "Greenhouse and Geisser" else "Huynh and Feldt", ".")))
}

# Differences of the conditions' means (groups weigh the same), each with the error of its own: no sphericity is needed.
# A text where they cannot be made.
svc_within_comparisons <- function(wide, design, y, term, adjust, level) {
  k <- vapply(wide$factors, length, 0L)
  grid <- expand.grid(rev(lapply(k, seq_len)), KEEP.OUT.ATTRS = FALSE)
  cell <- do.call(interaction, c(lapply(term, function(one) factor(wide$factors[[one]][grid[[one]]], wide$factors[[one]])), list(lex.order = TRUE, sep = ":")))
  if (nlevels(cell) > 40L) return(list())
  average <- vapply(levels(cell), function(one) (cell == one) / sum(cell == one), double(length(cell)))
  fit <- svc_fit(design, y %*% average)
  r <- fit$r
  # The intercept of sum-coded columns is the mean of the groups' means; its variance is the first element of (X'X)^-1.
  first <- backsolve(r, diag(ncol(r))[, 1], transpose = TRUE)
  means <- backsolve(r, fit$effects[seq_len(nrow(r)), , drop = FALSE])[1, ]
  unit <- sum(first^2)
  residuals <- qr.resid(fit$qr, y %*% average)
  pairs <- utils::combn(nlevels(cell), 2)
  df <- nrow(y) - fit$rank
  se <- sqrt(colSums((residuals[, pairs[1, ], drop = FALSE] - residuals[, pairs[2, ], drop = FALSE])^2) / df * unit)
  difference <- means[pairs[1, ]] - means[pairs[2, ]]
  if (any(se <= 8 * .Machine$double.eps * max(abs(wide$values)))) return(paste0(term[[1]], ": two of its conditions differ by the same amount in every subject, so their difference cannot be tested"))
  svc_comparisons(svc_term_name(term), levels(cell), pairs, difference, se, df, adjust, level)
}

svc_condition_means <- function(wide, level) {
  groups <- if (ncol(wide$between) > 0L) interaction(wide$between, drop = TRUE, sep = ":") else factor(rep("", nrow(wide$values)))
  rows <- list()
  for (group in levels(groups)) for (condition in colnames(wide$values)) {
    x <- wide$values[groups == group, condition]
    mean <- svc_mean(x)
    half <- if (length(x) > 1L) stats::qt(1 - (1 - level) / 2, length(x) - 1) * svc_sd(x) / sqrt(length(x))
    rows[[length(rows) + 1L]] <- list(condition = condition, group = group, n = length(x), mean = mean, sd = if (length(x) > 1L) svc_sd(x), low = if (!is.null(half)) mean - half, high = if (!is.null(half)) mean + half)
  }
  rows
}

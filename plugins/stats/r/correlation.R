# Needs design.R.

svc_ranks_or_numbers <- function(data, names, method) {
  x <- svc_matrix(data, names)
  if (method == "pearson") sweep(x, 2, apply(x, 2, function(v) svc_exact_sum(v) / length(v))) else x
}

# Fisher's z, its standard error by method: Pearson's, Bonett & Wright 2000 for Spearman, Fieller, Hartley & Pearson 1957 for Kendall. `taken` counts controls.
svc_correlation_interval <- function(r, n, method, level, taken = 0) {
  free <- n - taken - if (method == "kendall") 4 else 3
  if (free < 1) return(I(c(NA_real_, NA_real_)))
  if (abs(r) >= 1) return(I(c(r, r)))
  se <- switch(method, pearson = 1, spearman = sqrt(1 + r^2 / 2), kendall = sqrt(0.437)) / sqrt(free)
  I(tanh(atanh(r) + c(-1, 1) * stats::qnorm((1 + level) / 2) * se))
}

svc_correlate <- function(x, y, method, alternative, level, correct, names) {
  n <- length(x)
  if (n < 3) svc_stop(svc_quoted(names), ": ", n, " complete rows are too few; at least 3 are needed")
  warnings <- character()
  if (method == "kendall") {
    # R counts ties by fifteen digits of the values: of their ranks those are all.
    x <- rank(x)
    y <- rank(y)
  }
  test <- withCallingHandlers(
    stats::cor.test(x, y, method = method, alternative = sub("_", ".", alternative), conf.level = level, continuity = correct),
    warning = function(w) {
      if (grepl("ties", conditionMessage(w))) warnings <<- paste0(svc_quoted(names), ": equal values, so the p-value is an approximation.")
      invokeRestart("muffleWarning")
    }
  )
  r <- unname(test$estimate)
  perfect <- abs(r) > 1 - 1e-15
  if (perfect) r <- sign(r)
  statistic <- if (perfect && method == "pearson") NULL else unname(test$statistic)
  p <- if (perfect && method == "pearson") as.double(alternative == "less" && r > 0 || alternative == "greater" && r < 0) else test$p.value
  if (perfect && method == "pearson") warnings <- c(warnings, paste0(svc_quoted(names), ": lie on one straight line; a test of that has no meaning."))
  list(r = r, n = n, statistic = statistic, p_value = p, conf_int = svc_correlation_interval(r, n, method, level), warnings = warnings)
}

svc_correlation <- function(data, variables, options) {
  names <- svc_texts(variables$variables)
  method <- svc_choice(options, "method", "pearson")
  level <- svc_choice(options, "conf_level", 0.95)
  alternative <- svc_choice(options, "alternative", "two_sided")
  correct <- isTRUE(options$continuity_correction)
  pairwise <- identical(options$missing, "pairwise")
  kept <- if (pairwise) NULL else svc_complete_rows(data, names)
  rows <- if (pairwise) nrow(data) else kept$n
  if (method == "kendall" && rows > 20000) svc_stop(svc_quoted(names), ": Kendall's tau compares all pairs of rows and takes at most 20,000 of them; use spearman")
  if (!pairwise) x <- svc_ranks_or_numbers(kept$data, names, method)
  pairs <- list()
  warnings <- character()
  for (i in seq_along(names)[-length(names)]) for (j in (i + 1):length(names)) {
    two <- names[c(i, j)]
    v <- if (pairwise) svc_ranks_or_numbers(svc_complete_rows(data, two)$data, two, method) else x[, c(i, j)]
    one <- svc_correlate(v[, 1], v[, 2], method, alternative, level, correct, two)
    warnings <- c(warnings, one$warnings)
    one$warnings <- NULL
    pairs <- c(pairs, list(c(list(x = two[1], y = two[2]), one)))
  }
  used <- if (pairwise) sum(rowSums(!is.na(data[names])) >= 2) else rows
  # The picture is of the first pair; rows that are complete in all variables there may be none.
  points <- if (pairwise) svc_complete_rows(data, names[1:2])$data else kept$data
  points <- points[svc_sample(nrow(points), if (length(names) == 2) 2000 else 400), , drop = FALSE]
  checks <- if (method == "pearson") lapply(names, function(name) {
    v <- data[[name]][!is.na(data[[name]])]
    svc_normality_check(v, name)
  }) else list()
  extra <- list(points = unname(lapply(points, function(v) I(as.double(v)))))
  svc_answer(used, nrow(data) - used, list(pairs = pairs), checks, extra, unique(warnings))
}

svc_partial_correlation <- function(data, variables, options) {
  names <- svc_texts(variables$variables)
  controls <- svc_texts(variables$controls)
  method <- svc_choice(options, "method", "pearson")
  level <- svc_choice(options, "conf_level", 0.95)
  alternative <- svc_choice(options, "alternative", "two_sided")
  kept <- svc_complete_rows(data, c(names, controls))
  n <- kept$n
  k <- length(controls)
  if (n < k + 4) svc_stop(svc_quoted(names), ": ", n, " complete rows are too few with ", k, " controls; at least ", k + 4, " are needed")
  x <- svc_matrix(kept$data, names)
  z <- svc_matrix(kept$data, controls)
  if (method == "spearman") {
    x[] <- apply(x, 2, rank)
    z[] <- apply(z, 2, rank)
  }
  design <- cbind(`(Intercept)` = 1, z)
  rest <- vapply(names, function(name) {
    r <- svc_least_squares(design, x[, name])$residuals
    spread <- x[, name] - mean(x[, name])
    if (sum(r^2) <= 1e-20 * sum(spread^2)) svc_stop(name, ": is determined by ", svc_quoted(controls), ", so that nothing is left to correlate")
    r
  }, numeric(n))
  df <- n - 2 - k
  pairs <- list()
  for (i in seq_along(names)[-length(names)]) for (j in (i + 1):length(names)) {
    r <- svc_exact_dot(rest[, i], rest[, j]) / sqrt(svc_exact_dot(rest[, i], rest[, i]) * svc_exact_dot(rest[, j], rest[, j]))
    if (abs(r) > 1 - 1e-12) svc_stop(names[i], ": is determined by ", svc_quoted(c(names[j], controls)))
    t <- r * sqrt(df / (1 - r^2))
    p <- switch(alternative, two_sided = 2 * stats::pt(-abs(t), df), less = stats::pt(t, df), greater = stats::pt(t, df, lower.tail = FALSE))
    pairs <- c(pairs, list(list(x = names[i], y = names[j], r = r, n = n, statistic = t, p_value = p, conf_int = svc_correlation_interval(r, n, method, level, k), df = df)))
  }
  rows <- svc_sample(n, if (length(names) == 2) 2000 else 400)
  checks <- if (method == "pearson") lapply(names, function(name) svc_normality_check(rest[, name], paste0(name, " without what the controls explain"))) else list()
  svc_answer(n, kept$excluded, list(pairs = pairs), checks, list(points = lapply(seq_along(names), function(j) I(signif(rest[rows, j], 8)))))
}

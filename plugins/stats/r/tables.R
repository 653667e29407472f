# Tables of counts.

# The cross table of two columns, weighted by a column of counts where there is one.
svc_cross_table <- function(data, row, column, count) {
  frame <- svc_frame(data, count, c(row, column))
  weights <- if (length(count) > 0L) svc_counts(count, frame$data[[count]]) else rep(1, frame$n)
  rows <- frame$data[[row]]
  columns <- frame$data[[column]]
  table <- matrix(0, nlevels(rows), nlevels(columns), dimnames = list(levels(rows), levels(columns)))
  sums <- rowsum(weights, (as.integer(columns) - 1L) * nlevels(rows) + as.integer(rows))
  table[as.integer(rownames(sums))] <- sums
  if (sum(table) == 0) svc_stop(count, ": all counts are 0")
  kept <- table[rowSums(table) > 0, colSums(table) > 0, drop = FALSE]
  if (length(kept) > 10000L) svc_stop(row, ": a table of ", nrow(kept), " by ", ncol(kept), " cells is too large to test; are the columns continuous?")
  list(table = kept, square = table, n = sum(table), excluded = frame$excluded)
}

svc_counts <- function(name, counts) {
  if (any(counts < 0) || any(counts != round(counts))) svc_stop(name, ": counts must be whole numbers of 0 and more")
  if (sum(counts) > 2^31 - 1) svc_stop(name, ": the counts add up to more than 2,147,483,647")
  counts
}

svc_two_by_two_at_least <- function(row, column, table) {
  if (nrow(table) < 2L) svc_stop(row, ": only one value (", rownames(table), ") is left, at least two are needed")
  if (ncol(table) < 2L) svc_stop(column, ": only one value (", colnames(table), ") is left, at least two are needed")
}

svc_table_json <- function(table) list(rows = I(rownames(table)), columns = I(colnames(table)), counts = svc_matrix_json(table))

svc_matrix_json <- function(m) lapply(seq_len(nrow(m)), function(i) I(as.double(m[i, ])))

svc_expected <- function(table) outer(rowSums(table), colSums(table)) / sum(table)

# Cochran (1954): no expected count below 1 and at most a fifth below 5.
svc_expected_counts <- function(expected) {
  small <- mean(expected < 5)
  ok <- min(expected) >= 1 && small <= 0.2
  svc_assumption("expected counts", min(expected), NULL, ok, paste0("The smallest expected count is ", signif(min(expected), 3), ", and ", signif(100 * small, 3), "% are below 5",
    if (ok) "." else ": the chi-squared p-value is not reliable; Fisher's exact test needs no large counts."))
}

svc_chi_square <- function(data, variables, options) {
  row <- svc_names(variables$row)
  column <- svc_names(variables$column)
  count <- svc_names(variables$count)
  level <- svc_option(options, "conf_level", 0.95)
  correct <- isTRUE(svc_option(options, "continuity_correction", TRUE))
  if (length(column) == 0L) return(svc_goodness_of_fit(data, row, count, options, level))
  cross <- svc_cross_table(data, row, column, count)
  table <- cross$table
  svc_two_by_two_at_least(row, column, table)
  expected <- svc_expected(table)
  test <- suppressWarnings(stats::chisq.test(table, correct = correct))
  plain <- sum((table - expected)^2 / expected)
  df <- test$parameter[[1]]
  result <- list(statistic = test$statistic[[1]], df = df, p_value = test$p.value, table = svc_table_json(table), expected = svc_matrix_json(expected),
    effect_size = svc_cramers_v(plain, df, cross$n, min(dim(table)), level))
  standardized <- (table - expected) / sqrt(expected * outer(1 - rowSums(table) / cross$n, 1 - colSums(table) / cross$n))
  svc_answer(cross$n, cross$excluded, result, list(svc_expected_counts(expected)), list(standardized = svc_matrix_json(standardized), corrected = correct && all(dim(table) == 2L)))
}

# One variable against given shares: Cohen's w, its interval by the noncentral chi-squared.
svc_goodness_of_fit <- function(data, row, count, options, level) {
  frame <- svc_frame(data, count, row)
  group <- frame$data[[row]]
  shares <- svc_option(options, "probabilities", NULL)
  # A level that was declared and that no row has is a count of 0, which may say most: sixty throws of a die without a six.
  absent <- setdiff(levels(data[[row]]), as.character(data[[row]]))
  left <- length(shares) == nlevels(group)
  if (!left && length(absent) > 0L) group <- factor(group, Filter(function(level) level %in% c(levels(group), absent), levels(data[[row]])))
  weights <- if (length(count) > 0L) svc_counts(count, frame$data[[count]]) else rep(1, frame$n)
  observed <- vapply(split(weights, group), sum, 0)
  k <- length(observed)
  if (k < 2L) svc_stop(row, ": only one value (", names(observed), ") is left, at least two are needed")
  n <- sum(observed)
  if (n == 0) svc_stop(count, ": all counts are 0")
  shares <- as.double(if (is.null(shares)) rep(1 / k, k) else shares)
  if (length(shares) != k) svc_stop(row, ": it has ", k, " values (", paste(names(observed), collapse = ", "), "), and probabilities names ", length(shares))
  if (abs(sum(shares) - 1) > 1e-6) svc_stop(row, ": its probabilities add up to ", signif(sum(shares), 6), ", not to 1")
  if (any(shares <= 0)) svc_stop(row, ": each of its probabilities must be above 0")
  shares <- shares / sum(shares)
  expected <- n * shares
  statistic <- sum((observed - expected)^2 / expected)
  table <- matrix(observed, nrow = 1, dimnames = list("", names(observed)))
  svc_answer(n, frame$excluded,
    list(statistic = statistic, df = k - 1, p_value = stats::pchisq(statistic, k - 1, lower.tail = FALSE), table = svc_table_json(table), expected = svc_matrix_json(matrix(expected, 1)),
      effect_size = svc_effect("cohens_w", sqrt(statistic / n), sqrt(svc_chisq_ncp(statistic, k - 1, level) / n))),
    list(svc_expected_counts(expected)), list(standardized = svc_matrix_json(matrix((observed - expected) / sqrt(expected * (1 - shares)), 1)), corrected = FALSE),
    if (length(absent) > 0L) paste0(row, ": no row has ", paste(utils::head(absent, 5L), collapse = ", "), if (length(absent) > 5L) " and others", if (left) "; left out, as probabilities names the others alone." else "; counted as 0."))
}

# The conditional odds ratio of a table of two by two and its exact interval, by the noncentral hypergeometric distribution of its first count (Fisher 1935;
# Cornfield 1956). stats::fisher.test solves the same equations to four digits.
svc_odds_ratio <- function(table, alternative, level) {
  m <- sum(table[, 1])
  n <- sum(table[, 2])
  k <- sum(table[1, ])
  x <- table[1, 1]
  support <- max(0, k - n):min(k, m)
  weights <- stats::dhyper(support, m, n, k, log = TRUE)
  density <- function(log_odds) {
    logs <- weights + log_odds * support
    d <- exp(logs - max(logs))
    d / sum(d)
  }
  at_most <- function(log_odds) sum(density(log_odds)[support <= x])
  at_least <- function(log_odds) sum(density(log_odds)[support >= x])
  solve_for <- function(f) exp(stats::uniroot(f, c(-1, 1), extendInt = "yes", tol = 1e-13, maxiter = 10000)$root)
  first <- x == support[[1]]
  last <- x == support[[length(support)]]
  estimate <- if (first) 0 else if (last) Inf else solve_for(function(l) sum(support * density(l)) - x)
  alpha <- if (alternative == "two.sided") (1 - level) / 2 else 1 - level
  low <- if (first || alternative == "less") 0 else solve_for(function(l) at_least(l) - alpha)
  high <- if (last || alternative == "greater") Inf else solve_for(function(l) at_most(l) - alpha)
  svc_effect("odds_ratio", estimate, c(low, high))
}

svc_fisher_exact <- function(data, variables, options) {
  row <- svc_names(variables$row)
  column <- svc_names(variables$column)
  level <- svc_option(options, "conf_level", 0.95)
  cross <- svc_cross_table(data, row, column, svc_names(variables$count))
  table <- cross$table
  svc_two_by_two_at_least(row, column, table)
  small <- all(dim(table) == 2L)
  if (max(dim(table)) > 30L) svc_stop(row, ": the exact test of a table of ", nrow(table), " by ", ncol(table), " takes too long, at most 30 values can be compared; use chi_square")
  alternative <- svc_alternative(options)
  if (!small && alternative != "two.sided") svc_stop(row, ": a one-sided test needs a table of two by two, this one is ", nrow(table), " by ", ncol(table))
  test <- tryCatch(
    if (small) stats::fisher.test(table, alternative = alternative, conf.int = FALSE) else stats::fisher.test(table, workspace = 2e7),
    error = function(e) svc_stop(row, ": the exact test of this table of ", nrow(table), " by ", ncol(table), " with ", format(sum(table), big.mark = ",", scientific = FALSE), " cases is too large to compute; use chi_square"))
  expected <- svc_expected(table)
  effect <- if (small) svc_odds_ratio(table, alternative, level) else {
    svc_cramers_v(sum((table - expected)^2 / expected), prod(dim(table) - 1), cross$n, min(dim(table)), level)
  }
  svc_answer(cross$n, cross$excluded,
    list(statistic = NULL, df = NULL, p_value = min(1, test$p.value), table = svc_table_json(table), expected = svc_matrix_json(expected), effect_size = effect),
    list(svc_assumption("fixed margins", NULL, NULL, NULL, "The test is exact given the totals of rows and columns; where those were not fixed beforehand it is cautious.")))
}

svc_mcnemar <- function(data, variables, options) {
  row <- svc_names(variables$row)
  column <- svc_names(variables$column)
  level <- svc_option(options, "conf_level", 0.95)
  correct <- isTRUE(svc_option(options, "continuity_correction", TRUE))
  cross <- svc_cross_table(data, row, column, svc_names(variables$count))
  names <- unique(c(rownames(cross$square), colnames(cross$square)))
  if (length(intersect(rownames(cross$table), colnames(cross$table))) == 0L) svc_stop(row, ": it and ", column, " have no value in common, so they are not two measurements of one thing")
  table <- matrix(0, length(names), length(names), dimnames = list(names, names))
  table[rownames(cross$square), colnames(cross$square)] <- cross$square
  if (length(names) < 2L) svc_stop(row, ": only one value (", names, ") occurs in it and in ", column, ", at least two are needed")
  if (length(names) > 50L) svc_stop(row, ": it and ", column, " have ", length(names), " values, at most 50 can be compared")
  upper <- sum(table[upper.tri(table)])
  lower <- sum(table[lower.tri(table)])
  if (upper + lower == 0) svc_stop(row, ": it equals ", column, " in every row, so there is no change to test")
  pairs <- which(upper.tri(table), arr.ind = TRUE)
  b <- table[pairs]
  c <- table[pairs[, 2:1, drop = FALSE]]
  changed <- b + c > 0
  two <- length(names) == 2L
  # Without changes between two values there is nothing to test about them: R answers NaN, the symmetry test of Bowker (1948) loses that degree of freedom.
  correction <- if (two && correct) min(1, abs(b - c)) else 0
  statistic <- sum((abs(b - c)[changed] - correction)^2 / (b + c)[changed])
  df <- sum(changed)
  exact <- if (two) stats::binom.test(upper, upper + lower, 0.5)$p.value
  share <- stats::binom.test(upper, upper + lower, 0.5, conf.level = level)
  expected <- (table + t(table)) / 2
  ok <- upper + lower >= 25
  # Cohen's g (1988): the share of changes in one direction minus a half; its interval by Clopper and Pearson.
  svc_answer(cross$n, cross$excluded,
    list(statistic = statistic, df = df, p_value = stats::pchisq(statistic, df, lower.tail = FALSE), exact_p_value = exact, table = svc_table_json(table), expected = svc_matrix_json(expected),
      effect_size = svc_effect("cohens_g", upper / (upper + lower) - 0.5, share$conf.int - 0.5)),
    list(svc_assumption("number of changes", upper + lower, NULL, ok, paste0(upper + lower, " rows changed", if (ok) "." else ": fewer than 25, the chi-squared p-value is not reliable; read the exact one."))),
    list(upper = upper, lower = lower, corrected = two && correct),
    if (df < length(b)) "Pairs of values between which nothing changed were left out of the statistic." else character())
}

svc_binomial_test <- function(data, variables, options) {
  name <- svc_names(variables$variable)
  count <- svc_names(variables$count)
  level <- svc_option(options, "conf_level", 0.95)
  p <- svc_option(options, "probability", 0.5)
  frame <- svc_frame(data, count, name)
  group <- frame$data[[name]]
  known <- levels(if (is.factor(data[[name]])) data[[name]] else group)
  success <- svc_option(options, "success", levels(group)[[nlevels(group)]])
  if (!success %in% known) svc_stop(name, ": the value ", success, ", which success names, does not occur in it")
  weights <- if (length(count) > 0L) svc_counts(count, frame$data[[count]]) else rep(1, frame$n)
  n <- sum(weights)
  if (n == 0) svc_stop(count, ": all counts are 0")
  if (nlevels(group) > 2L && is.null(options$success)) svc_stop(name, ": it has ", nlevels(group), " values; name by success which of them counts")
  x <- sum(weights[group == success])
  test <- stats::binom.test(x, n, p, alternative = svc_alternative(options), conf.level = level)
  share <- stats::binom.test(x, n, p, conf.level = level)$conf.int
  h <- function(share) 2 * asin(sqrt(share)) - 2 * asin(sqrt(p))
  table <- matrix(c(x, n - x), 1, dimnames = list("", c(success, "other")))
  # Cohen's h (1988), its interval that of Clopper and Pearson's.
  svc_answer(n, frame$excluded,
    list(statistic = x, df = NULL, p_value = test$p.value, estimate = x / n, conf_int = I(as.double(test$conf.int)), table = svc_table_json(table), expected = svc_matrix_json(matrix(c(n * p, n * (1 - p)), 1)),
      effect_size = svc_effect("cohens_h", h(x / n), h(share))),
    extra = list(success = success))
}

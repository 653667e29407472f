# Rank tests as R's defaults have them: exact where there are fewer than 50 values a group and no ties, else by the normal distribution with its continuity
# correction.

svc_rank_warnings <- function(exact) if (exact) character() else "The p-value is by the normal distribution: with ties, zeros or 50 and more values an exact one is not computed."

# The estimate of a shift after Hodges and Lehmann (1963), the median of all differences (or means of pairs), and its interval between two of them in order:
# `rank` is that of the lower, from the test's distribution. Where it is not exact, R searches for the same values and stops at one of several that fit; this
# does not depend on where a search starts.
svc_shift <- function(all, rank, alternative) {
  all <- sort(all)
  rank <- max(1, rank)
  list(estimate = stats::median(all), conf_int = I(c(if (alternative == "less") -Inf else all[[rank]], if (alternative == "greater") Inf else all[[length(all) + 1 - rank]])))
}

# The rank of the bound: exact by `quantile`, else the first value at which the normal distribution's test, corrected for continuity and ties as its p-value is,
# no longer rejects.
svc_bound_rank <- function(exact, quantile, mean, variance, correct, alternative, level) {
  alpha <- if (alternative == "two.sided") (1 - level) / 2 else 1 - level
  if (exact) quantile(alpha) else floor(mean - correct / 2 + stats::qnorm(alpha) * sqrt(variance)) + 1
}

svc_tie_sum <- function(x) {
  counts <- as.double(tabulate(match(x, unique(x))))
  sum(counts^3 - counts)
}

svc_mann_whitney <- function(data, variables, options) {
  name <- svc_names(variables$dependent)
  grouping <- svc_names(variables$group)
  level <- svc_option(options, "conf_level", 0.95)
  correct <- isTRUE(svc_option(options, "continuity_correction", TRUE))
  frame <- svc_frame(data, name, grouping)
  group <- frame$data[[grouping]]
  levels <- svc_two_levels(grouping, group)
  svc_group_sizes(grouping, group, 2L)
  x <- frame$data[[name]]
  svc_not_constant(name, x)
  parts <- split(x, group)
  n <- lengths(parts)
  exact <- all(n < 50) && !anyDuplicated(x)
  alternative <- svc_alternative(options)
  test <- stats::wilcox.test(parts[[1]], parts[[2]], alternative = alternative, correct = correct, exact = exact)
  u <- test$statistic[[1]]
  result <- list(statistic = u, p_value = test$p.value, effect_size = svc_rank_biserial(u, n[[1]], n[[2]], level))
  # All pairs of many values are more memory than the estimate is worth.
  if (prod(n) <= 1e6) {
    ties <- svc_tie_sum(parts[[1]]) + svc_tie_sum(parts[[2]])
    variance <- prod(n) / 12 * (sum(n) + 1 - ties / (sum(n) * (sum(n) - 1)))
    rank <- svc_bound_rank(exact, function(alpha) stats::qwilcox(alpha, n[[1]], n[[2]]), prod(n) / 2, variance, correct, alternative, level)
    result <- c(result, svc_shift(outer(parts[[1]], parts[[2]], `-`), rank, alternative))
  }
  svc_answer(frame$n, frame$excluded, result,
    list(svc_same_shape(x, group)),
    list(levels = I(levels), n = I(n), medians = I(vapply(parts, stats::median, 0)), mean_ranks = I(vapply(split(rank(x), group), svc_mean, 0)), exact = exact, boxes = svc_boxes(x, group)),
    svc_rank_warnings(exact))
}


# A difference of medians follows from a rank test only where the groups are spread alike.
svc_same_shape <- function(x, group) {
  name <- "similar spread"
  if (any(lengths(split(x, group)) < 2L)) return(svc_assumption(name, NULL, NULL, NULL, "The spread of the groups cannot be compared: a group has one value."))
  test <- tryCatch(stats::fligner.test(x - stats::median(x), group), error = function(e) NULL)
  if (is.null(test) || !is.finite(test$p.value)) return(svc_assumption(name, NULL, NULL, NULL, "The spread of the groups cannot be compared."))
  ok <- test$p.value >= 0.05
  svc_assumption(name, test$statistic[[1]], test$p.value, ok, paste0("Fligner-Killeen: the spread of the groups ",
    if (ok) "does not differ significantly" else "differs significantly", " (", svc_p_text(test$p.value), ")",
    if (ok) "." else ": the test then compares which group tends to larger values, not the medians."))
}

svc_wilcoxon_signed_rank <- function(data, variables, options) {
  first <- svc_names(variables$first)
  second <- svc_names(variables$second)
  level <- svc_option(options, "conf_level", 0.95)
  mu <- svc_option(options, "mu", 0)
  correct <- isTRUE(svc_option(options, "continuity_correction", TRUE))
  frame <- svc_frame(data, c(first, second))
  svc_at_least(first, frame$n, 3L, "pairs")
  # What is the same but for the rounding of a subtraction is a zero, and ties are ties. Whole numbers are subtracted without any.
  whole <- svc_whole(c(frame$data[[first]], frame$data[[second]], mu))
  if (is.null(whole)) {
    d <- frame$data[[first]] - frame$data[[second]] - mu
    d <- round(d, 13 - ceiling(log10(max(abs(frame$data[[first]]), abs(frame$data[[second]])))))
  } else {
    pairs <- seq_len(frame$n)
    d <- (whole$values[pairs] - whole$values[frame$n + pairs] - whole$values[[2 * frame$n + 1]]) / whole$scale
  }
  used <- d[d != 0]
  if (length(used) == 0L) svc_stop(first, ": it equals ", second, if (mu != 0) paste0(" plus ", mu), " in every row")
  svc_at_least(first, length(used), 3L, "pairs that differ")
  exact <- length(used) < 50 && length(used) == length(d) && !anyDuplicated(abs(used))
  alternative <- svc_alternative(options)
  test <- stats::wilcox.test(d, alternative = alternative, correct = correct, exact = exact)
  ranks <- rank(abs(used))
  positive <- svc_sum(ranks[used > 0])
  result <- list(statistic = test$statistic[[1]], p_value = test$p.value, effect_size = svc_matched_rank_biserial(positive, svc_sum(ranks) - positive, length(used), level))
  if (length(used) <= 1400L) {
    k <- length(used)
    means <- outer(used, used, `+`) / 2
    rank <- svc_bound_rank(exact, function(alpha) stats::qsignrank(alpha, k), k * (k + 1) / 4, k * (k + 1) * (2 * k + 1) / 24 - svc_tie_sum(used) / 48, correct, alternative, level)
    result <- c(result, svc_shift(means[!lower.tri(means)] + mu, rank, alternative))
  }
  zeros <- length(d) - length(used)
  svc_answer(frame$n, frame$excluded, result, list(svc_symmetry(used)),
    list(medians = I(c(stats::median(frame$data[[first]]), stats::median(frame$data[[second]]))), zeros = zeros, exact = exact, scale = whole$scale, positive = sum(used > 0), negative = sum(used < 0),
      boxes = list(svc_box(frame$data[[first]], first), svc_box(frame$data[[second]], second))),
    c(svc_rank_warnings(exact), if (zeros > 0) paste0(zeros, if (zeros == 1) " pair" else " pairs", if (mu == 0) " without a difference" else paste0(" with a difference of ", mu), if (zeros == 1) " was" else " were", " left out of the ranks, as Wilcoxon's test has it.")))
}

# The signed-rank test needs differences that are spread alike to both sides of their median. Skewness against its standard error (Joanes and Gill 1998).
svc_symmetry <- function(d) {
  name <- "symmetry of the differences"
  n <- length(d)
  if (n < 8L || svc_all_same(d)) return(svc_assumption(name, NULL, NULL, NULL, "Whether the differences are spread alike to both sides cannot be checked on so few."))
  skewness <- svc_describe_numbers(d)$skewness
  z <- skewness / sqrt(6 * n * (n - 1) / ((n - 2) * (n + 1) * (n + 3)))
  p <- 2 * stats::pnorm(-abs(z))
  ok <- p >= 0.05
  svc_assumption(name, z, p, ok, paste0("The differences are ", if (ok) "not significantly skewed" else "significantly skewed", " (", svc_p_text(p), ")",
    if (ok) "." else ": the signed-rank test then does not only compare their middle."))
}

svc_kruskal_wallis <- function(data, variables, options) {
  name <- svc_names(variables$dependent)
  grouping <- svc_names(variables$group)
  level <- svc_option(options, "conf_level", 0.95)
  frame <- svc_frame(data, name, grouping)
  group <- frame$data[[grouping]]
  k <- svc_several_levels(grouping, group)
  x <- frame$data[[name]]
  svc_not_constant(name, x)
  svc_at_least(name, frame$n, k + 2L)
  # R counts ties by fifteen digits of the values: of their ranks those are all.
  test <- stats::kruskal.test(rank(x), group)
  h <- test$statistic[[1]]
  # Epsilon squared (Kelley 1935; Tomczak and Tomczak 2014) is eta squared of the analysis of variance of the ranks: its interval is that of the noncentral F.
  effect <- svc_rank_share("epsilon_squared", h / (frame$n - 1), k - 1, frame$n - k, level)
  parts <- split(x, group)
  # Of two groups the test itself says which: they are compared when it is asked for.
  adjust <- svc_option(options, "post_hoc", if (k < 3L || k > 40L) "none" else "holm")
  result <- list(statistic = h, df = test$parameter[[1]], p_value = test$p.value, effect_size = effect)
  if (adjust != "none") result$post_hoc <- svc_dunn(x, group, grouping, adjust)
  svc_answer(frame$n, frame$excluded, result,
    list(svc_same_shape(x, group), svc_rank_sample_size(min(lengths(parts)), 5, "values in the smallest group")),
    list(levels = I(levels(group)), n = I(lengths(parts)), medians = I(vapply(parts, stats::median, 0)), mean_ranks = I(vapply(split(rank(x), group), svc_mean, 0)), boxes = svc_boxes(x, group)),
    if (is.null(options$post_hoc) && k > 40L) paste0(grouping, ": ", k, " groups are many to compare each with each; no post-hoc test was made. post_hoc asks for one."))
}

# The p-value is by the chi-squared distribution, which the statistic follows for many rows only.
svc_rank_sample_size <- function(n, least, of) {
  ok <- n >= least
  svc_assumption("sample size", n, NULL, ok, paste0("There are ", n, " ", of, if (ok) ": enough for the p-value by the chi-squared distribution." else paste0(
    ", fewer than ", least, ": the p-value by the chi-squared distribution is rough.")))
}

# Dunn's test (1964), with the correction for ties.
svc_dunn <- function(x, group, term, adjust) {
  ranks <- rank(x)
  n <- length(x)
  ties <- as.double(table(ranks))
  variance <- n * (n + 1) / 12 - sum(ties^3 - ties) / (12 * (n - 1))
  means <- vapply(split(ranks, group), svc_mean, 0)
  sizes <- lengths(split(ranks, group))
  pairs <- utils::combn(length(means), 2)
  difference <- means[pairs[1, ]] - means[pairs[2, ]]
  z <- difference / sqrt(variance * (1 / sizes[pairs[1, ]] + 1 / sizes[pairs[2, ]]))
  adjusted <- stats::p.adjust(2 * stats::pnorm(-abs(z)), adjust)
  lapply(seq_along(z), function(i) {
    list(term = term, contrast = paste(names(means)[pairs[1, i]], "-", names(means)[pairs[2, i]]), estimate = difference[[i]], statistic = z[[i]], p_adjusted = adjusted[[i]])
  })
}

# A share of the variance of ranks; all of it leaves no variance to say how sure that is.
svc_rank_share <- function(name, share, df1, df2, level) {
  if (share >= 1 - 1e-12) return(svc_effect(name, 1, c(NA, 1)))
  svc_effect(name, share, svc_partial_eta(share / df1 / ((1 - share) / df2), df1, df2, level)$conf_int)
}

svc_friedman <- function(data, variables, options) {
  subject <- svc_names(variables$subject)
  within <- svc_names(variables$within)
  name <- svc_names(variables$dependent)
  level <- svc_option(options, "conf_level", 0.95)
  wide <- svc_wide(data, subject, within, name)
  y <- wide$values
  k <- ncol(y)
  m <- nrow(y)
  if (m < 3L) svc_stop(subject, ": ", m, " with a value under every condition, at least 3 are needed")
  # By columns, each against each: R's own friedman.test makes a table of every subject, which takes minutes for many.
  below <- equal <- matrix(0, m, k)
  for (i in seq_len(k)) {
    below <- below + (y[, i] < y)
    equal <- equal + (y[, i] == y)
  }
  if (all(equal == k)) svc_stop(name, ": its values are the same under every condition")
  ranks <- below + (equal + 1) / 2
  q <- 12 * sum((colSums(ranks) - m * (k + 1) / 2)^2) / (m * k * (k + 1) - sum(equal^2 - 1) / (k - 1))
  # Kendall's W is partial eta squared of the analysis of variance of the ranks, whose F is that of Iman and Davenport (1980): its interval is the noncentral F's.
  effect <- svc_rank_share("kendalls_w", q / (m * (k - 1)), k - 1, (k - 1) * (m - 1), level)
  result <- list(statistic = q, df = k - 1, p_value = stats::pchisq(q, k - 1, lower.tail = FALSE), effect_size = effect)
  svc_answer(wide$n, wide$excluded, result, list(svc_rank_sample_size(m, 10, "subjects")),
    list(subjects = m, levels = I(colnames(y)), medians = I(apply(y, 2, stats::median)), mean_ranks = I(colMeans(ranks)), boxes = lapply(seq_len(k), function(i) svc_box(y[, i], colnames(y)[[i]]))),
    wide$warnings)
}

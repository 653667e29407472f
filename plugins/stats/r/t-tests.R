# t tests from means and variances by two passes; the numbers of stats::t.test to all the digits that has.

svc_t_answer <- function(difference, se, df, mu, alternative, level) {
  t <- (difference - mu) / se
  q <- if (alternative == "two.sided") stats::qt(1 - (1 - level) / 2, df) else stats::qt(level, df)
  list(
    statistic = t, df = df,
    p_value = switch(alternative, two.sided = 2 * stats::pt(-abs(t), df), less = stats::pt(t, df), greater = stats::pt(t, df, lower.tail = FALSE)),
    estimate = difference,
    conf_int = I(c(if (alternative == "less") -Inf else difference - q * se, if (alternative == "greater") Inf else difference + q * se))
  )
}

svc_hedges <- function(options) identical(svc_option(options, "effect_size", "cohens_d"), "hedges_g")

# A spread that is nothing but rounding of the values themselves would make any difference significant.
svc_spread <- function(name, sd, size, where = "") {
  if (sd <= 8 * .Machine$double.eps * size) svc_stop(name, ": all its values are the same", where, ", so there is no spread to compare with")
}

svc_t_test_one_sample <- function(data, variables, options) {
  name <- svc_names(variables$variable)
  mu <- svc_option(options, "mu", 0)
  level <- svc_option(options, "conf_level", 0.95)
  frame <- svc_frame(data, name)
  x <- frame$data[[name]]
  svc_at_least(name, frame$n, 3L)
  sd <- svc_sd(x)
  svc_spread(name, sd, max(abs(x)))
  mean <- svc_mean(x)
  result <- svc_t_answer(mean, sd / sqrt(frame$n), frame$n - 1, mu, svc_alternative(options), level)
  result$effect_size <- svc_d_effect(result$statistic, result$df, 1 / sqrt(frame$n), level, svc_hedges(options))
  svc_answer(frame$n, frame$excluded, result, list(svc_shapiro("normality", x, "the values"), svc_sample_size(frame$n)),
    list(mean = mean, sd = sd, median = stats::median(x), boxes = list(svc_box(x, name)), qq = svc_qq(x)))
}

svc_t_test_paired <- function(data, variables, options) {
  first <- svc_names(variables$first)
  second <- svc_names(variables$second)
  mu <- svc_option(options, "mu", 0)
  level <- svc_option(options, "conf_level", 0.95)
  frame <- svc_frame(data, c(first, second))
  svc_at_least(first, frame$n, 3L, "pairs")
  a <- frame$data[[first]]
  b <- frame$data[[second]]
  d <- a - b
  sd <- svc_sd(d)
  if (sd <= 8 * .Machine$double.eps * max(abs(a), abs(b))) svc_stop(first, ": its difference to ", second, " is the same in every row, so there is no spread to compare with")
  result <- svc_t_answer(svc_mean(d), sd / sqrt(frame$n), frame$n - 1, mu, svc_alternative(options), level)
  result$effect_size <- svc_d_effect(result$statistic, result$df, 1 / sqrt(frame$n), level, svc_hedges(options))
  svc_answer(frame$n, frame$excluded, result, list(svc_shapiro("normality", d, "the differences"), svc_sample_size(frame$n)),
    list(means = I(c(svc_mean(a), svc_mean(b))), sds = I(c(svc_sd(a), svc_sd(b))), sd_difference = sd,
      correlation = if (svc_all_same(a) || svc_all_same(b)) NULL else stats::cor(a, b),
      boxes = list(svc_box(a, first), svc_box(b, second)), qq = svc_qq(d)))
}

svc_t_test_independent <- function(data, variables, options) {
  name <- svc_names(variables$dependent)
  grouping <- svc_names(variables$group)
  level <- svc_option(options, "conf_level", 0.95)
  equal <- isTRUE(svc_option(options, "equal_variances", FALSE))
  mu <- svc_option(options, "mu", 0)
  frame <- svc_frame(data, name, grouping)
  group <- frame$data[[grouping]]
  levels <- svc_two_levels(grouping, group)
  svc_group_sizes(grouping, group, 2L)
  svc_at_least(name, frame$n, 5L)
  parts <- split(frame$data[[name]], group)
  n <- lengths(parts)
  means <- vapply(parts, svc_mean, 0)
  variances <- vapply(parts, svc_var, 0)
  svc_spread(name, sqrt(max(variances)), max(abs(frame$data[[name]])), " within each group")
  if (equal) {
    df <- sum(n) - 2
    pooled <- (svc_ss(parts[[1]]) + svc_ss(parts[[2]])) / df
    se <- sqrt(pooled * sum(1 / n))
    unit <- se / sqrt(pooled)
  } else {
    parts_se <- variances / n
    se <- sqrt(sum(parts_se))
    df <- sum(parts_se)^2 / sum(parts_se^2 / (n - 1))
    # Without equal variances, d is in units of the root of the mean variance (Delacre and others 2021), its interval by Welch's degrees of freedom.
    unit <- se / sqrt(mean(variances))
  }
  result <- svc_t_answer(means[[1]] - means[[2]], se, df, mu, svc_alternative(options), level)
  result$effect_size <- svc_d_effect(result$statistic, df, unit, level, svc_hedges(options))
  if (mu != 0) {
    # d is of the difference itself, whatever it is tested against.
    result$effect_size <- svc_d_effect((means[[1]] - means[[2]]) / se, df, unit, level, svc_hedges(options))
  }
  normal <- lapply(1:2, function(i) svc_shapiro(paste0("normality in ", levels[[i]]), parts[[i]], paste0("the values of ", levels[[i]])))
  consequence <- if (equal) "Welch's test (equal_variances: false) does not need them equal" else ""
  homogeneous <- svc_equal_variances(frame$data[[name]], group, consequence)
  if (!equal && identical(homogeneous$ok, FALSE)) {
    homogeneous["ok"] <- list(NULL)
    homogeneous$note <- paste(homogeneous$note, "Welch's test, which was used, does not need them equal.")
  }
  residuals <- unsplit(Map(`-`, parts, means), group)
  svc_answer(frame$n, frame$excluded, result, c(normal, list(homogeneous, svc_sample_size(n))),
    list(levels = I(levels), n = I(n), means = I(means), sds = I(sqrt(variances)), boxes = svc_boxes(frame$data[[name]], group), qq = svc_qq(residuals)))
}

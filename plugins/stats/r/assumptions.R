# Checks that come with a method. `ok` is at 0.05, and NULL where a check cannot be made.

svc_p_text <- function(p) if (p < 0.001) "p < 0.001" else paste0("p = ", signif(p, 3))

# Shapiro and Wilk's test is defined for 3 to 5,000 values; of more, every k-th of the sorted ones would not be a sample, so the check is not made.
svc_shapiro <- function(name, x, what) {
  x <- x[!is.na(x)]
  if (length(x) < 3L) return(svc_assumption(name, NULL, NULL, NULL, paste0("Normality of ", what, " cannot be checked: fewer than 3 values.")))
  if (svc_all_same(x)) return(svc_assumption(name, NULL, NULL, NULL, paste0("Normality of ", what, " cannot be checked: the values are all the same.")))
  if (length(x) > 5000L) {
    return(svc_assumption(name, NULL, NULL, NULL, paste0("Normality of ", what, " is not tested on more than 5,000 values, where the test finds every trifle: look at the plot.")))
  }
  test <- stats::shapiro.test(x - svc_mean(x))
  ok <- test$p.value >= 0.05
  svc_assumption(name, test$statistic[[1]], test$p.value, ok, paste0(
    "Shapiro-Wilk: ", what, if (ok) " do not depart significantly from" else " depart significantly from", " a normal distribution (", svc_p_text(test$p.value), ")."))
}

# Levene's test about the median (Brown and Forsythe 1974): robust where the values are not normal.
svc_levene <- function(x, group, centre = "median") {
  by_group <- split(x, group)
  middle <- if (centre == "median") stats::median else svc_mean
  deviations <- unsplit(lapply(by_group, function(values) abs(values - middle(values))), group)
  fit <- svc_one_way(deviations, group)
  list(statistic = fit$f, df = fit$df, df_residual = fit$df_residual, p_value = stats::pf(fit$f, fit$df, fit$df_residual, lower.tail = FALSE))
}

# One-way sums of squares by two passes around the grand mean.
svc_one_way <- function(x, group) {
  x <- svc_deviations(x)
  groups <- split(x, group, drop = TRUE)
  sizes <- lengths(groups)
  means <- vapply(groups, svc_mean, 0)
  between <- svc_sum(sizes * means^2)
  within <- svc_sum(vapply(groups, svc_ss, 0))
  df <- length(groups) - 1L
  df_residual <- length(x) - length(groups)
  list(between = between, within = within, df = df, df_residual = df_residual, f = (between / df) / (within / df_residual))
}

svc_equal_variances <- function(x, group, consequence) {
  name <- "homogeneity of variances"
  spread <- vapply(split(x, group), length, 0L)
  if (any(spread < 2L)) return(svc_assumption(name, NULL, NULL, NULL, "Equality of variances cannot be checked: a group has one value."))
  test <- svc_levene(x, group)
  if (!is.finite(test$statistic)) return(svc_assumption(name, NULL, NULL, NULL, "Equality of variances cannot be checked: the deviations do not vary."))
  ok <- test$p_value >= 0.05
  svc_assumption(name, test$statistic, test$p_value, ok, paste0(
    "Levene (about the medians): the variances of the groups ", if (ok) "do not differ significantly" else "differ significantly", " (", svc_p_text(test$p_value), ")",
    if (ok || consequence == "") "." else paste0("; ", consequence, ".")))
}

# A mean of many values is near normal whatever they are.
svc_sample_size <- function(sizes, least = 30) {
  smallest <- min(sizes)
  ok <- smallest >= least
  svc_assumption("sample size", smallest, NULL, if (ok) TRUE else NULL, paste0(
    if (length(sizes) > 1) "The smallest group has " else "There are ", smallest, " values",
    if (ok) ": the mean is near normal even where the values are not." else ": too few for the mean to be near normal whatever the values are."))
}

# Power of a test, or what a wished power asks for. Effects are Cohen's (1988): d, f, h, r, w, f².

svc_power_of <- function(test, effect, n, alpha, o) {
  sides <- if (o$alternative == "two_sided") 2 else 1
  sign <- if (o$alternative == "less") -1 else 1
  effect <- if (sides == 2) abs(effect) else sign * effect
  noncentral_t <- function(df, ncp) {
    q <- stats::qt(alpha / sides, df, lower.tail = FALSE)
    up <- suppressWarnings(stats::pt(q, df, ncp, lower.tail = FALSE))
    if (sides == 2) up + suppressWarnings(stats::pt(-q, df, ncp)) else up
  }
  normal <- function(shift) {
    q <- stats::qnorm(alpha / sides, lower.tail = FALSE)
    up <- stats::pnorm(shift - q)
    if (sides == 2) up + stats::pnorm(-shift - q) else up
  }
  noncentral_f <- function(df1, df2, ncp) stats::pf(stats::qf(alpha, df1, df2, lower.tail = FALSE), df1, df2, ncp, lower.tail = FALSE)
  switch(test,
    t_test_one_sample = , t_test_paired = noncentral_t(n - 1, effect * sqrt(n)),
    t_test_independent = noncentral_t(2 * n - 2, effect * sqrt(n / 2)),
    anova = noncentral_f(o$groups - 1, o$groups * (n - 1), o$groups * n * effect^2),
    proportion_one = normal(effect * sqrt(n)),
    proportions_two = normal(effect * sqrt(n / 2)),
    # Fisher's z with its bias, against the t distribution's critical r.
    correlation = {
      t <- stats::qt(alpha / sides, n - 2, lower.tail = FALSE)
      critical <- sqrt(t^2 / (t^2 + n - 2))
      z <- atanh(effect) + effect / (2 * (n - 1))
      root <- sqrt(n - 3)
      up <- stats::pnorm((z - atanh(critical)) * root)
      if (sides == 2) up + stats::pnorm((-z - atanh(critical)) * root) else up
    },
    chi_square = stats::pchisq(stats::qchisq(alpha, o$df, lower.tail = FALSE), o$df, n * effect^2, lower.tail = FALSE),
    linear_regression = noncentral_f(o$predictors, n - o$predictors - 1, effect * n)
  )
}

svc_power_least <- function(test, o) {
  switch(test, t_test_one_sample = , t_test_paired = , t_test_independent = , anova = 2, proportion_one = , proportions_two = 1, correlation = 4, chi_square = 1, linear_regression = o$predictors + 2)
}

svc_power <- function(data, variables, options) {
  test <- options$test
  o <- list(
    alternative = svc_choice(options, "alternative", "two_sided"), groups = svc_choice(options, "groups", 2), df = svc_choice(options, "df", 1),
    predictors = svc_choice(options, "predictors", 1)
  )
  given <- list(effect = options$effect, n = options$n, alpha = options$alpha, power = options$power)
  given <- given[!vapply(given, is.null, NA)]
  missing <- setdiff(c("effect", "n", "alpha", "power"), names(given))
  if (length(missing) != 1) svc_stop("power: give all but one of effect, n, alpha and power")
  away <- !is.null(given$effect) && (o$alternative == "less" && given$effect > 0 || o$alternative == "greater" && given$effect < 0)
  if (away && missing == "n") svc_stop("effect: points the other way than the alternative, so that more rows only lower the power")
  if (!is.null(given$effect) && given$effect == 0) svc_stop("effect: must not be 0")
  if (test == "correlation" && !is.null(given$effect) && abs(given$effect) >= 1) svc_stop("effect: a correlation lies between -1 and 1")
  least <- svc_power_least(test, o)
  if (!is.null(given$n) && given$n < least) svc_stop("n: must be at least ", least)
  if (!is.null(given$power) && !is.null(given$alpha) && given$power <= given$alpha) svc_stop("power: must be greater than alpha")
  at <- function(effect = given$effect, n = given$n, alpha = given$alpha) svc_power_of(test, effect, n, alpha, o)
  turn <- if (o$alternative == "less") -1 else 1
  value <- switch(missing,
    power = at(),
    n = {
      most <- 1e9
      top <- max(4, least * 2)
      while (at(n = top) < given$power && top < most) top <- top * 2
      if (top >= most) svc_stop("n: more than 1,000,000,000 would be needed")
      if (at(n = least) >= given$power) least else svc_root(function(n) at(n = n) - given$power, least, top)
    },
    effect = {
      top <- if (test == "correlation") 1 - 1e-9 else 1
      while (test != "correlation" && at(effect = turn * top) < given$power && top < 1e6) top <- top * 2
      if (at(effect = turn * top) < given$power) svc_stop("effect: no effect reaches that power with so few rows")
      turn * svc_root(function(e) at(effect = turn * e) - given$power, 1e-9, top)
    },
    alpha = {
      low <- at(alpha = 1e-12)
      if (low >= given$power) svc_stop("alpha: less than 1e-12 would do")
      svc_root(function(a) at(alpha = a) - given$power, 1e-12, 1 - 1e-9)
    }
  )
  if (!is.finite(value)) svc_stop("power: cannot be computed for these values")
  full <- given
  full[[missing]] <- value
  groups <- switch(test, t_test_independent = 2, proportions_two = 2, anova = o$groups, 1)
  needed <- ceiling(full$n - 1e-9)
  ns <- unique(pmax(least, round(exp(seq(log(max(least, full$n / 5)), log(max(least + 5, full$n * 3)), length.out = 60)))))
  curve <- lapply(ns, function(n) list(n = n, power = at(effect = full$effect, n = n, alpha = full$alpha)))
  result <- list(
    test = test, solved = missing, effect = full$effect, n = full$n, alpha = full$alpha, power = full$power,
    n_required = needed, n_total = needed * groups, power_at_n_required = at(effect = full$effect, n = needed, alpha = full$alpha), curve = curve
  )
  svc_answer(0, 0, result)
}

svc_root <- function(f, low, high) {
  stats::uniroot(f, c(low, high), tol = 1e-12 * max(1, high), maxiter = 2000)$root
}

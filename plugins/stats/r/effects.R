# Effect sizes and their intervals.

# The noncentrality parameters at which the observed statistic is the upper and the lower tail of its distribution: the pivot method of Steiger and Fouladi
# (1997), as in Steiger (2004). `tail(ncp)` is the probability of a value up to the observed one; it falls with ncp.
svc_ncp_interval <- function(tail, start, level, least = -Inf) {
  alpha <- (1 - level) / 2
  c(svc_ncp_at(tail, 1 - alpha, start, least), svc_ncp_at(tail, alpha, start, least))
}

svc_ncp_at <- function(tail, probability, start, least) {
  # The tails of noncentral distributions are inexact far out; those are not where the bounds are.
  f <- function(ncp) suppressWarnings(tail(ncp)) - probability
  if (least > -Inf && f(least) <= 0) return(least)
  step <- max(1, abs(start) / 4)
  lower <- start
  upper <- start
  for (i in 1:60) {
    if (f(lower) > 0) break
    lower <- max(least, lower - step)
    step <- step * 2
  }
  step <- max(1, abs(start) / 4)
  for (i in 1:60) {
    if (f(upper) < 0) break
    upper <- upper + step
    step <- step * 2
  }
  if (!is.finite(f(lower)) || !is.finite(f(upper)) || f(lower) * f(upper) > 0) return(NA_real_)
  stats::uniroot(f, c(lower, upper), tol = 1e-12, maxiter = 500)$root
}

svc_t_ncp <- function(t, df, level) svc_ncp_interval(function(ncp) svc_pt(t, df, ncp), t, level)

# Noncentral chi-squared and F as Poisson mixtures of the central ones, summed to a double's digits: R's own stop at about nine.
svc_poisson_terms <- function(rate) seq(max(0, floor(rate - 9 * sqrt(rate) - 20)), ceiling(rate + 9 * sqrt(rate) + 40))

svc_chisq_tail <- function(x, df, ncp) {
  j <- svc_poisson_terms(ncp / 2)
  sum(stats::dpois(j, ncp / 2) * stats::pchisq(x, df + 2 * j))
}

svc_f_tail <- function(f, df1, df2, ncp) {
  j <- svc_poisson_terms(ncp / 2)
  sum(stats::dpois(j, ncp / 2) * stats::pbeta(df1 * f / (df1 * f + df2), df1 / 2 + j, df2 / 2))
}

svc_chisq_ncp <- function(x, df, level) svc_ncp_interval(function(ncp) svc_chisq_tail(x, df, ncp), max(0, x - df), level, 0)

svc_f_ncp <- function(f, df1, df2, level) svc_ncp_interval(function(ncp) svc_f_tail(f, df1, df2, ncp), max(0, f * df1 - df1), level, 0)

svc_effect <- function(name, value, conf_int) list(name = name, value = value, conf_int = I(as.double(conf_int)))

# Hedges' exact correction of d for small samples (Hedges 1981).
svc_hedges_factor <- function(df) exp(lgamma(df / 2) - lgamma((df - 1) / 2) - log(df / 2) / 2)

# d of a t statistic: d = t * unit, its interval that of the noncentral t. `name` of Hedges' g asks for the correction.
svc_d_effect <- function(t, df, unit, level, hedges) {
  factor <- if (hedges) svc_hedges_factor(df) else 1
  svc_effect(if (hedges) "hedges_g" else "cohens_d", t * unit * factor, svc_t_ncp(t, df, level) * unit * factor)
}

# Partial eta squared of an F test, with the interval of Steiger (2004): ncp / (ncp + df1 + df2 + 1).
svc_partial_eta <- function(f, df1, df2, level) {
  ncp <- svc_f_ncp(f, df1, df2, level)
  list(value = f * df1 / (f * df1 + df2), conf_int = I(ncp / (ncp + df1 + df2 + 1)))
}

# Cramér's V of a table's uncorrected chi-squared; the interval by the noncentral chi-squared (Smithson 2003), of V's population value.
svc_cramers_v <- function(statistic, df, n, smaller, level) {
  svc_effect("cramers_v", sqrt(statistic / (n * (smaller - 1))), pmin(1, sqrt(svc_chisq_ncp(statistic, df, level) / (n * (smaller - 1)))))
}

# Rank-biserial correlation of two groups, r = 2U / (mn) - 1 (Kerby 2014): how much oftener a value of the first is above one of the second than below. The
# interval is method 5 of Newcombe (2006) for U / (mn), which stays within its bounds.
svc_rank_biserial <- function(u, m, n, level) {
  m <- as.double(m)
  theta <- u / (m * n)
  z <- stats::qnorm(1 - (1 - level) / 2)
  half <- (m + n) / 2 - 1
  spread <- function(p) sqrt(p * (1 - p) * (1 + half * ((1 - p) / (2 - p) + p / (1 + p))) / (m * n))
  off <- function(p) (p - theta)^2 - z^2 * spread(p)^2
  low <- if (theta <= 0) 0 else stats::uniroot(off, c(0, min(theta, 1 - 1e-12)), tol = 1e-14)$root
  high <- if (theta >= 1) 1 else stats::uniroot(off, c(max(theta, 1e-12), 1), tol = 1e-14)$root
  svc_effect("rank_biserial", 2 * theta - 1, 2 * c(low, high) - 1)
}

# Rank-biserial correlation of pairs (Kerby 2014): the share of the ranks that favour the first minus the share that favours the second. Its variance at zero is
# that of the signed-rank statistic; the interval solves (r - r0)^2 = z^2 v (1 - r^2), as Wilson's does for a share, and stays within -1..1.
svc_matched_rank_biserial <- function(positive, negative, n, level) {
  r <- (positive - negative) / (positive + negative)
  v <- stats::qnorm(1 - (1 - level) / 2)^2 * (2 * (2 * n + 1)) / (3 * n * (n + 1))
  centre <- r / (1 + v)
  half <- sqrt(max(0, v * (1 + v - r^2))) / (1 + v)
  svc_effect("matched_rank_biserial", r, c(max(-1, centre - half), min(1, centre + half)))
}

# Logistic and Poisson regression. Needs design.R.

# The predictors are centred for the fit, or those that lie far from 0 would cost it their digits. glm.fit stops by the deviance, which stands still at half the
# digits of the coefficients; one more of Newton's steps doubles them. `moved` is how far that step moved each row's linear predictor.
svc_glm_fit <- function(x, y, family, offset = NULL, steps = 60) {
  centre <- svc_glm_centre(x)
  centred <- sweep(x, 2, centre)
  # A deviance of many rows has fewer digits that stand still.
  epsilon <- 1e-13 * max(1, length(y) / 1000)
  fit_from <- function(start, steps) suppressWarnings(stats::glm.fit(centred, y, family = family, offset = offset, start = start, intercept = TRUE, control = list(epsilon = epsilon, maxit = steps)))
  before <- fit_from(NULL, steps)
  fit <- tryCatch(fit_from(before$coefficients, 1), error = function(e) before)
  if (anyNA(fit$coefficients)) return(list(converged = FALSE, moved = rep(Inf, length(y)), direction = fit$coefficients))
  b <- fit$coefficients
  b[1] <- b[1] - sum(centre * b)
  moved <- fit$linear.predictors - before$linear.predictors
  list(
    coefficients = b, linear.predictors = fit$linear.predictors, fitted.values = fit$fitted.values, deviance = fit$deviance,
    moved = moved, direction = fit$coefficients - before$coefficients, converged = before$converged || max(abs(moved)) < 1e-6
  )
}

svc_glm_centre <- function(x) if (colnames(x)[1] == "(Intercept)") c(0, colMeans(x[, -1, drop = FALSE])) else numeric(ncol(x))

# The inverse of the information, from the centred predictors.
svc_glm_unscaled <- function(x, family, fit) {
  # With a canonical link the weight of a row is the slope of its mean.
  weights <- family$mu.eta(fit$linear.predictors)
  centre <- svc_glm_centre(x)
  inverse <- chol2inv(qr.R(qr.default(sweep(x, 2, centre) * sqrt(weights), tol = 1e-14)))
  back <- diag(ncol(x))
  back[1, -1] <- -centre[-1]
  back %*% inverse %*% t(back)
}

# `sign` turns each row's linear predictor so that growing means a better fit. A fit that still moves in a direction in which the likelihood only grows: separation.
svc_refuse_runaway <- function(x, y, fit, family, offset, sign, dependent, what) {
  moving <- function(fit) max(abs(fit$moved)) > 0.05
  separated <- function(fit) all(is.finite(fit$moved)) && moving(fit) && min(fit$moved * sign) > -0.05 * max(abs(fit$moved))
  if (!moving(fit) && fit$converged) return(invisible())
  if (!moving(fit)) svc_stop(dependent, ": the fit did not converge")
  # Late steps drown in rounding: earlier ones show the direction.
  for (steps in c(30, 20, 12, 8)) {
    if (separated(fit)) break
    early <- tryCatch(svc_glm_fit(x, y, family, offset, steps), error = function(e) NULL)
    if (!is.null(early) && !anyNA(early$direction)) fit <- early
  }
  size <- abs(fit$direction) * apply(x, 2, stats::sd)
  names <- colnames(x)[which(size > 0.1 * max(size, na.rm = TRUE))]
  if (length(names) == 0) names <- dependent
  if (!separated(fit)) svc_stop(dependent, ": the fit did not converge; look at ", svc_quoted(names))
  svc_stop(svc_quoted(names), ": ", what)
}

# The two ends at which the profile likelihood of coefficient j falls to the chi-squared limit.
svc_profile_interval <- function(x, y, family, offset, fit, j, se, level) {
  limit <- stats::qchisq(level, 1)
  base <- if (is.null(offset)) 0 else offset
  excess <- function(value) {
    rest <- x[, -j, drop = FALSE]
    held <- base + x[, j] * value
    deviance <- if (ncol(rest) == 0) sum(family$dev.resids(y, family$linkinv(rep(held, length.out = length(y))), rep(1, length(y)))) else svc_glm_fit(rest, y, family, held)$deviance
    deviance - fit$deviance - limit
  }
  b <- fit$coefficients[[j]]
  side <- function(direction) {
    step <- direction * stats::qnorm((1 + level) / 2) * se
    near <- b
    far <- b + step
    for (i in 1:12) {
      if (excess(far) > 0) return(stats::uniroot(excess, sort(c(near, far)), tol = 1e-13 * max(abs(c(b, se))))$root)
      near <- far
      far <- far + step
    }
    NA_real_
  }
  c(side(-1), side(1))
}

svc_glm_coefficients <- function(x, y, family, offset, fit, options, dispersion, df, term, ratio) {
  level <- svc_choice(options, "conf_level", 0.95)
  p <- ncol(x)
  unscaled <- svc_glm_unscaled(x, family, fit)
  se <- sqrt(dispersion * diag(unscaled))
  b <- fit$coefficients
  estimated <- !is.null(df)
  z <- b / se
  p_value <- if (estimated) 2 * stats::pt(-abs(z), df) else 2 * stats::pnorm(-abs(z))
  q <- if (estimated) stats::qt((1 + level) / 2, df) else stats::qnorm((1 + level) / 2)
  vif <- svc_inflation(unscaled, term, colnames(x))
  lapply(seq_len(p), function(j) {
    ci <- if (identical(options$interval, "profile") && !estimated) svc_profile_interval(x, y, family, offset, fit, j, se[j], level) else b[[j]] + c(-1, 1) * q * se[j]
    out <- list(term = colnames(x)[j], estimate = b[[j]], std_error = se[j], statistic = z[[j]], p_value = p_value[[j]], conf_int = I(ci))
    out[[ratio]] <- exp(b[[j]])
    out[[paste0(ratio, "_conf_int")]] <- I(exp(ci))
    out$vif <- vif[j]
    out
  })
}

svc_glm_comparison <- function(fit, null_deviance, log_likelihood, n, p, extra_df = 0) {
  null <- log_likelihood - (null_deviance - fit$deviance) / 2
  cox <- 1 - exp((fit$deviance - null_deviance) / n)
  lr <- null_deviance - fit$deviance
  list(
    deviance = fit$deviance, null_deviance = null_deviance, df_residual = n - p, df_null = n - 1, log_likelihood = log_likelihood,
    aic = 2 * p - 2 * log_likelihood, bic = log(n) * p - 2 * log_likelihood,
    pseudo_r_squared = list(mcfadden = 1 - log_likelihood / null, cox_snell = cox, nagelkerke = cox / (1 - exp(2 * null / n))),
    likelihood_ratio = list(statistic = lr, df = p - 1, p_value = stats::pchisq(lr, p - 1, lower.tail = FALSE))
  )
}

svc_binary <- function(data, name) {
  y <- data[[name]]
  if (is.numeric(y)) {
    if (!all(y %in% c(0, 1))) svc_stop(name, ": must have two levels, or be 0 and 1")
    y <- factor(y, levels = c(0, 1))
  }
  y <- droplevels(factor(y, ordered = FALSE))
  if (nlevels(y) != 2) svc_stop(name, ": must have two levels in the complete rows, it has ", nlevels(y))
  y
}

svc_logistic_regression <- function(data, variables, options) {
  dependent <- variables$dependent
  predictors <- svc_texts(variables$predictors)
  kept <- svc_complete_rows(data, unique(c(dependent, predictors)))
  outcome <- svc_binary(kept$data, dependent)
  y <- as.double(outcome == levels(outcome)[2])
  n <- length(y)
  design <- svc_design(kept$data, predictors, svc_choice(options, "interactions", list()))
  x <- design$x
  p <- ncol(x)
  if (n <= p) svc_stop(dependent, ": ", n, " complete rows are too few for ", p, " coefficients; at least ", p + 1, " are needed")
  svc_refuse_collinear(x, qr.default(x, tol = 1e-10))
  family <- stats::binomial()
  fit <- svc_glm_fit(x, y, family)
  separation <- paste0("predicts ", dependent, " perfectly for some rows (separation), so that no finite coefficient fits; leave it out or merge its levels")
  svc_refuse_runaway(x, y, fit, family, NULL, 2 * y - 1, dependent, separation)
  fitted <- fit$fitted.values
  log_likelihood <- -fit$deviance / 2
  share <- mean(y)
  null_deviance <- -2 * (sum(y) * log(share) + (n - sum(y)) * log(1 - share))
  threshold <- svc_choice(options, "threshold", 0.5)
  predicted <- as.double(fitted > threshold)
  count <- function(o, q) sum(y == o & predicted == q)
  auc <- svc_auc(fitted, y)
  names <- levels(outcome)
  result <- c(
    list(coefficients = svc_glm_coefficients(x, y, family, NULL, fit, options, 1, NULL, design$term, "odds_ratio"), interval = svc_choice(options, "interval", "wald"), outcome = list(reference = names[1], modelled = names[2])),
    svc_glm_comparison(fit, null_deviance, log_likelihood, n, p),
    list(classification = list(
      threshold = threshold,
      table = list(
        list(observed = names[1], predicted = names[1], n = count(0, 0)), list(observed = names[1], predicted = names[2], n = count(0, 1)),
        list(observed = names[2], predicted = names[1], n = count(1, 0)), list(observed = names[2], predicted = names[2], n = count(1, 1))
      ),
      accuracy = mean(y == predicted), sensitivity = count(1, 1) / sum(y), specificity = count(0, 0) / sum(1 - y), auc = auc
    ))
  )
  few <- min(sum(y), n - sum(y)) / max(1, p - 1)
  checks <- list(
    svc_hosmer_lemeshow(y, fitted),
    svc_assumption("Events per coefficient", few, NULL, few >= 10, if (few >= 10) "There are enough cases of either outcome." else "Fewer than 10 cases of the rarer outcome per coefficient: the estimates are unsteady.")
  )
  vif <- vapply(result$coefficients, function(c) c$vif, 0)
  if (any(!is.na(vif))) checks <- c(checks, list(svc_assumption("Collinearity (largest VIF)", max(vif, na.rm = TRUE), NULL, max(vif, na.rm = TRUE) < 10, if (max(vif, na.rm = TRUE) < 10) "The predictors are distinct enough." else "A predictor is nearly determined by the others.")))
  cuts <- sort(unique(fitted), decreasing = TRUE)
  cuts <- cuts[svc_sample(length(cuts), 400)]
  roc <- list(
    false_positive = I(c(0, signif(vapply(cuts, function(c) sum(fitted >= c & y == 0), 0) / sum(1 - y), 6))),
    true_positive = I(c(0, signif(vapply(cuts, function(c) sum(fitted >= c & y == 1), 0) / sum(y), 6)))
  )
  svc_answer(n, kept$excluded, result, checks, list(roc = roc))
}

# The chance that a random case of the second level has the higher fitted value: the Mann-Whitney statistic.
svc_auc <- function(fitted, y) {
  ones <- sum(y)
  (sum(rank(fitted)[y == 1]) - ones * (ones + 1) / 2) / (ones * (length(y) - ones))
}

# Hosmer & Lemeshow 1980: ten groups by fitted value.
svc_hosmer_lemeshow <- function(y, fitted) {
  name <- "Calibration (Hosmer-Lemeshow)"
  cuts <- unique(stats::quantile(fitted, seq(0, 1, 0.1)))
  # A group between two cuts may have no rows: it is none.
  group <- findInterval(fitted, cuts, rightmost.closed = TRUE, left.open = TRUE)
  size <- tapply(y, group, length)
  seen <- tapply(y, group, sum)
  expected <- tapply(fitted, group, sum)
  statistic <- sum((seen - expected)^2 / (expected * (1 - expected / size)))
  if (length(size) < 3 || !is.finite(statistic)) return(svc_assumption(name, NULL, NULL, NULL, "Too few different fitted values to test."))
  p <- stats::pchisq(statistic, length(size) - 2, lower.tail = FALSE)
  svc_assumption(name, statistic, p, p >= 0.05, if (p >= 0.05) "Fitted and observed shares agree." else "Fitted and observed shares differ: the model's form does not fit.")
}

svc_poisson_regression <- function(data, variables, options) {
  dependent <- variables$dependent
  predictors <- svc_texts(variables$predictors)
  exposure <- variables$exposure
  given <- variables$offset
  kept <- svc_complete_rows(data, unique(c(dependent, predictors, exposure, given)))
  y <- svc_varying(kept$data, dependent)
  if (any(y < 0) || any(y != round(y))) svc_stop(dependent, ": must hold counts: whole numbers from 0 on")
  n <- length(y)
  offset <- rep(0, n)
  if (!is.null(given)) offset <- offset + svc_numbers(kept$data, given)
  if (!is.null(exposure)) {
    e <- svc_numbers(kept$data, exposure)
    if (any(e <= 0)) svc_stop(exposure, ": an exposure must be greater than 0 in every row")
    offset <- offset + log(e)
  }
  design <- svc_design(kept$data, predictors, svc_choice(options, "interactions", list()))
  x <- design$x
  p <- ncol(x)
  if (n <= p) svc_stop(dependent, ": ", n, " complete rows are too few for ", p, " coefficients; at least ", p + 1, " are needed")
  svc_refuse_collinear(x, qr.default(x, tol = 1e-10))
  family <- stats::poisson()
  fit <- svc_glm_fit(x, y, family, offset)
  svc_refuse_runaway(x, y, fit, family, offset, ifelse(y == 0, -1, 0), dependent, paste0("some of its values go with ", dependent, " 0 only, so that no finite rate fits; leave it out or merge its levels"))
  mu <- fit$fitted.values
  df <- n - p
  log_likelihood <- sum(stats::dpois(y, mu, log = TRUE))
  rate <- sum(y) / sum(exp(offset))
  null_deviance <- sum(family$dev.resids(y, rate * exp(offset), rep(1, n)))
  pearson <- sum((y - mu)^2 / mu)
  ratio <- pearson / df
  estimated <- identical(options$dispersion, "estimated")
  result <- c(
    list(coefficients = svc_glm_coefficients(x, y, family, offset, fit, options, if (estimated) ratio else 1, if (estimated) df else NULL, design$term, "rate_ratio"), interval = if (estimated) "wald" else svc_choice(options, "interval", "wald")),
    svc_glm_comparison(fit, null_deviance, log_likelihood, n, p),
    list(dispersion = list(value = ratio, pearson = pearson, df = df, estimated = estimated))
  )
  if (estimated) {
    f <- (null_deviance - fit$deviance) / (p - 1) / ratio
    result$likelihood_ratio <- list(statistic = f, df = p - 1, df_residual = df, p_value = stats::pf(f, p - 1, df, lower.tail = FALSE))
    result[c("log_likelihood", "aic", "bic")] <- list(NULL)
    result["pseudo_r_squared"] <- list(NULL)
  }
  over <- stats::pchisq(pearson, df, lower.tail = FALSE)
  ok <- over >= 0.05
  note <- if (ok) "The counts vary no more than a Poisson model says." else if (estimated) "The counts vary more than a Poisson model says; the standard errors allow for it." else "The counts vary more than a Poisson model says: standard errors are too small. Use the option dispersion: \"estimated\"."
  residuals <- (y - mu) / sqrt(mu * ratio)
  zeros <- sum(y == 0)
  expected <- sum(stats::dpois(0, mu))
  many <- zeros > expected + 3 * sqrt(max(expected, 1))
  checks <- list(
    svc_assumption("Dispersion (Pearson chi-squared / df)", ratio, over, ok, note),
    svc_assumption("Zeros", zeros, NULL, !many, paste0(zeros, " rows are 0, the model expects ", round(expected, 1), if (many) ": more than a Poisson model explains." else "."))
  )
  svc_answer(n, kept$excluded, result, checks, svc_residual_points(mu, residuals))
}

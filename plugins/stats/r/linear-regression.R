# Needs design.R.

svc_linear_regression <- function(data, variables, options) {
  dependent <- variables$dependent
  predictors <- svc_texts(variables$predictors)
  weighting <- variables$weights
  interactions <- svc_choice(options, "interactions", list())
  intercept <- svc_choice(options, "intercept", TRUE)
  level <- svc_choice(options, "conf_level", 0.95)
  kept <- svc_complete_rows(data, unique(c(dependent, predictors, weighting)))
  data <- kept$data
  warnings <- character()
  w <- NULL
  if (!is.null(weighting)) {
    w <- svc_numbers(data, weighting)
    if (any(w < 0)) svc_stop(weighting, ": weights must not be negative")
    if (any(w == 0)) {
      warnings <- c(warnings, paste0(sum(w == 0), " rows of weight 0 were left out."))
      kept$excluded <- kept$excluded + sum(w == 0)
      data <- droplevels(data[w > 0, , drop = FALSE])
      w <- w[w > 0]
    }
  }
  y <- svc_varying(data, dependent)
  n <- length(y)
  if (isTRUE(options$standardize)) {
    for (name in predictors) if (is.numeric(data[[name]])) data[[name]] <- svc_z_scores(svc_varying(data, name))
    y <- svc_z_scores(y)
  }
  design <- svc_design(data, predictors, interactions, intercept)
  x <- design$x
  p <- ncol(x)
  if (n <= p) svc_stop(dependent, ": ", n, " complete rows are too few for ", p, " coefficients; at least ", p + 1, " are needed")
  root <- if (is.null(w)) NULL else sqrt(w)
  solved <- if (is.null(w)) svc_least_squares(x, y) else svc_least_squares(x * root, y * root)
  b <- solved$coefficients
  residuals <- solved$residuals
  target <- if (is.null(w)) y else y * root
  rss <- svc_exact_dot(residuals, residuals)
  center <- if (!intercept) 0 else if (is.null(w)) svc_exact_sum(y) / n else svc_exact_dot(w, y) / svc_exact_sum(w)
  tss <- if (is.null(w)) svc_squares(y - center) else svc_squares((y - center) * root)
  # The exact sum is asked for only where it can matter.
  perfect <- rss <= 1e-20 * sum(target^2) && rss <= (64 * .Machine$double.eps)^2 * svc_squares(target)
  df <- n - p
  df_model <- p - intercept
  if (perfect) {
    # A spread that is nothing beside the values is rounding, whatever the predictors are.
    if (rss > 1e-12 * tss) svc_stop(dependent, ": its values differ too little, for their size, to be told from rounding; subtract a number near them")
    rss <- 0
    warnings <- c(warnings, paste0("The predictors fit ", dependent, " perfectly: tests and information criteria have no meaning."))
  }
  mss <- tss - rss
  sigma2 <- rss / df
  se <- sqrt(sigma2 * diag(solved$unscaled))
  t <- if (perfect) rep(NA_real_, p) else b / se
  p_value <- 2 * stats::pt(-abs(t), df)
  half <- stats::qt((1 + level) / 2, df) * se
  vif <- svc_inflation(solved$unscaled, design$term)
  f <- if (perfect || df_model == 0) NA_real_ else (mss / df_model) / sigma2
  r2 <- 1 - rss / tss
  log_likelihood <- 0.5 * (sum(log(if (is.null(w)) 1 else w)) - n * (log(2 * pi) + 1 - log(n) + log(rss)))
  coefficients <- lapply(seq_len(p), function(j) list(
    term = colnames(x)[j], estimate = b[[j]], std_error = se[j], statistic = t[[j]], p_value = p_value[[j]],
    conf_int = I(c(b[[j]] - half[j], b[[j]] + half[j])), vif = vif[j]
  ))
  effect <- if (perfect || !intercept) NA_real_ else r2
  result <- list(
    coefficients = coefficients, r_squared = r2, adj_r_squared = 1 - (1 - r2) * (n - intercept) / df, f = f, df = df_model, df_residual = df,
    p_value = if (is.na(f)) NULL else stats::pf(f, df_model, df, lower.tail = FALSE), residual_sd = sqrt(sigma2),
    aic = if (perfect) NULL else 2 * (p + 1) - 2 * log_likelihood, bic = if (perfect) NULL else log(n) * (p + 1) - 2 * log_likelihood,
    effect_size = list(name = "R squared", value = r2, conf_int = svc_r_squared_interval(f, df_model, df, level, effect))
  )
  fitted <- y - (if (is.null(w)) residuals else residuals / root)
  checks <- if (perfect) list() else svc_linear_checks(x, if (is.null(w)) x else x * root, solved, residuals, sigma2, vif)
  extra <- if (perfect) list(terms = I(design$labels)) else c(svc_residual_points(fitted, residuals / sqrt(sigma2)), list(terms = I(design$labels)))
  if (length(predictors) == 1 && is.numeric(data[[predictors]])) {
    rows <- svc_sample(n)
    extra$scatter <- list(x = I(signif(data[[predictors]][rows], 8)), y = I(signif(y[rows], 8)), fitted = I(signif(fitted[rows], 8)))
  }
  svc_answer(n, kept$excluded, result, checks, extra, warnings)
}

svc_z_scores <- function(x) {
  d <- x - svc_exact_sum(x) / length(x)
  d / sqrt(svc_squares(d) / (length(x) - 1))
}

svc_squares <- function(x) svc_exact_dot(x, x)

# Of R²: by the noncentral F distribution (fixed predictors; Steiger 2004), ncp = n R² / (1 - R²).
svc_r_squared_interval <- function(f, df1, df2, level, value) {
  if (is.na(value) || is.na(f)) return(NULL)
  alpha <- (1 - level) / 2
  middle <- max(0, f * df1 - df1)
  reach <- 6 * sqrt(2 * (df1 + 2 * middle) + 2 * (df1 + middle)^2 / df2) + 10
  bound <- function(p) {
    gap <- function(ncp) svc_pf(f, df1, df2, ncp) - p
    at_zero <- gap(0)
    if (at_zero <= 0) return(0)
    lower <- max(0, middle - reach)
    if (gap(lower) <= 0) lower <- 0
    upper <- middle + reach
    for (i in 1:40) if (gap(upper) > 0) upper <- upper * 2 else break
    if (gap(upper) > 0) return(NA_real_)
    stats::uniroot(gap, c(lower, upper), tol = 1e-12 * upper)$root
  }
  # An F beyond all numbers has no interval.
  ncp <- tryCatch(suppressWarnings(c(bound(1 - alpha), bound(alpha))), error = function(e) c(NA, NA))
  if (anyNA(ncp)) return(NULL)
  I(ncp / (ncp + df1 + df2 + 1))
}

svc_linear_checks <- function(x, weighted, solved, residuals, sigma2, vif) {
  n <- nrow(x)
  p <- ncol(x)
  squares <- residuals^2
  auxiliary <- if (identical(weighted, x)) qr.fitted(solved$qr, squares) else qr.fitted(qr(x, tol = 1e-10), squares)
  spread <- sum((squares - mean(squares))^2)
  slopes <- p - 1
  checks <- list(svc_normality_check(residuals, "residuals", TRUE))
  if (slopes > 0 && spread > 0) {
    # Breusch & Pagan 1979 as studentised by Koenker 1981.
    bp <- n * max(0, 1 - sum((squares - auxiliary)^2) / spread)
    bp_p <- stats::pchisq(bp, slopes, lower.tail = FALSE)
    checks <- c(checks, list(svc_assumption("Constant variance (Breusch-Pagan)", bp, bp_p, bp_p >= 0.05, if (bp_p >= 0.05) "No sign that the residuals vary more in some places than in others." else "The residuals vary more in some places than in others: standard errors and p-values may be off.")))
  }
  dw <- sum((residuals[2:n] - residuals[1:(n - 1)])^2) / sum(squares)
  dw_ok <- dw > 1.5 && dw < 2.5
  checks <- c(checks, list(svc_assumption("Independence of rows (Durbin-Watson)", dw, NULL, dw_ok, if (dw_ok) "No sign that neighbouring rows resemble each other or alternate." else "Neighbouring rows resemble each other or alternate; that matters where the order of the rows means something, such as time.")))
  if (any(!is.na(vif))) {
    worst <- max(vif, na.rm = TRUE)
    who <- colnames(x)[which.max(vif)]
    checks <- c(checks, list(svc_assumption("Collinearity (largest VIF)", worst, NULL, worst < 10, if (worst < 10) "The predictors are distinct enough." else paste0(who, " is nearly determined by the other predictors: its coefficient is uncertain."))))
  }
  leverage <- drop((weighted %*% backsolve(solved$upper, diag(p)))^2 %*% rep(1, p))
  cook <- squares * leverage / (p * sigma2 * pmax(1 - leverage, 1e-12)^2)
  strong <- sum(cook > 1)
  c(checks, list(svc_assumption("Influential rows (largest Cook's distance)", max(cook), NULL, strong == 0, if (strong == 0) "No single row decides the result." else paste0(strong, " rows weigh so heavily that the result depends on them."))))
}

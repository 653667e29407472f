# Needs design.R and time-axis.R.

svc_series <- function(data, variables, options) {
  value <- variables$value
  time <- variables$time
  x <- svc_numbers(data, value)
  warnings <- character()
  known <- !is.na(x)
  total <- nrow(data)
  if (!any(known)) svc_stop(value, ": every value is missing")
  if (is.null(time)) {
    times <- list(kind = "number", value = as.double(seq_along(x)))
  } else {
    if (anyNA(data[[time]])) {
      if (any(known & is.na(data[[time]]))) warnings <- paste0(sum(is.na(data[[time]])), " rows without a time were left out.")
      keep <- !is.na(data[[time]])
      x <- x[keep]
      data <- droplevels(data[keep, , drop = FALSE])
    }
    if (length(x) < 3) svc_stop(time, ": fewer than 3 rows have a time")
    times <- svc_read_times(data[[time]], time, options$time_kind)
    order <- order(times$value)
    if (is.unsorted(times$value)) warnings <- c(warnings, "The rows were put in the order of their times.")
    x <- x[order]
    times$value <- times$value[order]
    twice <- which(diff(times$value) == 0)
    if (length(twice) > 0) svc_stop(time, ": ", svc_time_label(times$value[twice[1]], times$kind), " occurs more than once")
  }
  # Ends without values are cut off; what is missing between is left to the model.
  span <- range(which(!is.na(x)))
  inside <- span[1]:span[2]
  cut <- length(x) - length(inside)
  if (cut > 0) warnings <- c(warnings, paste0(cut, " rows without a value at the ends were left out."))
  x <- x[inside]
  times$value <- times$value[inside]
  if (length(x) < 5) svc_stop(value, ": ", length(x), " values are too few for a time series; at least 5 are needed")
  if (svc_is_constant(x[!is.na(x)])) svc_stop(value, ": has the same value in every row")
  axis <- svc_time_axis(times, if (is.null(time)) value else time, identical(options$gaps, "ignore"))
  if (axis$uneven > 0) warnings <- c(warnings, paste0("The times are not evenly spaced in ", axis$uneven, " places; the rows are taken as evenly spaced."))
  frequency <- svc_choice(options, "frequency", axis$period)
  list(x = stats::ts(x, frequency = frequency), times = times, axis = axis, frequency = frequency, n = sum(!is.na(x)), excluded = total - sum(!is.na(x)), missing = sum(is.na(x)), warnings = warnings)
}

svc_time_series <- function(data, variables, options) {
  model <- svc_choice(options, "model", "arima")
  level <- svc_choice(options, "conf_level", 0.95)
  horizon <- svc_choice(options, "horizon", 12)
  s <- svc_series(data, variables, options)
  name <- variables$value
  if (s$missing > 0 && model != "arima") svc_stop(name, ": ", s$missing, " values are missing within the series; fill them, or use arima")
  if (s$missing > 0) s$warnings <- c(s$warnings, paste0(s$missing, " missing values within the series are bridged by the model."))
  fit <- switch(model, arima = svc_arima_model(s, name, options, horizon, level), holt_winters = svc_holt_winters(s, name, options, horizon, level), stl = svc_stl(s, name, options, horizon, level))
  future <- s$axis$next_at(seq_len(horizon))
  label <- svc_time_label(future, s$times$kind)
  forecast <- lapply(seq_len(horizon), function(h) list(step = h, time = label[h], estimate = fit$mean[h], conf_int = I(c(fit$lower[h], fit$upper[h]))))
  residuals <- fit$residuals[is.finite(fit$residuals)]
  result <- c(list(model = model, frequency = s$frequency, parameters = fit$parameters, fit = c(fit$fit, list(rmse = sqrt(mean(residuals^2)), mae = mean(abs(residuals)))), forecast = forecast), fit$more)
  rows <- if (length(s$x) > 1500) seq(length(s$x) - 1499, length(s$x)) else seq_along(s$x)
  fitted <- as.double(s$x) - fit$residuals
  extra <- list(
    kind = s$times$kind,
    series = list(time = I(svc_time_label(s$times$value[rows], s$times$kind)), value = I(as.double(s$x)[rows]), fitted = I(signif(as.double(fitted)[rows], 8))),
    correlations = list(lag = I(seq_len(min(30, length(residuals) - 2))), value = I(signif(stats::acf(residuals, lag.max = min(30, length(residuals) - 2), plot = FALSE)$acf[-1], 6))),
    residual_n = length(residuals)
  )
  svc_answer(s$n, s$excluded, result, svc_series_checks(residuals, s$frequency, fit$dof), c(extra, fit$extra), s$warnings)
}

svc_series_checks <- function(residuals, frequency, dof) {
  n <- length(residuals)
  lag <- max(dof + 3, min(if (frequency > 1) 2 * frequency else 10, n %/% 5))
  checks <- list(svc_normality_check(residuals, "residuals", TRUE))
  if (lag >= n - 1) return(checks)
  test <- stats::Box.test(residuals, lag = lag, type = "Ljung-Box", fitdf = dof)
  # A series that is fitted exactly leaves residuals that do not vary.
  if (!is.finite(test$p.value)) return(checks)
  ok <- test$p.value >= 0.05
  c(list(svc_assumption(paste0("No autocorrelation left (Ljung-Box, ", lag, " lags)"), unname(test$statistic), test$p.value, ok, if (ok) "The residuals are not correlated in time." else "The residuals are still correlated in time: the model misses something, and the intervals are too narrow.")), checks)
}

# Kwiatkowski, Phillips, Schmidt & Shin 1992, against a level; TRUE where 5% reject that the series is stationary.
svc_not_stationary <- function(x) {
  x <- x[!is.na(x)]
  n <- length(x)
  e <- x - mean(x)
  if (sum(e^2) == 0) return(FALSE)
  lags <- trunc(3 * sqrt(n) / 13)
  variance <- sum(e^2) / n
  for (l in seq_len(lags)) variance <- variance + 2 / n * (1 - l / (lags + 1)) * sum(e[-seq_len(l)] * e[seq_len(n - l)])
  sum(cumsum(e)^2) / n^2 / variance > 0.463
}

svc_fit_arima <- function(x, order, seasonal, constant, ..., method = "CSS-ML") {
  differences <- order[2] + seasonal[2]
  drift <- constant && differences == 1
  xreg <- if (drift) matrix(seq_along(x), ncol = 1, dimnames = list(NULL, "drift")) else NULL
  fit <- tryCatch(
    suppressWarnings(stats::arima(x, order = order, seasonal = list(order = seasonal, period = stats::frequency(x)), xreg = xreg, include.mean = constant && differences == 0, method = method, ...)),
    error = function(e) NULL
  )
  if (is.null(fit) || !is.finite(fit$loglik) || fit$code != 0) return(NULL)
  # predict() looks for the regressor where the call names it.
  fit$call$xreg <- xreg
  k <- sum(fit$mask) + 1
  n <- fit$nobs
  fit$aicc <- if (n - k - 1 > 0) fit$aic + 2 * k * (k + 1) / (n - k - 1) else Inf
  fit$bic <- fit$aic + k * (log(n) - 2)
  fit$chosen <- list(order = order, seasonal = seasonal, constant = constant && differences < 2, drift = drift)
  fit
}

# Whether all roots lie clear of the unit circle; else the fit is on the edge of what is stationary or invertible.
svc_roots_clear <- function(fit) {
  clear <- function(coefficients) {
    last <- which(abs(coefficients) > 1e-8)
    length(last) == 0 || all(Mod(polyroot(c(1, coefficients[seq_len(max(last))]))) > 1.01)
  }
  clear(-fit$model$phi) && clear(fit$model$theta)
}

# Stepwise as Hyndman & Khandakar 2008: differences by tests, then orders by AICc among neighbours of the best.
svc_find_arima <- function(x, most = 3) {
  m <- stats::frequency(x)
  seasonal <- m > 1 && sum(!is.na(x)) >= 2 * m + 5
  big_d <- 0
  if (seasonal && !anyNA(x)) {
    parts <- stats::stl(x, s.window = "periodic")$time.series
    strength <- max(0, 1 - stats::var(parts[, 3]) / stats::var(parts[, 1] + parts[, 3]))
    big_d <- as.integer(strength > 0.64)
  }
  w <- as.double(x)
  if (big_d == 1) w <- diff(w, lag = m)
  d <- 0
  while (d < 2 && length(w) > 10 && svc_not_stationary(w)) {
    w <- diff(w)
    d <- d + 1
  }
  largest <- if (m > 6) 1 else 2
  tried <- list()
  best <- NULL
  consider <- function(p, q, bp, bq, constant) {
    if (min(p, q, bp, bq) < 0 || p > most || q > most || bp > largest || bq > largest || p + q + bp + bq > 5) return(FALSE)
    if (!seasonal && bp + bq > 0) return(FALSE)
    key <- paste(p, q, bp, bq, constant)
    if (!is.null(tried[[key]]) || length(tried) >= 40) return(FALSE)
    tried[[key]] <<- TRUE
    fit <- svc_fit_arima(x, c(p, d, q), c(bp, big_d, bq), constant)
    if (is.null(fit) || !svc_roots_clear(fit)) return(FALSE)
    if (!is.null(best) && fit$aicc >= best$aicc) return(FALSE)
    best <<- fit
    TRUE
  }
  constant <- d + big_d < 2
  s <- as.integer(seasonal)
  for (start in list(c(2, 2, s, s), c(0, 0, 0, 0), c(1, 0, s, 0), c(0, 1, 0, s))) consider(start[1], start[2], start[3], start[4], constant)
  if (constant) consider(0, 0, 0, 0, FALSE)
  repeat {
    if (is.null(best)) break
    o <- best$chosen
    here <- c(o$order[1], o$order[3], o$seasonal[1], o$seasonal[3])
    better <- FALSE
    for (move in list(c(0, 0, 1, 0), c(0, 0, -1, 0), c(0, 0, 0, 1), c(0, 0, 0, -1), c(1, 0, 0, 0), c(-1, 0, 0, 0), c(0, 1, 0, 0), c(0, -1, 0, 0), c(1, 1, 0, 0), c(-1, -1, 0, 0))) {
      to <- here + move
      if (consider(to[1], to[2], to[3], to[4], o$constant)) {
        better <- TRUE
        break
      }
    }
    if (!better && d + big_d < 2) better <- consider(here[1], here[2], here[3], here[4], !o$constant)
    if (!better) break
  }
  best
}

svc_arima_model <- function(s, name, options, horizon, level) {
  n <- length(s$x)
  if (n > 10000) svc_stop(name, ": ", n, " values are too many for arima; at most 10,000. Use holt_winters or stl, or a filter")
  if (s$frequency > 52 && is.null(options$order)) s$x <- stats::ts(as.double(s$x), frequency = 1)
  order <- options$order
  if (is.null(order)) {
    found <- svc_find_arima(s$x)
    if (is.null(found)) svc_stop(name, ": no arima model fits; give an order")
    chosen <- found$chosen
  } else {
    seasonal <- if (is.null(options$seasonal_order)) c(0, 0, 0) else as.integer(unlist(options$seasonal_order))
    order <- as.integer(unlist(order))
    if (sum(seasonal) > 0 && s$frequency < 2) svc_stop(name, ": a seasonal order needs a frequency of at least 2")
    if (n <= sum(order) + sum(seasonal) * s$frequency + 2) svc_stop(name, ": ", n, " values are too few for these orders")
    chosen <- list(order = order, seasonal = seasonal, constant = svc_choice(options, "constant", order[2] + seasonal[2] == 0))
    found <- svc_fit_arima(s$x, chosen$order, chosen$seasonal, chosen$constant)
    if (is.null(found)) svc_stop(name, ": this arima model cannot be fitted; try lower orders")
  }
  fit <- svc_fit_arima(s$x, chosen$order, chosen$seasonal, chosen$constant, method = "ML", init = found$coef, optim.control = list(reltol = 1e-15, maxit = 1000))
  if (is.null(fit)) fit <- found
  fit <- svc_sharpen(s$x, chosen, fit)
  drift <- isTRUE(fit$chosen$drift)
  ahead <- stats::predict(fit, n.ahead = horizon, newxreg = if (drift) matrix(n + seq_len(horizon), ncol = 1) else NULL)
  q <- stats::qnorm((1 + level) / 2)
  se <- if (length(fit$coef) == 0) numeric() else sqrt(pmax(diag(fit$var.coef), 0))
  mean <- as.double(ahead$pred)
  list(
    parameters = lapply(seq_along(fit$coef), function(i) list(name = names(fit$coef)[i], estimate = fit$coef[[i]], std_error = se[[i]], conf_int = I(fit$coef[[i]] + c(-1, 1) * q * se[[i]]))),
    fit = list(sigma2 = fit$sigma2, log_likelihood = fit$loglik, aic = fit$aic, aicc = fit$aicc, bic = fit$bic),
    mean = mean, lower = mean - q * as.double(ahead$se), upper = mean + q * as.double(ahead$se), residuals = as.double(fit$residuals),
    dof = length(fit$coef) - (drift || "intercept" %in% names(fit$coef)),
    more = list(order = I(as.integer(chosen$order)), seasonal_order = I(as.integer(chosen$seasonal)), constant = isTRUE(fit$chosen$constant), automatic = is.null(options$order)), extra = list()
  )
}

# arima() stops at about six digits of the coefficients and four of their standard errors: Newton steps on the likelihood, its derivatives by differences of the
# fourth order, bring both further.
svc_sharpen <- function(x, chosen, fit) {
  k <- length(fit$coef)
  if (k == 0 || length(x) > 3000) return(fit)
  with <- function(b) svc_fit_arima(x, chosen$order, chosen$seasonal, chosen$constant, method = "ML", fixed = b, transform.pars = FALSE)
  at <- function(b) {
    one <- with(b)
    if (is.null(one)) NA_real_ else one$loglik
  }
  scale <- sqrt(pmax(diag(fit$var.coef), 1e-16))
  h <- 0.05
  b <- fit$coef
  along <- function(b, u) vapply(c(-2, -1, 1, 2), function(s) at(b + s * h * scale * u), 0)
  unit <- diag(k)
  here <- at(b)
  second <- function(v) sum(c(-1, 16, 16, -1) * v, -30 * here) / (12 * h^2)
  hessian <- matrix(0, k, k)
  for (i in seq_len(k)) hessian[i, i] <- second(along(b, unit[i, ]))
  for (i in seq_len(k)) for (j in seq_len(i - 1)) hessian[i, j] <- hessian[j, i] <- (second(along(b, unit[i, ] + unit[j, ])) - hessian[i, i] - hessian[j, j]) / 2
  inverse <- tryCatch(chol2inv(chol(-hessian)), error = function(e) NULL)
  if (is.null(inverse)) return(fit)
  for (round in 1:2) {
    gradient <- vapply(seq_len(k), function(i) sum(c(1, -8, 8, -1) * along(b, unit[i, ])) / (12 * h), 0)
    step <- drop(inverse %*% gradient)
    if (anyNA(step) || max(abs(step)) > 0.05) return(fit)
    b <- b + step * scale
  }
  sharp <- with(b)
  if (is.null(sharp)) return(fit)
  sharp$var.coef <- inverse * tcrossprod(scale)
  n <- sharp$nobs
  k <- k + 1
  sharp$aic <- -2 * sharp$loglik + 2 * k
  sharp$aicc <- if (n - k - 1 > 0) sharp$aic + 2 * k * (k + 1) / (n - k - 1) else Inf
  sharp$bic <- sharp$aic + k * (log(n) - 2)
  sharp
}

svc_holt_winters <- function(s, name, options, horizon, level) {
  seasonal <- svc_choice(options, "seasonal", if (s$frequency > 1) "additive" else "none")
  trend <- svc_choice(options, "trend", TRUE)
  if (seasonal != "none") {
    if (s$frequency < 2) svc_stop(name, ": a season needs a frequency of at least 2; set frequency, or seasonal to \"none\"")
    if (length(s$x) < 2 * s$frequency + 1) svc_stop(name, ": ", length(s$x), " values are fewer than two seasons of ", s$frequency, "; set seasonal to \"none\"")
    if (seasonal == "multiplicative" && any(s$x <= 0)) svc_stop(name, ": a multiplicative season needs values above 0")
  }
  warned <- character()
  fit <- tryCatch(
    withCallingHandlers(
      stats::HoltWinters(s$x, beta = if (trend) NULL else FALSE, gamma = if (seasonal == "none") FALSE else NULL, seasonal = if (seasonal == "none") "additive" else seasonal, optim.control = list(factr = 1e3, maxit = 1000)),
      warning = function(w) {
        warned <<- c(warned, conditionMessage(w))
        invokeRestart("muffleWarning")
      }
    ),
    error = function(e) svc_stop(name, ": the smoothing did not converge (", conditionMessage(e), "); try another season or trend")
  )
  ahead <- stats::predict(fit, n.ahead = horizon, prediction.interval = TRUE, level = level)
  weights <- c(alpha = fit$alpha, if (trend) c(beta = fit$beta), if (seasonal != "none") c(gamma = fit$gamma))
  values <- c(weights, fit$coefficients)
  labels <- c(c("alpha", if (trend) "beta", if (seasonal != "none") "gamma"), names(fit$coefficients))
  residuals <- c(rep(NA_real_, length(s$x) - length(stats::residuals(fit))), as.double(stats::residuals(fit)))
  list(
    parameters = lapply(seq_along(values), function(i) list(name = labels[i], estimate = values[[i]])),
    fit = list(sse = as.double(fit$SSE), sigma2 = stats::var(as.double(stats::residuals(fit)))), mean = as.double(ahead[, 1]), lower = as.double(ahead[, 3]), upper = as.double(ahead[, 2]),
    residuals = residuals, dof = 0, more = list(seasonal = seasonal, trend = trend), extra = list()
  )
}

# The season repeats its last period; what is left after it is continued by an arima model without season.
svc_stl <- function(s, name, options, horizon, level) {
  m <- s$frequency
  n <- length(s$x)
  if (m < 2) svc_stop(name, ": stl needs a season, a frequency of at least 2")
  if (n <= 2 * m) svc_stop(name, ": ", n, " values are fewer than two seasons of ", m)
  window <- options$s_window
  robust <- isTRUE(options$robust)
  parts <- stats::stl(s$x, s.window = if (is.null(window)) "periodic" else window, robust = robust)$time.series
  season <- as.double(parts[, 1])
  trend <- as.double(parts[, 2])
  rest <- as.double(parts[, 3])
  strength <- function(part) max(0, 1 - stats::var(rest) / stats::var(part + rest))
  adjusted <- stats::ts(as.double(s$x) - season, frequency = 1)
  found <- if (n > 2000) svc_fit_arima(adjusted, c(0, 1, 1), c(0, 0, 0), FALSE) else svc_find_arima(adjusted, 2)
  if (is.null(found)) svc_stop(name, ": the series without its season cannot be continued")
  drift <- isTRUE(found$chosen$drift)
  ahead <- stats::predict(found, n.ahead = horizon, newxreg = if (drift) matrix(n + seq_len(horizon), ncol = 1) else NULL)
  repeated <- season[n - m + ((seq_len(horizon) - 1) %% m) + 1]
  mean <- as.double(ahead$pred) + repeated
  q <- stats::qnorm((1 + level) / 2)
  list(
    parameters = list(list(name = "seasonal_strength", estimate = strength(season)), list(name = "trend_strength", estimate = strength(trend))),
    fit = list(sigma2 = found$sigma2, remainder_sd = stats::sd(rest)), mean = mean, lower = mean - q * as.double(ahead$se), upper = mean + q * as.double(ahead$se),
    residuals = as.double(found$residuals), dof = length(found$coef),
    more = list(components = list(trend = I(trend), seasonal = I(season), remainder = I(rest)), continued_by = paste0("arima(", paste(found$chosen$order, collapse = ","), ")", if (drift) " with drift")),
    extra = list()
  )
}

# Needs design.R. The formula arrives as a tree that svc has parsed; calls are built of an allow-list, and nothing is ever parsed here.

svc_expression <- function(node, names) {
  arg <- function(which) svc_expression(node[[which]], names)
  call2 <- function(f, a, b) as.call(list(as.name(f), a, b))
  call1 <- function(f, a) as.call(list(as.name(f), a))
  one <- 1
  switch(node$op,
    number = as.double(node$value),
    name = {
      alias <- names[[node$name]]
      if (is.null(alias)) svc_stop("formula: ", node$name, " is neither a predictor nor a parameter")
      as.name(alias)
    },
    `+` = , `-` = , `*` = , `/` = , `^` = call1("(", call2(node$op, arg("left"), arg("right"))),
    negate = call1("(", call1("-", arg("arg"))),
    exp = , log = , log2 = , log10 = , sqrt = , sin = , cos = , tan = , asin = , acos = , atan = , sinh = , cosh = call1(node$op, arg("arg")),
    # What deriv() does not know, in terms of what it does.
    logistic = call1("(", call2("/", one, call1("(", call2("+", one, call1("exp", call1("-", call1("(", arg("arg")))))))),
    tanh = call1("(", call2("-", one, call2("/", 2, call1("(", call2("+", one, call1("exp", call1("(", call2("*", 2, call1("(", arg("arg")))))))))),
    abs = call1("sqrt", call2("^", call1("(", arg("arg")), 2)),
    svc_stop("formula: ", node$op, " is not known")
  )
}

svc_nonlinear_regression <- function(data, variables, options) {
  dependent <- variables$dependent
  predictors <- svc_texts(variables$predictors)
  level <- svc_choice(options, "conf_level", 0.95)
  start <- options$start
  parameters <- names(start)
  start <- as.double(unlist(start, use.names = FALSE))
  p <- length(start)
  kept <- svc_complete_rows(data, unique(c(dependent, predictors)))
  y <- svc_varying(kept$data, dependent)
  n <- length(y)
  if (n <= p) svc_stop(dependent, ": ", n, " complete rows are too few for ", p, " parameters; at least ", p + 1, " are needed")
  columns <- lapply(predictors, function(name) svc_numbers(kept$data, name))
  aliases <- c(paste0("x", seq_along(predictors)), paste0("b", seq_len(p)))
  known <- stats::setNames(as.list(aliases), c(predictors, parameters))
  names(columns) <- aliases[seq_along(predictors)]
  own <- aliases[-seq_along(predictors)]
  slopes <- stats::deriv(svc_expression(options$formula, known), own)
  # Functions of base alone are in reach.
  at <- function(b) {
    value <- suppressWarnings(eval(slopes, c(columns, stats::setNames(as.list(b), own)), baseenv()))
    gradient <- attr(value, "gradient")
    value <- as.vector(value)
    if (length(value) == 1) {
      value <- rep(value, n)
      gradient <- gradient[rep(1, n), , drop = FALSE]
    }
    list(value = value, gradient = matrix(gradient, ncol = p), ok = all(is.finite(value)) && all(is.finite(gradient)))
  }
  fit <- svc_levenberg(at, y, start, parameters, dependent)
  now <- fit$now
  b <- fit$b
  residuals <- y - now$value
  rss <- svc_exact_dot(residuals, residuals)
  center <- svc_exact_sum(y) / n
  tss <- svc_exact_dot(y - center, y - center)
  perfect <- rss <= (256 * .Machine$double.eps)^2 * svc_exact_dot(y, y)
  warnings <- character()
  if (perfect) {
    rss <- 0
    warnings <- paste0("The formula fits ", dependent, " perfectly: tests and information criteria have no meaning.")
  }
  df <- n - p
  sigma2 <- rss / df
  se <- sqrt(sigma2 * diag(chol2inv(qr.R(fit$qr))))
  t <- if (perfect) rep(NA_real_, p) else b / se
  half <- stats::qt((1 + level) / 2, df) * se
  log_likelihood <- -n / 2 * (log(2 * pi) + 1 - log(n) + log(rss))
  r2 <- 1 - rss / tss
  result <- list(
    coefficients = lapply(seq_len(p), function(j) list(term = parameters[j], estimate = b[j], std_error = se[j], statistic = t[j], p_value = 2 * stats::pt(-abs(t[j]), df), conf_int = I(b[j] + c(-1, 1) * half[j]))),
    r_squared = r2, adj_r_squared = 1 - (1 - r2) * (n - 1) / df, f = NULL, df = p, df_residual = df, p_value = NULL, residual_sd = sqrt(sigma2),
    aic = if (perfect) NULL else 2 * (p + 1) - 2 * log_likelihood, bic = if (perfect) NULL else log(n) * (p + 1) - 2 * log_likelihood,
    convergence = list(converged = TRUE, iterations = fit$iterations, relative_offset = fit$offset)
  )
  checks <- if (perfect) list() else list(svc_normality_check(residuals, "residuals", TRUE))
  extra <- if (perfect) list() else svc_residual_points(now$value, residuals / sqrt(sigma2))
  if (length(predictors) == 1) {
    rows <- svc_sample(n, 500)
    span <- range(columns[[1]])
    grid <- seq(span[1], span[2], length.out = 200)
    curve <- suppressWarnings(eval(slopes, c(stats::setNames(list(grid), "x1"), stats::setNames(as.list(b), own)), baseenv()))
    extra$scatter <- list(x = I(signif(columns[[1]][rows], 8)), y = I(signif(y[rows], 8)))
    extra$curve <- list(x = I(signif(grid, 8)), y = I(signif(rep_len(as.vector(curve), 200), 8)))
  }
  svc_answer(n, kept$excluded, result, checks, extra, warnings)
}

# Levenberg 1944 & Marquardt 1963, until the relative offset of Bates & Watts (1981) says that the least squares are found; else it refuses.
svc_levenberg <- function(at, y, b, parameters, dependent) {
  p <- length(b)
  now <- at(b)
  if (!now$ok) svc_stop("start: at these values the formula, or its slope, is no finite number for some rows of ", dependent)
  squares <- sum((y - now$value)^2)
  damping <- 1e-3
  offset <- Inf
  for (iteration in 1:1000) {
    j <- now$gradient
    r <- y - now$value
    norms <- sqrt(colSums(j^2))
    if (any(norms == 0)) svc_stop(svc_quoted(parameters[norms == 0]), ": does not change the fit at the values reached (", paste(parameters, signif(b, 4), sep = " = ", collapse = ", "), "); try another start")
    qr <- qr.default(j, tol = 1e-10)
    if (qr$rank == p) {
      effects <- qr.qty(qr, r)
      offset <- sqrt(sum(effects[seq_len(p)]^2) / max(sum(effects[-seq_len(p)]^2), (1e-14)^2 * sum(y^2)))
      if (offset < 1e-11) return(list(b = b, now = now, qr = qr, iterations = iteration, offset = offset))
    }
    moved <- FALSE
    for (try in 1:40) {
      step <- qr.coef(qr(rbind(j, diag(sqrt(damping) * norms, p)), tol = 1e-20), c(r, numeric(p)))
      step[is.na(step)] <- 0
      next_at <- at(b + step)
      next_squares <- if (next_at$ok) sum((y - next_at$value)^2) else Inf
      if (next_squares < squares) {
        b <- b + step
        now <- next_at
        squares <- next_squares
        damping <- max(damping / 10, 1e-30)
        moved <- TRUE
        break
      }
      damping <- if (damping < 1e-12) 1e-12 * 100 else damping * 10
      if (damping > 1e12) break
    }
    if (moved) next
    # No smaller sum of squares can be represented: a last step of Gauss and Newton, kept where it brings the offset down.
    if (qr$rank < p) svc_stop(svc_quoted(parameters), ": cannot be told apart with these rows; leave a parameter out or try another start")
    if (offset > 1e-6) svc_stop(dependent, ": the fit did not converge; try another start")
    polished <- svc_polish(at, y, b, p, now, qr, offset)
    return(c(polished, iterations = iteration))
  }
  svc_stop(dependent, ": the fit did not converge in 1,000 steps; try another start")
}

svc_polish <- function(at, y, b, p, now, qr, offset) {
  for (round in 1:5) {
    b_next <- b + qr.coef(qr, y - now$value)
    then <- at(b_next)
    if (!then$ok) break
    qr_next <- qr.default(then$gradient, tol = 1e-10)
    if (qr_next$rank < p) break
    effects <- qr.qty(qr_next, y - then$value)
    offset_next <- sqrt(sum(effects[seq_len(p)]^2) / max(sum(effects[-seq_len(p)]^2), (1e-14)^2 * sum(y^2)))
    if (offset_next >= offset) break
    b <- b_next
    now <- then
    qr <- qr_next
    offset <- offset_next
  }
  list(b = b, now = now, qr = qr, offset = offset)
}

# Principal components, factor analysis, reliability. Needs design.R.

svc_items <- function(data, names, least) {
  kept <- svc_complete_rows(data, names)
  if (kept$n < least) svc_stop(svc_quoted(names), ": ", kept$n, " complete rows are too few; at least ", least, " are needed")
  x <- svc_matrix(kept$data, names)
  x <- sweep(x, 2, apply(x, 2, function(v) svc_exact_sum(v) / length(v)))
  list(x = x, n = kept$n, excluded = kept$excluded, data = kept$data)
}

svc_refuse_singular <- function(x) svc_refuse_collinear(x, qr.default(x, tol = 1e-10))

# The largest loading's sign, made positive: R leaves it open.
svc_signed <- function(x) {
  for (j in seq_len(ncol(x))) if (x[which.max(abs(x[, j]) - 1e-9 * seq_len(nrow(x))), j] < 0) x[, j] <- -x[, j]
  x
}

svc_determinant_log <- function(r) as.double(determinant(r, logarithm = TRUE)$modulus)

# Kaiser 1974 and Bartlett 1951.
svc_factorability <- function(r, n, names) {
  p <- ncol(r)
  inverse <- solve(r, tol = 0)
  partial <- -stats::cov2cor(inverse)
  diag(partial) <- 0
  own <- r
  diag(own) <- 0
  kmo <- sum(own^2) / (sum(own^2) + sum(partial^2))
  each <- colSums(own^2) / (colSums(own^2) + colSums(partial^2))
  chi <- -(n - 1 - (2 * p + 5) / 6) * svc_determinant_log(r)
  df <- p * (p - 1) / 2
  list(
    kmo = list(overall = kmo, variables = lapply(seq_len(p), function(i) list(variable = names[i], value = each[[i]]))),
    bartlett = list(statistic = chi, df = df, p_value = stats::pchisq(chi, df, lower.tail = FALSE))
  )
}

svc_factorability_checks <- function(f) {
  kmo <- f$kmo$overall
  b <- f$bartlett
  list(
    svc_assumption("Sampling adequacy (KMO)", kmo, NULL, kmo >= 0.6, if (kmo >= 0.6) "The variables share enough for common factors." else "The variables share little: common factors will be hard to interpret."),
    svc_assumption("Correlation (Bartlett's test of sphericity)", b$statistic, b$p_value, b$p_value < 0.05, if (b$p_value < 0.05) "The variables are correlated." else "The variables may as well be uncorrelated: there may be nothing to summarise.")
  )
}

svc_pca <- function(data, variables, options) {
  names <- svc_texts(variables$variables)
  scale <- svc_choice(options, "scale", TRUE)
  items <- svc_items(data, names, 3)
  n <- items$n
  p <- length(names)
  x <- items$x
  if (scale) x <- sweep(x, 2, sqrt(apply(x, 2, svc_sum_of_squares) / (n - 1)), "/")
  parts <- svd(x, nu = 0)
  values <- parts$d^2 / (n - 1)
  vectors <- svc_signed(parts$v)
  rank <- length(values)
  total <- sum(values)
  real <- sum(values > values[1] * 1e-14)
  many <- options$components
  if (is.null(many)) many <- max(1, sum(values > total / p * (1 + 1e-12)))
  if (many > real) svc_stop(svc_quoted(names), ": hold only ", real, " components, ", many, " were asked for")
  chosen <- seq_len(many)
  loadings <- sweep(vectors[, chosen, drop = FALSE], 2, sqrt(values[chosen]), "*")
  rotation <- svc_choice(options, "rotation", "none")
  if (rotation == "varimax" && many > 1) loadings <- svc_signed(loadings %*% svc_varimax(loadings))
  spread <- if (scale) rep(1, p) else apply(x, 2, svc_sum_of_squares) / (n - 1)
  f <- if (n > p && real == p) svc_factorability(stats::cor(x), n, names) else NULL
  labels <- paste0("PC", seq_len(rank))
  rows <- svc_sample(n, 1000)
  scores <- x[rows, , drop = FALSE] %*% vectors[, seq_len(min(2, rank)), drop = FALSE]
  result <- list(
    components = I(labels[chosen]),
    loadings = lapply(seq_len(p), function(i) list(variable = names[i], loadings = I(loadings[i, ]), weights = I(vectors[i, chosen]), uniqueness = 1 - sum(loadings[i, ]^2) / spread[[i]])),
    variance = lapply(seq_len(rank), function(j) list(component = labels[j], eigenvalue = values[j], proportion = values[j] / total, cumulative = sum(values[seq_len(j)]) / total, retained = j <= many)),
    rotated = if (rotation == "varimax" && many > 1) lapply(chosen, function(j) list(component = labels[j], sum_sq = sum(loadings[, j]^2), proportion = sum(loadings[, j]^2) / total)) else list(),
    kmo = f$kmo, bartlett = f$bartlett
  )
  warnings <- if (is.null(f)) "KMO and Bartlett's test need more rows than variables, and variables that do not determine each other." else character()
  svc_answer(n, items$excluded, result, if (is.null(f)) list() else svc_factorability_checks(f), list(scores = lapply(seq_len(ncol(scores)), function(j) I(signif(scores[, j], 6)))), warnings)
}

svc_sum_of_squares <- function(x) svc_exact_dot(x, x)

# The rotation by varimax with Kaiser's normalisation, to full precision (R stops at 1e-5).
svc_varimax <- function(loadings) stats::varimax(loadings, normalize = TRUE, eps = 1e-15)$rotmat

svc_promax <- function(loadings) {
  turn <- svc_varimax(loadings)
  x <- loadings %*% turn
  target <- x * abs(x)^3
  u <- qr.coef(qr(x), target)
  u <- u %*% diag(sqrt(diag(solve(crossprod(u)))), ncol(u))
  turn %*% u
}

# Maximum likelihood (Jöreskog 1967): R's factanal, then Newton's method on the likelihood equations until no digit moves.
svc_ml_factors <- function(r, n, k, names) {
  fitted <- function(opt) tryCatch(stats::factanal(covmat = r, factors = k, n.obs = n, rotation = "none", control = list(nstart = 5, opt = opt)), error = function(e) NULL)
  # At a bound the tight tolerance is not always met, and R's own is.
  fit <- fitted(list(factr = 10, maxit = 2000))
  if (is.null(fit)) fit <- fitted(list())
  if (is.null(fit)) svc_stop(svc_quoted(names), ": ", k, " factors cannot be fitted; try fewer")
  psi <- unname(fit$uniquenesses)
  # R's fit stays at this bound, the best that is no Heywood case: there the likelihood equations hold for the other variables alone.
  bounded <- psi < 0.0051
  free <- which(!bounded)
  gradient <- function(psi) {
    load <- svc_factor_loadings(r, psi, k)
    (rowSums(load^2) + psi - diag(r)) / psi^2
  }
  for (round in 1:6) {
    g <- gradient(psi)[free]
    jacobian <- vapply(free, function(i) {
      h <- 1e-5 * psi[i]
      up <- replace(psi, i, psi[i] + h)
      down <- replace(psi, i, psi[i] - h)
      (gradient(up)[free] - gradient(down)[free]) / (2 * h)
    }, g)
    step <- tryCatch(solve(jacobian, g, tol = 0), error = function(e) rep(0, length(psi)))
    if (any(!is.finite(step)) || max(abs(step)) > 0.01) break
    psi[free] <- psi[free] - step
    if (max(abs(step)) < 1e-14) break
  }
  if (any(psi <= 0)) svc_stop(svc_quoted(names[psi <= 0]), ": a factor explains all of it (Heywood case); leave it out or take fewer factors")
  load <- svc_factor_loadings(r, psi, k)
  model <- tcrossprod(load) + diag(psi)
  criterion <- svc_determinant_log(model) - svc_determinant_log(r) + sum(diag(solve(model, r))) - ncol(r)
  list(loadings = load, psi = psi, criterion = criterion, bounded = names[bounded])
}

svc_factor_loadings <- function(r, psi, k) {
  root <- sqrt(psi)
  e <- eigen(r / tcrossprod(root), symmetric = TRUE)
  load <- e$vectors[, seq_len(k), drop = FALSE] %*% diag(sqrt(pmax(e$values[seq_len(k)] - 1, 0)), k)
  root * load
}

svc_principal_axes <- function(r, k, names) {
  h <- 1 - 1 / diag(solve(r, tol = 0))
  for (round in 1:20000) {
    reduced <- r
    diag(reduced) <- h
    e <- eigen(reduced, symmetric = TRUE)
    load <- e$vectors[, seq_len(k), drop = FALSE] %*% diag(sqrt(pmax(e$values[seq_len(k)], 0)), k)
    new <- rowSums(load^2)
    if (any(new >= 1)) svc_stop(svc_quoted(names[new >= 1]), ": a factor explains all of it (Heywood case); leave it out or take fewer factors")
    if (max(abs(new - h)) < 1e-13) return(list(loadings = load, psi = 1 - new, criterion = NULL))
    h <- new
  }
  svc_stop(svc_quoted(names), ": the communalities did not converge; try fewer factors, or the extraction ml")
}

svc_factor_analysis <- function(data, variables, options) {
  names <- svc_texts(variables$variables)
  p <- length(names)
  items <- svc_items(data, names, p + 2)
  svc_refuse_singular(items$x)
  r <- stats::cor(items$x)
  values <- eigen(r, symmetric = TRUE, only.values = TRUE)$values
  k <- options$factors
  warnings <- character()
  if (is.null(k)) {
    k <- max(1, sum(values > 1))
    warnings <- paste0("The number of factors, ", k, ", is that of eigenvalues above 1; look at the plot, and choose.")
  }
  df <- ((p - k)^2 - p - k) / 2
  extraction <- svc_choice(options, "extraction", "ml")
  # Principal axes test nothing, so they need no degrees of freedom.
  if (if (extraction == "ml") df < 0 else k >= p) svc_stop(svc_quoted(names), ": ", p, " variables are too few for ", k, " factors")
  fit <- if (extraction == "ml") svc_ml_factors(r, items$n, k, names) else svc_principal_axes(r, k, names)
  if (length(fit$bounded) > 0) warnings <- c(warnings, paste0(svc_quoted(fit$bounded), ": a factor explains nearly all of it, and its uniqueness is held at 0.005 (a Heywood case); read the loadings and the test with care, or take fewer factors."))
  rotation <- if (k == 1) "none" else svc_choice(options, "rotation", "varimax")
  turn <- switch(rotation, none = diag(k), varimax = svc_varimax(fit$loadings), promax = svc_promax(fit$loadings))
  load <- fit$loadings %*% turn
  inverse <- solve(turn)
  phi <- tcrossprod(inverse)
  signs <- vapply(seq_len(k), function(j) if (sum(load[, j]) < 0) -1 else 1, 1)
  order <- order(-colSums(load^2))
  load <- sweep(load, 2, signs, "*")[, order, drop = FALSE]
  phi <- (phi * tcrossprod(signs))[order, order, drop = FALSE]
  f <- svc_factorability(r, items$n, names)
  labels <- paste0("F", seq_len(k))
  explained <- colSums(load * (load %*% phi))
  test <- NULL
  if (!is.null(fit$criterion) && df > 0) {
    statistic <- (items$n - 1 - (2 * p + 5) / 6 - 2 * k / 3) * fit$criterion
    test <- list(statistic = statistic, df = df, p_value = stats::pchisq(statistic, df, lower.tail = FALSE))
  }
  result <- list(
    factors = I(labels), extraction = extraction, rotation = rotation,
    loadings = lapply(seq_len(p), function(i) list(variable = names[i], loadings = I(load[i, ]), uniqueness = fit$psi[i])),
    variance = lapply(seq_len(k), function(j) list(factor = labels[j], sum_sq = explained[j], proportion = explained[j] / p, cumulative = sum(explained[seq_len(j)]) / p)),
    factor_correlations = if (rotation == "promax") lapply(seq_len(k), function(j) I(phi[j, ])) else NULL,
    eigenvalues = I(values), fit = test, kmo = f$kmo, bartlett = f$bartlett
  )
  checks <- svc_factorability_checks(f)
  if (!is.null(test)) checks <- c(checks, list(svc_assumption("Number of factors (likelihood ratio)", test$statistic, test$p_value, test$p_value >= 0.05, if (test$p_value >= 0.05) "That many factors are enough for these rows." else "The factors do not account for all correlations; more may be needed.")))
  svc_answer(items$n, items$excluded, result, checks, list(), warnings)
}

# Omega total of one common factor, by maximum likelihood on the covariances (McDonald 1999), its interval by the delta method on the expected information.
svc_omega <- function(s, n, names, level) {
  if (ncol(s) < 3) return(list(value = NULL, reason = "Omega needs three items."))
  sd <- sqrt(diag(s))
  fit <- tryCatch(svc_ml_factors(stats::cov2cor(s), n, 1, names), svc_refusal = function(e) NULL)
  if (is.null(fit) || length(fit$bounded) > 0) return(list(value = NULL, reason = "Omega could not be computed: one common factor does not fit the items."))
  lambda <- drop(fit$loadings) * sd
  if (sum(lambda) < 0) lambda <- -lambda
  psi <- fit$psi * sd^2
  common <- sum(lambda)^2
  total <- common + sum(psi)
  w <- solve(tcrossprod(lambda) + diag(psi), tol = 0)
  wl <- drop(w %*% lambda)
  information <- n / 2 * rbind(
    cbind(2 * (tcrossprod(wl) + w * sum(lambda * wl)), 2 * sweep(w, 2, wl, "*")),
    cbind(2 * w * wl, w^2)
  )
  slope <- c(rep(2 * sum(lambda) * sum(psi) / total^2, length(lambda)), rep(-common / total^2, length(psi)))
  se <- sqrt(drop(slope %*% solve(information, slope, tol = 0)))
  value <- common / total
  list(value = value, conf_int = I(pmin(1, pmax(0, value + c(-1, 1) * stats::qnorm((1 + level) / 2) * se))))
}

svc_alpha_of <- function(s) ncol(s) / (ncol(s) - 1) * (1 - sum(diag(s)) / sum(s))

svc_reliability <- function(data, variables, options) {
  names <- svc_texts(variables$variables)
  level <- svc_choice(options, "conf_level", 0.95)
  reversed <- svc_texts(options$reverse)
  k <- length(names)
  kept <- svc_complete_rows(data, names)
  n <- kept$n
  if (n < 3) svc_stop(svc_quoted(names), ": ", n, " complete rows are too few; at least 3 are needed")
  x <- svc_matrix(kept$data, names)
  for (name in reversed) x[, name] <- max(x[, name]) + min(x[, name]) - x[, name]
  s <- stats::cov(sweep(x, 2, colMeans(x)))
  if (sum(s) <= 1e-12 * sum(diag(s))) svc_stop(svc_quoted(names), ": their sum is the same in every row")
  r <- stats::cov2cor(s)
  alpha <- svc_alpha_of(s)
  tail <- (1 - level) / 2
  # Feldt 1965.
  interval <- 1 - (1 - alpha) * stats::qf(c(1 - tail, tail), n - 1, (n - 1) * (k - 1))
  omega <- svc_omega(s, n, names, level)
  items <- lapply(seq_len(k), function(i) {
    rest <- rowSums(x[, -i, drop = FALSE])
    with_rest <- if (svc_is_constant(rest)) NA_real_ else stats::cor(x[, i], rest)
    list(item = names[i], mean = svc_exact_sum(x[, i]) / n, sd = sqrt(s[i, i]), item_rest = with_rest, alpha_if_dropped = if (k > 2) svc_alpha_of(s[-i, -i]) else NULL, reversed = names[i] %in% reversed)
  })
  against <- vapply(items, function(item) !is.na(item$item_rest) && item$item_rest < 0, NA)
  warnings <- character()
  if (any(against)) warnings <- paste0(svc_quoted(names[against]), ": runs against the other items; if it is worded the other way round, name it in the option reverse.")
  if (is.null(omega$value)) warnings <- c(warnings, omega$reason)
  result <- list(
    alpha = list(value = alpha, conf_int = I(interval), standardized = k * mean(r[lower.tri(r)]) / (1 + (k - 1) * mean(r[lower.tri(r)]))),
    omega = if (is.null(omega$value)) NULL else omega, mean_inter_item = mean(r[lower.tri(r)]), items = items
  )
  checks <- list(svc_assumption("Direction of the items (item-rest correlation)", min(vapply(items, function(item) item$item_rest, 0), na.rm = TRUE), NULL, !any(against), if (any(against)) paste0(svc_quoted(names[against]), " runs against the others.") else "All items point the same way."))
  svc_answer(n, kept$excluded, result, checks, list(), warnings)
}

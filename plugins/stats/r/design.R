# Design matrices, exact sums and least squares, shared by the regressions.

svc_texts <- function(x) as.character(unlist(x, use.names = FALSE))

svc_choice <- function(options, name, default) if (is.null(options[[name]])) default else options[[name]]

svc_quoted <- function(names) paste(names, collapse = ", ")

# Rows that are complete in all the columns; copies nothing where nothing is missing.
svc_complete_rows <- function(data, columns) {
  data <- data[columns]
  if (!anyNA(data, recursive = TRUE)) return(list(data = data, n = nrow(data), excluded = 0L, keep = rep(TRUE, nrow(data))))
  keep <- stats::complete.cases(data)
  kept <- data[keep, , drop = FALSE]
  if (nrow(kept) == 0) {
    empty <- columns[vapply(data, function(x) all(is.na(x)), NA)]
    if (length(empty) > 0) svc_stop(svc_quoted(empty), ": every value is missing")
    svc_stop(svc_quoted(columns), ": no row has a value in all of them")
  }
  list(data = droplevels(kept), n = sum(keep), excluded = sum(!keep), keep = keep)
}

svc_numbers <- function(data, name) {
  x <- data[[name]]
  if (is.ordered(x)) x <- as.integer(x)
  if (is.factor(x) || is.character(x)) svc_stop(name, ": holds text where numbers are needed")
  x <- as.double(x)
  if (any(is.infinite(x))) svc_stop(name, ": holds infinite values")
  # Fourth powers of anything larger, or smaller, leave the range of a double.
  largest <- max(0, abs(x), na.rm = TRUE)
  if (largest > 1e75 || (largest > 0 && largest < 1e-75)) svc_stop(name, ": its values reach ", signif(largest, 3), ", too far from 1 to be computed with; change the unit")
  x
}

svc_is_constant <- function(x) length(x) > 0 && (max(x) - min(x)) <= 4 * .Machine$double.eps * max(abs(x))

svc_varying <- function(data, name) {
  x <- svc_numbers(data, name)
  if (svc_is_constant(x)) svc_stop(name, ": has the same value in every row")
  x
}

svc_matrix <- function(data, names) {
  x <- vapply(names, function(name) svc_varying(data, name), numeric(nrow(data)))
  matrix(x, nrow = nrow(data), dimnames = list(NULL, names))
}

# Columns of one predictor: itself, or an indicator of each level but the first (of each, where `full`).
svc_predictor_columns <- function(data, name, full = FALSE) {
  x <- data[[name]]
  if (is.character(x)) x <- factor(x)
  if (!is.factor(x)) return(matrix(svc_varying(data, name), ncol = 1, dimnames = list(NULL, name)))
  levels <- levels(x)
  if (length(levels) < 2) svc_stop(name, ": has only one level")
  if (length(levels) > 200) svc_stop(name, ": has ", length(levels), " levels; a predictor may have at most 200")
  used <- if (full) seq_along(levels) else seq_along(levels)[-1]
  codes <- as.integer(x)
  columns <- vapply(used, function(level) as.double(codes == level), numeric(length(codes)))
  matrix(columns, ncol = length(used), dimnames = list(NULL, paste0(name, levels[used])))
}

# The matrix of the intercept, the predictors and the products named in `interactions`; `term` tells to which a column belongs (0: the intercept).
svc_design <- function(data, predictors, interactions = list(), intercept = TRUE) {
  parts <- list()
  full <- !intercept
  for (name in predictors) {
    parts[[name]] <- svc_predictor_columns(data, name, full && !is.numeric(data[[name]]))
    if (!is.numeric(data[[name]])) full <- FALSE
  }
  labels <- predictors
  for (names in lapply(interactions, svc_texts)) {
    block <- matrix(1, nrow(data), 1, dimnames = list(NULL, ""))
    for (name in names) {
      other <- if (is.numeric(data[[name]])) parts[[name]] else svc_predictor_columns(data, name)
      columns <- lapply(seq_len(ncol(other)), function(j) {
        product <- block * other[, j]
        colnames(product) <- if (identical(colnames(block), "")) colnames(other)[j] else paste0(colnames(block), ":", colnames(other)[j])
        product
      })
      block <- do.call(cbind, columns)
    }
    labels <- c(labels, paste(names, collapse = ":"))
    parts[[length(parts) + 1]] <- block
  }
  x <- do.call(cbind, unname(parts))
  term <- rep(seq_along(parts), vapply(parts, ncol, 1L))
  if (intercept) {
    x <- cbind(`(Intercept)` = 1, x)
    term <- c(0L, term)
  }
  list(x = x, term = term, labels = labels)
}

# Refuses columns that the others determine, and names both.
svc_refuse_collinear <- function(x, qr) {
  if (qr$rank == ncol(x)) return(invisible())
  bad <- qr$pivot[-seq_len(qr$rank)][1]
  good <- qr$pivot[seq_len(qr$rank)]
  weights <- qr.coef(qr, x[, bad])[seq_len(ncol(x))]
  weights <- weights[good]
  size <- abs(weights) * sqrt(colSums(x[, good, drop = FALSE]^2))
  with <- colnames(x)[good][size > 1e-7 * max(size)]
  name <- colnames(x)[bad]
  if (identical(with, "(Intercept)")) svc_stop(name, ": has the same value in every row")
  svc_stop(name, ": is determined by ", svc_quoted(setdiff(with, "(Intercept)")), " (perfect collinearity); leave one of them out")
}

# Error-free sums and products (Dekker 1971, Knuth 1969): a number and what rounding took from it.
svc_two_sum <- function(a, b) {
  s <- a + b
  t <- s - a
  list(s, (a - (s - t)) + (b - t))
}

svc_two_product <- function(a, b) {
  p <- a * b
  t <- 134217729 * a
  ah <- t - (t - a)
  t <- 134217729 * b
  bh <- t - (t - b)
  al <- a - ah
  bl <- b - bh
  list(p, ((ah * bh - p) + ah * bl + al * bh) + al * bl)
}

# The sum of hi + lo to about twice the working precision, by halves.
svc_exact_sum <- function(hi, lo = numeric(length(hi))) {
  while (length(hi) > 1) {
    n <- length(hi)
    half <- n %/% 2
    odd <- n %% 2 == 1
    s <- svc_two_sum(hi[seq_len(half)], hi[half + seq_len(half)])
    rest <- s[[2]] + lo[seq_len(half)] + lo[half + seq_len(half)]
    hi <- if (odd) c(s[[1]], hi[n]) else s[[1]]
    lo <- if (odd) c(rest, lo[n]) else rest
  }
  hi + lo
}

svc_exact_dot <- function(a, b) {
  p <- svc_two_product(a, b)
  svc_exact_sum(p[[1]], p[[2]])
}

# y - r - X b, each row to about twice the working precision; b = b1 + b2.
svc_exact_residual <- function(x, y, b1, b2, r) {
  s <- svc_two_sum(y, -r)
  hi <- s[[1]]
  lo <- s[[2]]
  for (j in seq_along(b1)) {
    p <- svc_two_product(x[, j], -b1[j])
    s <- svc_two_sum(hi, p[[1]])
    hi <- s[[1]]
    lo <- lo + s[[2]] + p[[2]] - x[, j] * b2[j]
  }
  hi + lo
}

# Least squares by Householder QR (tol = 1e-10, where lm() has 1e-7). Where the matrix is small or ill-conditioned the solution is refined with residuals in twice
# the working precision (Björck 1967, the augmented system), so that its digits do not depend on the condition of X.
svc_least_squares <- function(x, y) {
  qr <- qr.default(x, tol = 1e-10)
  svc_refuse_collinear(x, qr)
  p <- ncol(x)
  n <- nrow(x)
  upper <- qr.R(qr)
  norms <- sqrt(colSums(upper^2))
  condition <- 1 / rcond(upper %*% diag(1 / norms, p))
  effects <- qr.qty(qr, y)
  b <- backsolve(upper, effects[seq_len(p)])
  residuals <- drop(y - x %*% b)
  if (n * p <= 2e5 || condition > 1e4) {
    refined <- svc_refine(x, y, qr, upper, b, residuals)
    b <- refined$b
    residuals <- refined$residuals
  }
  names(b) <- colnames(x)
  list(coefficients = b, residuals = residuals, qr = qr, upper = upper, unscaled = chol2inv(upper), condition = condition)
}

svc_refine <- function(x, y, qr, upper, b, residuals) {
  p <- length(b)
  low <- numeric(p)
  step <- Inf
  for (round in 1:12) {
    f <- svc_exact_residual(x, y, b, low, residuals)
    g <- vapply(seq_len(p), function(j) -svc_exact_dot(x[, j], residuals), 0)
    c <- qr.qty(qr, f)
    d <- backsolve(upper, g, transpose = TRUE)
    change <- backsolve(upper, c[seq_len(p)] - d)
    size <- max(abs(change) / pmax(abs(b), 1e-300))
    if (!is.finite(size) || size > step) break
    step <- size
    c[seq_len(p)] <- d
    residuals <- residuals + qr.qy(qr, c)
    s <- svc_two_sum(b, low + change)
    b <- s[[1]]
    low <- s[[2]]
    if (size < 1e-17) break
  }
  list(b = b, residuals = residuals)
}

# Generalised variance inflation factors (Fox & Monette 1992): of each term, for each of its columns. For a term of one column that is 1 / (1 - R²) of it on the others.
svc_inflation <- function(unscaled, term, names) {
  keep <- term > 0
  out <- rep(NA_real_, length(term))
  if (length(unique(term[keep])) < 2 || all(keep)) return(out)
  r <- stats::cov2cor(unscaled[keep, keep, drop = FALSE])
  whole <- det(r)
  own <- term[keep]
  for (t in unique(own)) {
    s <- own == t
    out[term == t] <- det(r[s, s, drop = FALSE]) * det(r[!s, !s, drop = FALSE]) / whole
  }
  out
}

# Evenly spaced rows, for pictures.
svc_sample <- function(n, most = 2000) if (n <= most) seq_len(n) else unique(round(seq(1, n, length.out = most)))

svc_normality_check <- function(x, what, many = FALSE) {
  name <- paste("Normality of", what, "(Shapiro-Wilk)")
  n <- length(x)
  if (n < 3 || svc_is_constant(x)) return(svc_assumption(name, NULL, NULL, NULL, "It cannot be tested on these rows."))
  if (n > 5000) {
    return(svc_assumption(name, NULL, NULL, NULL, "More than 5,000 rows: not tested; see the plot. With so many rows moderate departures matter little."))
  }
  test <- stats::shapiro.test(x)
  ok <- test$p.value >= 0.05
  note <- if (ok) paste0("No sign against normal ", what, ".") else if (many) paste0("The ", what, " depart from a normal distribution.") else paste0(what, " departs from a normal distribution.")
  svc_assumption(name, unname(test$statistic), test$p.value, ok, note)
}

# What pictures of residuals need: fitted against residuals, and quantiles against those of the normal distribution.
svc_residual_points <- function(fitted, residuals) {
  n <- length(residuals)
  rows <- svc_sample(n)
  ordered <- sort(residuals)[rows]
  list(
    residuals = list(fitted = I(signif(fitted[rows], 8)), residual = I(signif(residuals[rows], 8))),
    quantiles = list(theoretical = I(signif(stats::qnorm((rows - 0.5) / n), 6)), sample = I(signif(ordered, 8)))
  )
}

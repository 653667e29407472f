# What every method uses. A method is a function svc_<method>(data, variables, options) that returns svc_answer(...). `data` is a data frame whose names are the
# columns' own, whatever they contain: formulas are built of as.name(), never of text.

# Refuses: the sentence names the variable and the reason.
svc_stop <- function(...) stop(structure(class = c("svc_refusal", "error", "condition"), list(message = paste0(...), call = NULL)))

svc_answer <- function(n, excluded, result, assumptions = list(), extra = list(), warnings = character()) {
  list(n = n, excluded = excluded, result = result, assumptions = assumptions, extra = extra, warnings = I(as.character(warnings)))
}

# Rows without a missing value in any of the columns.
svc_complete <- function(data, columns) {
  keep <- stats::complete.cases(data[columns])
  list(data = droplevels(data[keep, , drop = FALSE]), n = sum(keep), excluded = sum(!keep))
}

svc_assumption <- function(name, statistic, p_value, ok, note) {
  list(name = name, statistic = statistic, p_value = p_value, ok = ok, note = note)
}

# JSON text. Named lists are objects, other lists arrays; a vector of one value is that value and I(x) always an array; data frames are arrays of row objects;
# what is no finite number is null; doubles keep all their digits.
svc_json <- function(x) {
  if (is.null(x)) return("null")
  if (is.data.frame(x)) {
    rows <- lapply(seq_len(nrow(x)), function(i) lapply(as.list(x), function(column) svc_plain(column[[i]])))
    return(svc_json(unname(rows)))
  }
  if (is.list(x)) {
    if (length(x) == 0) return(if (is.null(names(x))) "[]" else "{}")
    parts <- vapply(x, svc_json, "")
    if (is.null(names(x))) return(paste0("[", paste0(parts, collapse = ","), "]"))
    return(paste0("{", paste0(svc_quote(names(x)), ":", parts, collapse = ","), "}"))
  }
  values <- svc_scalars(x)
  if (length(values) == 1 && !inherits(x, "AsIs")) values else paste0("[", paste0(values, collapse = ","), "]")
}

svc_plain <- function(value) if (is.factor(value)) as.character(value) else value

svc_scalars <- function(x) {
  if (is.factor(x)) x <- as.character(x)
  if (is.character(x)) return(ifelse(is.na(x), "null", svc_quote(x)))
  if (is.logical(x)) return(ifelse(is.na(x), "null", ifelse(x, "true", "false")))
  x <- as.double(unclass(x))
  ifelse(is.finite(x), formatC(x, digits = 17, format = "g", width = 1), "null")
}

svc_quote <- function(text) {
  text <- gsub("\\", "\\\\", enc2utf8(text), fixed = TRUE)
  text <- gsub("\"", "\\\"", text, fixed = TRUE)
  text <- gsub("\n", "\\n", gsub("\r", "\\r", gsub("\t", "\\t", text, fixed = TRUE), fixed = TRUE), fixed = TRUE)
  text <- gsub("[\x01-\x1f]", "", text, perl = TRUE)
  paste0("\"", text, "\"")
}

# A sum exact to about twice a double's digits: pairs are added and what rounding lost is added up beside them (two-sum, Knuth). R's own sum() relies on a
# wide accumulator that WebAssembly need not have.
svc_sum <- function(x) {
  plain <- sum(x)
  if (length(x) < 3L || !is.finite(plain)) return(plain)
  lost <- 0
  while (length(x) > 1L) {
    half <- length(x) %/% 2L
    a <- x[seq_len(half)]
    b <- x[half + seq_len(half)]
    odd <- if (length(x) %% 2L == 1L) x[[length(x)]]
    s <- a + b
    back <- s - a
    lost <- lost + sum((a - (s - back)) + (b - back))
    x <- c(s, odd)
  }
  x + lost
}

# Decimals as whole numbers: 10000000.1 as 100000001 with the scale 10. A double near 10000000.1 is only that near, and of what a mean leaves of it few digits are
# right; whole numbers are exact. NULL where the values are no such decimals.
svc_whole <- function(x) {
  n <- length(x)
  most <- if (n < 2L) Inf else max(abs(x))
  if (!is.finite(most)) return(NULL)
  some <- x[unique(round(seq(1, n, length.out = min(n, 50L))))]
  for (scale in 10^(0:15)) {
    if (most * scale > 2^52) return(NULL)
    if (any(round(some * scale) / scale != some)) next
    values <- round(x * scale)
    if (all(values / scale == x)) return(list(values = values, scale = scale))
  }
  NULL
}

# What is left of the values when a number near their mean is taken off, the mean of what is left, and the scale of both.
svc_centred <- function(x) {
  whole <- svc_whole(x)
  if (is.null(whole)) {
    # Two passes: the second sums what the first left.
    near <- svc_sum(x) / length(x)
    left <- x - near
    scale <- 1
  } else {
    near <- round(mean(whole$values))
    left <- whole$values - near
    scale <- whole$scale
  }
  list(near = near, left = left, rest = svc_sum(left) / length(x), scale = scale)
}

svc_mean <- function(x) {
  centred <- svc_centred(x)
  (centred$near + centred$rest) / centred$scale
}

svc_deviations <- function(x) {
  centred <- svc_centred(x)
  (centred$left - centred$rest) / centred$scale
}

# The sum of squared deviations from the mean; the rounding of the mean itself is taken out.
svc_ss <- function(x) {
  centred <- svc_centred(x)
  deviations <- centred$left - centred$rest
  max(0, svc_sum(deviations^2) - svc_sum(deviations)^2 / length(x)) / centred$scale^2
}

svc_var <- function(x) svc_ss(x) / (length(x) - 1)

svc_sd <- function(x) sqrt(svc_var(x))

# The noncentral distributions below a value, where R's own functions leave the digits: pf() stops after 10,000 terms, which is far from enough for large effects
# of many rows, and pt() is an approximation above a noncentrality of 37. Both are means of a smooth function over a bell curve, so equal steps sum them exactly.
svc_pf <- function(f, df1, df2, ncp) {
  if (ncp <= 0) return(stats::pf(f, df1, df2))
  mean <- ncp / 2
  sd <- sqrt(mean)
  j <- seq(max(0, floor(mean - 10 * sd)), ceiling(mean + 10 * sd + 40), by = max(1, floor(sd / 2)))
  weights <- stats::dpois(j, mean)
  sum(weights * stats::pbeta(df1 * f / (df1 * f + df2), df1 / 2 + j, df2 / 2)) / sum(weights)
}

svc_pt <- function(t, df, ncp) {
  if (abs(ncp) <= 30) return(stats::pt(t, df, ncp))
  if (ncp < 0) return(1 - svc_pt(-t, df, -ncp))
  if (t <= 0) return(0)
  z <- seq(-12, 12, by = max(min(1, t / sqrt(2 * df)) / 5, 24 / 20000))
  sum(stats::dnorm(z) * stats::pchisq(df * pmax(0, z + ncp)^2 / t^2, df, lower.tail = FALSE)) * (z[[2]] - z[[1]])
}

# What plots are drawn from: at most 2,000 points.

svc_thin <- function(n, most = 2000L) if (n <= most) seq_len(n) else unique(round(seq(1, n, length.out = most)))

# Five numbers as boxplot() draws them (whiskers to 1.5 interquartile ranges, type-7 quartiles), and the values beyond.
svc_box <- function(x, label, most = 100L) {
  q <- stats::quantile(x, c(0.25, 0.5, 0.75), names = FALSE, type = 7)
  reach <- 1.5 * (q[[3]] - q[[1]])
  inside <- x[x >= q[[1]] - reach & x <= q[[3]] + reach]
  outside <- sort(x[x < q[[1]] - reach | x > q[[3]] + reach])
  list(x = label, low = min(inside), q1 = q[[1]], median = q[[2]], q3 = q[[3]], high = max(inside), outliers = I(outside[svc_thin(length(outside), most)]))
}

svc_boxes <- function(x, group) {
  groups <- split(x, group, drop = TRUE)
  unname(Map(svc_box, groups, names(groups), max(4L, 1000L %/% length(groups))))
}

# Points of a normal quantile plot and the line through their quartiles.
svc_qq <- function(x, most = 500L) {
  x <- sort(x)
  theory <- stats::qnorm(stats::ppoints(length(x)))
  ends <- stats::quantile(x, c(0.25, 0.75), names = FALSE, type = 7)
  slope <- (ends[[2]] - ends[[1]]) / (2 * stats::qnorm(0.75))
  at <- svc_thin(length(x), most)
  list(x = I(theory[at]), y = I(x[at]), slope = slope, intercept = (ends[[1]] + ends[[2]]) / 2)
}

svc_bins <- function(x, most = 40L) {
  counts <- svc_histogram(x, most)
  lapply(seq_along(counts$counts), function(i) list(from = counts$breaks[[i]], to = counts$breaks[[i + 1]], count = counts$counts[[i]]))
}

svc_histogram <- function(x, most) {
  breaks <- pretty(range(x), n = min(most, ceiling(log2(length(x)) + 1)))
  list(breaks = breaks, counts = tabulate(findInterval(x, breaks, rightmost.closed = TRUE), length(breaks) - 1L))
}

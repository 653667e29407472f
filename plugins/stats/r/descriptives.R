# Skewness and kurtosis are G1 and G2 of Joanes and Gill (1998), as SPSS and SAS report them; kurtosis is 0 for a normal distribution. Quartiles are type 7.
svc_describe_numbers <- function(x) {
  present <- x[!is.na(x)]
  n <- length(present)
  if (n == 0L) return(list(n = 0L, missing = length(x), mean = NULL, sd = NULL, se = NULL, median = NULL, min = NULL, max = NULL, q1 = NULL, q3 = NULL, iqr = NULL, skewness = NULL, kurtosis = NULL))
  mean <- svc_mean(present)
  deviations <- present - mean
  ss <- svc_ss(present)
  sd <- if (n > 1L) sqrt(ss / (n - 1))
  m2 <- ss / n
  varies <- n > 1L && !svc_all_same(present)
  g1 <- if (varies) svc_sum(deviations^3) / n / m2^1.5
  g2 <- if (varies) svc_sum(deviations^4) / n / m2^2 - 3
  q <- stats::quantile(present, c(0.25, 0.5, 0.75), names = FALSE, type = 7)
  list(
    n = n, missing = length(x) - n, mean = mean, sd = sd, se = if (n > 1L) sd / sqrt(n),
    median = q[[2]], min = min(present), max = max(present), q1 = q[[1]], q3 = q[[3]], iqr = q[[3]] - q[[1]],
    skewness = if (varies && n > 2L) g1 * sqrt(n * (n - 1)) / (n - 2),
    kurtosis = if (varies && n > 3L) ((n + 1) * g2 + 6) * (n - 1) / ((n - 2) * (n - 3))
  )
}

svc_describe_levels <- function(variable, group, x) {
  counts <- table(x)
  total <- sum(counts)
  lapply(seq_along(counts), function(i) list(variable = variable, group = group, level = names(counts)[[i]], n = counts[[i]], share = counts[[i]] / total))
}

svc_descriptives <- function(data, variables, options) {
  names <- svc_names(variables$variables)
  grouping <- svc_names(variables$group)
  rows <- nrow(data)
  if (rows == 0L) svc_stop(names[[1]], ": there are no rows")
  if (length(grouping) > 0L) {
    data <- data[!is.na(data[[grouping]]), , drop = FALSE]
    if (nrow(data) == 0L) svc_stop(grouping, ": all its values are missing")
    group <- svc_grouping(data, grouping)
    if (nlevels(group) > 200L) svc_stop(grouping, ": it has ", nlevels(group), " groups, at most 200 can be described; is it a continuous variable?")
  } else group <- NULL
  described <- list()
  frequencies <- list()
  boxes <- list()
  bins <- list()
  for (name in names) {
    numeric <- !is.factor(data[[name]])
    column <- if (numeric) svc_numeric(data, name) else data[[name]]
    parts <- if (is.null(group)) list(column) else split(column, group)
    labels <- if (is.null(group)) list(NULL) else as.list(levels(group))
    for (i in seq_along(parts)) {
      x <- parts[[i]]
      row <- if (numeric) svc_describe_numbers(x) else utils::modifyList(svc_describe_numbers(double()), list(n = sum(!is.na(x)), missing = sum(is.na(x))), keep.null = TRUE)
      described[[length(described) + 1L]] <- c(list(variable = name, group = labels[[i]]), row)
      if (!numeric) frequencies <- c(frequencies, svc_describe_levels(name, labels[[i]], x))
    }
    present <- column[!is.na(column)]
    if (numeric && length(present) > 0L && length(bins) < 12L) {
      bins[[length(bins) + 1L]] <- list(variable = name, bins = svc_bins(present))
      boxes[[length(boxes) + 1L]] <- list(variable = name, boxes = if (is.null(group)) list(svc_box(present, name)) else svc_boxes(present, droplevels(group[!is.na(column)])))
    }
  }
  svc_answer(nrow(data), rows - nrow(data), list(rows = described, frequencies = frequencies), extra = list(bins = bins, boxes = boxes))
}

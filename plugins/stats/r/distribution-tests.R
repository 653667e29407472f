svc_groups_of <- function(data, grouping, name) {
  column <- svc_numeric(data, name)
  if (length(grouping) == 0L) return(list(parts = list(column), labels = list(NULL)))
  group <- svc_grouping(data[!is.na(data[[grouping]]), , drop = FALSE], grouping)
  list(parts = split(column[!is.na(data[[grouping]])], group), labels = as.list(levels(group)), group = group)
}

# Shapiro and Wilk; beyond its 5,000 values Jarque and Bera (1987), which is for large samples.
svc_normality <- function(data, variables, options) {
  names <- svc_names(variables$variables)
  grouping <- svc_names(variables$group)
  if (length(grouping) > 0L && all(is.na(data[[grouping]]))) svc_stop(grouping, ": all its values are missing")
  rows <- list()
  plots <- list()
  for (name in names) {
    found <- svc_groups_of(data, grouping, name)
    if (length(found$parts) > 200L) svc_stop(grouping, ": it has ", length(found$parts), " groups, at most 200 can be tested; is it a continuous variable?")
    if (all(is.na(unlist(found$parts)))) svc_stop(name, ": all its values are missing")
    for (i in seq_along(found$parts)) {
      x <- found$parts[[i]]
      x <- x[!is.na(x)]
      where <- if (is.null(found$labels[[i]])) "" else paste0(" in ", found$labels[[i]])
      if (length(x) < 3L) svc_stop(name, ": ", length(x), if (length(x) == 1L) " value" else " values", where, ", at least 3 are needed")
      svc_not_constant(name, x, where)
      described <- svc_describe_numbers(x)
      centred <- x - described$mean
      n <- length(x)
      m2 <- svc_sum(centred^2) / n
      jb <- n / 6 * ((svc_sum(centred^3) / n / m2^1.5)^2 + (svc_sum(centred^4) / n / m2^2 - 3)^2 / 4)
      shapiro <- if (n <= 5000L) stats::shapiro.test(centred)
      rows[[length(rows) + 1L]] <- list(variable = name, group = found$labels[[i]], n = n, test = if (is.null(shapiro)) "jarque_bera" else "shapiro_wilk",
        statistic = if (is.null(shapiro)) jb else shapiro$statistic[[1]], p_value = if (is.null(shapiro)) stats::pchisq(jb, 2, lower.tail = FALSE) else shapiro$p.value,
        skewness = described$skewness, kurtosis = described$kurtosis)
      if (length(plots) < 12L) plots[[length(plots) + 1L]] <- list(variable = name, group = found$labels[[i]], qq = svc_qq(x, 150L))
    }
  }
  used <- stats::complete.cases(data[grouping]) & rowSums(!is.na(data[names])) > 0
  svc_answer(sum(used), sum(!used), list(rows = rows), extra = list(plots = plots),
    warnings = if (any(vapply(rows, function(row) row$n > 5000L, NA))) "Shapiro and Wilk's test is defined for up to 5,000 values; larger groups were tested by Jarque and Bera's." else character())
}

svc_homogeneity <- function(data, variables, options) {
  names <- svc_names(variables$variables)
  grouping <- svc_names(variables$group)
  centre <- svc_option(options, "centre", "median")
  if (all(is.na(data[[grouping]]))) svc_stop(grouping, ": all its values are missing")
  rows <- list()
  boxes <- list()
  spreads <- list()
  assumptions <- list()
  for (name in names) {
    frame <- svc_frame(data, name, grouping)
    group <- frame$data[[grouping]]
    x <- frame$data[[name]]
    svc_several_levels(grouping, group)
    svc_group_sizes(grouping, group, 2L)
    svc_not_constant(name, x)
    parts <- split(x, group)
    constant <- names(parts)[vapply(parts, svc_all_same, NA)]
    if (length(constant) == length(parts)) svc_stop(name, ": all its values are the same within each group")
    levene <- svc_levene(x, group, centre)
    if (!is.finite(levene$statistic)) svc_stop(name, ": its deviations from the middle of each group do not vary, so their sizes cannot be compared")
    rows[[length(rows) + 1L]] <- c(list(variable = name, test = "levene"), levene[c("statistic", "df", "df_residual", "p_value")])
    if (length(constant) > 0L) svc_stop(name, ": all its values are the same in ", constant[[1]], ", so its variance cannot be compared")
    bartlett <- stats::bartlett.test(x - svc_mean(x), group)
    rows[[length(rows) + 1L]] <- list(variable = name, test = "bartlett", statistic = bartlett$statistic[[1]], df = bartlett$parameter[[1]], df_residual = NULL, p_value = bartlett$p.value)
    fligner <- stats::fligner.test(x, group)
    rows[[length(rows) + 1L]] <- list(variable = name, test = "fligner", statistic = fligner$statistic[[1]], df = fligner$parameter[[1]], df_residual = NULL, p_value = fligner$p.value)
    residuals <- unsplit(lapply(parts, function(values) values - svc_mean(values)), group)
    check <- svc_shapiro(paste("normality of", name), residuals, paste("the values of", name, "within their groups"))
    if (identical(check$ok, FALSE)) check$note <- paste(check$note, "Bartlett's test needs them normal; go by Levene's or Fligner's.")
    assumptions <- c(assumptions, list(check))
    spreads <- c(spreads, lapply(seq_along(parts), function(i) list(variable = name, group = names(parts)[[i]], n = length(parts[[i]]), sd = svc_sd(parts[[i]]))))
    if (length(boxes) < 8L) boxes[[length(boxes) + 1L]] <- list(variable = name, boxes = svc_boxes(x, group))
  }
  used <- !is.na(data[[grouping]]) & rowSums(!is.na(data[names])) > 0
  svc_answer(sum(used), sum(!used), list(rows = rows), assumptions, list(boxes = boxes, spreads = spreads))
}

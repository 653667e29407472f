# Columns as methods need them, and what cannot be computed on. Refusals begin with the column's name.

svc_names <- function(role) as.character(unlist(role))

# A column as doubles: an ordered factor's ranks, a number's values. Infinite values have no mean, rank tests included: they are refused.
svc_numeric <- function(data, name) {
  values <- data[[name]]
  if (is.factor(values)) return(as.double(values))
  values <- as.double(values)
  if (any(is.infinite(values))) svc_stop(name, ": it holds infinite values, which cannot be computed with")
  # Fourth powers of anything larger, or smaller, leave the range of a double.
  largest <- max(0, abs(values), na.rm = TRUE)
  if (largest > 1e75 || (largest > 0 && largest < 1e-75)) svc_stop(name, ": its values reach ", signif(largest, 3), ", too far from 1 to be computed with; change the unit")
  values
}

svc_grouping <- function(data, name) {
  values <- data[[name]]
  droplevels(if (is.factor(values)) values else factor(values))
}

# The complete rows of the numeric and grouping columns, converted.
svc_frame <- function(data, numbers = character(), groups = character()) {
  for (name in numbers) data[[name]] <- svc_numeric(data, name)
  complete <- svc_complete(data, unique(c(numbers, groups)))
  if (complete$n == 0L) {
    empty <- Filter(function(name) all(is.na(data[[name]])), unique(c(numbers, groups)))
    if (length(empty) > 0L) svc_stop(empty[[1]], ": all its values are missing")
    svc_stop(unique(c(numbers, groups))[[1]], ": no row is left that has a value in every column of the analysis")
  }
  for (name in groups) complete$data[[name]] <- svc_grouping(complete$data, name)
  complete
}

svc_at_least <- function(name, n, least, what = "rows") {
  if (n < least) svc_stop(name, ": ", n, " ", if (n == 1) sub("s$", "", what) else what, " with values, at least ", least, " are needed")
}

# Values that differ only by the rounding of their own decimals count as constant: a variance of rounding errors says nothing.
svc_all_same <- function(x) {
  range <- range(x)
  range[[2]] - range[[1]] <= 8 * .Machine$double.eps * max(abs(range))
}

svc_not_constant <- function(name, x, where = "") {
  if (svc_all_same(x)) svc_stop(name, ": all its values are the same", where)
}

# Exactly two groups, and what their names are.
svc_two_levels <- function(name, group) {
  k <- nlevels(group)
  if (k == 1L) svc_stop(name, ": only one group (", levels(group), ") is left, two are needed")
  if (k > 2L) svc_stop(name, ": it has ", k, " groups, and this test compares two; use a filter, or a method for several groups")
  levels(group)
}

svc_several_levels <- function(name, group, most = 200L) {
  k <- nlevels(group)
  if (k < 2L) svc_stop(name, ": only one group (", levels(group), ") is left, at least two are needed")
  if (k > most) svc_stop(name, ": it has ", k, " groups, at most ", most, " can be compared; is it a continuous variable?")
  invisible(k)
}

svc_group_sizes <- function(name, group, least) {
  counts <- table(group)
  small <- names(counts)[counts < least]
  if (length(small) > 0L) svc_stop(name, ": group ", small[[1]], " has ", counts[[small[[1]]]], if (counts[[small[[1]]]] == 1L) " row with a value," else " rows with values,", " at least ", least, " are needed")
}

svc_alternative <- function(options) sub("_", ".", svc_option(options, "alternative", "two_sided"), fixed = TRUE)

svc_option <- function(options, name, fallback) {
  value <- options[[name]]
  if (is.null(value) || length(value) == 0L) fallback else value
}

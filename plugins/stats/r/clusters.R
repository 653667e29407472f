# Needs design.R.

svc_cluster_data <- function(data, variables, options, most) {
  names <- svc_texts(variables$variables)
  kept <- svc_complete_rows(data, names)
  n <- kept$n
  if (n > most) svc_stop(svc_quoted(names), ": ", n, " rows are too many; at most ", most, " can be compared with each other. Use kmeans")
  x <- svc_matrix(kept$data, names)
  scaled <- svc_choice(options, "standardize", TRUE)
  used <- x
  if (scaled) for (j in seq_along(names)) {
    d <- x[, j] - svc_exact_sum(x[, j]) / n
    used[, j] <- d / sqrt(svc_exact_dot(d, d) / (n - 1))
  }
  list(names = names, raw = x, used = used, n = n, excluded = kept$excluded, keep = kept$keep)
}

# Rousseeuw 1987; on evenly spaced rows where there are many, since each is compared with each.
svc_silhouettes <- function(x, cluster, k, most = 2000) {
  rows <- svc_sample(nrow(x), most)
  part <- cluster[rows]
  d <- as.matrix(stats::dist(x[rows, , drop = FALSE]))
  sums <- vapply(seq_len(k), function(c) rowSums(d[, part == c, drop = FALSE]), numeric(length(rows)))
  sums <- matrix(sums, ncol = k)
  size <- tabulate(part, k)
  width <- vapply(seq_along(rows), function(i) {
    own <- part[i]
    if (size[own] <= 1) return(0)
    a <- sums[i, own] / (size[own] - 1)
    others <- setdiff(which(size > 0), own)
    if (length(others) == 0) return(0)
    b <- min(sums[i, others] / size[others])
    if (max(a, b) == 0) 0 else (b - a) / max(a, b)
  }, 0)
  list(rows = rows, cluster = part, width = width, sampled = length(rows) < nrow(x))
}

# Clusters are numbered by size, equal ones by their centres, so that the same data give the same numbers.
svc_cluster_answer <- function(set, cluster, more, checks = list(), extra = list(), warnings = character()) {
  k <- max(cluster)
  means <- vapply(seq_along(set$names), function(j) tapply(set$raw[, j], factor(cluster, levels = seq_len(k)), mean), numeric(k))
  means <- matrix(means, nrow = k)
  order <- do.call(base::order, c(list(-tabulate(cluster, k)), lapply(seq_along(set$names), function(j) means[, j])))
  cluster <- match(cluster, order)
  means <- means[order, , drop = FALSE]
  size <- tabulate(cluster, k)
  within <- vapply(seq_len(k), function(c) {
    own <- set$used[cluster == c, , drop = FALSE]
    sum(sweep(own, 2, colMeans(own))^2)
  }, 0)
  s <- svc_silhouettes(set$used, cluster, k)
  all <- rep(NA_integer_, length(set$keep))
  all[set$keep] <- cluster
  total <- sum(sweep(set$used, 2, colMeans(set$used))^2)
  each <- vapply(seq_len(k), function(c) mean(s$width[s$cluster == c]), 0)
  if (s$sampled) warnings <- c(warnings, "Silhouettes were computed on 2,000 evenly spaced rows.")
  overall <- mean(s$width)
  result <- c(list(
    k = k, variables = I(set$names), assignments = I(all),
    centres = lapply(seq_len(k), function(c) list(cluster = c, n = size[c], means = I(means[c, ]), within_sum_sq = within[c])),
    silhouette = overall, silhouettes = lapply(seq_len(k), function(c) list(cluster = c, n = size[c], mean = each[c])),
    within_sum_sq = sum(within), between_sum_sq = total - sum(within), total_sum_sq = total
  ), more)
  checks <- c(checks, list(svc_assumption("Separation (mean silhouette)", overall, NULL, overall >= 0.25, if (overall >= 0.25) "The clusters are told apart." else "The clusters overlap so much that there may be none.")))
  rows <- svc_sample(set$n)
  points <- if (length(set$names) == 1) cbind(set$raw[rows, 1], 0) else set$raw[rows, 1:2, drop = FALSE]
  extra <- c(extra, list(points = list(x = I(signif(points[, 1], 7)), y = I(signif(points[, 2], 7)), cluster = I(cluster[rows])), widths = list(cluster = I(s$cluster), width = I(signif(s$width, 5)))))
  svc_answer(set$n, set$excluded, result, checks, extra, warnings)
}

svc_kmeans <- function(data, variables, options) {
  set <- svc_cluster_data(data, variables, options, Inf)
  k <- svc_choice(options, "k", 3)
  starts <- svc_choice(options, "starts", 25)
  different <- nrow(unique(set$used))
  if (k > different) svc_stop(svc_quoted(set$names), ": only ", different, " different rows for ", k, " clusters")
  if (k >= set$n) svc_stop(svc_quoted(set$names), ": ", set$n, " complete rows are too few for ", k, " clusters")
  set.seed(svc_choice(options, "seed", 1))
  short <- FALSE
  fitted <- function(k, starts) withCallingHandlers(
    stats::kmeans(set$used, k, nstart = starts, iter.max = 200, algorithm = "Hartigan-Wong"),
    warning = function(w) {
      short <<- TRUE
      invokeRestart("muffleWarning")
    }
  )
  fit <- fitted(k, starts)
  warnings <- if (short) "Some of the starts did not converge; the best of all is given." else character()
  most <- min(10, different - 1, set$n - 1)
  curve <- if (set$n <= 5000 && most >= 2) lapply(2:most, function(c) list(k = c, within_sum_sq = fitted(c, 5)$tot.withinss)) else list()
  svc_cluster_answer(set, fit$cluster, list(), extra = list(curve = curve), warnings = warnings)
}

svc_hierarchical_clusters <- function(data, variables, options) {
  set <- svc_cluster_data(data, variables, options, 4000)
  k <- svc_choice(options, "k", 3)
  if (set$n < 3 || k > set$n) svc_stop(svc_quoted(set$names), ": ", set$n, " complete rows are too few for ", k, " clusters")
  linkage <- svc_choice(options, "linkage", "ward")
  d <- stats::dist(set$used, method = svc_choice(options, "distance", "euclidean"))
  tree <- stats::hclust(d, if (linkage == "ward") "ward.D2" else linkage)
  cluster <- unname(stats::cutree(tree, k))
  n <- set$n
  cophenetic <- stats::cor(d, stats::cophenetic(tree))
  rows <- which(set$keep)
  dendrogram <- list(merge = lapply(seq_len(n - 1), function(i) I(tree$merge[i, ])), height = I(tree$height), order = I(rows[tree$order]))
  # The top of the tree for a picture: at most 60 branches, leaves numbered from the left.
  extra <- list(tree = svc_tree_lines(tree, 60))
  svc_cluster_answer(set, cluster, list(dendrogram = dendrogram, cophenetic_correlation = cophenetic), extra = extra)
}

svc_tree_lines <- function(tree, most) {
  n <- length(tree$order)
  first <- max(1, n - most + 1)
  place <- numeric(n - 1)
  position <- integer(n)
  position[tree$order] <- seq_len(n)
  lowest <- function(node) if (node < 0) position[-node] else place[node]
  start <- numeric(n - 1)
  out <- list()
  for (i in seq_len(n - 1)) {
    ends <- tree$merge[i, ]
    start[i] <- min(vapply(ends, function(e) if (e < 0) position[-e] else start[e], 0))
    place[i] <- mean(vapply(ends, lowest, 0))
    if (i < first) next
    base <- vapply(ends, function(e) if (e < 0) 0 else if (e < first) tree$height[e] else tree$height[e], 0)
    x <- vapply(ends, lowest, 0)
    out <- c(out, list(list(x1 = x[1], x2 = x[2], y1 = base[1], y2 = base[2], height = tree$height[i])))
  }
  out
}

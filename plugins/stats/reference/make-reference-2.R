# Reference values of the regressions, correlations, factors, clusters, series and power, by the standard functions of R (stats), not by ours.
# Rscript make-reference-2.R [folder]: writes reference-2.json and the data sets there. What R's functions round (convergence, standard errors of a step before)
# is asked for more precisely first; where they cannot be, the tolerance of the case says so.

folder <- commandArgs(TRUE)
if (length(folder) == 0) folder <- "."
source(file.path(dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE))), "..", "r", "base.R"))

found <- list()
# The values of a case, by their paths in the result.
add <- function(name, expected) found[[name]] <<- flat(expected, "")
flat <- function(x, path) {
  if (!is.list(x) && length(x) == 1 && !inherits(x, "AsIs")) return(stats::setNames(list(x), path))
  keys <- if (is.list(x) && !is.null(names(x))) names(x) else seq_along(x) - 1
  do.call(c, lapply(seq_along(x), function(i) flat(if (is.list(x)) x[[i]] else as.vector(x)[i], if (path == "") as.character(keys[i]) else paste0(path, ".", keys[i]))))
}
none <- structure(list(), names = character())
pair <- function(v) I(unname(as.double(v)))
rows <- function(n, f) lapply(seq_len(n), f)

infert2 <- datasets::infert
infert2$case <- factor(infert2$case)
infert2 <- infert2[c("education", "case", "spontaneous", "induced", "age")]
counts <- data.frame(tobacco = factor(as.character(esoph$tobgp), levels(esoph$tobgp)), cases = esoph$ncases, controls = esoph$ncontrols + esoph$ncases)
series <- function(x, time) data.frame(time = time, value = as.double(x))
months <- function(x) format(seq(as.Date(sprintf("%d-%02d-01", start(x)[1], start(x)[2])), by = "month", length.out = length(x)))
sets <- list(
  mtcars = mtcars, iris = iris, airquality = airquality, warpbreaks = warpbreaks, infert = infert2, esoph = counts, attitude = attitude, usarrests = USArrests,
  longley = longley, anscombe = anscombe, swiss = swiss, dnase = data.frame(conc = DNase$conc, density = DNase$density)[DNase$Run == 1, ],
  nile = series(Nile, as.double(time(Nile))), nottem = series(nottem, months(nottem)), airpassengers = series(AirPassengers, months(AirPassengers))
)

# correlation
for (m in c("pearson", "spearman", "kendall")) {
  exact <- function(x, y, ...) suppressWarnings(cor.test(x, y, method = m, ...))
  one <- exact(mtcars$mpg, mtcars$wt)
  two <- exact(mtcars$wt, mtcars$qsec)
  said <- function(t, x, y) list(x = x, y = y, r = unname(t$estimate), n = 32, statistic = unname(t$statistic), p_value = t$p.value)
  first <- said(one, "mpg", "wt")
  if (m == "pearson") first$conf_int <- pair(one$conf.int)
  add(paste0("correlation, ", m), list(pairs = list(first, none, said(two, "wt", "qsec"))))
}
t <- cor.test(airquality$Ozone, airquality$Wind, conf.level = 0.9, alternative = "less")
add("correlation of one side, with missing values", list(pairs = list(list(r = unname(t$estimate), n = 116, statistic = unname(t$statistic), p_value = t$p.value))))

# partial correlation: t of the coefficient in a regression on the other and the controls
m <- summary(lm(mpg ~ hp + wt + qsec, mtcars))$coefficients
t <- m["hp", 3]
add("partial correlation", list(pairs = list(list(r = t / sqrt(t^2 + 28), statistic = t, p_value = m["hp", 4], n = 32))))
ranks <- data.frame(lapply(mtcars, rank))
m <- summary(lm(mpg ~ hp + wt, ranks))$coefficients
t <- m["hp", 3]
add("partial rank correlation", list(pairs = list(list(r = t / sqrt(t^2 + 29), statistic = t, p_value = m["hp", 4]))))

# linear regression
linear <- function(fit, level = 0.95) {
  s <- summary(fit)
  ci <- confint(fit, level = level)
  f <- s$fstatistic
  list(
    coefficients = rows(nrow(s$coefficients), function(i) list(term = rownames(s$coefficients)[i], estimate = s$coefficients[i, 1], std_error = s$coefficients[i, 2], statistic = s$coefficients[i, 3], p_value = s$coefficients[i, 4], conf_int = pair(ci[i, ]))),
    r_squared = s$r.squared, adj_r_squared = s$adj.r.squared, f = f[[1]], df = f[[2]], df_residual = f[[3]], p_value = pf(f[1], f[2], f[3], lower.tail = FALSE)[[1]],
    residual_sd = s$sigma, aic = AIC(fit), bic = BIC(fit)
  )
}
expected <- linear(lm(mpg ~ wt + hp + qsec, mtcars))
for (i in 1:3) expected$coefficients[[i + 1]]$vif <- 1 / (1 - summary(lm(list(wt ~ hp + qsec, hp ~ wt + qsec, qsec ~ wt + hp)[[i]], mtcars))$r.squared)
add("linear regression", expected)
add("linear regression with groups and a product", linear(lm(breaks ~ wool * tension, warpbreaks), 0.9))
add("linear regression without intercept", linear(lm(mpg ~ 0 + wt + hp, mtcars)))
add("weighted linear regression with missing values", linear(lm(Ozone ~ Temp + Wind, airquality, weights = Day)))
z <- data.frame(lapply(swiss, function(v) as.vector(scale(v))))
add("standardised linear regression", linear(lm(Fertility ~ Agriculture + Education + Catholic, z))["r_squared"])
add("linear regression, nearly collinear", linear(lm(Employed ~ ., longley, tol = 1e-10)))
add("linear regression of Anscombe's second set", linear(lm(y2 ~ x2, anscombe)))

# logistic and Poisson regression
again <- function(fit) update(fit, start = coef(fit))
general <- function(fit, ratio) {
  s <- summary(fit)$coefficients
  ci <- confint.default(fit)
  list(
    coefficients = rows(nrow(s), function(i) {
      one <- list(term = rownames(s)[i], estimate = s[i, 1], std_error = s[i, 2], statistic = s[i, 3], p_value = s[i, 4], conf_int = pair(ci[i, ]))
      one[[ratio]] <- exp(s[i, 1])
      one[[paste0(ratio, "_conf_int")]] <- pair(exp(ci[i, ]))
      one
    }),
    deviance = fit$deviance, null_deviance = fit$null.deviance, df_residual = fit$df.residual, aic = AIC(fit), bic = BIC(fit),
    likelihood_ratio = list(statistic = fit$null.deviance - fit$deviance)
  )
}
fit <- again(glm(case ~ spontaneous + induced + education, binomial, infert2, epsilon = 1e-14))
expected <- general(fit, "odds_ratio")
null <- glm(case ~ 1, binomial, infert2)
expected$pseudo_r_squared <- list(mcfadden = 1 - as.double(logLik(fit)) / as.double(logLik(null)))
guess <- table(infert2$case, fitted(fit) > 0.5)
expected$classification <- list(accuracy = sum(diag(guess)) / nrow(infert2), table = list(list(n = guess[1, 1]), list(n = guess[1, 2]), list(n = guess[2, 1]), list(n = guess[2, 2])))
add("logistic regression", expected)
fit <- glm(case ~ spontaneous, binomial, infert2, epsilon = 1e-14)
excess <- function(b) glm(case ~ 1, binomial, infert2, offset = b * spontaneous, epsilon = 1e-14)$deviance - fit$deviance - qchisq(0.95, 1)
b <- coef(fit)[[2]]
ends <- c(uniroot(excess, c(b - 2, b), tol = 1e-13)$root, uniroot(excess, c(b, b + 2), tol = 1e-13)$root)
add("logistic regression, profile intervals", list(coefficients = list(none, list(estimate = b, conf_int = pair(ends)))))
fit <- again(glm(breaks ~ wool * tension, poisson, warpbreaks, epsilon = 1e-14))
add("Poisson regression", c(general(fit, "rate_ratio"), list(dispersion = list(pearson = sum(residuals(fit, "pearson")^2)))))
fit <- again(glm(cases ~ tobacco, quasipoisson, counts, offset = log(controls), epsilon = 1e-14))
s <- summary(fit)$coefficients
add("Poisson regression with exposure and estimated dispersion", list(coefficients = rows(4, function(i) list(term = rownames(s)[i], estimate = s[i, 1], std_error = s[i, 2], statistic = s[i, 3], p_value = s[i, 4])), deviance = fit$deviance, null_deviance = fit$null.deviance, dispersion = list(value = summary(fit)$dispersion)))

# principal components, factors, reliability
p <- prcomp(USArrests, scale. = TRUE)
signs <- apply(p$rotation, 2, function(v) sign(v[which.max(abs(v))]))
load <- sweep(p$rotation, 2, signs * p$sdev, "*")
add("principal components", list(loadings = rows(4, function(i) list(variable = names(USArrests)[i], loadings = pair(load[i, 1:3]))), variance = rows(4, function(j) list(eigenvalue = p$sdev[j]^2, proportion = p$sdev[j]^2 / 4))))
p <- prcomp(iris[1:4])
add("principal components of covariances", list(variance = rows(4, function(j) list(eigenvalue = p$sdev[j]^2))))
set.seed(1)
tight <- list(nstart = 5, opt = list(factr = 1, maxit = 5000))
f <- factanal(attitude, 2, rotation = "none", control = tight)
turned <- unclass(f$loadings) %*% varimax(f$loadings, eps = 1e-15)$rotmat
turned <- sweep(turned, 2, sign(colSums(turned)), "*")
turned <- turned[, order(-colSums(turned^2))]
add("factor analysis", list(loadings = rows(7, function(i) list(variable = names(attitude)[i], loadings = pair(turned[i, ]), uniqueness = f$uniquenesses[[i]])), fit = list(statistic = f$STATISTIC[[1]], df = f$dof, p_value = f$PVAL[[1]])))
k <- 7
s <- cov(attitude)
alpha <- k / (k - 1) * (1 - sum(diag(s)) / var(rowSums(attitude)))
f <- factanal(attitude, 1, control = tight)
l <- f$loadings[, 1] * sqrt(diag(s))
add("reliability", list(alpha = list(value = alpha, conf_int = pair(1 - (1 - alpha) * qf(c(0.975, 0.025), 29, 29 * 6))), items = rows(k, function(i) list(item = names(attitude)[i], mean = mean(attitude[[i]]), sd = sd(attitude[[i]]), item_rest = cor(attitude[[i]], rowSums(attitude[-i]))))))
add("omega", list(omega = list(value = sum(l)^2 / (sum(l)^2 + sum(f$uniquenesses * diag(s))))))

# clusters
set.seed(7)
fit <- kmeans(scale(iris[1:4]), 3, nstart = 100)
o <- order(-fit$size)
add("k-means", list(assignments = I(match(fit$cluster, o)), within_sum_sq = fit$tot.withinss, between_sum_sq = fit$betweenss, centres = rows(3, function(c) list(n = fit$size[o[c]], means = pair(colMeans(iris[fit$cluster == o[c], 1:4]))))))
d <- dist(scale(USArrests))
tree <- hclust(d, "average")
add("hierarchical clusters", list(dendrogram = list(height = pair(tree$height), order = I(tree$order)), cophenetic_correlation = cor(d, cophenetic(tree)), centres = rows(4, function(i) list(n = sort(table(cutree(tree, 4)), decreasing = TRUE)[[i]]))))

# nonlinear regression, from nls in its own words
curve <- function(fit) {
  s <- summary(fit)$coefficients
  list(coefficients = rows(nrow(s), function(i) list(term = rownames(s)[i], estimate = s[i, 1], std_error = s[i, 2], statistic = s[i, 3], p_value = s[i, 4])), residual_sd = summary(fit)$sigma, aic = AIC(fit), bic = BIC(fit), df_residual = df.residual(fit))
}
# With exact derivatives: nls takes numeric ones, whose noise decides with some BLAS whether a tight tolerance is ever met. The last steps are Newton's own, since
# nls halves a step until the sum of squares falls, which it cannot do at the last digit.
settled <- function(fit) {
  for (step in 1:5) fit$m$setPars(fit$m$getPars() + fit$m$incr())
  stopifnot(fit$m$conv() < 1e-9)
  fit
}
one <- DNase[DNase$Run == 1, ]
logistic <- deriv(~ A / (1 + exp((m - log(conc)) / s)), c("A", "m", "s"), function(conc, A, m, s) NULL)
fit <- settled(nls(density ~ logistic(conc, A, m, s), one, start = c(A = 2.345179, m = 1.483089, s = 1.041454)))
add("nonlinear regression, logistic curve", curve(fit))
decay <- deriv(~ a * exp(b * wt), c("a", "b"), function(wt, a, b) NULL)
fit <- settled(nls(mpg ~ decay(wt, a, b), mtcars, start = c(a = 49.66, b = -0.2954)))
add("nonlinear regression, decay", curve(fit))

# time series
fit <- arima(Nile, order = c(1, 0, 1), method = "ML", optim.control = list(reltol = 1e-16))
ahead <- predict(fit, 3)
add("arima of given order", list(frequency = 1, parameters = rows(3, function(i) list(name = names(coef(fit))[i], estimate = coef(fit)[[i]])), fit = list(log_likelihood = fit$loglik, aic = fit$aic, bic = BIC(fit), sigma2 = fit$sigma2), forecast = rows(3, function(i) list(time = 1970 + i, estimate = ahead$pred[i], conf_int = pair(ahead$pred[i] + c(-1, 1) * qnorm(0.975) * ahead$se[i])))))
fit <- suppressWarnings(HoltWinters(AirPassengers, seasonal = "multiplicative", optim.control = list(factr = 1e3, maxit = 1000)))
ahead <- predict(fit, 2, prediction.interval = TRUE)
add("Holt-Winters", list(frequency = 12, parameters = list(list(name = "alpha", estimate = fit$alpha[[1]]), list(name = "beta", estimate = fit$beta[[1]]), list(name = "gamma", estimate = fit$gamma[[1]])), fit = list(sse = fit$SSE), forecast = rows(2, function(i) list(time = sprintf("1961-%02d-01", i), estimate = ahead[i, 1], conf_int = pair(ahead[i, 3:2])))))
parts <- stl(nottem, "periodic")$time.series
add("decomposition", list(frequency = 12, components = list(trend = pair(parts[, 2]), seasonal = pair(parts[, 1]), remainder = pair(parts[, 3]))))
best <- NULL
for (p in 0:3) for (q in 0:3) {
  fit <- tryCatch(suppressWarnings(arima(Nile, c(p, 1, q))), error = function(e) NULL)
  if (is.null(fit)) next
  k <- p + q + 1
  aicc <- fit$aic + 2 * k * (k + 1) / (99 - k - 1)
  if (is.null(best) || aicc < best$aicc) best <- list(aicc = aicc, order = c(p, 1, q))
}
add("arima of automatic order", list(automatic = TRUE, order = I(best$order), fit = list(aicc = best$aicc)))

# power
add("power: n of two groups", list(solved = "n", n = power.t.test(delta = 0.5, power = 0.8, strict = TRUE, tol = 1e-12)$n, n_required = 64, n_total = 128))
add("power: of a paired test, one side", list(power = power.t.test(30, 0.4, type = "paired", alternative = "one.sided")$power))
add("power: of an effect on the other side", list(power = power.t.test(20, -0.2, type = "one.sample", alternative = "one.sided")$power))
add("power: effect of one sample", list(effect = power.t.test(25, power = 0.9, sig.level = 0.01, type = "one.sample", strict = TRUE, tol = 1e-12)$delta))
add("power: n of an analysis of variance", list(n = power.anova.test(4, between.var = 0.25^2 * 4 / 3, within.var = 1, power = 0.8)$n))
h <- 2 * asin(sqrt(0.65)) - 2 * asin(sqrt(0.45))
add("power: of two proportions", list(power = pnorm(h * sqrt(85 / 2) - qnorm(0.975)) + pnorm(-h * sqrt(85 / 2) - qnorm(0.975))))
add("power: of a chi-squared test", list(power = 1 - pchisq(qchisq(0.95, 2), 2, ncp = 9)))
add("power: of a linear regression", list(power = 1 - pf(qf(0.95, 3, 73), 3, 73, 0.15 * 77)))
# Cohen (1988) and the programs of others give 85 rows.
add("power: n of a correlation", list(n_required = 85))

for (name in names(sets)) {
  file <- file.path(folder, paste0(name, ".csv"))
  if (!file.exists(file)) write.csv(sets[[name]], file, row.names = FALSE, na = "")
}
lines <- vapply(found, svc_json, "")
writeLines(c("{", paste0(svc_quote(names(lines)), ": ", lines, c(rep(",", length(lines) - 1), "")), "}"), file.path(folder, "reference-2.json"))

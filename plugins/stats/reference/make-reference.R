# Writes the data sets and reference values that the methods are tested against: Rscript make-reference.R [folder to write to]. The values come of R's own
# functions (t.test, aov, drop1, TukeyHSD, mauchly.test, ...), which the methods do not use, or not in this way.
target <- commandArgs(TRUE)
if (length(target) == 0) target <- "."
found <- list()
put <- function(case, ...) found[[case]] <<- c(found[[case]], list(...))
save_data <- function(data, name) {
  utils::write.csv(data, file.path(target, paste0(name, ".csv")), row.names = FALSE, na = "", fileEncoding = "UTF-8")
}
number <- function(x) ifelse(is.finite(x), formatC(as.double(x), digits = 17, format = "g", width = 1), "null")

# Bounds of a noncentrality parameter, by plain root finding.
ncp <- function(tail, from, to, level = 0.95) {
  at <- function(p) if ((tail(from) - p) * (tail(to) - p) > 0) from else uniroot(function(x) tail(x) - p, c(from, to), tol = 1e-13)$root
  c(at(1 - (1 - level) / 2), at((1 - level) / 2))
}
# pf() and pchisq() have nine digits of these.
noncentral_f <- function(f, df1, df2, l) sum(dpois(0:3000, l / 2) * pbeta(f * df1 / (f * df1 + df2), df1 / 2 + 0:3000, df2 / 2))
noncentral_chisq <- function(x, df, l) sum(dpois(0:3000, l / 2) * pchisq(x, df + 2 * 0:3000))
stopifnot(abs(noncentral_f(3, 2, 20, 5) - pf(3, 2, 20, 5)) < 1e-7, abs(noncentral_chisq(9, 4, 5) - pchisq(9, 4, 5)) < 1e-7)
eta <- function(f, df1, df2, level = 0.95) {
  bounds <- ncp(function(x) noncentral_f(f, df1, df2, x), 0, 20 * f * df1 + 50, level)
  c(f * df1 / (f * df1 + df2), bounds / (bounds + df1 + df2 + 1))
}
put_test <- function(case, test, estimate = test$estimate, effect, interval) {
  put(case, statistic = test$statistic, df = test$parameter, p_value = test$p.value, estimate = estimate, "conf_int.0" = test$conf.int[1], "conf_int.1" = test$conf.int[2],
    "effect_size.value" = effect, "effect_size.conf_int.0" = interval[1], "effect_size.conf_int.1" = interval[2])
}
put_effect <- function(case, values) put(case, "effect_size.value" = values[1], "effect_size.conf_int.0" = values[2], "effect_size.conf_int.1" = values[3])

sleep_wide <- data.frame(drug1 = sleep$extra[sleep$group == 1], drug2 = sleep$extra[sleep$group == 2])
two_feeds <- droplevels(chickwts[chickwts$feed %in% c("casein", "horsebean"), ])
pairs <- data.frame(spontaneous = infert$spontaneous, induced = infert$induced, any_spontaneous = ifelse(infert$spontaneous > 0, "yes", "no"), any_induced = ifelse(infert$induced > 0, "yes", "no"), case = infert$case)
colours <- as.data.frame(HairEyeColor)
plants <- as.data.frame(CO2)
blocks <- npk[c("block", "N", "P", "yield")]
for (name in c("airquality", "ToothGrowth", "warpbreaks", "PlantGrowth", "InsectSprays", "chickwts", "OrchardSprays")) save_data(get(name), tolower(name))
save_data(cbind(model = rownames(mtcars), mtcars), "mtcars")
save_data(iris, "iris")
save_data(sleep_wide, "sleep-wide")
save_data(two_feeds, "chickwts-two")
save_data(pairs, "infert-pairs")
save_data(colours, "haireyecolor")
save_data(plants, "co2-uptake")
save_data(blocks, "npk-blocks")
save_data(anscombe, "anscombe")

# descriptives
for (i in 1:2) {
  x <- airquality[[c("Ozone", "Wind")[i]]]
  missing <- sum(is.na(x))
  x <- x[!is.na(x)]
  n <- length(x)
  g1 <- mean((x - mean(x))^3) / mean((x - mean(x))^2)^1.5
  g2 <- mean((x - mean(x))^4) / mean((x - mean(x))^2)^2 - 3
  q <- quantile(x, names = FALSE)
  values <- list(n = n, missing = missing, mean = mean(x), sd = sd(x), se = sd(x) / sqrt(n), median = median(x), min = q[1], max = q[5], q1 = q[2], q3 = q[4], iqr = IQR(x),
    skewness = g1 * sqrt(n * (n - 1)) / (n - 2), kurtosis = ((n + 1) * g2 + 6) * (n - 1) / ((n - 2) * (n - 3)))
  names(values) <- paste0("rows.", i - 1, ".", names(values))
  do.call(put, c("descriptives", values))
}
put("descriptives by group", "rows.4.mean" = mean(iris$Sepal.Width[iris$Species == "versicolor"]), "rows.4.sd" = sd(iris$Sepal.Width[iris$Species == "versicolor"]))

# t tests
test <- t.test(mtcars$mpg, mu = 18)
put_test("t test of one sample", test, effect = (mean(mtcars$mpg) - 18) / sd(mtcars$mpg), interval = ncp(function(x) pt(test$statistic, 31, x), -3, 8) / sqrt(32))
test <- t.test(len ~ supp, ToothGrowth)
spread <- sqrt(mean(tapply(ToothGrowth$len, ToothGrowth$supp, var)))
put_test("t test by Welch", test, estimate = -diff(test$estimate), effect = -diff(test$estimate) / spread,
  interval = ncp(function(x) pt(test$statistic, test$parameter, x), -3, 8) * test$stderr / spread)
test <- t.test(len ~ supp, ToothGrowth, var.equal = TRUE, alternative = "less", conf.level = 0.9)
pooled <- summary(lm(len ~ supp, ToothGrowth))$sigma
small <- gamma(29) / (sqrt(29) * gamma(28.5))
put_test("t test by Student", test, estimate = -diff(test$estimate), effect = -diff(test$estimate) / pooled * small,
  interval = ncp(function(x) pt(test$statistic, 58, x), -3, 8, 0.9) * sqrt(1 / 30 + 1 / 30) * small)
test <- t.test(sleep_wide$drug1, sleep_wide$drug2, paired = TRUE)
put_test("t test of pairs", test, effect = test$statistic / sqrt(10), interval = ncp(function(x) pt(test$statistic, 9, x), -12, 2) / sqrt(10))

# rank tests
# R searches an interval's ends by halving; they are differences of the data.
nearest <- function(value, all) all[which.min(abs(all - value))]
test <- wilcox.test(len ~ supp, ToothGrowth, exact = FALSE, conf.int = TRUE, tol.root = 1e-10)
differences <- sort(outer(ToothGrowth$len[ToothGrowth$supp == "OJ"], ToothGrowth$len[ToothGrowth$supp == "VC"], "-"))
stopifnot(abs(median(differences) - test$estimate) < 1e-4)
put("Mann-Whitney with ties", statistic = test$statistic, p_value = test$p.value, estimate = median(differences), "conf_int.0" = nearest(test$conf.int[1], differences), "conf_int.1" = nearest(test$conf.int[2], differences), "effect_size.value" = 2 * test$statistic / 900 - 1)
test <- wilcox.test(weight ~ feed, two_feeds, conf.int = TRUE)
put("Mann-Whitney, exact", statistic = test$statistic, p_value = test$p.value, estimate = test$estimate, "conf_int.0" = test$conf.int[1], "conf_int.1" = test$conf.int[2])
test <- wilcox.test(len ~ supp, ToothGrowth, exact = FALSE, correct = FALSE, alternative = "greater")
put("Mann-Whitney, uncorrected", statistic = test$statistic, p_value = test$p.value)
test <- suppressWarnings(wilcox.test(round(sleep_wide$drug1 - sleep_wide$drug2, 10), exact = FALSE, conf.int = TRUE, tol.root = 1e-10))
changes <- with(sleep_wide, round(drug1 - drug2, 10))
changes <- changes[changes != 0]
means <- unlist(lapply(1:9, function(i) (changes[i] + changes[i:9]) / 2))
# Without the zero: R 4.6 has it in the interval and not in the p-value, this service has it in neither.
bounds <- wilcox.test(changes, exact = FALSE, conf.int = TRUE, tol.root = 1e-10)$conf.int
put("signed ranks with ties", "conf_int.0" = nearest(bounds[1], means), "conf_int.1" = nearest(bounds[2], means), statistic = test$statistic, p_value = test$p.value, estimate = median(means))
test <- wilcox.test(age ~ case, infert, exact = FALSE, correct = FALSE, conf.level = 0.9, conf.int = TRUE, tol.root = 1e-10)
differences <- as.vector(outer(infert$age[infert$case == 0], infert$age[infert$case == 1], "-"))
put("Mann-Whitney of many rows", statistic = test$statistic, p_value = test$p.value, "conf_int.0" = nearest(test$conf.int[1], differences), "conf_int.1" = nearest(test$conf.int[2], differences))
test <- wilcox.test(anscombe$y1, anscombe$x1, paired = TRUE, conf.int = TRUE)
put("signed ranks, exact", statistic = test$statistic, p_value = test$p.value, estimate = test$estimate, "conf_int.0" = test$conf.int[1], "conf_int.1" = test$conf.int[2])
test <- kruskal.test(Ozone ~ Month, airquality)
n <- sum(!is.na(airquality$Ozone))
ranks <- anova(lm(rank(Ozone) ~ factor(Month), airquality[!is.na(airquality$Ozone), ]))
put("Kruskal-Wallis", statistic = test$statistic, df = test$parameter, p_value = test$p.value)
put_effect("Kruskal-Wallis", c(test$statistic / (n - 1), eta(ranks[1, 4], 4, n - 5)[2:3]))
wide <- t(unstack(plants, uptake ~ Plant))
test <- friedman.test(as.matrix(wide))
put("Friedman", statistic = test$statistic, df = test$parameter, p_value = test$p.value, "effect_size.value" = test$statistic / (12 * 6))
test <- friedman.test(decrease ~ treatment | rowpos, OrchardSprays)
put("Friedman, orchard", statistic = test$statistic, df = test$parameter, p_value = test$p.value)

# analysis of variance
put_table <- function(case, table, rows = seq_len(nrow(table) - 1), level = 0.95) {
  last <- nrow(table)
  for (i in rows) {
    at <- function(name) paste0("terms.", i - min(rows), ".", name)
    f <- table[i, "F value"]
    shares <- eta(f, table[i, "Df"], table[last, "Df"], level)
    do.call(put, c(case, setNames(list(table[i, "Sum Sq"], table[i, "Df"], f, table[i, "Pr(>F)"], shares[1], shares[2], shares[3]),
      vapply(c("sum_sq", "df", "f", "p_value", "partial_eta_sq", "partial_eta_sq_conf_int.0", "partial_eta_sq_conf_int.1"), at, ""))))
  }
  put(case, "residual.sum_sq" = table[last, "Sum Sq"], "residual.df" = table[last, "Df"], "residual.mean_sq" = table[last, "Sum Sq"] / table[last, "Df"])
}
fit <- aov(breaks ~ wool * tension, warpbreaks)
put_table("ANOVA, type 1", anova(fit))
tukey <- TukeyHSD(fit)
put("ANOVA, type 1", "post_hoc.0.estimate" = -tukey$wool[1, 1], "post_hoc.1.estimate" = -tukey$tension[1, 1], "post_hoc.1.conf_int.0" = -tukey$tension[1, 3], "post_hoc.1.conf_int.1" = -tukey$tension[1, 2],
  "post_hoc.1.p_adjusted" = tukey$tension[1, 4], "post_hoc.3.estimate" = -tukey$tension[3, 1], "post_hoc.3.p_adjusted" = tukey$tension[3, 4],
  "post_hoc.4.estimate" = -tukey[[3]]["A:M-A:L", 1], "post_hoc.4.p_adjusted" = tukey[[3]]["A:M-A:L", 4])
cars <- transform(mtcars, cyl = factor(cyl), am = factor(am))
sum_coded <- lm(mpg ~ wt + cyl * am, cars, contrasts = list(cyl = "contr.sum", am = "contr.sum"))
third <- drop1(sum_coded, . ~ ., test = "F")
table <- rbind(setNames(data.frame(third[-1, c("Df", "Sum of Sq", "F value", "Pr(>F)")]), c("Df", "Sum Sq", "F value", "Pr(>F)")),
  Residuals = setNames(data.frame(anova(sum_coded)["Residuals", c("Df", "Sum Sq", "F value", "Pr(>F)")]), c("Df", "Sum Sq", "F value", "Pr(>F)")))
put_table("ANOVA, type 3", table)
compare <- function(less, more) {
  ss <- deviance(less) - deviance(more)
  df <- less$df.residual - more$df.residual
  f <- ss / df / summary(sum_coded)$sigma^2
  c(ss, df, f, pf(f, df, sum_coded$df.residual, lower.tail = FALSE))
}
second <- rbind(compare(lm(mpg ~ cyl * am, cars), sum_coded), compare(lm(mpg ~ wt + am, cars), lm(mpg ~ wt + am + cyl, cars)), compare(lm(mpg ~ wt + cyl, cars), lm(mpg ~ wt + am + cyl, cars)), compare(lm(mpg ~ wt + am + cyl, cars), sum_coded))
for (i in 1:4) do.call(put, c("ANOVA, type 2", setNames(as.list(second[i, ]), paste0("terms.", i - 1, ".", c("sum_sq", "df", "f", "p_value")))))
additive <- lm(mpg ~ cyl + am, cars)
put_table("ANOVA, given terms", rbind(setNames(data.frame(drop1(additive, . ~ ., test = "F")[-1, c("Df", "Sum of Sq", "F value", "Pr(>F)")]), c("Df", "Sum Sq", "F value", "Pr(>F)")),
  Residuals = setNames(data.frame(anova(additive)["Residuals", c("Df", "Sum Sq", "F value", "Pr(>F)")]), c("Df", "Sum Sq", "F value", "Pr(>F)"))))
for (adjust in c("bonferroni", "holm")) {
  pairwise <- pairwise.t.test(PlantGrowth$weight, PlantGrowth$group, p.adjust.method = adjust)$p.value
  put(paste("ANOVA,", adjust), "post_hoc.0.p_adjusted" = pairwise["trt1", "ctrl"], "post_hoc.1.p_adjusted" = pairwise["trt2", "ctrl"], "post_hoc.2.p_adjusted" = pairwise["trt2", "trt1"])
  put_table(paste("ANOVA,", adjust), anova(lm(weight ~ group, PlantGrowth)))
}

# repeated measures
strata <- summary(aov(uptake ~ Type * Treatment * factor(conc) + Error(Plant / factor(conc)), plants))
put_strata <- function(case, table, rows, from) {
  for (i in seq_along(rows)) {
    at <- function(name) paste0("terms.", from + i - 1, ".", name)
    do.call(put, c(case, setNames(as.list(unlist(table[rows[i], c("Sum Sq", "Df", "F value", "Pr(>F)")])), vapply(c("sum_sq", "df", "f", "p_value"), at, ""))))
  }
}
put_strata("repeated measures between and within", strata[[1]][[1]], 1:3, 0)
put_strata("repeated measures between and within", strata[[2]][[1]], 1:4, 3)
put("repeated measures between and within", "residual.sum_sq" = strata[[2]][[1]][5, "Sum Sq"], "residual.df" = strata[[2]][[1]][5, "Df"])
groups <- plants[match(rownames(wide), plants$Plant), c("Type", "Treatment")]
fit <- lm(as.matrix(wide) ~ Type * Treatment, groups, contrasts = list(Type = "contr.sum", Treatment = "contr.sum"))
spherical <- anova(fit, X = ~1, test = "Spherical")
mauchly <- mauchly.test(fit, X = ~1)
# Of mauchly.test only W is taken: its p-value has a slip (`3 * p` where Box's expansion has 3 times the number of contrasts).
mauchly_p <- function(w, p, n) {
  z <- -(n - (2 * p^2 + p + 2) / (6 * p)) * log(w)
  f <- p * (p + 1) / 2 - 1
  rest <- (p + 2) * (p - 1) * (p - 2) * (2 * p^3 + 6 * p^2 + 3 * p + 2) / (288 * (n * p - (2 * p^2 + p + 2) / 6)^2)
  (1 - rest) * pchisq(z, f, lower.tail = FALSE) + rest * pchisq(z, f + 4, lower.tail = FALSE)
}
put("repeated measures between and within", "terms.3.p_value_gg" = spherical[1, "G-G Pr"], "terms.3.p_value_hf" = spherical[1, "H-F Pr"], "terms.4.p_value_gg" = spherical[2, "G-G Pr"], "terms.4.p_value_hf" = spherical[2, "H-F Pr"],
  "sphericity.0.w" = mauchly$statistic, "sphericity.0.p_value" = mauchly_p(mauchly$statistic, 6, 8))
strata <- summary(aov(yield ~ N * P + Error(block / (N * P)), blocks))
for (i in 1:3) put_strata("repeated measures of two factors", strata[[i + 1]][[1]], 1, i - 1)
orchard <- as.matrix(unstack(OrchardSprays[order(OrchardSprays$rowpos, OrchardSprays$treatment), ], decrease ~ treatment))
fit <- lm(orchard ~ 1)
spherical <- anova(fit, X = ~1, test = "Spherical")
mauchly <- mauchly.test(fit, X = ~1)
put("repeated measures within", "terms.0.f" = spherical[1, "F"], "terms.0.p_value" = spherical[1, "Pr(>F)"], "terms.0.p_value_gg" = spherical[1, "G-G Pr"], "terms.0.p_value_hf" = spherical[1, "H-F Pr"],
  "sphericity.0.w" = mauchly$statistic, "sphericity.0.p_value" = mauchly_p(mauchly$statistic, 7, 7))
pairwise <- pairwise.t.test(OrchardSprays$decrease[order(OrchardSprays$treatment, OrchardSprays$rowpos)], sort(OrchardSprays$treatment), paired = TRUE, p.adjust.method = "holm")$p.value
put("repeated measures within", "post_hoc.0.p_adjusted" = pairwise["B", "A"], "post_hoc.6.p_adjusted" = pairwise["H", "A"])

# tables
put_v <- function(case, x, df, n, smaller) put_effect(case, sqrt(c(x, ncp(function(l) noncentral_chisq(x, df, l), 0, 5 * x + 50)) / (n * (smaller - 1))))
table <- xtabs(Freq ~ Hair + Eye, colours)
test <- chisq.test(table)
put("chi-squared", statistic = test$statistic, df = test$parameter, p_value = test$p.value, "expected.1.2" = test$expected[2, 3], "table.counts.3.1" = table[4, 2])
put_v("chi-squared", test$statistic, 9, sum(table), 4)
table <- xtabs(~ am + vs, mtcars)
test <- chisq.test(table)
plain <- chisq.test(table, correct = FALSE)
put("chi-squared, corrected", statistic = test$statistic, df = test$parameter, p_value = test$p.value)
put_v("chi-squared, corrected", plain$statistic, 1, 32, 2)
put("chi-squared, uncorrected", statistic = plain$statistic, p_value = plain$p.value)
test <- chisq.test(table(chickwts$feed))
put("chi-squared of shares", statistic = test$statistic, df = test$parameter, p_value = test$p.value)
put_effect("chi-squared of shares", sqrt(c(test$statistic, ncp(function(l) noncentral_chisq(test$statistic, 5, l), 0, 60)) / 71))
put("Fisher", p_value = fisher.test(table)$p.value)
odds <- function(f) uniroot(f, c(1e-4, 1e4), tol = 1e-13)$root
counted <- table[1, 1]
support <- max(0, sum(table[1, ]) - sum(table[, 2])):min(sum(table[1, ]), sum(table[, 1]))
density <- function(w) { d <- dhyper(support, sum(table[, 1]), sum(table[, 2]), sum(table[1, ])) * w^(support - counted); d / sum(d) }
put_effect("Fisher", c(odds(function(w) sum(support * density(w)) - counted), odds(function(w) sum(density(w)[support >= counted]) - 0.025), odds(function(w) sum(density(w)[support <= counted]) - 0.025)))
stopifnot(abs(odds(function(w) sum(support * density(w)) - counted) - fisher.test(table)$estimate) < 1e-3)
put("Fisher, larger", p_value = fisher.test(table(mtcars$gear, mtcars$cyl))$p.value)
table <- table(pairs$any_spontaneous, pairs$any_induced)
test <- mcnemar.test(table)
exact <- binom.test(table[1, 2], table[1, 2] + table[2, 1])
put("McNemar", statistic = test$statistic, df = test$parameter, p_value = test$p.value, exact_p_value = exact$p.value)
put_effect("McNemar", c(exact$estimate, exact$conf.int) - 0.5)
test <- mcnemar.test(table(pairs$spontaneous, pairs$induced))
put("Bowker", statistic = test$statistic, df = test$parameter, p_value = test$p.value)
test <- binom.test(sum(mtcars$am), 32)
put("binomial", statistic = test$statistic, p_value = test$p.value, estimate = test$estimate, "conf_int.0" = test$conf.int[1], "conf_int.1" = test$conf.int[2])
put_effect("binomial", 2 * asin(sqrt(c(test$estimate, test$conf.int))) - 2 * asin(sqrt(0.5)))
test <- binom.test(sum(pairs$case), nrow(pairs), 0.25, alternative = "greater", conf.level = 0.99)
put("binomial, one-sided", statistic = test$statistic, p_value = test$p.value, "conf_int.0" = test$conf.int[1])

# distributions
for (i in 1:3) {
  test <- shapiro.test(iris$Sepal.Length[as.integer(iris$Species) == i])
  do.call(put, c("normality", setNames(list(test$statistic, test$p.value), paste0("rows.", i - 1, ".", c("statistic", "p_value")))))
}
middle <- ave(InsectSprays$count, InsectSprays$spray, FUN = median)
levene <- anova(lm(abs(InsectSprays$count - middle) ~ InsectSprays$spray))
bartlett <- bartlett.test(count ~ spray, InsectSprays)
fligner <- fligner.test(count ~ spray, InsectSprays)
put("homogeneity", "rows.0.statistic" = levene[1, 4], "rows.0.df_residual" = levene[2, 1], "rows.0.p_value" = levene[1, 5], "rows.1.statistic" = bartlett$statistic, "rows.1.p_value" = bartlett$p.value,
  "rows.2.statistic" = fligner$statistic, "rows.2.p_value" = fligner$p.value)

lines <- vapply(names(found), function(case) {
  values <- unlist(found[[case]], use.names = FALSE)
  paste0("  \"", case, "\": {\n", paste0("    \"", names(found[[case]]), "\": ", number(values), collapse = ",\n"), "\n  }")
}, "")
writeLines(c("{", paste(lines, collapse = ",\n"), "}"), file.path(target, "reference.json"))

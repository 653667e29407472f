# Rscript native-linear-regression.R <csv> <folder of the service's R functions> <rounds>: milliseconds of native R, on data that is in memory already.
arguments <- commandArgs(trailingOnly = TRUE)
data <- utils::read.csv(arguments[[1]])
functions <- new.env()
for (file in c("base.R", "design.R", "linear-regression.R")) sys.source(file.path(arguments[[2]], file), functions)
predictors <- setdiff(names(data), "y")
model <- stats::reformulate(predictors, "y")
ours <- function() functions$svc_linear_regression(data, list(dependent = "y", predictors = predictors), list())
theirs <- function() summary(stats::lm(model, data))
milliseconds <- function(run) {
  run()
  times <- vapply(seq_len(as.integer(arguments[[3]])), function(i) system.time(run())[["elapsed"]], 0)
  1000 * stats::median(times)
}
cat(sprintf("{\"ours\": %.3f, \"lm\": %.3f}\n", milliseconds(ours), milliseconds(theirs)))

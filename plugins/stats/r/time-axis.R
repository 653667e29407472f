# Times of a series: read, ordered, checked for gaps and duplicates, continued. Needs design.R.

svc_read_times <- function(x, name, kind) {
  if (is.factor(x) || is.character(x)) return(svc_parse_times(as.character(x), name))
  x <- as.double(x)
  if (any(!is.finite(x))) svc_stop(name, ": holds infinite values")
  if (identical(kind, "date")) return(list(kind = "date", value = x / 864e5))
  if (identical(kind, "timestamp")) return(if (all(x %% 864e5 == 0)) list(kind = "date", value = x / 864e5) else list(kind = "timestamp", value = x / 1000))
  list(kind = "number", value = x)
}

svc_parse_times <- function(text, name) {
  text <- trimws(text)
  all_match <- function(pattern) all(grepl(pattern, text))
  if (all_match("^[0-9]{4}$")) return(list(kind = "number", value = as.double(text)))
  if (all_match("^[0-9]{4}-?[qQ][1-4]$")) text <- paste0(substr(text, 1, 4), "-", sprintf("%02d", 3 * as.integer(substring(text, nchar(text))) - 2))
  if (all_match("^[0-9]{4}-[0-9]{2}$")) text <- paste0(text, "-01")
  if (all_match("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")) {
    value <- as.double(as.Date(text, format = "%Y-%m-%d"))
    if (!anyNA(value)) return(list(kind = "date", value = value))
  }
  stamp <- svc_parse_stamps(text)
  if (!anyNA(stamp)) return(list(kind = "timestamp", value = stamp))
  number <- suppressWarnings(as.double(text))
  if (!anyNA(number)) return(list(kind = "number", value = number))
  bad <- if (all_match("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")) text[is.na(as.Date(text, format = "%Y-%m-%d"))][1] else text[is.na(stamp)][1]
  svc_stop(name, ": \"", bad, "\" is no date; write 2024-01-31, 2024-01, 2024-Q1, 2024 or 2024-01-31T12:00:00")
}

# Seconds since 1970, NA for other text.
svc_parse_stamps <- function(text) {
  pattern <- "^([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2}:[0-9]{2})([.][0-9]+)?( ?(Z|([+-])([0-9]{2}):?([0-9]{2})?))?$"
  part <- function(group) ifelse(grepl(pattern, text), sub(pattern, group, text), NA)
  number <- function(group) as.double(paste0("0", part(group)))
  clock <- as.double(as.POSIXct(part("\\1 \\2"), tz = "UTC", format = "%Y-%m-%d %H:%M:%S"))
  ahead <- 3600 * number("\\7") + 60 * number("\\8")
  clock + number("\\3") - ifelse(part("\\6") == "-", -ahead, ahead)
}

svc_time_label <- function(value, kind) {
  if (kind == "date") return(format(as.Date(value, origin = "1970-01-01")))
  if (kind == "timestamp") return(format(as.POSIXct(value, origin = "1970-01-01", tz = "UTC"), "%Y-%m-%dT%H:%M:%SZ"))
  signif(value, 12)
}

svc_months <- function(value) {
  at <- as.POSIXlt(as.Date(value, origin = "1970-01-01"))
  list(index = at$year * 12 + at$mon, day = at$mday, last = as.POSIXlt(as.Date(value + 1, origin = "1970-01-01"))$mday == 1)
}

svc_from_months <- function(index, day, last) {
  first <- as.double(as.Date(sprintf("%04d-%02d-01", 1900 + index %/% 12, index %% 12 + 1)))
  length <- as.double(as.Date(sprintf("%04d-%02d-01", 1900 + (index + 1) %/% 12, (index + 1) %% 12 + 1))) - first
  if (last) first + length - 1 else first + pmin(day, length) - 1
}

# What lies between neighbours, and how many of these make a period: a year of months, a week of days, a day of hours.
svc_time_step <- function(times) {
  value <- times$value
  if (times$kind == "date") {
    m <- svc_months(value)
    if (all(m$last) || length(unique(m$day)) == 1 && max(m$day) <= 28) {
      step <- svc_commonest(diff(m$index))
      if (step > 0 && all(diff(m$index) > 0)) {
        period <- if (12 %% step == 0) 12 / step else 1
        position <- m$index
        return(list(step = step, position = position, period = period, next_at = function(k) svc_from_months(m$index[length(value)] + k * step, m$day[1], all(m$last) && m$day[1] != 1)))
      }
    }
  }
  d <- diff(value)
  step <- svc_commonest(round(d, 9))
  near <- function(of) abs(step / of - 1) < 0.02
  period <- switch(times$kind,
    date = if (step == 1) 7 else if (step == 7) 52 else 1,
    timestamp = if (step %in% c(3600, 1800, 900, 600)) 86400 / step else if (step %in% c(1, 60)) 60 else 1,
    number = if (near(1 / 12)) 12 else if (near(1 / 4)) 4 else 1
  )
  list(step = step, position = value, period = period, next_at = function(k) value[length(value)] + k * step)
}

svc_commonest <- function(x) as.double(names(sort(table(x), decreasing = TRUE))[1])

svc_time_axis <- function(times, name, ignore_gaps) {
  axis <- svc_time_step(times)
  jumps <- diff(axis$position) / axis$step
  wrong <- which(abs(jumps - 1) > 0.02)
  if (length(wrong) > 0 && !ignore_gaps) {
    at <- wrong[1]
    svc_stop(name, ": the times are not evenly spaced: ", svc_time_label(times$value[at + 1], times$kind), " follows ", svc_time_label(times$value[at], times$kind), if (length(wrong) > 1) paste0(", and ", length(wrong) - 1, " more such places"), ". Fill the gaps, or set the option gaps to \"ignore\"")
  }
  axis$uneven <- length(wrong)
  if (length(wrong) > 0) axis$period <- 1
  axis
}

# R's side of the host: takes the call and its columns from two files that exist in memory alone, runs the method and answers in JSON.
svc_host <- new.env(parent = globalenv())

local({
  write_bytes <- webr::eval_js
  call_file <- "/tmp/svc-call"
  data_file <- "/tmp/svc-data"

  # Into the file `call` or `data`; the bytes are in the memory that is shared with the main thread.
  svc_host$take <- function(file, length, position, total) {
    write_bytes(sprintf("svcWrite('/tmp/svc-%s', %.0f, %.0f, %.0f)", file, length, position, total))
    invisible()
  }

  # The functions of base.R, and in environments that see these those of each set of files: two files may use a name for different things.
  base <- new.env(parent = globalenv())
  sets <- new.env(parent = emptyenv())

  svc_host$load <- function(set) {
    connection <- file(call_file, "rb")
    on.exit(close(connection))
    # Read as bytes: readBin() cuts a text at 10,000.
    bytes <- readBin(connection, "raw", file.size(call_file))
    text <- rawToChar(bytes[bytes != 0L])
    Encoding(text) <- "UTF-8"
    if (is.null(set)) target <- base
    else {
      if (is.null(sets[[set]])) assign(set, new.env(parent = base), envir = sets)
      target <- sets[[set]]
    }
    eval(parse(text = text, keep.source = FALSE, encoding = "UTF-8"), target)
    invisible()
  }

  # JSON arrives taken apart: a tag a value, numbers apart from text. Arrays of one kind of scalar are vectors, other arrays lists; null in a vector is NA.
  rebuild <- function(tokens, numbers) {
    at <- 0L
    number <- 0L
    take <- function() tokens[[at <<- at + 1L]]
    texts <- function(count) {
      if (count == 0L) return(character())
      from <- at + 1L
      at <<- at + count
      tokens[from:at]
    }
    doubles <- function(count) {
      if (count == 0L) return(double())
      from <- number + 1L
      number <<- number + count
      numbers[from:number]
    }
    value <- function() {
      switch(take(),
        z = NULL,
        t = TRUE,
        f = FALSE,
        s = take(),
        n = doubles(1L),
        S = {
          found <- texts(as.integer(take()))
          missing <- doubles(as.integer(take()))
          found[missing] <- NA_character_
          found
        },
        N = doubles(as.integer(take())),
        B = as.logical(doubles(as.integer(take()))),
        l = lapply(seq_len(as.integer(take())), function(i) value()),
        o = {
          count <- as.integer(take())
          names <- character(count)
          values <- vector("list", count)
          for (i in seq_len(count)) {
            names[[i]] <- take()
            found <- value()
            if (!is.null(found)) values[[i]] <- found
          }
          names(values) <- names
          values
        },
        stop("an unknown tag")
      )
    }
    value()
  }

  read_call <- function() {
    connection <- file(call_file, "rb")
    on.exit(close(connection))
    counts <- readBin(connection, "integer", 2L)
    numbers <- readBin(connection, "double", counts[[2]])
    numbers[is.nan(numbers)] <- NA_real_
    tokens <- readBin(connection, "character", counts[[1]])
    Encoding(tokens) <- "UTF-8"
    rebuild(tokens, numbers)
  }

  read_columns <- function(columns, rows) {
    if (length(columns) == 0L) return(structure(list(), names = character(), row.names = .set_row_names(rows), class = "data.frame"))
    connection <- file(data_file, "rb")
    on.exit(close(connection))
    data <- lapply(columns, function(column) {
      if (column$kind == "number") {
        values <- readBin(connection, "double", rows)
        if (anyNA(values)) values[is.nan(values)] <- NA_real_
        return(values)
      }
      codes <- readBin(connection, "integer", rows) + 1L
      codes[codes == 0L] <- NA_integer_
      structure(codes, levels = as.character(column$levels), class = if (column$kind == "ordered") c("ordered", "factor") else "factor")
    })
    names(data) <- vapply(columns, function(column) column$name, "")
    structure(data, row.names = .set_row_names(rows), class = "data.frame")
  }

  # Every run starts from the same place, whatever ran before.
  fresh <- options()
  forget <- function() {
    options(fresh)
    unlink(c(call_file, data_file))
    rm(list = setdiff(ls(globalenv(), all.names = TRUE), "svc_host"), envir = globalenv())
  }

  # When the answer is out: what was computed on is not kept until the next run needs the room.
  svc_host$clear <- function() {
    gc()
    invisible()
  }

  svc_host$run <- function(method, set) {
    on.exit(forget())
    RNGkind("Mersenne-Twister", "Inversion", "Rejection")
    set.seed(1)
    warnings <- character()
    tryCatch(
      withCallingHandlers(
        {
          call <- read_call()
          data <- read_columns(call$columns, as.integer(call$rows))
          unlink(c(call_file, data_file))
          answer <- sets[[set]][[paste0("svc_", method)]](data, call$variables, call$options)
          answer$warnings <- I(unique(c(as.character(answer$warnings), warnings)))
          c("ok", base$svc_json(answer))
        },
        warning = function(warning) {
          warnings <<- c(warnings, conditionMessage(warning))
          tryInvokeRestart("muffleWarning")
        },
        message = function(message) tryInvokeRestart("muffleMessage")
      ),
      svc_refusal = function(refusal) c("unprocessable", conditionMessage(refusal)),
      error = function(error) {
        said <- conditionMessage(error)
        # R has no class for it; the memory of a WebAssembly program ends at 4 GiB.
        if (grepl("cannot allocate", said, fixed = TRUE)) c("out_of_memory", said) else c("r_error", said)
      }
    )
  }
})

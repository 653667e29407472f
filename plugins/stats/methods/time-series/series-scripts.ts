import { numberAt, numbersAt, textAt } from '../presenting/answers.ts'
import { columnOf, confLevel, flagOption, numberOption, variableOf } from '../presenting/requests.ts'
import { comment, literal } from '../presenting/scripts.ts'
import type { AnalysisRequest, RAnswer } from '../stat-method.ts'

/** Scripts of a series, with the orders that were found. */
export function seriesScripts(request: AnalysisRequest, answer: RAnswer): { r: string; python: string } {
  const title = comment(`Time series: ${request.dataset}`)
  const value = literal(columnOf(request, 'value'))
  const time = columnOf(request, 'time')
  const numeric = time !== '' && variableOf(request, time).meaning === 'number'
  const frequency = numberAt(answer.result, 'frequency') ?? 1
  const rTime = numeric ? `as.numeric(data[[${literal(time)}]])` : `data[[${literal(time)}]]`
  const pythonKey = numeric ? ', key=pd.to_numeric' : ''
  const scripts = { arima: arimaScripts, holt_winters: smoothingScripts, stl: decompositionScripts }
  const model = textAt(answer.result, 'model') as keyof typeof scripts
  const body = scripts[model](request, answer)
  return {
    r: [
      title,
      'data <- read.csv("data.csv", check.names = FALSE, colClasses = "character", na.strings = "", encoding = "UTF-8")',
      ...(time === '' ? [] : [`data <- data[order(${rTime}), , drop = FALSE]`]),
      `x <- as.numeric(data[[${value}]])`,
      'x <- x[min(which(!is.na(x))):max(which(!is.na(x)))]',
      `x <- ts(x, frequency = ${frequency})`,
      ...body.r,
      '',
    ].join('\n'),
    python: [
      title,
      'import numpy as np',
      'import pandas as pd',
      ...body.imports,
      '',
      'data = pd.read_csv("data.csv", dtype=str, keep_default_na=False, na_values=[""])',
      ...(time === '' ? [] : [`data = data.sort_values(${literal(time)}${pythonKey}, kind="stable")`]),
      `x = pd.to_numeric(data[${value}]).reset_index(drop=True)`,
      'x = x.loc[x.first_valid_index():x.last_valid_index()].to_numpy()',
      ...body.python,
      '',
    ].join('\n'),
  }
}

interface Body {
  r: string[]
  python: string[]
  imports: string[]
}

function arimaScripts(request: AnalysisRequest, answer: RAnswer): Body {
  const order = numbersAt(answer.result, 'order')
  const seasonal = numbersAt(answer.result, 'seasonal_order')
  const constant = answer.result['constant'] === true
  const differences = (order[1] ?? 0) + (seasonal[1] ?? 0)
  const drift = constant && differences === 1
  const horizon = numberOption(request, 'horizon', 12)
  const level = confLevel(request)
  const frequency = numberAt(answer.result, 'frequency') ?? 1
  const season = seasonal.some(one => one !== 0) ? `, seasonal = c(${seasonal.join(', ')})` : ''
  const pythonSeason = seasonal.some(one => one !== 0)
    ? `, seasonal_order=(${[...seasonal, frequency].join(', ')})`
    : ''
  let trend = '"n"'
  if (constant) trend = drift ? '"t"' : '"c"'
  return {
    r: [
      `fit <- arima(x, order = c(${order.join(', ')})${season}, method = "ML", include.mean = ${constant && differences === 0 ? 'TRUE' : 'FALSE'}${drift ? ', xreg = cbind(drift = seq_along(x))' : ''}, optim.control = list(reltol = 1e-15, maxit = 1000))`,
      'print(fit, digits = 8)',
      `ahead <- predict(fit, n.ahead = ${horizon}${drift ? `, newxreg = length(x) + 1:${horizon}` : ''})`,
      `print(cbind(estimate = ahead$pred, lower = ahead$pred - qnorm(${(1 + level) / 2}) * ahead$se, upper = ahead$pred + qnorm(${(1 + level) / 2}) * ahead$se), digits = 8)`,
    ],
    imports: ['from statsmodels.tsa.arima.model import ARIMA'],
    python: [
      `fit = ARIMA(x, order=(${order.join(', ')})${pythonSeason}, trend=${trend}).fit()`,
      'print(dict(zip(fit.param_names, fit.params)), fit.aic)',
      `ahead = fit.get_forecast(${horizon})`,
      `print(np.column_stack([ahead.predicted_mean, ahead.conf_int(alpha=1 - ${level})]))`,
      '# The optimiser is another than R’s: the last digits differ.',
    ],
  }
}

function smoothingScripts(request: AnalysisRequest, answer: RAnswer): Body {
  const seasonal = textAt(answer.result, 'seasonal')
  const trend = flagOption(request, 'trend', true)
  const horizon = numberOption(request, 'horizon', 12)
  const frequency = numberAt(answer.result, 'frequency') ?? 1
  const rSeason = seasonal === 'none' ? ', gamma = FALSE' : `, seasonal = "${seasonal}"`
  return {
    r: [
      `fit <- HoltWinters(x${trend ? '' : ', beta = FALSE'}${rSeason}, optim.control = list(factr = 1e3, maxit = 1000))`,
      'print(fit, digits = 10)',
      'print(c(SSE = fit$SSE), digits = 12)',
      `print(predict(fit, n.ahead = ${horizon}, prediction.interval = TRUE, level = ${confLevel(request)}), digits = 10)`,
    ],
    imports: ['from scipy.optimize import minimize'],
    python: smoothingInPython({ seasonal, trend, frequency, horizon }),
  }
}

// Where the series starts is taken from the first two seasons as R does it; statsmodels starts otherwise, with other numbers.
function smoothingInPython(model: { seasonal: string; trend: boolean; frequency: number; horizon: number }): string[] {
  const { seasonal, trend, frequency, horizon } = model
  const multiplicative = seasonal === 'multiplicative'
  const [without, join] = multiplicative ? ['/', '*'] : ['-', '+']
  const neutral = multiplicative ? '1.0' : '0.0'
  const season = [
    `f = ${frequency}`,
    'weights = np.r_[0.5, np.ones(f - 1), 0.5] / f if f % 2 == 0 else np.ones(f) / f',
    'smooth = np.convolve(x[:2 * f], weights, "valid")',
    'first = (2 * f - len(smooth)) // 2',
    'ratio = np.full(2 * f, np.nan)',
    `ratio[first:first + len(smooth)] = x[first:first + len(smooth)] ${without} smooth`,
    'season0 = np.nanmean(ratio.reshape(2, f), axis=0)',
    `season0 = season0 ${without} season0.mean()`,
    'slope0, level0 = np.polyfit(np.arange(1, len(smooth) + 1), smooth, 1)',
    'begin = f',
  ]
  const plain = trend
    ? [`f, season0, begin, level0, slope0 = 1, np.array([${neutral}]), 2, x[1], x[1] - x[0]`]
    : [`f, season0, begin, level0, slope0 = 1, np.array([${neutral}]), 1, x[0], 0.0`]
  const count = 1 + Number(trend) + Number(seasonal !== 'none')
  return [
    ...(seasonal === 'none' ? plain : season),
    ...(trend ? [] : ['slope0 = 0.0']),
    'def run(p):',
    '    alpha = p[0]',
    `    beta = ${trend ? 'p[1]' : '0.0'}`,
    `    gamma = ${seasonal === 'none' ? '0.0' : 'p[-1]'}`,
    '    level, slope, season, sse = level0, slope0, list(season0), 0.0',
    '    for i in range(begin, len(x)):',
    '        s = season[(i - begin) % f]',
    `        sse += (x[i] - (level + slope) ${join} s) ** 2`,
    '        before = level',
    `        level = alpha * (x[i] ${without} s) + (1 - alpha) * (level + slope)`,
    '        slope = beta * (level - before) + (1 - beta) * slope',
    `        season[(i - begin) % f] = gamma * (x[i] ${without} level) + (1 - gamma) * s`,
    '    return sse, level, slope, season',
    `fit = minimize(lambda p: run(p)[0], [0.3, 0.1, 0.1][:${count}], method="L-BFGS-B", bounds=[(0, 1)] * ${count}, options={"ftol": 1e-14, "maxiter": 1000})`,
    'sse, level, slope, season = run(fit.x)',
    'print("weights", fit.x, "sse", sse)',
    `print([(level + h * slope) ${join} season[(len(x) - begin + h - 1) % f] for h in range(1, ${horizon} + 1)])`,
  ]
}

function decompositionScripts(request: AnalysisRequest, answer: RAnswer): Body {
  const window = request.options['s_window']
  const robust = flagOption(request, 'robust', false)
  const frequency = numberAt(answer.result, 'frequency') ?? 1
  const horizon = numberOption(request, 'horizon', 12)
  const found = /^arima\((\d+),(\d+),(\d+)\)( with drift)?/.exec(textAt(answer.result, 'continued_by'))
  const orders = found?.slice(1, 4).join(', ') ?? '0, 1, 1'
  const drift = found?.[4] !== undefined
  return {
    r: [
      `fit <- stl(x, s.window = ${typeof window === 'number' ? window : '"periodic"'}, robust = ${robust ? 'TRUE' : 'FALSE'})`,
      'print(fit$time.series, digits = 10)',
      '# What is left without the season is continued, and the last season repeated.',
      'season <- as.numeric(fit$time.series[, "seasonal"])',
      'rest <- as.numeric(x) - season',
      `model <- arima(rest, order = c(${orders}), method = "CSS-ML"${drift ? ', xreg = cbind(drift = seq_along(rest))' : ''})`,
      `ahead <- predict(model, n.ahead = ${horizon}${drift ? `, newxreg = length(rest) + 1:${horizon}` : ''})`,
      `print(as.numeric(ahead$pred) + rep(tail(season, ${frequency}), length.out = ${horizon}), digits = 8)`,
    ],
    imports: ['from statsmodels.tsa.arima.model import ARIMA', 'from statsmodels.tsa.seasonal import STL'],
    python: [
      `f, n = ${frequency}, len(x)`,
      'odd = lambda value: int(np.ceil(value)) // 2 * 2 + 1',
      `window = ${typeof window === 'number' ? window : '10 * n + 1'}`,
      'trend = odd(1.5 * f / (1 - 1.5 / window))',
      'jump = lambda width: int(np.ceil(width / 10))',
      `fit = STL(x, period=f, seasonal=window, trend=trend, low_pass=odd(f), seasonal_deg=0, trend_deg=1, low_pass_deg=1, robust=${robust ? 'True' : 'False'}, seasonal_jump=jump(window), trend_jump=jump(trend), low_pass_jump=jump(odd(f))).fit(inner_iter=${robust ? '1, outer_iter=15' : '2, outer_iter=0'})`,
      ...(typeof window === 'number'
        ? ['seasonal = fit.seasonal']
        : ['seasonal = np.array([fit.seasonal[i % f::f].mean() for i in range(n)])']),
      'print(pd.DataFrame({"trend": fit.trend, "seasonal": seasonal, "remainder": x - fit.trend - seasonal}).to_string())',
      'rest = x - seasonal',
      `model = ARIMA(rest, order=(${orders}), trend=${drift ? '"t"' : '"n"'}).fit()`,
      '# The optimiser is another than R’s: the last digits of the forecast differ.',
      `print(model.forecast(${horizon}) + np.resize(seasonal[-f:], ${horizon}))`,
    ],
  }
}

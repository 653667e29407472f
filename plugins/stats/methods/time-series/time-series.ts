import { Type } from 'typebox'
import { ValidationError } from '@svc/plugin'
import { listAt, numberAt, numbersAt, objectAt, objectsAt, textAt } from '../presenting/answers.ts'
import { counted, intervalAt, intervalInWords, percent, shortNumber } from '../presenting/numbers.ts'
import { barPlot, linePlot } from '../presenting/plots.ts'
import { columnOf, confLevel, numberOption, textOption, titleOf, variableOf } from '../presenting/requests.ts'
import { anyMeasure, closed, confLevelOption, continuous, flag, oneColumn, oneOf } from '../presenting/schemas.ts'
import { intervalColumnsAt, numberColumn, tableFrom, textColumn } from '../presenting/tables.ts'
import { doubtsInWords, paragraphs, quoted } from '../presenting/words.ts'
import type { AnalysisPlot, AnalysisRequest, AnalysisTable, RAnswer, StatMethod } from '../stat-method.ts'
import { seriesScripts } from './series-scripts.ts'

const modelNames = { arima: 'An ARIMA model', holt_winters: 'Holt-Winters smoothing', stl: 'A decomposition (STL)' }

const order = (description: string, most: number) =>
  Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: most }), { minItems: 3, maxItems: 3, description }))

export const timeSeries: StatMethod = {
  method: 'time_series',
  title: 'Time series',
  description:
    'Models a value over time and continues it: ARIMA (orders found by AICc unless given), Holt-Winters, or a decomposition by STL.',
  variables: closed({
    value: oneColumn(continuous, 'The value.'),
    time: Type.Optional(
      oneColumn(
        anyMeasure,
        'When: dates, timestamps, years, or texts such as 2024-01 and 2024-Q1, evenly spaced. Without it, the order of the rows.',
      ),
    ),
  }),
  options: closed({
    model: oneOf(['arima', 'holt_winters', 'stl'], 'The model.'),
    horizon: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, default: 12, description: 'How many steps to forecast.' }),
    ),
    frequency: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10000,
        description: 'How many steps make a season, such as 12 for months; without it, inferred from the dates.',
      }),
    ),
    conf_level: confLevelOption,
    gaps: oneOf(
      ['refuse', 'ignore'],
      'What becomes of times that are not evenly spaced: refused, or taken as if they were.',
    ),
    order: order('arima: p, d, q; without it, found automatically.', 10),
    seasonal_order: order('arima: the seasonal P, D, Q, with order.', 3),
    constant: Type.Optional(Type.Boolean({ description: 'arima: whether there is a mean or drift, with order.' })),
    seasonal: Type.Optional(
      Type.String({
        enum: ['additive', 'multiplicative', 'none'],
        description: 'holt_winters: the season; additive where there is one.',
      }),
    ),
    trend: flag(true, 'holt_winters: whether there is a trend.'),
    s_window: Type.Optional(
      Type.Integer({
        minimum: 7,
        maximum: 999,
        description: 'stl: over how many seasons a season changes, an odd number; without it, it does not.',
      }),
    ),
    robust: flag(false, 'stl: whether outliers count less.'),
  }),
  sources: ['design.R', 'time-axis.R', 'time-series.R'],

  check(request) {
    const { order, seasonal_order: seasonalOrder, constant, s_window: window, seasonal } = request.options
    const model = textOption(request, 'model', 'arima')
    const refuse = (option: string, message: string) =>
      new ValidationError(message, [{ path: `/options/${option}`, message }])
    if (columnOf(request, 'time') === columnOf(request, 'value'))
      throw refuse('time', 'The time and the value must be two columns')
    if (model !== 'arima' && order !== undefined) throw refuse('order', `order belongs to arima; the model is ${model}`)
    if (seasonalOrder !== undefined && order === undefined)
      throw refuse('seasonal_order', 'seasonal_order needs order beside it')
    if (constant !== undefined && order === undefined) throw refuse('constant', 'constant needs order beside it')
    if (model !== 'stl' && window !== undefined)
      throw refuse('s_window', `s_window belongs to stl; the model is ${model}`)
    if (typeof window === 'number' && window % 2 === 0) throw refuse('s_window', 's_window must be odd')
    if (model !== 'holt_winters' && seasonal !== undefined)
      throw refuse('seasonal', `seasonal belongs to holt_winters; the model is ${model}`)
  },

  arguments(request) {
    const meaning = variableOf(request, columnOf(request, 'time')).meaning
    if (meaning !== 'date' && meaning !== 'timestamp') return request.options
    return { ...request.options, time_kind: meaning }
  },

  present(answer, request) {
    const level = percent(confLevel(request))
    return {
      tables: [
        tableFrom(
          'Forecast',
          [
            { ...textColumn('Time'), key: 'time' },
            { ...numberColumn('Forecast'), key: 'estimate' },
            { ...numberColumn(`${level} interval from`), key: 'conf_int.0' },
            { ...numberColumn(`${level} interval to`), key: 'conf_int.1' },
          ],
          objectsAt(answer.result, 'forecast').map(row => ({ ...row, time: textAt(row, 'time') })),
        ),
        parameterTable(answer, request),
        fitTable(answer),
      ],
      plots: [forecastPlot(answer, request), ...componentPlots(answer), autocorrelationPlot(answer)],
      interpretation: interpret(answer, request),
    }
  },

  syntax: seriesScripts,
}

function parameterTable(answer: RAnswer, request: AnalysisRequest): AnalysisTable {
  const rows = objectsAt(answer.result, 'parameters')
  const errors = rows.some(row => numberAt(row, 'std_error') !== null)
  return tableFrom(
    'Parameters',
    [
      { ...textColumn('Parameter'), key: 'name' },
      { ...numberColumn('Estimate'), key: 'estimate' },
      ...(errors
        ? [
            { ...numberColumn('Standard error'), key: 'std_error' },
            ...intervalColumnsAt('conf_int', confLevel(request)),
          ]
        : []),
    ],
    rows,
  )
}

function fitTable(answer: RAnswer): AnalysisTable {
  const fit = objectAt(answer.result, 'fit')
  const names: Record<string, string> = {
    sigma2: 'Variance of the residuals',
    log_likelihood: 'Log-likelihood',
    aic: 'AIC',
    aicc: 'AICc',
    bic: 'BIC',
    sse: 'Sum of squared errors',
    remainder_sd: 'Standard deviation of the remainder',
    rmse: 'Root mean squared error',
    mae: 'Mean absolute error',
  }
  return {
    title: 'Fit',
    columns: [textColumn('Measure'), numberColumn('Value')],
    rows: Object.keys(fit).map(key => [names[key] ?? key, numberAt(fit, key)]),
  }
}

function forecastPlot(answer: RAnswer, request: AnalysisRequest): AnalysisPlot {
  const series = objectAt(answer.extra, 'series')
  const temporal = textAt(answer.extra, 'kind') !== 'number'
  const value = titleOf(request, columnOf(request, 'value'))
  const values = numbersAt(series, 'value')
  const past = listAt(series, 'time').map((x, index) => ({ x, y: values[index] ?? null, group: 'observed' }))
  const future = objectsAt(answer.result, 'forecast').map(row => {
    const [low, high] = intervalAt(row, 'conf_int')
    return { x: row['time'] ?? null, y: numberAt(row, 'estimate'), low, high, group: 'forecast' }
  })
  const axis = columnOf(request, 'time') === '' ? 'Row' : titleOf(request, columnOf(request, 'time'))
  return linePlot(
    {
      title: `${value}, observed and forecast with its ${percent(confLevel(request))} interval`,
      x: axis,
      y: value,
      group: 'Series',
      temporal,
    },
    [...past, ...future],
  )
}

function componentPlots(answer: RAnswer): AnalysisPlot[] {
  const components = objectAt(answer.result, 'components')
  const time = listAt(objectAt(answer.extra, 'series'), 'time')
  const temporal = textAt(answer.extra, 'kind') !== 'number'
  return ['trend', 'seasonal', 'remainder'].flatMap(name => {
    const values = numbersAt(components, name).slice(-time.length)
    if (values.length === 0) return []
    const points = values.map((y, index) => ({ x: time[index] ?? null, y }))
    return [linePlot({ title: `Component: ${name}`, x: 'Time', y: name, temporal }, points)]
  })
}

function autocorrelationPlot(answer: RAnswer): AnalysisPlot {
  const correlations = objectAt(answer.extra, 'correlations')
  const values = numbersAt(correlations, 'value')
  return barPlot(
    { title: 'Autocorrelation of the residuals', x: 'Lag', y: 'Correlation' },
    numbersAt(correlations, 'lag').map((lag, index) => ({ x: String(lag), y: values[index] ?? null })),
  )
}

function modelInWords(answer: RAnswer): string {
  const model = textAt(answer.result, 'model') as keyof typeof modelNames
  if (model !== 'arima') return modelNames[model]
  const seasonal = numbersAt(answer.result, 'seasonal_order')
  const shown = `(${numbersAt(answer.result, 'order').join(', ')})`
  const season = seasonal.some(value => value !== 0) ? `(${seasonal.join(', ')})` : ''
  const found = answer.result['automatic'] === true ? ', its orders found by AICc,' : ''
  return `${modelNames.arima} ${shown}${season}${answer.result['constant'] === true ? ' with a constant' : ''}${found}`
}

function interpret(answer: RAnswer, request: AnalysisRequest): string {
  const forecast = objectsAt(answer.result, 'forecast')
  const [first = {}] = forecast
  const last = forecast.at(-1) ?? {}
  const level = confLevel(request)
  const frequency = numberAt(answer.result, 'frequency')
  const say = (row: typeof first) =>
    `${shortNumber(numberAt(row, 'estimate'))} for ${textAt(row, 'time')} (${intervalInWords(intervalAt(row, 'conf_int'), level).replace('confidence', 'prediction')})`
  const season = frequency === null || frequency === 1 ? 'no season' : `a season of ${frequency} steps`
  return paragraphs(
    `${modelInWords(answer)} was fitted to ${quoted(columnOf(request, 'value'))}, with ${season}. ${counted(answer.n, 'value was', 'values were')} used; ${answer.excluded} left out.`,
    `The forecast is ${say(first)}${numberOption(request, 'horizon', 12) === 1 ? '' : `, and at the end of the horizon ${say(last)}`}. On average the model misses the next value by ${shortNumber(numberAt(objectAt(answer.result, 'fit'), 'mae'))}.`,
    doubtsInWords(answer.assumptions, 'Another model, or another order, may fit better.'),
    'A forecast continues what was; it knows of nothing that changes. The intervals take the model for right and its parameters for known, so they are rather too narrow.',
  )
}

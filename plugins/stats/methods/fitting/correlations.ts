import { listAt, numberAt, objectsAt, textAt } from '../presenting/answers.ts'
import { counted, intervalAt, intervalInWords, pInWords, shortNumber } from '../presenting/numbers.ts'
import { nominal, plotOf, scatterPlot } from '../presenting/plots.ts'
import { confLevel, textOption, titleOf } from '../presenting/requests.ts'
import { integerColumn, intervalColumnsAt, numberColumn, pColumn, tableFrom, textColumn } from '../presenting/tables.ts'
import { effectLimits, quoted, sizeInWords } from '../presenting/words.ts'
import type { AnalysisPlot, AnalysisRequest, AnalysisTable, RAnswer } from '../stat-method.ts'

export function correlationTable(
  title: string,
  answer: RAnswer,
  request: AnalysisRequest,
  statistic: string,
): AnalysisTable {
  return tableFrom(
    title,
    [
      { ...textColumn('First'), key: 'x' },
      { ...textColumn('Second'), key: 'y' },
      { ...numberColumn('r'), key: 'r' },
      ...intervalColumnsAt('conf_int', confLevel(request)),
      { ...numberColumn(statistic), key: 'statistic' },
      { ...pColumn(), key: 'p_value' },
      { ...integerColumn('n'), key: 'n' },
    ],
    objectsAt(answer.result, 'pairs'),
  )
}

export function correlationSentences(answer: RAnswer, request: AnalysisRequest): string {
  const pairs = objectsAt(answer.result, 'pairs').toSorted(
    (a, b) => Math.abs(numberAt(b, 'r') ?? 0) - Math.abs(numberAt(a, 'r') ?? 0),
  )
  const level = confLevel(request)
  const sought = { two_sided: 'correlation', less: 'negative correlation', greater: 'positive correlation' }[
    textOption(request, 'alternative', 'two_sided') as 'two_sided' | 'less' | 'greater'
  ]
  const said = pairs.slice(0, 5).map(pair => {
    const r = numberAt(pair, 'r')
    const p = numberAt(pair, 'p_value')
    const direction = (r ?? 0) < 0 ? 'negatively' : 'positively'
    const names = `${quoted(textAt(pair, 'x'))} and ${quoted(textAt(pair, 'y'))}`
    const numbers = `r = ${shortNumber(r)} (${intervalInWords(intervalAt(pair, 'conf_int'), level)}), ${pInWords(p)}`
    if (p !== null && p < 1 - level)
      return `${names} are ${direction} correlated: ${numbers}, an association that is ${sizeInWords(r, effectLimits.r)}.`
    return `Between ${names} no ${sought} is shown: ${numbers}. That is not evidence that there is none.`
  })
  const several = pairs.length > 1 ? ' The p-values are not corrected for the number of pairs.' : ''
  const rest = pairs.length > 5 ? ` The table has ${counted(pairs.length - 5, 'more pair')}.` : ''
  return `${said.join(' ')}${rest}${several}`
}

/** A scatter plot of a pair; of more variables also a map of all pairs. */
export function correlationPlots(
  answer: RAnswer,
  request: AnalysisRequest,
  columns: readonly string[],
  straight: boolean,
): AnalysisPlot[] {
  const values = listAt(answer.extra, 'points').map(column =>
    Array.isArray(column) ? column.map(value => (typeof value === 'number' ? value : null)) : [],
  )
  const [xs = [], ys = []] = values
  const [x = '', y = ''] = columns.map(column => titleOf(request, column))
  const points = xs.map((value, index) => ({ x: value, y: ys[index] ?? null }))
  const scatter = scatterPlot({ title: `${y} by ${x}`, x, y }, points, straight ? lineThrough(points) : [])
  if (columns.length === 2) return [scatter]
  return [correlationMap(answer), scatter]
}

/** Of more variables the numbers would run into each other. */
const mostNumbered = 8

function correlationMap(answer: RAnswer): AnalysisPlot {
  const values = objectsAt(answer.result, 'pairs').flatMap(pair => {
    const [x, y, r] = [textAt(pair, 'x'), textAt(pair, 'y'), numberAt(pair, 'r')]
    return [
      { x, y, r },
      { x: y, y: x, r },
    ]
  })
  const names = [...new Set(values.map(({ x }) => x))]
  const own = names.map(name => ({ x: name, y: name, r: 1 }))
  const color = { field: 'r', type: 'quantitative', title: 'r', scale: { domain: [-1, 1], scheme: 'redblue' } }
  const ink = { condition: { test: 'abs(datum.r) > 0.6', value: 'white' }, value: '#1f2933' }
  const numbers = { mark: 'text', encoding: { text: { field: 'r', format: '.2f' }, color: ink } }
  const areFew = names.length <= mostNumbered
  return plotOf('Correlations', [...values, ...own].slice(0, 2000), {
    encoding: {
      x: nominal('x', null, { sort: names, axis: { labelAngle: areFew ? 0 : -90 } }),
      y: nominal('y', null, { sort: names }),
    },
    layer: [{ mark: 'rect', encoding: { color } }, ...(areFew ? [numbers] : [])],
  })
}

/** The straight line of least squares through the points of a picture. */
function lineThrough(points: readonly { x: number | null; y: number | null }[]): { x: number; y: number }[] {
  const known = points.flatMap(({ x, y }) => (x === null || y === null ? [] : [{ x, y }]))
  if (known.length < 2) return []
  const meanX = known.reduce((sum, point) => sum + point.x, 0) / known.length
  const meanY = known.reduce((sum, point) => sum + point.y, 0) / known.length
  const spread = known.reduce((sum, point) => sum + (point.x - meanX) ** 2, 0)
  if (spread === 0) return []
  const slope = known.reduce((sum, point) => sum + (point.x - meanX) * (point.y - meanY), 0) / spread
  const xs = known.map(point => point.x)
  return [Math.min(...xs), Math.max(...xs)].map(x => ({ x, y: meanY + slope * (x - meanX) }))
}

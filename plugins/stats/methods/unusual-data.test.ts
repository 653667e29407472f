import type { JsonObject } from '@svc/plugin'
import { afterAll, expect, it } from 'vitest'
import { printedByR, startScriptingR } from '../../../test/support/programs/run-scripts.ts'
import type { TestColumn } from '../../../test/support/programs/run-r.ts'
import { isNear, numbersIn } from '../reference/result-faults.ts'
import { allMethods } from './all-methods.ts'
import type { AnalysisRequest } from './stat-method.ts'

const r = startScriptingR()
afterAll(() => r.stop())

/** What the method answers, and which of the results named in `shown` its script in R does not print. */
async function analyze(
  name: string,
  columns: Readonly<Record<string, TestColumn>>,
  { variables, options = {}, shown = [] }: { variables: JsonObject; options?: JsonObject; shown?: readonly string[] },
) {
  const method = allMethods.find(one => one.method === name)!
  const answer = await r.run({ method: name, sources: method.sources, columns, variables, options })
  const known = Object.entries(columns).map(([column, given]) => {
    const levels = 'levels' in given ? [...given.levels] : null
    return [column, { name: column, label: null, measure: levels ? 'nominal' : 'continuous', levels }] as const
  })
  const request: AnalysisRequest = { variables, options, columns: new Map(known), dataset: '' }
  if (shown.length === 0) return { ...answer, unprinted: [] }
  const cells = Object.values(columns).map(given => [...('levels' in given ? given.values : given)])
  const csv = [Object.keys(columns), ...cells[0]!.map((_, row) => cells.map(cell => cell[row]))].join('\n')
  const printed = numbersIn(await printedByR(r, method.syntax(request, answer).r, csv))
  const unprinted = shown.filter(key => !printed.some(number => isNear(number, Number(answer.result[key]), 1e-9)))
  return { ...answer, unprinted }
}

const digits = (value: unknown) => Number(Number(value).toPrecision(10))

// Microseconds since 1970, and the same times in seconds.
it.each([1, 1e6])(
  'the signed-rank test has the differences of large numbers as they are, in units of 1/%d',
  async unit => {
    const differences = [120, 310, 480, 700, 1400, -90, -205, 855]
    const second = differences.map((_, index) => 1_764_000_000_000_000 + index * 86_400_123_457)
    const columns = {
      first: second.map((at, index) => (at + differences[index]!) / unit),
      second: second.map(at => at / unit),
    }
    const variables = { first: 'first', second: 'second' }
    const shown = ['statistic', 'p_value', 'estimate']
    const { result, extra, unprinted } = await analyze('wilcoxon_signed_rank', columns, { variables, shown })
    const { statistic, p_value, estimate, conf_int } = result
    const micros = [estimate, ...(conf_int as number[])].map(value => digits(Number(value) * unit))
    // By wilcox.test of R 4.2.2 with conf.int = TRUE.
    expect({ statistic, p_value: digits(p_value), micros, zeros: extra['zeros'], unprinted }).toEqual({
      statistic: 32,
      p_value: 0.0546875,
      micros: [402.5, -42.5, 940],
      zeros: 0,
      unprinted: [],
    })
  },
)

it('a level that no row has counts in the test of one variable, unless the shares are of the others alone', async () => {
  const throws = [...'1'.repeat(9), ...'2'.repeat(13), ...'3'.repeat(11), ...'4'.repeat(12), ...'5'.repeat(15)]
  const columns = { die: { values: throws, levels: [...'123456'] } }
  const test = async (options: JsonObject = {}) => {
    const shown = ['statistic', 'df', 'p_value']
    const found = await analyze('chi_square', columns, { variables: { row: 'die' }, options, shown })
    const { statistic, df, p_value, table } = found.result as JsonObject & { table: { counts: number[][] } }
    const { warnings, unprinted } = found
    return { test: [statistic, df, p_value].map(digits), counts: table.counts[0], warnings, unprinted }
  }
  const counted = { counts: [9, 13, 11, 12, 15, 0], warnings: ['die: no row has 6; counted as 0.'], unprinted: [] }
  // By chisq.test(table(factor(x, 1:6))) of R 4.2.2, with p where shares are given.
  expect(await test()).toEqual({ test: [14, 5, 0.0156094161], ...counted })
  expect(await test({ probabilities: [0.1, 0.2, 0.2, 0.2, 0.2, 0.1] })).toEqual({
    test: [8.416666667, 5, 0.1347182551],
    ...counted,
  })
  expect(await test({ probabilities: [0.2, 0.2, 0.2, 0.2, 0.2] })).toEqual({
    test: [1.666666667, 4, 0.7967633823],
    counts: [9, 13, 11, 12, 15],
    warnings: ['die: no row has 6; left out, as probabilities names the others alone.'],
    unprinted: [],
  })
})

it('a time series counts the rows without a time among those that it leaves out', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => index)
  const columns = {
    time: rows.map(row => (row % 10 === 3 ? null : row)),
    value: rows.map(row => (row === 3 ? null : Math.sin(row) + row / 10)),
  }
  const variables = { value: 'value', time: 'time' }
  const { n, excluded } = await analyze('time_series', columns, {
    variables,
    options: { gaps: 'ignore', order: [1, 0, 0] },
  })
  expect({ n, excluded }).toEqual({ n: 36, excluded: 4 })
})

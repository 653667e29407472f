import { by, dot, fraction, minus, ofDecimal, scaled, solved, sum, times, toNumber } from './exact.ts'
import type { Fraction } from './exact.ts'
import type { AnovaProblem, RegressionProblem, UnivariateProblem } from './problems.ts'

/** How far the published values are from those of the published data in exact arithmetic, relatively; the largest difference. */
export function regressionError(problem: RegressionProblem): number {
  const { y, x, degree, intercept, certified } = problem
  const columns = designColumns(x, degree, intercept)
  const response = scaled(y)
  const gram = columns.map(a => columns.map(b => dot(a.values, b.values)))
  const products = columns.map(column => dot(column.values, response.values))
  const { over, under } = solved(
    gram,
    products.map((product, i) => [product, ...columns.map((_, j) => (i === j ? 1n : 0n))]),
  )
  const scale = 10n ** BigInt(response.digits)
  const square = dot(response.values, response.values)
  const rss = fraction(square * under - sum(over.map((row, i) => row[0]! * products[i]!)), under * scale * scale)
  const total = sum(response.values)
  const tss = intercept
    ? fraction(square * BigInt(y.length) - total * total, BigInt(y.length) * scale * scale)
    : fraction(square, scale * scale)
  const variance = by(rss, fraction(BigInt(y.length - columns.length)))
  const errors = columns.flatMap(({ digits }, i) => {
    const own = 10n ** BigInt(digits)
    const { estimate, std_error: error } = certified.coefficients[i]!
    return [
      differs(fraction(over[i]![0]! * own, under * scale), estimate),
      squareDiffers(times(variance, fraction(over[i]![i + 1]! * own * own, under)), error),
    ]
  })
  return Math.max(
    ...errors,
    squareDiffers(variance, certified.residual_sd),
    differs(minus(fraction(1n), by(rss, tss)), certified.r_squared),
  )
}

export function univariateError({ values, certified }: UnivariateProblem): number {
  const { values: integers, digits } = scaled(values)
  const n = BigInt(integers.length)
  const scale = 10n ** BigInt(digits)
  const total = sum(integers)
  const variance = fraction(dot(integers, integers) * n - total * total, n * (n - 1n) * scale * scale)
  return Math.max(differs(fraction(total, n * scale), certified.mean), squareDiffers(variance, certified.sd))
}

export function anovaError({ groups, certified }: AnovaProblem): number {
  const all = scaled(groups.flat())
  const n = BigInt(all.values.length)
  const scale = fraction(10n ** BigInt(2 * all.digits))
  const total = sum(all.values)
  let start = 0
  let between = fraction(-total * total, n)
  for (const group of groups) {
    const own = sum(all.values.slice(start, start + group.length))
    between = minus(between, fraction(-own * own, BigInt(group.length)))
    start += group.length
  }
  const whole = fraction(dot(all.values, all.values) * n - total * total, n)
  const within = minus(whole, between)
  const { between: first, within: second } = certified
  const meanBetween = by(between, fraction(BigInt(first.df)))
  const meanWithin = by(within, fraction(BigInt(second.df)))
  return Math.max(
    differs(by(between, scale), first.sum_sq),
    differs(by(meanBetween, scale), first.mean_sq),
    differs(by(within, scale), second.sum_sq),
    differs(by(meanWithin, scale), second.mean_sq),
    differs(by(meanBetween, meanWithin), certified.f),
    differs(by(between, whole), certified.r_squared),
    squareDiffers(by(meanWithin, scale), certified.residual_sd),
  )
}

/** Columns of the model as decimals that are exact. */
export function designColumns(x: string[][], degree: number | null, intercept: boolean) {
  const bases = x.map(column => scaled(column))
  const powers =
    degree === null
      ? bases
      : Array.from({ length: degree }, (_, index) => ({
          digits: bases[0]!.digits * (index + 1),
          values: bases[0]!.values.map(value => value ** BigInt(index + 1)),
        }))
  return intercept ? [{ digits: 0, values: x[0]!.map(() => 1n) }, ...powers] : powers
}

function differs(exact: Fraction, published: string): number {
  const value = ofDecimal(published)
  if (value.over === 0n) return Math.abs(toNumber(exact))
  return Math.abs(toNumber(minus(by(exact, value), fraction(1n))))
}

/** Of a root: half of what its square differs by. */
function squareDiffers(exact: Fraction, published: string): number {
  const value = ofDecimal(published)
  if (value.over === 0n) return Math.abs(toNumber(exact))
  return differs(by(exact, times(value, value)), '1') / 2
}

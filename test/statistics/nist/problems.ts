import { readFileSync } from 'node:fs'

/** Values of the Statistical Reference Datasets of NIST (public domain), as the decimals that were published; certified ones to 15 digits. */
export interface RegressionProblem {
  intercept: boolean
  /** Of the polynomial in x; null: the columns x1, x2, … as they are. */
  degree: number | null
  y: string[]
  x: string[][]
  certified: {
    coefficients: { estimate: string; std_error: string }[]
    residual_sd: string
    r_squared: string
  }
}

export interface UnivariateProblem {
  values: string[]
  certified: { mean: string; sd: string }
}

export interface AnovaProblem {
  groups: string[][]
  certified: {
    between: AnovaLine
    within: AnovaLine
    f: string
    r_squared: string
    residual_sd: string
  }
}

interface AnovaLine {
  sum_sq: string
  df: number
  mean_sq: string
}

type Generated =
  | { generated: 'pi_digits'; count: number; misread: { index: number; digit: number } }
  | { generated: 'alternating'; whole: string }
  | { generated: 'steps'; whole: string; replicates: number }

interface StoredRegression {
  intercept: boolean
  degree: number | null
  data: Record<string, string>
  certified: RegressionProblem['certified']
}

export function regressionProblems(): Map<string, RegressionProblem> {
  return problems<StoredRegression, RegressionProblem>('regression', ({ data, ...rest }) => {
    const { y, ...x } = data
    return { ...rest, y: y!.split(' '), x: Object.values(x).map(column => column.split(' ')) }
  })
}

export function univariateProblems(): Map<string, UnivariateProblem> {
  return problems<{ data: string | Generated; certified: UnivariateProblem['certified'] }, UnivariateProblem>(
    'univariate',
    ({ data, certified }) => ({
      certified,
      values: typeof data === 'string' ? data.split(' ') : generated(data).flat(),
    }),
  )
}

export function anovaProblems(): Map<string, AnovaProblem> {
  return problems<{ data: string[] | Generated; certified: AnovaProblem['certified'] }, AnovaProblem>(
    'anova',
    ({ data, certified }) => ({
      certified,
      groups: Array.isArray(data) ? data.map(group => group.split(' ')) : generated(data),
    }),
  )
}

function problems<Stored, Problem>(name: string, made: (stored: Stored) => Problem): Map<string, Problem> {
  const text = readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8')
  return new Map(Object.entries(JSON.parse(text) as Record<string, Stored>).map(([key, stored]) => [key, made(stored)]))
}

function generated(data: Generated): string[][] {
  switch (data.generated) {
    case 'pi_digits': {
      const digits = [...piDigits(data.count)]
      digits[data.misread.index] = String(data.misread.digit)
      return [digits]
    }
    case 'alternating':
      return [[`${data.whole}.2`, ...Array.from({ length: 1000 }, (_, i) => `${data.whole}.${i % 2 === 0 ? 1 : 3}`)]]
    case 'steps':
      return Array.from({ length: 9 }, (_, group) =>
        Array.from({ length: data.replicates }, (__, row) => `${data.whole}.${step(group) + step(row)}`),
      )
  }
}

/** Tenths that Simon and Lesage add for a treatment and for a replicate. */
function step(index: number): number {
  if (index === 0) return 2
  return index % 2 === 0 ? 3 : 1
}

/** By Machin's formula. */
function piDigits(count: number): string {
  const one = 10n ** BigInt(count + 20)
  const arcCotangent = (x: bigint): bigint => {
    let term = one / x
    let sum = term
    for (let k = 3n, sign = -1n; term > 0n; k += 2n, sign = -sign) {
      term /= x * x
      sum += sign * (term / k)
    }
    return sum
  }
  return String(4n * (4n * arcCotangent(5n) - arcCotangent(239n))).slice(0, count)
}

import { afterAll, describe, expect, it } from 'vitest'
import type { TestAnalysis } from '../../support/programs/run-r.ts'
import { descriptives } from '../../../plugins/stats/methods/descriptives/descriptives.ts'
import { linearRegression } from '../../../plugins/stats/methods/linear-regression/linear-regression.ts'
import { anova } from '../../../plugins/stats/methods/variance/anova.ts'
import type { RAnswer } from '../../../plugins/stats/methods/stat-method.ts'
import { anovaError, designColumns, regressionError, univariateError } from './exact-problems.ts'
import { anovaProblems, regressionProblems, univariateProblems } from './problems.ts'
import type { AnovaProblem, RegressionProblem, UnivariateProblem } from './problems.ts'

/** Digits that each certified value of a problem keeps; the exact solution of Filip as doubles hold it has no more. */
const goals: Record<string, number> = { Filip: 7 }
const goalOfOthers = 13
const publishedDigits = 15

/** Digits that agree (the log relative error), at most as many as were published. */
function digits(computed: unknown, certified: string): number {
  if (typeof computed !== 'number') return Number.NaN
  const wanted = Number(certified)
  const error = wanted === 0 ? Math.abs(computed) : Math.abs((computed - wanted) / wanted)
  return error === 0 ? publishedDigits : Math.max(0, Math.min(publishedDigits, -Math.log10(error)))
}

const least = (values: number[]): number => Math.min(...values)

/** The reference problems through the service's own R functions; prints how many digits each keeps. */
export function describeNistProblems(run: (analysis: TestAnalysis) => Promise<RAnswer>): void {
  const table: string[] = []

  afterAll(() => {
    process.stdout.write(`NIST StRD: digits that agree with the certified values, of 15\n${table.join('\n')}\n`)
  })

  function report(name: string, found: Record<string, number>): void {
    const line = Object.entries(found).map(([what, value]) => `${what} ${value.toFixed(1)}`)
    table.push(`${name.padEnd(9)} ${line.join(', ')}`)
    const few = Object.entries(found).filter(([, value]) => !(value >= (goals[name] ?? goalOfOthers)))
    expect(few, `${name} should have at least ${goals[name] ?? goalOfOthers} digits`).toEqual([])
  }

  describe('the reference problems', () => {
    it('are those of NIST: their data give the certified values in exact arithmetic', () => {
      const wrong = [
        ...[...regressionProblems()].map(([name, problem]) => [name, regressionError(problem)] as const),
        ...[...univariateProblems()].map(([name, problem]) => [name, univariateError(problem)] as const),
        ...[...anovaProblems()].map(([name, problem]) => [name, anovaError(problem)] as const),
      ].filter(([, error]) => !(error < 1e-14))
      expect(wrong).toEqual([])
    })
  })

  describe('descriptives', () => {
    it.each([...univariateProblems()])(
      'keeps the digits of %s',
      async (name, { values, certified }: UnivariateProblem) => {
        const answer = await run({
          method: 'descriptives',
          sources: descriptives.sources,
          columns: { value: Float64Array.from(values, Number) },
          variables: { variables: ['value'] },
        })
        const [row] = answer.result['rows'] as { mean: number; sd: number }[]
        report(name, { mean: digits(row!.mean, certified.mean), sd: digits(row!.sd, certified.sd) })
      },
    )
  })

  describe('linear_regression', () => {
    it.each([...regressionProblems()])('keeps the digits of %s', async (name, problem: RegressionProblem) => {
      const { intercept, certified } = problem
      const columns = designColumns(problem.x, problem.degree, false).map(({ values, digits: places }) =>
        Float64Array.from(values, value => Number(`${value}e-${places}`)),
      )
      const named = Object.fromEntries(columns.map((column, index) => [`x${index + 1}`, column]))
      const answer = await run({
        method: 'linear_regression',
        sources: linearRegression.sources,
        columns: { y: Float64Array.from(problem.y, Number), ...named },
        variables: { dependent: 'y', predictors: Object.keys(named) },
        options: { intercept },
      })
      const found = answer.result['coefficients'] as { estimate: number; std_error: number }[]
      expect(found).toHaveLength(certified.coefficients.length)
      report(name, {
        estimates: least(found.map((each, i) => digits(each.estimate, certified.coefficients[i]!.estimate))),
        errors: least(found.map((each, i) => digits(each.std_error, certified.coefficients[i]!.std_error))),
        'residual sd': digits(answer.result['residual_sd'], certified.residual_sd),
        'R squared': digits(answer.result['r_squared'], certified.r_squared),
      })
    })
  })

  describe('anova', () => {
    it.each([...anovaProblems()])('keeps the digits of %s', async (name, { groups, certified }: AnovaProblem) => {
      const answer = await run({
        method: 'anova',
        sources: anova.sources,
        columns: {
          y: Float64Array.from(groups.flat(), Number),
          group: {
            levels: groups.map((_, index) => `g${index}`),
            values: groups.flatMap((group, index) => group.map(() => `g${index}`)),
          },
        },
        variables: { dependent: 'y', factors: ['group'] },
      })
      const [term] = answer.result['terms'] as { sum_sq: number; mean_sq: number; f: number }[]
      const residual = answer.result['residual'] as { sum_sq: number; mean_sq: number }
      report(name, {
        between: digits(term!.sum_sq, certified.between.sum_sq),
        within: digits(residual.sum_sq, certified.within.sum_sq),
        F: digits(term!.f, certified.f),
        'residual sd': digits(Math.sqrt(residual.mean_sq), certified.residual_sd),
      })
    })
  })
}

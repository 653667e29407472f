import { numberOption, textOption } from '../presenting/requests.ts'
import { comment } from '../presenting/scripts.ts'
import type { AnalysisRequest } from '../stat-method.ts'

type Words = Record<string, string>

// The power of each test as an expression of effect, n and alpha; both tails where the alternative has two sides. %T is alpha by tail.
const rPowers: Words = {
  t_test_one_sample:
    'two(pt(qt(%T, n - 1, lower.tail = FALSE), n - 1, effect * sqrt(n), lower.tail = FALSE), pt(-qt(%T, n - 1, lower.tail = FALSE), n - 1, effect * sqrt(n)))',
  t_test_independent:
    'two(pt(qt(%T, 2 * n - 2, lower.tail = FALSE), 2 * n - 2, effect * sqrt(n / 2), lower.tail = FALSE), pt(-qt(%T, 2 * n - 2, lower.tail = FALSE), 2 * n - 2, effect * sqrt(n / 2)))',
  anova:
    'pf(qf(alpha, groups - 1, groups * (n - 1), lower.tail = FALSE), groups - 1, groups * (n - 1), groups * n * effect^2, lower.tail = FALSE)',
  proportion_one: 'two(pnorm(effect * sqrt(n) - qnorm(1 - %T)), pnorm(-effect * sqrt(n) - qnorm(1 - %T)))',
  proportions_two: 'two(pnorm(effect * sqrt(n / 2) - qnorm(1 - %T)), pnorm(-effect * sqrt(n / 2) - qnorm(1 - %T)))',
  correlation:
    '{ t <- qt(%T, n - 2, lower.tail = FALSE); r <- atanh(sqrt(t^2 / (t^2 + n - 2))); z <- atanh(effect) + effect / (2 * (n - 1)); two(pnorm((z - r) * sqrt(n - 3)), pnorm((-z - r) * sqrt(n - 3))) }',
  chi_square: 'pchisq(qchisq(alpha, df, lower.tail = FALSE), df, n * effect^2, lower.tail = FALSE)',
  linear_regression:
    'pf(qf(alpha, predictors, n - predictors - 1, lower.tail = FALSE), predictors, n - predictors - 1, effect * n, lower.tail = FALSE)',
}

const pythonPowers: Words = {
  t_test_one_sample:
    'two(stats.nct.sf(stats.t.isf(%T, n - 1), n - 1, effect * np.sqrt(n)), stats.nct.cdf(-stats.t.isf(%T, n - 1), n - 1, effect * np.sqrt(n)))',
  t_test_independent:
    'two(stats.nct.sf(stats.t.isf(%T, 2 * n - 2), 2 * n - 2, effect * np.sqrt(n / 2)), stats.nct.cdf(-stats.t.isf(%T, 2 * n - 2), 2 * n - 2, effect * np.sqrt(n / 2)))',
  anova:
    'stats.ncf.sf(stats.f.isf(alpha, groups - 1, groups * (n - 1)), groups - 1, groups * (n - 1), groups * n * effect**2)',
  proportion_one:
    'two(stats.norm.cdf(effect * np.sqrt(n) - stats.norm.isf(%T)), stats.norm.cdf(-effect * np.sqrt(n) - stats.norm.isf(%T)))',
  proportions_two:
    'two(stats.norm.cdf(effect * np.sqrt(n / 2) - stats.norm.isf(%T)), stats.norm.cdf(-effect * np.sqrt(n / 2) - stats.norm.isf(%T)))',
  correlation: 'correlation_power(effect, n, %T)',
  chi_square: 'stats.ncx2.sf(stats.chi2.isf(alpha, df), df, n * effect**2)',
  linear_regression:
    'stats.ncf.sf(stats.f.isf(alpha, predictors, n - predictors - 1), predictors, n - predictors - 1, effect * n)',
}

/** Scripts that state the power as a function and solve it for what is missing. */
export function powerScripts(request: AnalysisRequest): { r: string; python: string } {
  const asked = textOption(request, 'test', 't_test_independent')
  const test = asked === 't_test_paired' ? 't_test_one_sample' : asked
  const alternative = textOption(request, 'alternative', 'two_sided')
  const twoSided = alternative === 'two_sided'
  const tail = twoSided ? 'alpha / 2' : 'alpha'
  const known = ['effect', 'n', 'alpha', 'power'].filter(name => typeof request.options[name] === 'number')
  const missing = ['effect', 'n', 'alpha', 'power'].find(name => !known.includes(name)) ?? 'power'
  const value = (name: string) => {
    const number = numberOption(request, name, 0)
    if (name !== 'effect') return number
    if (twoSided) return Math.abs(number)
    return alternative === 'less' ? -number : number
  }
  const least = { correlation: 4, linear_regression: numberOption(request, 'predictors', 1) + 2 }[test] ?? 2
  const range = {
    n: [least, 1e9],
    effect: [1e-9, test === 'correlation' ? 1 - 1e-9 : 100],
    alpha: [1e-12, 1 - 1e-9],
    power: [0, 1],
  }[missing] ?? [0, 1]
  const values = ['effect', 'n', 'alpha'].filter(name => name !== missing).map(name => `${name} = ${value(name)}`)
  const sizes = ['groups', 'df', 'predictors'].map(name => numberOption(request, name, name === 'groups' ? 2 : 1))
  const [groups, df, predictors] = sizes
  const title = comment(`Power of ${asked}${alternative === 'less' ? ', mirrored: the effect has the other sign' : ''}`)
  const rCall = `power(${values.join(', ')})`
  return {
    r: [
      title,
      `groups <- ${groups}; df <- ${df}; predictors <- ${predictors}`,
      `two <- function(up, down) up${twoSided ? ' + down' : ''}`,
      `power <- function(effect, n, alpha) suppressWarnings(${(rPowers[test] ?? '').replaceAll('%T', tail)})`,
      missing === 'power'
        ? `print(${rCall}, digits = 12)`
        : `print(uniroot(function(unknown) power(${[...values, `${missing} = unknown`].join(', ')}) - ${value('power')}, c(${range.join(', ')}), tol = 1e-12, maxiter = 10000)$root, digits = 10)`,
      '',
    ].join('\n'),
    python: [
      title,
      'import numpy as np',
      'from scipy import stats',
      'from scipy.optimize import brentq',
      '',
      `groups, df, predictors = ${sizes.join(', ')}`,
      'def two(up, down):',
      `    return up${twoSided ? ' + np.nan_to_num(down)' : ''}`,
      'def correlation_power(effect, n, tail):',
      '    t = stats.t.isf(tail, n - 2)',
      '    r = np.arctanh(np.sqrt(t**2 / (t**2 + n - 2)))',
      '    z = np.arctanh(effect) + effect / (2 * (n - 1))',
      '    return two(stats.norm.cdf((z - r) * np.sqrt(n - 3)), stats.norm.cdf((-z - r) * np.sqrt(n - 3)))',
      'def power(effect, n, alpha):',
      `    return ${(pythonPowers[test] ?? '').replaceAll('%T', tail)}`,
      missing === 'power'
        ? `print(${rCall})`
        : `print(brentq(lambda unknown: power(${[...values, `${missing}=unknown`].join(', ')}) - ${value('power')}, ${missing === 'n' ? `${least}, 1e6` : range.join(', ')}, xtol=1e-12))`,
      '',
    ].join('\n'),
  }
}

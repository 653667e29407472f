import type { AnalysisRequest } from '../stat-method.ts'
import { confLevel, textOption } from '../presenting/requests.ts'
import { literal } from '../presenting/scripts.ts'

// The effect size and its interval by the noncentral t: `t`, `df` and `unit` (what t is multiplied by to give d) are expressions.

export function rEffect(request: AnalysisRequest, t: string, df: string, unit: string): string {
  const hedges = textOption(request, 'effect_size', 'cohens_d') === 'hedges_g'
  const level = confLevel(request)
  return [
    `t <- ${t}; df <- ${df}; unit <- ${unit}`,
    ...(hedges ? ['unit <- unit * exp(lgamma(df / 2) - lgamma((df - 1) / 2)) / sqrt(df / 2)'] : []),
    'ncp <- function(p) uniroot(function(x) suppressWarnings(pt(t, df, x)) - p, t + c(-1, 1) * (20 + abs(t)), tol = 1e-12)$root',
    `cat(${literal(hedges ? 'hedges_g' : 'cohens_d')}, format(unit * c(t, ncp(1 - (1 - ${level}) / 2), ncp((1 - ${level}) / 2)), digits = 12), "\\n")`,
  ].join('\n')
}

export function pythonEffect(request: AnalysisRequest, t: string, df: string, unit: string): string {
  const hedges = textOption(request, 'effect_size', 'cohens_d') === 'hedges_g'
  const level = confLevel(request)
  return [
    'from math import exp, lgamma',
    'from scipy.optimize import brentq',
    `t = ${t}; df = ${df}; unit = ${unit}`,
    ...(hedges ? ['unit *= exp(lgamma(df / 2) - lgamma((df - 1) / 2)) / (df / 2) ** 0.5'] : []),
    'ncp = lambda p: brentq(lambda x: stats.nct.cdf(t, df, x) - p, t - 20 - abs(t), t + 20 + abs(t))',
    `print(${literal(hedges ? 'hedges_g' : 'cohens_d')}, unit * t, unit * ncp(1 - (1 - ${level}) / 2), unit * ncp((1 - ${level}) / 2))`,
  ].join('\n')
}

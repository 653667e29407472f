import { numberAt, objectAt } from '../presenting/answers.ts'
import { pInWords, shortNumber } from '../presenting/numbers.ts'
import { confLevel } from '../presenting/requests.ts'
import { oneOf } from '../presenting/schemas.ts'
import type { AnalysisRequest, AnalysisTable, RAnswer } from '../stat-method.ts'
import { pythonCoefficients, valueTable } from './coefficients.ts'

export const intervalOption = oneOf(
  ['wald', 'profile'],
  'How intervals of coefficients are made: from standard errors, or from the profile of the likelihood (slower, better with few rows).',
)

export function generalizedModelTable(answer: RAnswer): AnalysisTable {
  const pseudo = objectAt(answer.result, 'pseudo_r_squared')
  const ratio = objectAt(answer.result, 'likelihood_ratio')
  const model = valueTable('Model', answer.result, [
    ['deviance', 'Deviance'],
    ['null_deviance', 'Deviance without predictors'],
    ['df_residual', 'df of the residuals'],
    ['log_likelihood', 'Log-likelihood'],
    ['aic', 'AIC'],
    ['bic', 'BIC'],
  ])
  const more: AnalysisTable['rows'] = [
    [
      numberAt(ratio, 'df_residual') === null ? 'Likelihood ratio (chi-squared)' : 'Test of the model (F)',
      numberAt(ratio, 'statistic'),
    ],
    ['df of that test', numberAt(ratio, 'df')],
    ['p of that test', numberAt(ratio, 'p_value')],
    ['Pseudo R squared (McFadden)', numberAt(pseudo, 'mcfadden')],
    ['Pseudo R squared (Cox-Snell)', numberAt(pseudo, 'cox_snell')],
    ['Pseudo R squared (Nagelkerke)', numberAt(pseudo, 'nagelkerke')],
  ]
  return { ...model, rows: [...model.rows, ...more] }
}

export function likelihoodRatioInWords(answer: RAnswer): string {
  const ratio = objectAt(answer.result, 'likelihood_ratio')
  const p = numberAt(ratio, 'p_value')
  const statistic = shortNumber(numberAt(ratio, 'statistic'))
  const df = shortNumber(numberAt(ratio, 'df'))
  const rest = numberAt(ratio, 'df_residual')
  const test =
    rest === null
      ? `likelihood ratio ${statistic} on ${df} df, ${pInWords(p)}`
      : `F(${df}, ${shortNumber(rest)}) = ${statistic}, ${pInWords(p)}`
  const claim =
    p !== null && p < 0.05
      ? 'The predictors explain more than chance would'
      : 'What the predictors explain may as well be chance'
  return `${claim}: ${test}.`
}

/** The lines that print a fitted `glm` of R, its ratios and its intervals. */
export function rGlmReport(request: AnalysisRequest, profile: boolean): string[] {
  const level = confLevel(request)
  return [
    'print(summary(fit), digits = 10)',
    ...(profile ? ['# Before R 4.4 this needs the package MASS.'] : []),
    `ci <- ${profile ? 'confint' : 'confint.default'}(fit, level = ${level})`,
    'print(cbind(ci, ratio = exp(coef(fit)), exp(ci)), digits = 10)',
    'print(c(AIC = AIC(fit), BIC = BIC(fit), McFadden = 1 - as.numeric(logLik(fit)) / as.numeric(logLik(null))), digits = 12)',
  ]
}

/** statsmodels has the standard errors of the step before its last: it goes on until the coefficients no longer move, so that both steps agree. */
export const pythonGlmTolerance = 'tol=0, rtol=1e-12, tol_criterion="params", maxiter=60'

export function pythonGlmReport(request: AnalysisRequest): string[] {
  return [
    'print(fit.summary())',
    pythonCoefficients,
    `print(fit.conf_int(alpha=1 - ${confLevel(request)}).to_string(float_format="%.12g"))`,
    `print(np.exp(fit.conf_int(alpha=1 - ${confLevel(request)})).assign(ratio=np.exp(fit.params)).to_string(float_format="%.12g"))`,
    'print("deviance", fit.deviance, "AIC", fit.aic, "McFadden", 1 - fit.llf / fit.llnull)',
  ]
}

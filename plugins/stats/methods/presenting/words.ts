import type { Assumption } from '../stat-method.ts'
import { counted } from './numbers.ts'

/** `a, b and c`. */
export function listed(names: readonly string[], last = 'and'): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`
}

/** Names of people's columns and levels, set apart from the sentence. */
export function quoted(name: string): string {
  return `“${name}”`
}

/** `12 rows were used; 3 were left out because a value is missing.` */
export function rowsInWords(n: number, excluded: number): string {
  const used = `${counted(n, 'row was', 'rows were')} used`
  if (excluded === 0) return `${used}; none was left out.`
  return `${used}; ${counted(excluded, 'was', 'were')} left out because a value is missing.`
}

/** `12 cases were used; 3 rows were left out …`, where each row stands for as many cases as its count says. */
export function casesInWords(n: number, excluded: number): string {
  const used = `${counted(n, 'case was', 'cases were')} used`
  if (excluded === 0) return `${used}; no row was left out.`
  return `${used}; ${counted(excluded, 'row was', 'rows were')} left out because a value is missing.`
}

/** What a one-sided test looked for, such as `greater values of “y”`; empty for a test of both sides. */
export function sideInWords(alternative: string, of: string): string {
  if (alternative === 'two_sided') return ''
  return `The test was one-sided: it looked for ${alternative === 'less' ? 'smaller' : 'greater'} ${of} only.`
}

/** What a one-sided test that found nothing leaves open. */
export function otherSideInWords(alternative: string): string {
  return alternative === 'two_sided' ? '' : 'The other direction was not tested.'
}

/** The size of an effect by a rule of thumb: the words for below each limit, and the last for what is above. */
export function sizeInWords(value: number | null, limits: readonly [number, number, number]): string {
  if (value === null) return 'of unknown size'
  const size = Math.abs(value)
  if (size < limits[0]) return 'negligible'
  if (size < limits[1]) return 'small'
  if (size < limits[2]) return 'medium'
  return 'large'
}

/** Limits after Cohen (1988), by the name of the effect size. */
export const effectLimits = {
  d: [0.2, 0.5, 0.8],
  r: [0.1, 0.3, 0.5],
  etaSquared: [0.01, 0.06, 0.14],
  g: [0.05, 0.15, 0.25],
} as const satisfies Record<string, readonly [number, number, number]>

/** Why a conclusion must be drawn with care, and what else could be used; empty when all holds. */
export function doubtsInWords(assumptions: readonly Assumption[], instead: string): string {
  const failed = assumptions.filter(assumption => assumption.ok === false)
  if (failed.length === 0) return ''
  const notes = failed.map(assumption => assumption.note).join(' ')
  return `Read this with care: ${notes}${instead === '' ? '' : ` ${instead}`}`
}

/** Whether the result is significant at `alpha`. */
export function isSignificant(p: number | null, alpha: number): boolean {
  return p !== null && p < alpha
}

export const notProvenEqual =
  'That is not evidence that there is no difference: the interval shows which differences the data leave open.'

export const notCausal =
  'A difference between groups that were not assigned at random says nothing about what causes it.'

export const associationNotCausal = 'An association does not show that one variable causes the other.'

/** Paragraphs, without the empty ones. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.filter(part => part !== '').join('\n\n')
}

/** Sentences of a paragraph, without the empty ones. */
export function sentences(...parts: readonly string[]): string {
  return parts.filter(part => part !== '').join(' ')
}

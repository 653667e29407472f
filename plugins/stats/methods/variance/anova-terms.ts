import { ValidationError, type FieldError } from '@svc/plugin'
import type { AnalysisRequest } from '../stat-method.ts'
import { columnsOf } from '../presenting/requests.ts'

/** The model's terms, each as its columns: those of `terms`, else the covariates and every combination of the factors. @throws ValidationError */
export function termsOf(request: AnalysisRequest): string[][] {
  const factors = columnsOf(request, 'factors')
  const covariates = columnsOf(request, 'covariates')
  const given = request.options['terms']
  if (!Array.isArray(given) || given.length === 0) return [...covariates.map(name => [name]), ...factorial(factors)]
  const known = [...factors, ...covariates]
  const terms: string[][] = []
  const errors: FieldError[] = []
  for (const [index, text] of given.map(String).entries()) {
    const term = parse(text, known)
    const path = `/options/terms/${index}`
    if (!term) {
      const names = known.map(name => `"${name}"`).join(', ')
      errors.push({
        path,
        message: `The term "${text}" is made of other names than the factors and covariates: ${names}; write "a:b" for the interaction of a and b.`,
      })
    } else if (terms.some(other => sameTerm(other, term))) {
      errors.push({ path, message: `The term "${text}" is named twice.` })
    } else terms.push(term)
  }
  for (const name of known) {
    if (errors.length > 0 || terms.some(term => term.includes(name))) continue
    errors.push({
      path: '/options/terms',
      message: `"${name}" is a factor or covariate, but in no term: name it or leave it out.`,
    })
  }
  // Without them the columns of the interaction depend on how levels are coded, and so would its numbers.
  for (const [index, term] of errors.length > 0 ? [] : terms.entries()) {
    const without = factorial(term).find(part => !terms.some(other => sameTerm(other, part)))
    if (!without) continue
    const lacking = without.join(':')
    errors.push({
      path: `/options/terms/${index}`,
      message: `The term "${term.join(':')}" needs "${lacking}" beside it, which is not among the terms.`,
    })
  }
  if (errors[0]) throw new ValidationError(errors[0].message, errors)
  return terms
}

/** Every combination of the factors, by order. */
export function factorial(factors: readonly string[]): string[][] {
  const sets = factors.reduce<string[][]>((found, factor) => [...found, ...found.map(set => [...set, factor])], [[]])
  return sets.filter(set => set.length > 0).sort((a, b) => a.length - b.length)
}

// A name may hold colons itself: the longest names are tried first.
function parse(text: string, known: readonly string[]): string[] | null {
  for (const name of [...known].sort((a, b) => b.length - a.length)) {
    if (text === name) return [name]
    if (!text.startsWith(`${name}:`)) continue
    const rest = parse(
      text.slice(name.length + 1),
      known.filter(other => other !== name),
    )
    if (rest) return [name, ...rest]
  }
  return null
}

function sameTerm(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every(name => b.includes(name))
}

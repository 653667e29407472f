import { Type } from 'typebox'
import { ValidationError } from '@svc/plugin'
import { columnOf, columnsOf, variableOf } from '../presenting/requests.ts'
import type { FrameColumn } from '../presenting/scripts.ts'
import type { AnalysisRequest } from '../stat-method.ts'

// What the regressions share: predictors, their products, and the frames of their scripts.

export const interactionsOption = Type.Optional(
  Type.Array(Type.Array(Type.String({ minLength: 1 }), { minItems: 2, maxItems: 3, uniqueItems: true }), {
    maxItems: 50,
    uniqueItems: true,
    default: [],
    description: 'Products of predictors to add, each a list of two or three of them.',
  }),
)

export function interactionsOf(request: AnalysisRequest): string[][] {
  const value = request.options['interactions']
  return Array.isArray(value) ? value.map(names => (Array.isArray(names) ? names.map(String) : [])) : []
}

/** @throws ValidationError where a product names what is no predictor */
export function checkInteractions(request: AnalysisRequest): void {
  const predictors = new Set(columnsOf(request, 'predictors'))
  interactionsOf(request).forEach((names, index) => {
    const strange = names.find(name => !predictors.has(name))
    if (strange === undefined) return
    const message = `${strange} is not among the predictors; an interaction is made of predictors`
    throw new ValidationError(message, [{ path: `/options/interactions/${index}`, message }])
  })
}

/** @throws ValidationError where one column is given to two of the roles */
export function checkDistinct(request: AnalysisRequest, roles: readonly string[]): void {
  const taken = new Map<string, string>()
  for (const role of roles) {
    for (const column of columnsOf(request, role)) {
      const other = taken.get(column)
      if (other !== undefined && other !== role) {
        const message = `${column} is both ${other} and ${role}; a column can have one part only`
        throw new ValidationError(message, [{ path: `/variables/${role}`, message }])
      }
      taken.set(column, role)
    }
  }
}

/** Columns as `x1`, `x2`, …: numbers, or factors where they are no numbers. */
export function numberedFrame(request: AnalysisRequest, role: string, prefix = 'x'): FrameColumn[] {
  return columnsOf(request, role).map((column, index) => ({
    as: `${prefix}${index + 1}`,
    column,
    kind: variableOf(request, column).measure === 'continuous' ? 'number' : 'factor',
  }))
}

/** `x1 + x2 + x1:x2`: the right side of a formula of R and of patsy. */
export function formulaOf(request: AnalysisRequest): string {
  const predictors = columnsOf(request, 'predictors')
  const alias = (name: string) => `x${predictors.indexOf(name) + 1}`
  return [...predictors.map(alias), ...interactionsOf(request).map(names => names.map(alias).join(':'))].join(' + ')
}

/** The column of an optional role as a frame's column. */
export function optionalFrame(request: AnalysisRequest, role: string, as: string): FrameColumn[] {
  const column = columnOf(request, role)
  return column === '' ? [] : [{ as, column, kind: 'number' }]
}

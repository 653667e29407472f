import { ValidationError, type FieldError } from '@svc/plugin'
import type { AnalysisRequest, AnalysisVariable } from '../stat-method.ts'

/** The column of a role that takes one; '' where none is given. */
export function columnOf(request: AnalysisRequest, role: string): string {
  const value = request.variables[role]
  return typeof value === 'string' ? value : ''
}

/** The columns of a role, in order. */
export function columnsOf(request: AnalysisRequest, role: string): string[] {
  const value = request.variables[role]
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.map(String) : []
}

export function variableOf(request: AnalysisRequest, column: string): AnalysisVariable {
  return request.columns.get(column) ?? { name: column, label: null, measure: 'continuous', levels: null }
}

/** What people read: the label where there is one. */
export function titleOf(request: AnalysisRequest, column: string): string {
  return request.columns.get(column)?.label ?? column
}

export function numberOption(request: AnalysisRequest, option: string, fallback: number): number {
  const value = request.options[option]
  return typeof value === 'number' ? value : fallback
}

export function textOption(request: AnalysisRequest, option: string, fallback: string): string {
  const value = request.options[option]
  return typeof value === 'string' ? value : fallback
}

export function flagOption(request: AnalysisRequest, option: string, fallback: boolean): boolean {
  const value = request.options[option]
  return typeof value === 'boolean' ? value : fallback
}

/** The confidence level of the request. */
export function confLevel(request: AnalysisRequest): number {
  return numberOption(request, 'conf_level', 0.95)
}

/** Roles that must be different columns. @throws ValidationError naming the column that is in two */
export function checkDistinct(request: AnalysisRequest): void {
  const seen = new Map<string, string>()
  const errors: FieldError[] = []
  for (const role of Object.keys(request.variables)) {
    for (const column of columnsOf(request, role)) {
      const other = seen.get(column)
      if (other !== undefined) {
        const message = `The column "${column}" is already in ${other}; each column can have one role.`
        errors.push({ path: `/variables/${role}`, message })
      }
      seen.set(column, role)
    }
  }
  if (errors[0]) throw new ValidationError(errors[0].message, errors)
}

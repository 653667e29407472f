import { faultSentences, ValidationError } from '@svc/plugin'
import type { FieldError, NumericColumn } from '@svc/plugin'
import { shownName, unknownColumn } from '../unknown-column.ts'
import { valuesOf } from './column-values.ts'
import type { GivenVariable } from './variable.ts'

const mostShown = 5

/** @throws ValidationError naming every column that there is not, and those that are named twice */
export function checkNames(given: readonly GivenVariable[], known: readonly string[], prefix = '/variables'): void {
  const faults: FieldError[] = []
  const seen = new Set<string>()
  for (const [index, { name }] of given.entries()) {
    const path = `${prefix}/${index}/name`
    if (!known.includes(name)) faults.push({ path, message: unknownColumn(name, known) })
    else if (seen.has(name)) faults.push({ path, message: `names ${shownName(name)} a second time` })
    seen.add(name)
  }
  throwFaults(faults)
}

/** What is given, made fit for keeping, and what people should know about it. */
export interface CheckedVariable {
  variable: GivenVariable & { levels?: string[] }
  warnings: string[]
}

/**
 * Holds what is said of a column against its values.
 * @throws ValidationError
 */
export function checkVariable(given: GivenVariable, column: NumericColumn, path: string): CheckedVariable {
  const name = shownName(given.name)
  const { levels: givenLevels, ...rest } = given
  const faults: FieldError[] = []
  const isText = column.kind === 'codes'
  if (given.measure === 'continuous' && isText && column.meaning === 'text')
    faults.push({ path: `${path}/measure`, message: `says that ${name} is continuous, but it holds text` })
  if (given.measure === 'continuous' && givenLevels !== undefined)
    faults.push({ path: `${path}/levels`, message: `are of nominal and ordinal variables, and ${name} is continuous` })
  const levels = (givenLevels ?? []).map(level => levelText(level, column))
  for (const [index, level] of levels.entries()) {
    if (levels.indexOf(level) === index) continue
    faults.push({ path: `${path}/levels/${index}`, message: `names the level ${shownName(level)} a second time` })
  }
  for (const [index, value] of (given.missing_values ?? []).entries()) {
    if (isText || typeof value === 'number' || isNumber(value)) continue
    const message = `is ${shownName(value)}, but ${name} holds numbers`
    faults.push({ path: `${path}/missing_values/${index}`, message })
  }
  throwFaults(faults)
  if (givenLevels === undefined) return { variable: rest, warnings: [] }
  return { variable: { ...rest, levels }, warnings: levelWarnings(given, levels, column) }
}

function levelWarnings(given: GivenVariable, levels: string[], column: NumericColumn): string[] {
  const found = valuesOf(column, given.missing_values ?? [])
  const name = shownName(given.name)
  const absent = levels.filter(level => !found.has(level))
  const others = [...found.keys()].filter(value => !levels.includes(value))
  const warnings: string[] = []
  if (absent.length > 0) warnings.push(`${name}: ${listed(absent)} ${absent.length === 1 ? 'does' : 'do'} not occur.`)
  if (others.length > 0) {
    const rows = others.reduce((sum, value) => sum + (found.get(value) ?? 0), 0)
    const where = rows === 1 ? '1 row' : `${rows} rows`
    warnings.push(`${name}: ${listed(others)} (${where}) is not among the levels and counts after them.`)
  }
  return warnings
}

function listed(values: readonly string[]): string {
  const shown = values.slice(0, mostShown).map(shownName).join(', ')
  return values.length > mostShown ? `${shown} and ${values.length - mostShown} more` : shown
}

/** `1`, `1.0` and `"1"` are one level of a column of numbers. */
function levelText(level: string | number | boolean, column: NumericColumn): string {
  const text = String(level)
  return column.kind === 'number' && isNumber(text) ? String(Number(text)) : text
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text))
}

function throwFaults(faults: readonly FieldError[]): void {
  if (faults.length > 0) throw new ValidationError(faultSentences(faults), faults.slice(0, 20))
}

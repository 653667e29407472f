import { UnprocessableError } from '@svc/plugin'
import type { NumericColumn } from '@svc/plugin'
import type { AnalysisVariable, Measure, RColumn } from '../methods/stat-method.ts'
import { shownName } from '../unknown-column.ts'
import { valuesOf } from '../variables/column-values.ts'
import type { Variable } from '../variables/variable.ts'
import type { RoleColumn } from './method-catalog.ts'

/** Groups beyond this are no groups, and R would make a table of them. */
const mostLevels = 1000

export interface ReadVariable {
  column: RColumn
  variable: AnalysisVariable
  warnings: string[]
}

/** A column as its role needs it. @throws UnprocessableError naming the column */
export function readVariable(column: NumericColumn, known: Variable, role: RoleColumn): ReadVariable {
  const measure = arrivalOf(column, known, role)
  const warnings = remarks(column, known, measure)
  const { name, label, missing_values } = known
  const about = { name, label, meaning: column.meaning, missing_values }
  if (measure === 'continuous') {
    const values = column.kind === 'number' ? numbers(column.values, missing_values) : zeroOrOne(column.codes)
    return { column: { name, kind: 'number', values }, variable: { ...about, measure, levels: null }, warnings }
  }
  const levels = levelsOf(column, known)
  const codes = column.kind === 'number' ? codesOfNumbers(column, levels) : codesOfText(column, levels)
  const kind = measure === 'ordinal' ? 'ordered' : 'factor'
  return { column: { name, kind, codes, levels }, variable: { ...about, measure, levels }, warnings }
}

/** How the column goes to R: as numbers, as ordered or as mere categories. */
function arrivalOf(column: NumericColumn, known: Variable, { role, measures }: RoleColumn): Measure {
  const isText = column.kind === 'codes' && column.meaning === 'text'
  if (measures.includes('continuous') && measures.length === 1) {
    if (isText) throw refusal(known, role, 'it holds text, where numbers are needed')
    if (known.measure === 'nominal' && known.source === 'given')
      throw refusal(
        known,
        role,
        'its measure is nominal, where numbers are needed; say another by POST /api/stats/import',
      )
    return 'continuous'
  }
  if (!measures.includes('continuous')) {
    if (!measures.includes('nominal') || (known.measure === 'ordinal' && measures.includes('ordinal'))) return 'ordinal'
    return 'nominal'
  }
  if (measures.includes(known.measure)) return known.measure
  if (column.kind === 'codes' && column.meaning === 'boolean') return 'continuous'
  const wanted = `${measures.join(' or ')} is needed`
  throw refusal(
    known,
    role,
    isText ? `it holds text without an order, where ${wanted}` : `it is ${known.measure}, where ${wanted}`,
  )
}

function refusal({ name }: Variable, role: string, reason: string): UnprocessableError {
  return new UnprocessableError('unprocessable', `${shownName(name)} cannot be the ${role}: ${reason}.`)
}

function remarks(column: NumericColumn, known: Variable, measure: Measure): string[] {
  const name = shownName(known.name)
  if (measure !== 'continuous') return []
  if (column.kind === 'codes') return [`${name} is true or false and is taken as 1 and 0.`]
  if (known.measure === 'ordinal') return [`${name} is ordinal and is taken as numbers of equal distance.`]
  return []
}

function numbers(values: Float64Array, missing: readonly (string | number)[]): Float64Array {
  if (missing.length === 0) return values
  const isMissing = new Set(missing.map(Number))
  return values.map(value => (isMissing.has(value) ? Number.NaN : value))
}

function zeroOrOne(codes: Int32Array): Float64Array {
  return Float64Array.from(codes, code => (code < 0 ? Number.NaN : code))
}

/** The given levels, then the other values that occur, sorted. */
function levelsOf(column: NumericColumn, { name, levels, missing_values }: Variable): string[] {
  const found = valuesOf(column, missing_values)
  const said = levels ?? []
  const all = [...said, ...[...found.keys()].filter(value => !said.includes(value))]
  if (all.length <= mostLevels) return all
  const message = `${shownName(name)} has ${all.length} different values, more than the ${mostLevels} that can be told apart as groups.`
  throw new UnprocessableError('unprocessable', message)
}

function codesOfText(
  { codes, levels: values }: NumericColumn & { kind: 'codes' },
  levels: readonly string[],
): Int32Array {
  const position = new Map(levels.map((level, index) => [level, index]))
  const places = values.map(value => position.get(value) ?? -1)
  return codes.map(code => (code < 0 ? -1 : (places[code] ?? -1)))
}

function codesOfNumbers({ values }: NumericColumn & { kind: 'number' }, levels: readonly string[]): Int32Array {
  const position = new Map(levels.map((level, index) => [Number(level), index]))
  return Int32Array.from(values, value => position.get(value) ?? -1)
}

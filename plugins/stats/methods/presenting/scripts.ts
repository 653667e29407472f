import type { AnalysisRequest } from '../stat-method.ts'
import { variableOf } from './requests.ts'

/**
 * A column of the frame that a script computes on. Frames have names of ours (`y`, `a`, …), so that no formula in either language ever holds a column's own
 * name: those appear as quoted strings, once, where the column is read.
 */
export interface FrameColumn {
  as: string
  column: string
  /** `text` is for telling rows apart only. */
  kind: 'number' | 'factor' | 'ranks' | 'text'
  /** Of a factor: levels that no row has stay. */
  keepsLevels?: boolean
}

/** A string literal of R and of Python: the escapes of JSON mean the same in both, but neither takes half a surrogate pair and R no NUL. */
export function literal(text: string): string {
  return JSON.stringify(text.toWellFormed().replaceAll('\0', ''))
}

/** A comment's line: names of people's columns must not end it. */
export function comment(text: string): string {
  return `# ${text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`
}

export function rNumber(value: number): string {
  return String(value)
}

export function rFlag(value: boolean): string {
  return value ? 'TRUE' : 'FALSE'
}

export function pythonFlag(value: boolean): string {
  return value ? 'True' : 'False'
}

/** `two.sided` in R, `two-sided` in Python. */
export function rAlternative(alternative: string): string {
  return literal(alternative.replace('_', '.'))
}

export function pythonAlternative(alternative: string): string {
  return literal(alternative.replace('_', '-'))
}

/** The start of an R script: `data` as exported, `d` its complete rows of the named columns. */
export function rFrame(request: AnalysisRequest, title: string, frame: readonly FrameColumn[]): string {
  const columns = frame.map(one => `  ${one.as} = ${rColumn(request, one)}`)
  const kept = frame.flatMap(({ keepsLevels }, index) => (keepsLevels ? [index + 1] : []))
  return [
    comment(`${title}: ${request.dataset}`),
    'data <- read.csv("data.csv", check.names = FALSE, colClasses = "character", na.strings = "", encoding = "UTF-8")',
    'd <- data.frame(',
    columns.join(',\n'),
    ')',
    `d <- droplevels(d[complete.cases(d), , drop = FALSE]${kept.length === 0 ? '' : `, except = c(${kept.join(', ')})`})`,
  ].join('\n')
}

/** The same in Python. */
export function pythonFrame(
  request: AnalysisRequest,
  title: string,
  frame: readonly FrameColumn[],
  imports: readonly string[] = [],
): string {
  const columns = frame.map(one => `    ${literal(one.as)}: ${pythonColumn(request, one)},`)
  const kept = frame.filter(({ keepsLevels }) => keepsLevels).map(({ as }) => literal(as))
  return [
    comment(`${title}: ${request.dataset}`),
    'import pandas as pd',
    ...imports,
    '',
    'data = pd.read_csv("data.csv", dtype=str, keep_default_na=False, na_values=[""])',
    'd = pd.DataFrame({',
    ...columns,
    '}).dropna()',
    `for name in d.select_dtypes("category")${kept.length === 0 ? '' : `.drop(columns=[${kept.join(', ')}])`}:`,
    '    d[name] = d[name].cat.remove_unused_categories()',
  ].join('\n')
}

function rColumn(request: AnalysisRequest, { column, kind }: FrameColumn): string {
  const values = `data[[${literal(column)}]]`
  if (kind === 'text') return values
  const { levels, measure } = variableOf(request, column)
  if (kind === 'number' || (kind === 'ranks' && measure === 'continuous')) return `as.numeric(${values})`
  const known = levels === null ? `factor(${values})` : rFactor(values, levels)
  return kind === 'ranks' ? `as.integer(${known})` : known
}

// Levels that are numbers are compared as numbers: an export may write 4 as 4.0.
function rFactor(values: string, levels: readonly string[]): string {
  if (areNumbers(levels)) return `factor(as.numeric(${values}), levels = c(${levels.join(', ')}))`
  return `factor(${values}, levels = c(${levels.map(literal).join(', ')}))`
}

function pythonColumn(request: AnalysisRequest, { column, kind }: FrameColumn): string {
  const values = `data[${literal(column)}]`
  if (kind === 'text') return values
  const { levels, measure } = variableOf(request, column)
  if (kind === 'number' || (kind === 'ranks' && measure === 'continuous')) return `pd.to_numeric(${values})`
  const known = pythonFactor(values, levels)
  return kind === 'ranks' ? `pd.Series(${known}.codes).where(lambda code: code >= 0)` : known
}

function pythonFactor(values: string, levels: readonly string[] | null): string {
  if (levels === null) return `pd.Categorical(${values})`
  if (areNumbers(levels)) return `pd.Categorical(pd.to_numeric(${values}), categories=[${levels.join(', ')}])`
  return `pd.Categorical(${values}, categories=[${levels.map(literal).join(', ')}])`
}

function areNumbers(levels: readonly string[]): boolean {
  return levels.length > 0 && levels.every(level => /^-?\d+(\.\d+)?$/.test(level))
}

/** Lines that print numbers, all digits, each after its name: pairs of a name and an expression. */
export function rShow(...shown: readonly (readonly [string, string])[]): string {
  return shown.map(([name, value]) => `cat(${literal(name)}, format(${value}, digits = 15), "\\n")`).join('\n')
}

export function pythonShow(...shown: readonly (readonly [string, string])[]): string {
  return shown.map(([name, value]) => `print(${literal(name)}, ${value})`).join('\n')
}

/** A script of its parts. */
export function script(...parts: readonly string[]): string {
  return `${parts.filter(part => part !== '').join('\n')}\n`
}

/** How a value of an app or a tool is shown. */
export type ResultKind = 'chart' | 'fields' | 'json' | 'list' | 'markdown' | 'nothing' | 'table' | 'text' | 'word'

export type Json = Readonly<Record<string, unknown>>

const deepest = 3
const longestWord = 80
const mostColumns = 40
const sampled = 200
// Without an end to each part, or where one may begin within itself, a long text would take time by the square of its length.
const marks = /^#{1,6} \S|^ {0,3}[-*] \S|^\d{1,3}\. \S|\*\*\S|```|\[[^[\]\n]{1,400}\]\([^()\n]{1,2000}\)|^\|.+\|\s*$/m

/** The kind of a value that stands `depth` objects deep in a result; what is deeper than people can follow is JSON. */
export function resultKind(value: unknown, depth = 0): ResultKind {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'string') return textKind(value)
  if (typeof value !== 'object') return 'word'
  if (Array.isArray(value)) {
    if (value.length === 0) return 'nothing'
    if (value.every(isObject)) return 'table'
    return value.some(each => typeof each === 'object' && each !== null) ? 'json' : 'list'
  }
  if (isChart(value as Json)) return 'chart'
  if (Object.keys(value).length === 0) return 'nothing'
  return depth < deepest ? 'fields' : 'json'
}

function textKind(text: string): ResultKind {
  if (marks.test(text)) return 'markdown'
  return text.length <= longestWord && !text.includes('\n') ? 'word' : 'text'
}

/** Whether it says of itself that it is a chart of Vega-Lite. */
function isChart({ $schema: schema }: Json): boolean {
  return typeof schema === 'string' && /^https:\/\/vega\.github\.io\/schema\/vega-lite\//.test(schema)
}

/** The columns of a table of objects: the names that its first rows have. */
export function columnsOf(rows: readonly Json[]): { names: string[]; left: number } {
  const names = [...new Set(rows.slice(0, sampled).flatMap(row => Object.keys(row)))]
  return { names: names.slice(0, mostColumns), left: Math.max(0, names.length - mostColumns) }
}

const digits = 6
const longestCell = 200
const mostInLine = 12

/** A value in one line; a number with as many digits as one reads. */
export function wordOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return String(Number.isInteger(value) ? value : Number(value.toPrecision(digits)))
  const text = typeof value === 'object' ? lineOf(value) : String(value)
  return text.length > longestCell ? `${text.slice(0, longestCell)}…` : text
}

/** Small objects as `name: value, …`, and lists of them with a semicolon between, which is easier to read than JSON. */
function lineOf(value: object): string {
  if (Array.isArray(value)) {
    if (value.length > mostInLine || value.some(part => Array.isArray(part))) return JSON.stringify(value)
    return value.map(wordOf).join(value.some(isObject) ? '; ' : ', ')
  }
  const parts = Object.entries(value)
  if (parts.length > mostInLine || parts.some(([, part]) => typeof part === 'object' && part !== null)) {
    return JSON.stringify(value)
  }
  return parts.map(([name, part]) => `${name}: ${wordOf(part)}`).join(', ')
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

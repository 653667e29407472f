import { quotedName, quotedText } from '../../quoting.ts'
import { missingWords } from '../../reading/cell-types.ts'
import type { CellType } from '../../reading/cell-types.ts'
import { plainType } from '../../reading/csv/cell-ends.ts'
import type { CsvColumn } from '../../reading/csv/csv-plan.ts'
import type { CsvSyntax } from '../../reading/csv/csv-scanner.ts'

export interface CsvSource {
  path: string
  syntax: CsvSyntax
  hasHeader: boolean
  decimal: '.' | ','
  columns: readonly CsvColumn[]
  newLine: '\\n' | '\\r\\n'
  maxLineBytes: number
  /** Each value is known to fit the type of its column. */
  isChecked: boolean
  /** Each value is known to be written in the plainest way of its type. */
  arePlain?: boolean
  /** Where rows with the wrong number of values are told; null: there are none. */
  rejects: { errors: string; scans: string; limit: number } | null
}

const leastBuffer = 32 * 1024 * 1024

/**
 * A SELECT of a file of CSV in which every value that would change by its type is an error: DuckDB's own casts round `2.5` to an integer, cut the time off a
 * date, and pass over a time zone.
 */
export function csvSelect({ columns, ...source }: CsvSource): string {
  const read = columns.map(({ name, type }, index) => {
    const cell = `c${index}`
    const plain = source.arePlain === true ? plainType(type) : null
    if (plain !== null) return { name, cell, as: plain, value: cell }
    const checked = source.isChecked ? checkedNumber(cell, type, source.decimal) : null
    return { name, cell, ...(checked ?? { as: readAs(type), value: valueOf(cell, type, source.decimal) }) }
  })
  const values = read.map(({ name, value }) => `${value} as ${quotedName(name)}`)
  const types = read.map(({ cell, as }) => `${cell}: '${as}'`)
  const options = [
    'auto_detect = false',
    `columns = {${types.join(', ')}}`,
    `header = ${source.hasHeader}`,
    `delim = ${quotedText(source.syntax.delimiter)}`,
    `quote = ${quotedText(source.syntax.quote)}`,
    `escape = ${quotedText(source.syntax.quote)}`,
    `new_line = '${source.newLine}'`,
    `decimal_separator = '${source.decimal}'`,
    `nullstr = ''`,
    `max_line_size = ${source.maxLineBytes + 2}`,
    `buffer_size = ${Math.max(leastBuffer, 2 * source.maxLineBytes)}`,
    `compression = 'none'`,
    ...rejectOptions(source.rejects),
  ]
  return `select ${values.join(', ')} from read_csv(${quotedText(source.path)}, ${options.join(', ')})`
}

function rejectOptions(rejects: CsvSource['rejects']): string[] {
  if (rejects === null) return []
  return [
    'store_rejects = true',
    `rejects_table = '${rejects.errors}'`,
    `rejects_scan = '${rejects.scans}'`,
    `rejects_limit = ${rejects.limit}`,
  ]
}

const words = missingWords.map(quotedText).join(', ')

function isIso({ order }: CellType): boolean {
  return order === undefined || order === 'iso'
}

/** What the engine's reader makes of the cells: not more than it can without loss. */
function readAs(type: CellType): string {
  if (type.hasWords === true || type.isWide === true) return 'VARCHAR'
  // What was only inferred to be a number may be a code further down: its text shows it.
  if (type.name === 'BIGINT' || type.name === 'DOUBLE') return type.source === 'given' ? 'DOUBLE' : 'VARCHAR'
  return type.name === 'DATE' && isIso(type) ? 'TIMESTAMP' : 'VARCHAR'
}

/** A number that is known to fit, read as such: a table may have too many columns for checks of their texts. Null for other types. */
function checkedNumber(
  cell: string,
  { name, hasWords = false }: CellType,
  decimal: '.' | ',',
): { as: string; value: string } | null {
  if (name !== 'BIGINT' && name !== 'DOUBLE') return null
  if (!hasWords) return { as: name, value: cell }
  const text = decimal === ',' && name === 'DOUBLE' ? `replace(${cell}, ',', '.')` : cell
  return { as: 'VARCHAR', value: unlessMissing(cell, `cast(${text} as ${name})`) }
}

function valueOf(cell: string, type: CellType, decimal: '.' | ','): string {
  const value = givenValueOf(cell, type, decimal)
  return type.hasWords === true ? unlessMissing(cell, value) : value
}

/** Null for the words that stand for a value that is missing. */
function unlessMissing(cell: string, value: string): string {
  return `case when list_contains([${words}], trim(${cell})) then null else ${value} end`
}

/** Of what is none of the words for a value that is missing. */
function givenValueOf(cell: string, type: CellType, decimal: '.' | ','): string {
  const isRead = readAs(type) !== 'VARCHAR'
  const as = (name: string): string => {
    if (isRead) return cell
    return `cast(${decimal === ',' && name === 'double' ? `replace(${cell}, ',', '.')` : cell} as ${name})`
  }
  switch (type.name) {
    case 'VARCHAR':
      return cell
    case 'DOUBLE':
      return type.source === 'given' ? as('double') : inferredDouble(cell, decimal, as('double'))
    case 'BIGINT': {
      if (type.source === 'inferred') return inferredInteger(cell, 'BIGINT')
      if (type.isWide === true) return exact(cell, `regexp_full_match(trim(${cell}), '[+-]?\\d+')`, 'BIGINT')
      const number = as('double')
      return checked(cell, `${number} = floor(${number}) and abs(${number}) < 9007199254740992`, `${number}::bigint`)
    }
    case 'BOOLEAN':
      return truth(cell, type)
    case 'DATE': {
      const time = isIso(type) ? as('timestamp') : parsedDate(cell, type)
      return checked(cell, `${time}::date = ${time}`, `${time}::date`)
    }
    case 'TIMESTAMP':
      if (isIso(type)) return instant(cell, type)
      return checked(cell, `${parsedDate(cell, type)} is not null`, parsedDate(cell, type))
    case 'TIME':
      return exact(cell, 'true', 'TIME')
    default:
      return type.source === 'given' ? decimalOf(cell, type.name, decimal) : inferredInteger(cell, type.name)
  }
}

/** `value` where the condition holds, null for null; everything else ends the import, to be read with more care. */
function checked(cell: string, condition: string, value: string): string {
  return `case when ${condition} then ${value} when ${cell} is null then null else error('does not fit') end`
}

function exact(cell: string, condition: string, type: string): string {
  return checked(
    cell,
    `${condition} and try_cast(trim(${cell}) as ${type}) is not null`,
    `try_cast(trim(${cell}) as ${type})`,
  )
}

/** Leading zeros, a sign in front of a code and the like would be lost: what does not come back as it was is read with more care. */
function inferredInteger(cell: string, type: string): string {
  const number = `try_cast(${cell} as ${type})`
  return checked(cell, `cast(${number} as varchar) = trim(${cell})`, number)
}

/** The same by what the text begins with: patterns would cost a table of many columns more than all else. */
function inferredDouble(cell: string, decimal: '.' | ',', value: string): string {
  const text = `trim(${cell})`
  const afterDecimal = decimal === '.' ? '/' : '-'
  const ranges = [
    ['1', ':'],
    ['-1', '-:'],
    ...['', '0', '-', '-0'].map(before => [before + decimal, before + afterDecimal]),
  ].map(([from = '', to = '']) => `${text} >= ${quotedText(from)} and ${text} < ${quotedText(to)}`)
  const isUsual = [...ranges, `${text} in ('0', '-0')`].join(' or ')
  // A cast takes "1_000" for a number.
  const others = decimal === '.' ? ['_'] : ['_', '.']
  return checked(
    cell,
    [`(${isUsual})`, ...others.map(other => `not contains(${cell}, '${other}')`)].join(' and '),
    value,
  )
}

function decimalOf(cell: string, type: string, decimal: '.' | ','): string {
  const scale = Number(/,\s*(\d+)/.exec(type)?.[1] ?? 0)
  const number = decimal === ',' ? `replace(trim(${cell}), ',', '.')` : `trim(${cell})`
  const condition = `regexp_full_match(${number}, '[+-]?\\d*(\\.\\d{0,${scale}}0*)?') and try_cast(${number} as ${type}) is not null`
  return checked(cell, condition, `try_cast(${number} as ${type})`)
}

/** DuckDB's cast to a timestamp without a zone passes over one that is written there. */
function instant(cell: string, { hasZone }: CellType): string {
  if (hasZone === true) return `${exact(cell, 'true', 'TIMESTAMP WITH TIME ZONE')} at time zone 'UTC'`
  // What most are written as has no room for one, and is looked at once only.
  const isUsual = `${cell} like '____-__-_____:__:__' and not suffix(${cell}, 'Z')`
  const noZone = `not contains(${cell}, '+') and not suffix(${cell}, 'Z') and not contains(substr(${cell}, 12), '-')`
  return `case when ${isUsual} then cast(${cell} as timestamp) else ${exact(cell, noZone, 'TIMESTAMP')} end`
}

function truth(cell: string, { source }: CellType): string {
  const yes = source === 'given' ? "'true', 't', 'yes', 'y', '1'" : "'true'"
  const no = source === 'given' ? "'false', 'f', 'no', 'n', '0'" : "'false'"
  const word = `lower(trim(${cell}))`
  const usual = `when ${cell} = 'true' then true when ${cell} = 'false' then false`
  return `case ${usual} when ${word} in (${yes}) then true when ${word} in (${no}) then false when ${cell} is null then null else error('does not fit') end`
}

function parsedDate(cell: string, { order, separator = '/' }: CellType): string {
  const day = order === 'month_first' ? ['%m', '%d', '%Y'].join(separator) : ['%d', '%m', '%Y'].join(separator)
  const clocks = ['', ' %H:%M', ' %H:%M:%S', ' %H:%M:%S.%f', ' %I:%M %p', ' %I:%M:%S %p', ' %I:%M:%S.%f %p']
  return `try_strptime(trim(${cell}), [${clocks.map(clock => `'${day}${clock}'`).join(', ')}])::timestamp`
}

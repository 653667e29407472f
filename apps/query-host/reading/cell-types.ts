/** In what order a date has its parts. */
export type DateOrder = 'iso' | 'day_first' | 'month_first'

/** The type of a column of text, and how its values are written. */
export interface CellType {
  /** As DuckDB names it: VARCHAR, BIGINT, DOUBLE, DECIMAL(p,s), BOOLEAN, DATE, TIMESTAMP, TIME. */
  name: string
  source: 'given' | 'inferred'
  /** Of BIGINT: there may be more than fits a double without loss. */
  isWide?: boolean
  /** Of dates and timestamps. */
  order?: DateOrder
  /** Of dates that are not ISO: what stands between the parts. */
  separator?: string
  /** Of timestamps: some name a time zone. */
  hasZone?: boolean
  /**
   * Some values are words for missing ones. In text only the empty value is missing (there "NA" may be a country), unless there is nothing but such words.
   */
  hasWords?: boolean
  /** There was no value to infer it from. */
  isEmpty?: boolean
}

/** What stands for a missing value among numbers, dates and truth values. */
export const missingWords = [
  '',
  'NA',
  'N/A',
  'n/a',
  '#N/A',
  '<NA>',
  'NULL',
  'Null',
  'null',
  'NaN',
  'nan',
  'None',
  '.',
  '-',
]
const missing = new Set(missingWords)
const longestMissing = Math.max(...missingWords.map(word => word.length))

// DuckDB reads these patterns too.
export const integerPattern = String.raw`-?(?:0|[1-9]\d*)`
export const infinitePattern = '[+-]?inf(?:inity)?'
export const telephonePattern = String.raw`\+\d{8,}`
/** Of what is a number without loss, unless it is of the {@link telephonePattern}. */
export function numberPattern(decimal: '.' | ','): string {
  return String.raw`[+-]?(?:(?:0|[1-9]\d*)(?:[${decimal}]\d*)?|[${decimal}]\d+)(?:[eE][+-]?\d+)?`
}

const integer = new RegExp(`^${integerPattern}$`)
const anyInteger = /^[+-]?\d+$/
const pointNumber = new RegExp(`^${numberPattern('.')}$`)
const commaNumber = new RegExp(`^${numberPattern(',')}$`)
const anyPointNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const anyCommaNumber = /^[+-]?(?:\d+(?:,\d*)?|,\d+)(?:[eE][+-]?\d+)?$/
const infinite = new RegExp(`^${infinitePattern}$`, 'i')
const telephone = new RegExp(`^${telephonePattern}$`)
const boolean = /^(?:true|false)$/i
const anyBoolean = /^(?:true|false|t|f|yes|no|y|n|1|0)$/i
const clock = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,6})?)?$/
const isoDate =
  /^(\d{4})([-/])(\d{2})\2(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?(?: ?(Z|[+-]\d{2}(?::\d{2})?))?)?$/
const otherDate = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?: (\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?(?: ([AP]M))?)?$/i
/** No number ends in a character behind it, except an infinite one. */
const nine = '9'.charCodeAt(0)
const maxInt64 = 9_223_372_036_854_775_807n

export function isMissingWord(text: string): boolean {
  return text.length <= longestMissing && missing.has(text)
}

export type NumberForm = 'integer' | 'wide' | 'huge' | 'number'

/** Null for what is no number, or would lose by being one, such as leading zeros. */
export function numberForm(text: string, decimal: '.' | ','): NumberForm | null {
  if (text.charCodeAt(text.length - 1) > nine) return infinite.test(text) ? 'number' : null
  if (integer.test(text)) return integerForm(text)
  if (!(decimal === ',' ? commaNumber : pointNumber).test(text)) return null
  return telephone.test(text) ? null : 'number'
}

function integerForm(text: string): NumberForm | null {
  if (text.length <= 15) return 'integer'
  const size = BigInt(text) < 0n ? -BigInt(text) : BigInt(text)
  if (size <= BigInt(Number.MAX_SAFE_INTEGER)) return 'integer'
  if (size <= maxInt64) return 'wide'
  return text.replace('-', '').length <= 38 ? 'huge' : null
}

export interface DateForm {
  hasTime: boolean
  hasZone: boolean
  separator: string
  /** Which orders give a day that exists. */
  orders: DateOrder[]
}

export function dateForm(text: string): DateForm | null {
  if (text.length < 8 || text.length > 40 || text.charCodeAt(0) > nine) return null
  const iso = isoDate.exec(text)
  if (iso) {
    const [, year, separator, month, day, hour, minute, second, offset] = iso
    if (!isDay(Number(year), Number(month), Number(day)) || !isTime(hour, minute, second)) return null
    return { hasTime: hour !== undefined, hasZone: offset !== undefined, separator: separator!, orders: ['iso'] }
  }
  const other = otherDate.exec(text)
  if (!other) return null
  const [, first, separator, second, year, hour, minute, seconds, half] = other
  if (!isTime(hour, minute, seconds)) return null
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return null
  const orders: DateOrder[] = []
  if (isDay(Number(year), Number(second), Number(first))) orders.push('day_first')
  // With points between, nobody writes the month first.
  if (separator !== '.' && isDay(Number(year), Number(first), Number(second))) orders.push('month_first')
  return orders.length === 0 ? null : { hasTime: hour !== undefined, hasZone: false, separator: separator!, orders }
}

function isTime(hour: string | undefined, minute: string | undefined, second: string | undefined): boolean {
  return Number(hour ?? 0) <= 23 && Number(minute ?? 0) <= 59 && Number(second ?? 0) <= 59
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  // Every month has 28.
  return day <= 28 || day <= new Date(Date.UTC(year < 100 ? 2000 : year, month, 0)).getUTCDate()
}

export function isBoolean(text: string): boolean {
  return boolean.test(text)
}

/** Whether the value can be of the type without losing anything. Missing values fit any. */
export function fitsType(text: string, type: CellType, decimal: '.' | ','): boolean {
  if (text === '' || type.name === 'VARCHAR') return true
  if (isMissingWord(text)) return true
  const value = text.trim()
  switch (type.name) {
    case 'BIGINT':
      return isBigint(value)
    case 'DOUBLE':
      return (decimal === ',' ? anyCommaNumber : anyPointNumber).test(value) || infinite.test(value)
    case 'BOOLEAN':
      return type.source === 'given' ? anyBoolean.test(value) : boolean.test(value)
    case 'DATE':
      return fitsDate(value, type, false)
    case 'TIMESTAMP':
      return fitsDate(value, type, true)
    case 'TIME':
      return clock.test(value)
    default:
      return fitsDecimal(value, type.name, decimal)
  }
}

function isBigint(value: string): boolean {
  if (!anyInteger.test(value)) return false
  if (value.length <= 15) return true
  const number = BigInt(value.replace(/^\+/, ''))
  return (number < 0n ? -number : number) <= maxInt64
}

function fitsDate(value: string, { order, separator }: CellType, withTime: boolean): boolean {
  const form = dateForm(value)
  if (form === null || (form.hasTime && !withTime)) return false
  if (order === undefined || order === 'iso') return form.orders[0] === 'iso'
  return form.orders.includes(order) && form.separator === separator
}

function fitsDecimal(value: string, type: string, decimal: '.' | ','): boolean {
  const [precision = 38, scale = 0] = [...type.matchAll(/\d+/g)].map(([digits]) => Number(digits))
  const found = /^[+-]?(\d*)(?:[.,](\d*))?$/.exec(value)
  if (!found || (!found[1] && !found[2])) return false
  if (value.includes(decimal === ',' ? '.' : ',')) return false
  const whole = (found[1] ?? '').replace(/^0+/, '')
  return (found[2] ?? '').replace(/0+$/, '').length <= scale && whole.length <= precision - scale
}

import { dateForm, isMissingWord } from '../../reading/cell-types.ts'
import type { CellType } from '../../reading/cell-types.ts'
import type { SqlValue } from '../sql/define-functions.ts'

/** A text that fits its type, as it is stored. */
export function cellValue(text: string, type: CellType, decimal: '.' | ','): SqlValue {
  if (text === '') return null
  if (type.name === 'VARCHAR') return type.hasWords === true && isMissingWord(text.trim()) ? null : text
  const value = text.trim()
  if (isMissingWord(value)) return null
  switch (type.name) {
    case 'BIGINT':
      // `12.0` is a whole number too.
      return BigInt(value.replace(/^\+/, '').replace(/[.,]0*$/, ''))
    case 'BOOLEAN':
      return /^(?:true|t|yes|y|1)$/i.test(value) ? 1n : 0n
    case 'DATE':
      return dateText(value, type)
    case 'TIMESTAMP':
      return timestampText(value, type)
    case 'TIME':
      return value.length === 5 ? `${value}:00` : value
    default:
      return numberOf(value, decimal)
  }
}

/** What the type is called where the value lies: SQLite has no decimals. */
export function storedTypeName({ name }: CellType): string {
  return name.startsWith('DECIMAL') ? 'DOUBLE' : name
}

function numberOf(value: string, decimal: '.' | ','): number {
  const infinite = /^([+-]?)inf/i.exec(value)
  if (infinite) return infinite[1] === '-' ? -Infinity : Infinity
  return Number(decimal === ',' ? value.replace(',', '.') : value)
}

function dateText(value: string, { order }: CellType): string {
  const [one = '', two = '', three = ''] = value.split(/[ T]/)[0]?.split(/[./-]/) ?? []
  if (order === undefined || order === 'iso') return `${one}-${two}-${three}`
  const [day, month] = order === 'day_first' ? [one, two] : [two, one]
  return `${three}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const clock = /[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?(?: ?(Z|[+-]\d{2}(?::\d{2})?))?(?: ([AP]M))?$/i

function timestampText(value: string, type: CellType): string {
  const day = dateText(value, type)
  const found = dateForm(value)?.hasTime === true ? clock.exec(value) : null
  if (!found) return `${day} 00:00:00`
  const [, hour = '0', minute = '00', second = '00', fraction = '', zone, half] = found
  const text = `${day} ${String(hourOf(Number(hour), half)).padStart(2, '0')}:${minute}:${second}`
  const digits = fraction.replace(/0+$/, '')
  return withFraction(zone === undefined ? text : inUtc(text, zone), digits)
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  return (hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0)
}

function inUtc(text: string, zone: string): string {
  const [hours = 0, minutes = 0] = zone.toUpperCase() === 'Z' ? [] : zone.slice(1).split(':').map(Number)
  const minutesAhead = (zone.startsWith('-') ? -1 : 1) * (60 * hours + minutes)
  const ms = Date.parse(`${text.replace(' ', 'T')}Z`) - minutesAhead * 60_000
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

function withFraction(text: string, digits: string): string {
  return digits === '' ? text : `${text}.${digits}`
}

import { isMissingWord } from '../cell-types.ts'
import type { CellType } from '../cell-types.ts'
import { givenType } from '../column-types.ts'
import type { CsvColumn, NamedType } from '../csv/csv-plan.ts'
import { Duration, wholeSecond } from './cell-times.ts'
import type { CellTimes } from './cell-times.ts'

export type Cell = string | number | boolean | Date | Duration | null
export type Row = readonly Cell[]

export function isFilled(cell: Cell): boolean {
  return cell !== null && cell !== ''
}

/** The columns of a sheet: their types, and their values as texts of them. */
export class SheetColumns {
  /** Sentences about columns whose values are of several types, or are not what they look like in the workbook. */
  readonly notes: string[] = []
  readonly #times: CellTimes

  constructor(times: CellTimes) {
    this.#times = times
  }

  column({ name, given }: NamedType, cells: Row): CsvColumn {
    const words = cells.some(cell => typeof cell === 'string' && cell !== '' && isMissingWord(cell.trim()))
    if (given !== null) {
      const { name: type, order } = givenType(name, given)
      const hasWords = type !== 'VARCHAR' && words
      return { name, type: { name: type, source: 'given', hasWords, order: order ?? 'iso' } }
    }
    const values = cells.filter(cell => isFilled(cell) && !(typeof cell === 'string' && isMissingWord(cell.trim())))
    const [only, ...others] = this.#typesOf(name, values)
    const text: CellType = { name: 'VARCHAR', source: 'inferred', hasWords: values.length === 0 && words }
    if (others.length > 0) this.notes.push(mixedNote(name, values))
    if (others.length > 0 || only === undefined || only === 'VARCHAR') return { name, type: text }
    if (only !== durationType) return { name, type: { ...text, name: only, hasWords: words, order: 'iso' } }
    this.notes.push(`"${name}" holds durations; they were read as seconds.`)
    const isWhole = values.every(cell => Number.isInteger(this.#durationOf(cell)?.seconds))
    return { name, type: { ...text, name: isWhole ? 'BIGINT' : 'DOUBLE', hasWords: words } }
  }

  text(cell: Cell, type = ''): string {
    if (cell === null) return ''
    if (cell instanceof Date && Number.isNaN(cell.getTime())) return ''
    const isNumber = /^(?:BIGINT|DOUBLE|DECIMAL)/.test(type)
    const duration = isNumber || cell instanceof Duration ? this.#durationOf(cell) : null
    if (duration !== null) return isNumber ? String(duration.seconds) : duration.text
    if (!(cell instanceof Date)) return String(cell)
    const text = new Date(wholeSecond(cell.getTime())).toISOString().replace('T', ' ').replace('Z', '')
    return type === 'TIME' && this.#times.isTimeOfDay(cell) ? text.slice(11) : text.replace(/ 00:00:00\.000$/, '')
  }

  #typesOf(name: string, values: Row): Set<string> {
    const types = new Set(values.map(value => this.#typeOf(value)))
    // A spreadsheet gives a duration below a day the form of a time.
    if (types.has(durationType)) types.delete('TIME')
    if (types.has('TIME') && (types.has('DATE') || types.has('TIMESTAMP'))) {
      types.delete('TIME')
      types.add('TIMESTAMP')
      this.notes.push(
        `"${name}" holds times without a date, or durations: they count from ${this.#times.dayZero}, as the workbook keeps them.`,
      )
    }
    if (types.has('DATE') && types.has('TIMESTAMP')) types.delete('DATE')
    if (types.has('BIGINT') && types.has('DOUBLE')) types.delete('BIGINT')
    return types
  }

  #typeOf(cell: Cell): string {
    if (typeof cell === 'number') return Number.isSafeInteger(cell) ? 'BIGINT' : 'DOUBLE'
    if (typeof cell === 'boolean') return 'BOOLEAN'
    if (cell instanceof Duration) return durationType
    if (!(cell instanceof Date)) return 'VARCHAR'
    if (this.#times.isTimeOfDay(cell)) return 'TIME'
    return cell.getTime() % 86_400_000 === 0 ? 'DATE' : 'TIMESTAMP'
  }

  /** Null for what is neither a duration nor a time of a day. */
  #durationOf(cell: Cell): Duration | null {
    if (cell instanceof Duration) return cell
    return cell instanceof Date && this.#times.isTimeOfDay(cell) ? this.#times.duration(cell) : null
  }
}

/** Of cells: tables have no such type. */
const durationType = 'DURATION'

function mixedNote(name: string, values: Row): string {
  const kinds = { number: 'numbers', string: 'text', boolean: 'truth values', object: 'dates' } as Record<
    string,
    string
  >
  const found = [...new Set(values.map(value => (value instanceof Duration ? 'durations' : kinds[typeof value]!)))]
  return `"${name}" holds ${found.slice(0, -1).join(', ')} and ${found.at(-1)}; it was read as text.`
}

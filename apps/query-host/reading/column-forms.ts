import { dateForm, isBoolean, isMissingWord, numberForm } from './cell-types.ts'
import type { CellType, DateOrder } from './cell-types.ts'

/** What the values of one column look like, counted. */
export class ColumnForms {
  readonly #decimal: '.' | ','
  values = 0
  #words = 0
  #booleans = 0
  #integers = 0
  #wide = 0
  #huge = 0
  #numbers = 0
  #dates: Record<DateOrder, number> = { iso: 0, day_first: 0, month_first: 0 }
  #times = 0
  #zones = 0
  readonly #separators = new Set<string>()
  /** The first few values that are no numbers. */
  readonly #others: string[] = []

  constructor(decimal: '.' | ',') {
    this.#decimal = decimal
  }

  add(cell: string): void {
    if (cell === '') return
    const text = hasOuterSpace(cell) ? cell.trim() : cell
    if (isMissingWord(text)) {
      if (text !== '') this.#words += 1
      return
    }
    this.values += 1
    const number = numberForm(text, this.#decimal)
    if (number === null) return this.#addOther(text)
    if (number === 'integer') this.#integers += 1
    else if (number === 'wide') this.#wide += 1
    else if (number === 'huge') this.#huge += 1
    else this.#numbers += 1
  }

  #addOther(text: string): void {
    if (this.#others.length < 3 && !this.#others.includes(text)) this.#others.push(text)
    if (isBoolean(text)) {
      this.#booleans += 1
      return
    }
    const date = dateForm(text)
    if (date === null) return
    for (const order of date.orders) this.#dates[order] += 1
    if (date.hasTime) this.#times += 1
    if (date.hasZone) this.#zones += 1
    if (date.orders[0] !== 'iso') this.#separators.add(date.separator)
  }

  get #numeric(): number {
    return this.#integers + this.#wide + this.#huge + this.#numbers
  }

  /** The narrowest type that holds all the values without loss. */
  type(preferred: DateOrder | null = null): CellType {
    const type: CellType = { name: 'VARCHAR', source: 'inferred', hasWords: this.hasWords }
    if (this.values === 0) return { ...type, isEmpty: true }
    if (this.#booleans === this.values) return { ...type, name: 'BOOLEAN' }
    if (this.#numeric === this.values) return { ...type, name: this.#numberType(), isWide: this.#wide > 0 }
    const order = this.dateOrder(preferred)
    if (order === null) return { ...type, hasWords: false }
    const date = { ...type, name: this.#times > 0 ? 'TIMESTAMP' : 'DATE', order, hasZone: this.hasZones }
    return order === 'iso' ? date : { ...date, separator: [...this.#separators][0]! }
  }

  #numberType(): string {
    if (this.#numbers > 0) return 'DOUBLE'
    return this.#huge > 0 ? 'DECIMAL(38,0)' : 'BIGINT'
  }

  /** Null when not all values are dates written in one way. */
  dateOrder(preferred: DateOrder | null): DateOrder | null {
    if (this.values === 0) return null
    if (this.#dates.iso === this.values) return 'iso'
    const fitting = (['day_first', 'month_first'] as const).filter(order => this.#dates[order] === this.values)
    if (fitting.length === 0 || this.#separators.size > 1) return null
    return fitting.find(order => order === preferred) ?? fitting[0]!
  }

  /** Whether its days and months could change places. */
  get isAmbiguous(): boolean {
    const { day_first, month_first } = this.#dates
    return this.values > 0 && day_first === this.values && month_first === this.values
  }

  get hasZones(): boolean {
    return this.#zones > 0
  }

  get hasWords(): boolean {
    return this.#words > 0
  }

  get hasWide(): boolean {
    return this.#wide > 0
  }

  /** Values that keep the column from being numbers, when nearly all others are. */
  get strangers(): string[] {
    const isNearly = this.#numeric < this.values && this.#numeric >= this.values * 0.9
    return isNearly ? this.#others : []
  }
}

function hasOuterSpace(text: string): boolean {
  return text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32
}

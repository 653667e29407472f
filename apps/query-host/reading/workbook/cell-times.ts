import { elements } from './xml-elements.ts'

const dayMs = 86_400_000
/** Among the formats that every workbook has: `[h]:mm:ss`. */
const elapsedFormat = '46'
const elapsedPart = /\[(?:h+|m+|s+)\]/i

/** A span of time, in milliseconds. */
export class Duration {
  readonly ms: number

  constructor(ms: number) {
    this.ms = wholeSecond(ms)
  }

  get seconds(): number {
    return this.ms / 1000
  }

  /** `36:00:00`; with milliseconds where it has some. */
  get text(): string {
    const ms = Math.abs(this.ms)
    const hours = Math.floor(ms / 3_600_000)
    const rest = new Date(ms % 3_600_000).toISOString().slice(14, 23)
    return `${this.ms < 0 ? '-' : ''}${String(hours).padStart(2, '0')}:${rest.replace(/\.000$/, '')}`
  }
}

/** How a workbook keeps times: all are days since its day 0, also those that have no date. */
export class CellTimes {
  readonly #dayZero: number

  constructor(has1904: boolean) {
    this.#dayZero = has1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  }

  get dayZero(): string {
    return new Date(this.#dayZero).toISOString().slice(0, 10)
  }

  isTimeOfDay(date: Date): boolean {
    const ms = date.getTime() - this.#dayZero
    return ms >= 0 && ms < dayMs
  }

  /** Of a number of days, or the moment that a reader made of it. */
  duration(cell: number | Date): Duration {
    return new Duration(typeof cell === 'number' ? Math.round(cell * dayMs) : cell.getTime() - this.#dayZero)
  }
}

/** A time is a fraction of a day, cut to milliseconds by the reader: what was a whole second may lack one. */
export function wholeSecond(ms: number): number {
  return (ms + 1) % 1000 === 0 ? ms + 1 : ms
}

/** The styles of cells, by their numbers, whose format counts hours, minutes or seconds without an end, such as `[h]:mm`. */
export function durationStyles(styles: string): ReadonlySet<number> {
  const formats = new Map(
    elements(styles, 'numFmt').map(({ numFmtId = '', formatCode = '' }) => [numFmtId, formatCode]),
  )
  const isElapsed = (id: string | undefined): boolean => {
    if (id === undefined) return false
    const code = formats.get(id)
    return code === undefined ? id === elapsedFormat : elapsedPart.test(code.replaceAll(/\\.|"[^"]*"/g, ''))
  }
  const bases = elements(part(styles, 'cellStyleXfs'), 'xf')
  const all = elements(part(styles, 'cellXfs'), 'xf')
  return new Set(
    all.flatMap(({ numFmtId, xfId }, index) => (isElapsed(numFmtId ?? bases[Number(xfId)]?.['numFmtId']) ? index : [])),
  )
}

function part(xml: string, name: string): string {
  return new RegExp(`<(?:\\w+:)?${name}[\\s>][\\s\\S]*?</(?:\\w+:)?${name}>`).exec(xml)?.[0] ?? ''
}

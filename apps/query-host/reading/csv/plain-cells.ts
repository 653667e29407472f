import { open } from 'node:fs/promises'
import { booleanEnd, dateEnd, integerEnd, numberEnd, plainType, timestampEnd } from './cell-ends.ts'
import type { PlainType } from './cell-ends.ts'
import type { CsvPlan } from './csv-plan.ts'

const pieceBytes = 1024 * 1024
/** A cell is looked at as far as a timestamp is long. */
const beyondEnd = 32
const lineFeed = 10
const carriageReturn = 13
/** {@link PlainCells.walk} met something else than plain cells. */
const notPlain = -1

/**
 * Whether each row has as many cells as there are columns, and each cell is written in the plainest way of its type, so that an engine can read
 * it as that without a look at its text: `02139`, `+5` and `1e3` are no plain integers. Files of one column and long rows are left to others.
 */
export async function hasPlainCells(path: string, plan: CsvPlan): Promise<boolean> {
  const { delimiter, quote } = plan.syntax
  const isSimple = delimiter.length === 1 && delimiter.charCodeAt(0) < 128 && quote.length <= 1
  if (!isSimple || plan.columns.length < 2) return false
  const cells = new PlainCells(plan)
  const buffer = Buffer.allocUnsafe(pieceBytes + beyondEnd)
  await using file = await open(path, 'r')
  for (let rest = 0; ;) {
    const { bytesRead } = await file.read(buffer, rest, pieceBytes - rest, null)
    let filled = rest + bytesRead
    // The last row may have no end of line.
    const isLast = bytesRead === 0
    if (isLast && filled === 0) return true
    if (isLast) buffer[filled++] = lineFeed
    const end = cells.walk(buffer, filled)
    if (end === notPlain) return false
    if (isLast) return end === filled
    rest = filled - end
    if (rest > pieceBytes / 2) return false
    buffer.copyWithin(0, end, filled)
  }
}

const Kind = { text: 0, integer: 1, number: 2, boolean: 3, date: 4, timestamp: 5 } as const
const kinds: Readonly<Record<PlainType | 'VARCHAR', number>> = {
  VARCHAR: Kind.text,
  BIGINT: Kind.integer,
  DOUBLE: Kind.number,
  BOOLEAN: Kind.boolean,
  DATE: Kind.date,
  TIMESTAMP: Kind.timestamp,
}

class PlainCells {
  /** Of the columns. */
  readonly #kinds: Uint8Array
  readonly #delimiter: number
  /** A byte that no text has: none. */
  readonly #quote: number
  readonly #decimal: number
  /** By byte: 1 where a text without quotes ends. */
  readonly #stops = new Uint8Array(256)
  #awaitsHeader: boolean

  constructor({ columns, syntax, decimal, hasHeader }: CsvPlan) {
    this.#kinds = Uint8Array.from(columns, ({ type }) => kinds[plainType(type) ?? 'VARCHAR'])
    this.#delimiter = syntax.delimiter.charCodeAt(0)
    this.#quote = syntax.quote === '' ? 0xff : syntax.quote.charCodeAt(0)
    this.#decimal = decimal.charCodeAt(0)
    this.#awaitsHeader = hasHeader
    for (const byte of [this.#delimiter, lineFeed, carriageReturn, this.#quote]) this.#stops[byte] = 1
  }

  /** Where the first row begins that is not whole, or {@link notPlain}. */
  walk(bytes: Buffer, filled: number): number {
    const kinds = this.#kinds
    const delimiter = this.#delimiter
    const lastColumn = kinds.length - 1
    const last = bytes.lastIndexOf(lineFeed, filled - 1)
    let row = 0
    let column = 0
    let at = 0
    while (at <= last) {
      const end = this.#cellEnd(bytes, at, this.#awaitsHeader ? Kind.text : kinds[column]!)
      if (end > last) return row
      if (end < 0) return notPlain
      if (bytes[end] === delimiter) {
        if (column === lastColumn) return notPlain
        column += 1
        at = end + 1
        continue
      }
      const lineEnd = bytes[end] === carriageReturn ? end + 1 : end
      if (bytes[lineEnd] !== lineFeed || column !== lastColumn) return notPlain
      this.#awaitsHeader = false
      column = 0
      at = row = lineEnd + 1
    }
    return row
  }

  #cellEnd(bytes: Buffer, start: number, kind: number): number {
    switch (kind) {
      case Kind.integer:
        return integerEnd(bytes, start)
      case Kind.number:
        return numberEnd(bytes, start, this.#decimal)
      case Kind.boolean:
        return booleanEnd(bytes, start)
      case Kind.date:
        return dateEnd(bytes, start)
      case Kind.timestamp:
        return timestampEnd(bytes, start)
      default:
        return bytes[start] === this.#quote
          ? this.#quotedEnd(bytes, start)
          : textEnd(bytes, start, this.#stops, this.#quote)
    }
  }

  /** Beyond all that is there for a quote that is not closed yet. */
  #quotedEnd(bytes: Buffer, start: number): number {
    let end = start
    do {
      const closing = bytes.indexOf(this.#quote, end + 1)
      if (closing === -1) return bytes.length
      end = closing + 1
    } while (bytes[end] === this.#quote)
    return end
  }
}

function textEnd(bytes: Buffer, start: number, stops: Uint8Array, quote: number): number {
  let end = start
  while (stops[bytes[end]!] === 0) end += 1
  return bytes[end] === quote ? -1 : end
}

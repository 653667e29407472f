import { StringDecoder } from 'node:string_decoder'
import { filePieces } from '../file-pieces.ts'

export interface CsvSyntax {
  delimiter: string
  /** Empty: none. */
  quote: string
}

export interface CsvRecord {
  cells: string[]
  /** Where it begins, from 1. */
  line: number
  /** As it stands in the file. */
  text: string
  /** What is wrong with it as CSV; its cells are then not to be trusted. */
  fault: 'unclosed_quote' | 'text_after_quote' | null
}

const lineFeed = 10
const carriageReturn = 13
const space = 32

/** Records of CSV from text that comes in pieces, with any line ends, in one pass. A byte order mark is passed over. */
export class CsvScanner {
  readonly #delimiter: string
  readonly #quote: string
  #text = ''
  #at = 0
  #line = 1
  #started = false

  constructor({ delimiter, quote }: CsvSyntax) {
    this.#delimiter = delimiter
    this.#quote = quote
  }

  /** Characters that wait for the end of their record. */
  get waiting(): number {
    return this.#text.length - this.#at
  }

  get line(): number {
    return this.#line
  }

  /** The records that end in what has come so far. Lines without anything in them are records of one empty cell. */
  *push(piece: string, isLast = false): Generator<CsvRecord> {
    this.#text = this.#text.slice(this.#at) + piece
    this.#at = 0
    if (!this.#started && this.#text.length > 0) {
      this.#started = true
      if (this.#text.charCodeAt(0) === 0xfeff) this.#at = 1
    }
    while (this.#at < this.#text.length) {
      const record = this.#record(isLast)
      if (record === null) return
      yield record
    }
  }

  /** Null when the text ends within it and more may come. */
  #record(isLast: boolean): CsvRecord | null {
    const text = this.#text
    const start = this.#at
    const line = this.#line
    const cells: string[] = []
    let fault: CsvRecord['fault'] = null
    let lines = 0
    let at = start
    for (;;) {
      let begin = at
      while (text.charCodeAt(begin) === space) begin += 1
      if (this.#quote !== '' && text.startsWith(this.#quote, begin)) {
        const quoted = this.#quoted(begin, isLast)
        if (quoted === null) return null
        cells.push(quoted.value)
        at = quoted.end
        fault ??= quoted.fault
        lines += quoted.lines
      } else {
        const cell = at
        at = this.#cellEnd(at)
        cells.push(text.slice(cell, at))
      }
      if (at >= text.length) {
        if (!isLast) return null
        break
      }
      if (!text.startsWith(this.#delimiter, at)) break
      at += this.#delimiter.length
    }
    const end = at
    if (text.charCodeAt(at) === carriageReturn) {
      // The line feed that belongs to it may be in the next piece.
      if (at + 1 >= text.length && !isLast) return null
      at += text.charCodeAt(at + 1) === lineFeed ? 2 : 1
    } else at += 1
    this.#at = at
    this.#line += lines + 1
    return { cells, line, text: text.slice(start, end), fault }
  }

  /** The value that begins with a quote, as far as the delimiter or the line's end after it. */
  #quoted(
    begin: number,
    isLast: boolean,
  ): { value: string; end: number; lines: number; fault: CsvRecord['fault'] } | null {
    const text = this.#text
    const quote = this.#quote
    let at = begin + 1
    let isDoubled = false
    for (;;) {
      at = text.indexOf(quote, at)
      if (at === -1) {
        if (!isLast) return null
        return { value: text.slice(begin + 1), end: text.length, lines: 0, fault: 'unclosed_quote' }
      }
      if (at + 1 >= text.length && !isLast) return null
      if (!text.startsWith(quote, at + 1)) break
      isDoubled = true
      at += 2
    }
    const inner = text.slice(begin + 1, at)
    const value = isDoubled ? inner.replaceAll(quote + quote, quote) : inner
    const end = this.#cellEnd(at + 1)
    const fault = text.slice(at + 1, end).trim() === '' ? null : 'text_after_quote'
    return { value, end, lines: lineEnds(inner), fault }
  }

  /** Where the next delimiter or line end is. */
  #cellEnd(from: number): number {
    const text = this.#text
    const first = this.#delimiter.charCodeAt(0)
    const isOne = this.#delimiter.length === 1
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === lineFeed || code === carriageReturn) return at
      if (code === first && (isOne || text.startsWith(this.#delimiter, at))) return at
    }
    return text.length
  }
}

function lineEnds(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed)) count += 1
  }
  return count
}

/** The records of a file of UTF-8. */
export async function* csvRecords(
  path: string,
  syntax: CsvSyntax,
  onPiece?: (bytes: number) => void,
): AsyncGenerator<CsvRecord> {
  const scanner = new CsvScanner(syntax)
  const decoder = new StringDecoder('utf8')
  for await (const piece of filePieces(path)) {
    yield* scanner.push(decoder.write(piece))
    onPiece?.(piece.length)
  }
  yield* scanner.push(decoder.end(), true)
}

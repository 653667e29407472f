import { filePieces } from '../file-pieces.ts'
import type { CsvSyntax } from './csv-scanner.ts'

const lineFeed = 10
const carriageReturn = 13
const space = 32
/** Bytes without a line feed. */
const longestRest = 16 * 1024 * 1024

/**
 * Whether rows may have more values than there are columns, of which the last is empty: DuckDB leaves such values out without a warning. Only lines
 * that end so are counted. A line that begins within quotes is taken for such a row: the scanner knows better.
 */
export async function mayHaveWideRows(path: string, { delimiter, quote }: CsvSyntax, width: number): Promise<boolean> {
  const separator = Buffer.from(delimiter).toString('latin1')
  const delimiterEnd = Buffer.from(delimiter).at(-1)
  const quoteMark = quote.charCodeAt(0)
  let rest = ''
  for await (const piece of filePieces(path)) {
    let begin = 0
    for (let end = piece.indexOf(lineFeed); end !== -1; end = piece.indexOf(lineFeed, begin)) {
      if (begin === 0) {
        if (isWide(rest + piece.toString('latin1', 0, end))) return true
      } else if (mayBeWide(piece, begin, end) && isWide(piece.toString('latin1', begin, end))) return true
      begin = end + 1
    }
    rest = (begin === 0 ? rest : '') + piece.toString('latin1', begin)
    if (rest.length > longestRest) return true
  }
  return isWide(rest)

  /** By its last bytes alone: nearly all lines end in something else, and need not become text. */
  function mayBeWide(lines: Buffer, begin: number, end: number): boolean {
    let last = end - 1
    if (lines[last] === carriageReturn) last -= 1
    if (lines[last] === delimiterEnd) return last >= begin
    while (last >= begin && lines[last] === space) last -= 1
    return last >= begin && (lines[last] === delimiterEnd || lines[last] === quoteMark)
  }

  function isWide(line: string): boolean {
    const row = line.endsWith('\r') ? line.slice(0, -1) : line
    const text = withoutSpaces(row)
    const isQuotedEnd = quote !== '' && text.endsWith(quote + quote)
    const before = isQuotedEnd ? withoutSpaces(text.slice(0, -2)) : text
    // A delimiter may be or end in a space.
    if (!before.endsWith(separator) && !row.endsWith(separator)) return false
    const parts = quote === '' ? [line] : line.split(quote)
    if (parts.length % 2 === 0) return true
    const delimiters = parts.reduce((sum, part, at) => sum + (at % 2 === 0 ? part.split(separator).length - 1 : 0), 0)
    return delimiters >= width
  }
}

function withoutSpaces(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ') end -= 1
  return text.slice(0, end)
}

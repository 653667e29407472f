import { filePieces } from '../file-pieces.ts'
import type { CsvSyntax } from './csv-scanner.ts'

const lineFeed = 10
const carriageReturn = 13
const space = 32
/** Bytes without a line feed. */
const longestRest = 16 * 1024 * 1024

/**
 * Whether rows may have more values than there are columns, of which the last is empty: DuckDB leaves such values out without a warning. Only lines
 * that hold such an end are counted. A line that begins within quotes is taken for such a row: the scanner knows better.
 */
export async function mayHaveWideRows(path: string, { delimiter, quote }: CsvSyntax, width: number): Promise<boolean> {
  const separator = Buffer.from(delimiter).toString('latin1')
  const lastBytes = [Buffer.from(delimiter).at(-1), quote.charCodeAt(0)]
  let rest = Buffer.alloc(0)
  for await (const piece of filePieces(path)) {
    const bytes = Buffer.concat([rest, piece])
    const whole = bytes.lastIndexOf(lineFeed) + 1
    if (hasWide(bytes.subarray(0, whole))) return true
    rest = bytes.subarray(whole)
    if (rest.length > longestRest) return true
  }
  return isWide(rest.toString('latin1'))

  function hasWide(lines: Buffer): boolean {
    const [delimiterEnd, quoteMark] = lastBytes
    for (let at = 1; at < lines.length; at += 1) {
      const byte = lines[at]
      if (byte !== lineFeed && byte !== space && byte !== carriageReturn) continue
      const last = lines[at - 1]
      if (last !== delimiterEnd && last !== quoteMark) continue
      const next = lines.indexOf(lineFeed, at)
      if (isWide(lines.toString('latin1', lines.lastIndexOf(lineFeed, at - 1) + 1, next))) return true
      at = next
    }
    return false
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

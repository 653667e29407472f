/** Both ends included. */
export interface ByteRange {
  start: number
  end: number
}

const mostRanges = 50
const longestHeader = 4096
const oneRange = /^\s*(\d*)-(\d*)\s*$/

/**
 * What a `Range` header asks for of `size` bytes (RFC 9110, 14): null when it asks for nothing that we know, and everything is sent;
 * `unsatisfiable` for a 416. Ranges that overlap or touch are joined, so that no answer is longer than the file; so many that only a
 * program that means harm asks for them are not satisfied.
 */
export function byteRanges(header: string | undefined, size: number): ByteRange[] | 'unsatisfiable' | null {
  if (header === undefined) return null
  const list = /^bytes=(.*)$/is.exec(header)?.[1]
  if (list === undefined) return null
  if (header.length > longestHeader) return 'unsatisfiable'
  const asked = list.split(',').filter(text => text.trim() !== '')
  if (asked.length === 0) return null
  if (asked.length > mostRanges) return 'unsatisfiable'
  const ranges: ByteRange[] = []
  for (const text of asked) {
    const range = rangeOf(text, size)
    if (range === null) return null
    if (range !== 'unsatisfiable') ranges.push(range)
  }
  return ranges.length === 0 ? 'unsatisfiable' : joined(ranges)
}

/** Null for what is no range at all. */
function rangeOf(text: string, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = oneRange.exec(text) ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

/** In the order of the file. */
function joined(ranges: ByteRange[]): ByteRange[] {
  const result: ByteRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && range.start <= last.end + 1) last.end = Math.max(last.end, range.end)
    else result.push({ ...range })
  }
  return result
}

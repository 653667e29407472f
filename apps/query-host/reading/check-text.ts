import { isUtf8 } from 'node:buffer'
import { byteSize, engineFailure } from '../engine-failure.ts'
import { filePieces, lineNumbers } from './file-pieces.ts'

export interface TextFacts {
  bytes: number
  isUtf8: boolean
  hasNul: boolean
  hasReturn: boolean
}

const lineFeed = 10
const carriageReturn = 13

/**
 * One pass over the bytes with searches that look at many at once: a plain file of 100 MB costs some hundredths of a second.
 * @throws RemoteError for a line over the limit
 */
export async function checkText(path: string, maxLineBytes: number): Promise<TextFacts> {
  const facts: TextFacts = { bytes: 0, isUtf8: true, hasNul: false, hasReturn: false }
  let half = Buffer.alloc(0)
  let lineStart = 0
  for await (const piece of filePieces(path)) {
    if (facts.isUtf8) {
      const whole = half.length === 0 ? piece : Buffer.concat([half, piece])
      const end = completeEnd(whole)
      facts.isUtf8 = isUtf8(whole.subarray(0, end))
      half = Buffer.from(whole.subarray(end))
    }
    facts.hasNul ||= piece.includes(0)
    facts.hasReturn ||= piece.includes(carriageReturn)
    lineStart = await checkedLine(piece, facts.bytes, lineStart)
    facts.bytes += piece.length
  }
  if (facts.bytes - lineStart > maxLineBytes) throw await tooLong(lineStart)
  facts.isUtf8 &&= half.length === 0
  return facts

  /** Where the last line of the piece begins. */
  async function checkedLine(piece: Buffer, at: number, start: number): Promise<number> {
    let begin = start
    for (;;) {
      // Only lines that reach over the limit matter: the last end of a line within it is far enough.
      const from = begin - at
      const within = piece.subarray(Math.max(from, 0), Math.min(Math.max(from + maxLineBytes + 1, 0), piece.length))
      const end = lastLineEnd(within)
      if (end !== -1) {
        begin = at + Math.max(from, 0) + end + 1
        if (begin >= at + piece.length) return begin
        continue
      }
      if (at + piece.length - begin > maxLineBytes) throw await tooLong(begin)
      return begin
    }
  }

  async function tooLong(start: number) {
    const [line] = await lineNumbers(path, [start])
    return engineFailure(
      'import_failed',
      `Line ${line} is longer than ${byteSize(maxLineBytes)}, the most that one line may have. Is the file of another format, or a quote never closed?`,
    )
  }
}

function lastLineEnd(bytes: Buffer): number {
  const end = bytes.lastIndexOf(lineFeed)
  // Most files have no carriage return at all: looking for one would go through all that is there.
  return end === -1 ? bytes.lastIndexOf(carriageReturn) : end
}

/** Where the last character that may lack some of its bytes begins. */
function completeEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) {
      const needed = [2, 3, 4][byte >= 0xf0 ? 2 : Number(byte >= 0xe0)]!
      return back < needed ? bytes.length - back : bytes.length
    }
  }
  return bytes.length
}

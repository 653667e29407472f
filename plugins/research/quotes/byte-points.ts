import { isAscii } from 'node:buffer'

const step = 512

/**
 * A text in UTF-8 whose places are counted in code points, as the API counts them. Only what is asked for is decoded: as strings, the sources of a project
 * take more time than their hashes do.
 */
export class BytePoints {
  readonly #bytes: Buffer
  /** Where every 512th code point begins; null where each has one byte. */
  readonly #marks: Uint32Array | null

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#marks = isAscii(bytes) ? null : marksOf(bytes)
  }

  /** From one code point up to another; places outside the text are its ends. */
  slice(from: number, to: number): string {
    return this.#bytes.toString('utf8', this.#byteAt(from), this.#byteAt(to))
  }

  #byteAt(point: number): number {
    const bytes = this.#bytes
    const wanted = Math.max(point, 0)
    if (this.#marks === null) return Math.min(wanted, bytes.length)
    const mark = Math.min(Math.floor(wanted / step), this.#marks.length - 1)
    let at = this.#marks[mark]!
    for (let left = wanted - mark * step; left > 0 && at < bytes.length; left -= 1)
      do at += 1
      while (isContinued(bytes[at]))
    return at
  }
}

function marksOf(bytes: Buffer): Uint32Array {
  const marks = new Uint32Array(Math.ceil(bytes.length / step) + 1)
  let points = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if (isContinued(bytes[at])) continue
    if (points % step === 0) marks[points / step] = at
    points += 1
  }
  return marks.subarray(0, Math.max(1, Math.ceil(points / step)))
}

/** Whether a byte belongs to a code point that began before it. */
function isContinued(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

const lineFeed = 10
const attachmentMark = '#'.charCodeAt(0)
const longestMark = 20

/** One message: JSON text, and the bytes that came with it. */
export interface Frame {
  text: string
  bytes: Buffer | null
}

/** What goes before a frame that brings `length` bytes; the bytes themselves follow, then the frame. */
export function attachmentHead(length: number): string {
  return `#${length}\n`
}

/**
 * Cuts a byte stream into lines of JSON text. JSON text never holds a raw line feed and never begins with `#`, so the framing needs no length, and
 * a line `#<n>` can say that n raw bytes come before the next frame, which they belong to.
 */
export class FrameReader {
  readonly #maxBytes: number
  #parts: Buffer[] = []
  #bytes = 0
  /** The bytes for the next frame, and how many of them are here. */
  #attachment: Buffer | null = null
  #attached = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The frames that `chunk` completes. @throws RangeError when a frame or what it brings is larger than allowed */
  push(chunk: Buffer): Frame[] {
    const frames: Frame[] = []
    let start = this.#attach(chunk, 0)
    for (let end = chunk.indexOf(lineFeed, start); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      this.#keep(chunk.subarray(start, end))
      start = end + 1
      const line = this.#takeLine()
      if (line[0] === attachmentMark) {
        this.#expect(line)
        start = this.#attach(chunk, start)
        continue
      }
      frames.push({ text: line.toString('utf8'), bytes: this.#attachment })
      this.#attachment = null
      this.#attached = 0
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start))
    return frames
  }

  #takeLine(): Buffer {
    const line = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts)
    this.#parts = []
    this.#bytes = 0
    return line
  }

  #expect(line: Buffer): void {
    const length = line.length <= longestMark ? Number(line.toString('latin1', 1)) : Number.NaN
    if (!Number.isSafeInteger(length) || length < 0 || this.#attachment) throw new TypeError('a mark of bytes is wrong')
    if (length > this.#maxBytes) throw new RangeError(`What a frame brings is larger than ${this.#maxBytes} bytes.`)
    this.#attachment = Buffer.allocUnsafeSlow(length)
    this.#attached = 0
  }

  /** Takes what is missing of the attachment; answers where the rest of the chunk begins. */
  #attach(chunk: Buffer, from: number): number {
    if (!this.#attachment || this.#attached === this.#attachment.length) return from
    const taken = chunk.copy(this.#attachment, this.#attached, from)
    this.#attached += taken
    return from + taken
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length
    if (this.#bytes > this.#maxBytes) throw new RangeError(`A frame is larger than ${this.#maxBytes} bytes.`)
    this.#parts.push(part)
  }
}

const lineFeed = 10

/** Cuts a byte stream into lines of JSON text. JSON text never holds a raw line feed, so the framing needs no length. */
export class FrameReader {
  readonly #maxBytes: number
  #parts: Buffer[] = []
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The frames that `chunk` completes. @throws RangeError when a frame is larger than allowed */
  push(chunk: Buffer): string[] {
    const frames: string[] = []
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      this.#keep(chunk.subarray(start, end))
      frames.push(
        this.#parts.length === 1 ? this.#parts[0]!.toString('utf8') : Buffer.concat(this.#parts).toString('utf8'),
      )
      this.#parts = []
      this.#bytes = 0
      start = end + 1
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start))
    return frames
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length
    if (this.#bytes > this.#maxBytes) throw new RangeError(`A frame is larger than ${this.#maxBytes} bytes.`)
    this.#parts.push(part)
  }
}

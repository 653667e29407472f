const newline = 0x0a
const carriageReturn = 0x0d
const maxHeldBytes = 256 * 1024

/** The end of the last whole event in `bytes`: the index after its blank line; 0 without one. Before `from` there is none. */
function lastEventEnd(bytes: Uint8Array, from: number): number {
  for (let index = bytes.length - 1; index > 0 && index >= from; index -= 1) {
    if (bytes[index] !== newline) continue
    if (bytes[index - 1] === newline) return index + 1
    if (bytes[index - 1] === carriageReturn && bytes[index - 2] === newline) return index + 1
  }
  return 0
}

/**
 * Cuts a stream of server-sent events into blocks of whole events, so that a stream that breaks off never leaves half an event behind.
 * The bytes stay as they are; a piece that ends with an event, as nearly all do, is not even copied.
 */
export class StreamBlocks {
  #held: Uint8Array | null = null
  #endsInside = false
  #isWhole = true

  /** False when the last block began or ended inside an event, one that was too long to be held. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** The whole events that are complete by now; null while there are none. */
  take(piece: Uint8Array): Uint8Array | null {
    const bytes = this.#held === null ? piece : Buffer.concat([this.#held, piece])
    // Byte by byte, as a slow sender sends, what is held is not looked at again for each.
    const end = lastEventEnd(bytes, this.#held?.length ?? 0)
    // An event this long is no event of a chat: it is handed on as it comes.
    const isTooLong = end === 0 && bytes.length > maxHeldBytes
    if (end === 0 && !isTooLong) {
      this.#held = bytes
      return null
    }
    this.#isWhole = !this.#endsInside && !isTooLong
    this.#endsInside = isTooLong
    this.#held = end === bytes.length || isTooLong ? null : bytes.subarray(end)
    return this.#held === null ? bytes : bytes.subarray(0, end)
  }

  /** What was left when the stream ended well: a last event without its blank line, as some servers end. */
  rest(): Uint8Array | null {
    const held = this.#held
    this.#held = null
    this.#isWhole = !this.#endsInside
    return held
  }
}

const maxKeptBytes = 8 * 1024 * 1024
const tailBytes = 64 * 1024
const firstBytes = 16 * 1024
/** Once it is cut. */
const cutBytes = 512 * 1024

/** Remembers an answer while it passes, to be read once it is complete; of one that is very long only the end. */
export class KeptBytes {
  // Copied into one buffer: thousands of pieces that are held each cost the garbage collector more than they hold.
  #buffer = Buffer.allocUnsafe(firstBytes)
  #bytes = 0
  #total = 0
  #isWhole = true

  push(piece: Uint8Array): void {
    if (this.#bytes + piece.byteLength > this.#buffer.length) this.#makeRoom(piece.byteLength)
    // One that is longer than all that is kept fills it with its end.
    const end = piece.subarray(Math.max(0, piece.byteLength - (this.#buffer.length - this.#bytes)))
    this.#buffer.set(end, this.#bytes)
    this.#bytes += end.byteLength
    this.#total += piece.byteLength
  }

  get isWhole(): boolean {
    return this.#isWhole
  }

  /** How many bytes arrived. */
  get total(): number {
    return this.#total
  }

  text(): string {
    return this.#buffer.toString('utf8', 0, this.#bytes)
  }

  tail(bytes = tailBytes): string {
    return this.#buffer.toString('utf8', Math.max(0, this.#bytes - bytes), this.#bytes)
  }

  #makeRoom(bytes: number): void {
    const wanted = this.#bytes + bytes
    if (this.#isWhole && wanted <= maxKeptBytes) {
      const larger = Buffer.allocUnsafe(Math.min(maxKeptBytes, Math.max(wanted, this.#buffer.length * 2)))
      this.#buffer.copy(larger, 0, 0, this.#bytes)
      this.#buffer = larger
      return
    }
    this.#isWhole = false
    // Many long answers at once must not each hold what the longest may.
    const kept = this.#buffer.subarray(Math.max(0, this.#bytes - tailBytes), this.#bytes)
    this.#buffer = Buffer.allocUnsafe(cutBytes)
    this.#buffer.set(kept)
    this.#bytes = kept.length
  }
}

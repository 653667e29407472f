/** A text people wrote, and where it stands in what the engine is given. */
export class SqlText {
  readonly text: string
  readonly #before: string
  readonly #after: string
  readonly hasPlaces: boolean

  /** `hasPlaces` is false for a text that is not quite what people wrote. */
  constructor(text: string, { before = '', after = '', hasPlaces = true } = {}) {
    this.text = text
    this.#before = before
    this.#after = after
    this.hasPlaces = hasPlaces
  }

  /** What the engine is given. */
  get whole(): string {
    return `${this.#before}${this.text}${this.#after}`
  }

  /**
   * `line 2, column 5` in people's text of a place in the whole, which the engine counts in bytes of UTF-8; null where
   * there is no place.
   */
  placeOf(position: unknown): string | null {
    const found = typeof position === 'string' ? Number.parseInt(position, 10) : position
    if (!this.hasPlaces || typeof found !== 'number' || !Number.isInteger(found)) return null
    const at = found - Buffer.byteLength(this.#before)
    const bytes = Buffer.from(this.text)
    // The engine writes the largest number there is for an unknown place.
    if (at < 0 || at > bytes.length) return null
    const before = bytes.toString('utf8', 0, at).split('\n')
    return `line ${before.length}, column ${[...before.at(-1)!].length + 1}`
  }
}

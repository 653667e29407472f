const surrogates = /[\ud800-\udbff][\udc00-\udfff]/
const step = 512

/** A text whose places are counted in code points, as the API counts them, over JavaScript's UTF-16. */
export class CodePoints {
  readonly text: string
  readonly length: number
  /** The UTF-16 place of every 512th code point; null where both counts are the same. */
  readonly #marks: Uint32Array | null

  constructor(text: string) {
    this.text = text
    const marks = surrogates.test(text) ? marksOf(text) : null
    this.#marks = marks?.marks ?? null
    this.length = marks?.length ?? text.length
  }

  /** From one code point up to another; places outside the text are its ends. */
  slice(from: number, to: number): string {
    return this.text.slice(this.#unitAt(from), this.#unitAt(to))
  }

  /** Which code point begins at or before a UTF-16 place. */
  pointAt(unit: number): number {
    if (this.#marks === null) return unit
    let low = 0
    let high = this.#marks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#marks[middle]! <= unit) low = middle
      else high = middle - 1
    }
    let point = low * step
    for (let at = this.#marks[low]!; at < unit; at += widthAt(this.text, at)) point += 1
    return point
  }

  #unitAt(point: number): number {
    const wanted = Math.min(Math.max(point, 0), this.length)
    if (this.#marks === null) return wanted
    const mark = Math.min(Math.floor(wanted / step), this.#marks.length - 1)
    let at = this.#marks[mark]!
    for (let left = wanted - mark * step; left > 0; left -= 1) at += widthAt(this.text, at)
    return at
  }
}

function marksOf(text: string): { marks: Uint32Array; length: number } {
  const marks: number[] = []
  let length = 0
  for (let at = 0; at < text.length; at += widthAt(text, at)) {
    if (length % step === 0) marks.push(at)
    length += 1
  }
  return { marks: Uint32Array.from(marks), length }
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}

/** How many code points a text has. */
export function codePointCount(text: string): number {
  return new CodePoints(text).length
}

import { openSync } from 'fontkit'

/** Named in a warning; of more the number. */
const mostNamed = 20
const substitute = '?'

/** Which letters a font has. What it has not is replaced and remembered, so that nothing becomes an empty box without a word. */
export class FontLetters {
  readonly #known: ReadonlySet<number>
  readonly #missing = new Set<number>()

  constructor(path: string) {
    this.#known = new Set(openSync(path).characterSet)
  }

  shown(text: string): string {
    let isWhole = true
    for (const letter of text) if (!this.#has(letter)) isWhole = false
    return isWhole ? text : Array.from(text, letter => (this.#has(letter) ? letter : substitute)).join('')
  }

  /** Null when none was missing. */
  warning(): string | null {
    if (this.#missing.size === 0) return null
    const letters = [...this.#missing].slice(0, mostNamed)
    const named = letters.map(
      code => `${String.fromCodePoint(code)} (U+${code.toString(16).toUpperCase().padStart(4, '0')})`,
    )
    const more = this.#missing.size > mostNamed ? ` and ${this.#missing.size - mostNamed} more` : ''
    return `The font of the PDF has no letters for ${named.join(', ')}${more}: each is printed as ${substitute}. The formats html and docx show them.`
  }

  #has(letter: string): boolean {
    const code = letter.codePointAt(0) ?? 0
    if (code < 0x7f || code === 0xa0 || this.#known.has(code)) return true
    this.#missing.add(code)
    return false
  }
}

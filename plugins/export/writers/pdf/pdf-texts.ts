import type { Style, TextNode } from 'pdfmake'
import type { PreparedInline } from '../../document/prepared-document.ts'
import type { FontLetters } from './font-letters.ts'
import { accent } from './pdf-look.ts'

/** A word that no column is as wide as. */
const longWord = /\S{22}/

/** Texts as the PDF library takes them, in letters that the font has. */
export class PdfTexts {
  readonly #letters: FontLetters

  constructor(letters: FontLetters) {
    this.#letters = letters
  }

  plain(text: string): string {
    return this.#letters.shown(unbroken(text))
  }

  /** Kept as it is, spaces too. */
  code(text: string): string {
    return this.#letters.shown(text.replaceAll('\t', '    '))
  }

  /** The words within a drawing. */
  drawing(svg: string): string {
    return svg.replaceAll(/>([^<>]*[^\s<>][^<>]*)</g, (_all, words: string) => `>${this.#letters.shown(words)}<`)
  }

  inlines(inlines: readonly PreparedInline[], style: Style = {}): TextNode {
    return { ...style, text: this.#nodes(inlines) }
  }

  /** In a cell of a table, where a long word is broken rather than cut off. */
  cell(inlines: readonly PreparedInline[], style: Style): TextNode {
    const [only] = inlines
    const isPlain = inlines.length === 1 && only?.type === 'text' && only.marks === undefined
    const node = isPlain ? { ...style, text: this.plain(only.text) } : this.inlines(inlines, style)
    return inlines.some(inline => 'text' in inline && longWord.test(inline.text))
      ? { ...node, wordBreak: 'break-all' }
      : node
  }

  #nodes(inlines: readonly PreparedInline[]): TextNode[] {
    return inlines.flatMap((inline): TextNode[] => {
      switch (inline.type) {
        case 'text': {
          const marks = inline.marks ?? []
          return [
            {
              text: this.plain(inline.text),
              ...(marks.includes('strong') && { bold: true }),
              ...(marks.includes('emphasis') && { italics: true }),
              ...(marks.includes('strike') && { decoration: 'lineThrough' }),
              ...(marks.includes('code') && { background: '#eef1f4' }),
            },
          ]
        }
        case 'citation': {
          const text = this.plain(inline.text)
          return [inline.key === undefined ? { text } : { text, linkToDestination: `ref-${inline.key}`, color: accent }]
        }
        case 'link':
          return [{ text: this.#nodes(inline.children), link: inline.url, color: accent }]
        case 'footnote':
          return [{ text: String(inline.number), sup: true, linkToDestination: `f${inline.number}`, color: accent }]
        case 'break':
          return [{ text: '\n' }]
      }
    })
  }
}

/** A number stays in one line with the sign before it, as in `p < 0.001`. */
function unbroken(text: string): string {
  return text.replaceAll(
    /(^| )([<>=≤≥]) (?=[-−\d])/g,
    (_all, before: string, sign: string) => `${before && '\u00a0'}${sign}\u00a0`,
  )
}

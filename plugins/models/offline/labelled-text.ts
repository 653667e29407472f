import { wordsOf } from '@svc/plugin/library/search/word-index'

const maxCharacters = 128 * 1024
const maxLines = 5000
const labelledLine = /^[\s>*•-]*["'`*_]*([\p{L}][\p{L}\p{N} _/()-]{0,60}?)["'`*_]*\s*[:=]\s*(\S.*?)[,;]?\s*$/u
const numeral = /-?\d+(?:[.,]\d+)*(?:[eE][+-]?\d+)?/

/** The bare words of a name in any spelling: `mathsScore`, `maths_score` and `Maths score` are one. */
export function nameWords(name: string): string[] {
  return wordsOf(name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replaceAll('_', ' '))
}

/** What a text says outright: `label: value` lines, JSON members among them, and numbers beside a name. */
export class LabelledText {
  readonly #values = new Map<string, string>()
  readonly #lines: readonly { text: string; words: ReadonlySet<string> }[]

  constructor(text: string) {
    const lines = text.slice(0, maxCharacters).split('\n').slice(0, maxLines)
    this.#lines = lines.map(line => ({ text: line, words: new Set(wordsOf(line)) }))
    for (const line of lines) {
      const [, label, value] = labelledLine.exec(line) ?? []
      if (!label || !value) continue
      const key = nameWords(label).join(' ')
      if (!this.#values.has(key)) this.#values.set(key, value)
    }
  }

  /** The value of the line that is labelled with this name. */
  value(name: string): string | undefined {
    return this.#values.get(nameWords(name).join(' '))
  }

  /** The number that the text gives for a name: on its own line, or after all its words in a sentence. */
  number(name: string): number | undefined {
    const labelled = this.value(name)
    if (labelled !== undefined) return firstNumber(labelled)
    const words = nameWords(name)
    if (words.length === 0) return undefined
    for (const line of this.#lines) {
      if (!words.every(word => line.words.has(word))) continue
      const found = firstNumber(afterWords(line.text, words)) ?? firstNumber(line.text)
      if (found !== undefined) return found
    }
    return undefined
  }
}

function afterWords(line: string, words: readonly string[]): string {
  const lower = line.toLowerCase()
  return line.slice(Math.max(...words.map(word => lower.indexOf(word) + word.length)))
}

/** `1,234.5` and `1.234,5` are read by where the last mark stands; a single mark before three digits groups. */
export function firstNumber(text: string): number | undefined {
  const found = numeral.exec(text)?.[0]
  if (found === undefined) return undefined
  const lastMark = Math.max(found.lastIndexOf(','), found.lastIndexOf('.'))
  if (lastMark === -1) return Number(found)
  const marks = found.replace(/[^.,]/g, '')
  const grouped = new Set(marks).size === 1 && (marks.length > 1 || (marks === ',' && /,\d{3}$/.test(found)))
  if (grouped) return Number(found.replace(/[.,]/g, ''))
  return Number(`${found.slice(0, lastMark).replace(/[.,]/g, '')}.${found.slice(lastMark + 1)}`)
}

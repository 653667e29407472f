/** A part of a report that is read by itself: whole lines, from a line's beginning on. */
export interface ReportBlock {
  text: string
  /** In UTF-16. */
  from: number
  /** Lines before it. */
  lines: number
}

const fence = /^ {0,3}(`{3,}|~{3,})/
/** HTML that empty lines do not end. */
const openHtml = /^ {0,3}<(?:!--|\?|![A-Z]|!\[CDATA\[|(?:pre|script|style|textarea)\b)/im

/**
 * Cuts Markdown behind empty lines where what follows begins at the margin, outside of fenced code: read one by one, these parts say what
 * the whole says.
 */
export function blocksOf(body: string): ReportBlock[] {
  if (openHtml.test(body)) return [{ text: body, from: 0, lines: 0 }]
  const blocks: ReportBlock[] = []
  let begin = { from: 0, lines: 0 }
  let isAfterEmpty = false
  let open: string | null = null
  let lines = 0
  for (let at = 0; at < body.length; lines += 1) {
    const end = body.indexOf('\n', at)
    const next = end === -1 ? body.length : end + 1
    const line = body.slice(at, next).trimEnd()
    if (isAfterEmpty && open === null && line !== '' && !/^\s/.test(line)) {
      blocks.push({ ...begin, text: body.slice(begin.from, at) })
      begin = { from: at, lines }
    }
    const mark = fence.exec(line)?.[1] ?? null
    if (open === null) open = mark
    else if (mark !== null && mark.startsWith(open) && line.trim() === mark) open = null
    isAfterEmpty = line === ''
    at = next
  }
  blocks.push({ ...begin, text: body.slice(begin.from) })
  return blocks
}

/** Remembers what was made of texts, the ones used last, up to so many characters of them. */
export class RecentTexts<T> {
  readonly #known = new Map<string, T>()
  readonly #mostCharacters: number
  #characters = 0

  constructor(mostCharacters: number) {
    this.#mostCharacters = mostCharacters
  }

  get(text: string, make: () => T): T {
    const known = this.#known.get(text)
    if (known !== undefined) {
      this.#known.delete(text)
      this.#known.set(text, known)
      return known
    }
    const made = make()
    this.#known.set(text, made)
    this.#characters += text.length
    for (const [oldest] of this.#known) {
      if (this.#characters <= this.#mostCharacters) break
      this.#known.delete(oldest)
      this.#characters -= oldest.length
    }
    return made
  }
}

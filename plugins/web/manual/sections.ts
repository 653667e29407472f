/** A part of a page of the manual, from one heading to the next. */
export interface Section {
  /** The title of its page. */
  title: string
  /** The headings that it stands below, without the title; empty for the beginning of a page. */
  headings: readonly string[]
  /** Of the page that shows it, below the base path. */
  address: string
  text: string
}

const heading = /^(#{1,4}) (.+)$/

/** Cuts a page at its headings. */
export function sectionsOf(name: string, page: string): Section[] {
  const path = name === 'README' ? '/docs' : `/docs/${name}`
  const sections: (Section & { lines: string[] })[] = []
  let title = ''
  let above: string[] = []
  let isCode = false
  for (const line of page.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const [, marks, words = ''] = isCode ? [] : (heading.exec(line) ?? [])
    if (marks === undefined) {
      sections.at(-1)?.lines.push(line)
      continue
    }
    const plain = words.replace(/[`*]/g, '')
    if (marks.length === 1) title = plain
    above = marks.length === 1 ? [] : [...above.slice(0, marks.length - 2), plain]
    const address = above.length === 0 ? path : `${path}#${anchorOf(words)}`
    sections.push({ title, headings: above, address, text: '', lines: [] })
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: lines.join('\n').trim() }))
}

/** The place of a heading in the address, as GitHub makes it. */
function anchorOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

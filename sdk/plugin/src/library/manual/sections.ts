/** The page that lists all others. It is shown at `/docs` itself. */
export const frontPage = 'README'

/** A part of a page of the manual, from one heading to the next. */
export interface Section {
  /** The name of its page, such as `backup`. */
  page: string
  /** The title of its page. */
  title: string
  /** The headings that it stands below, without the title; empty for the beginning of a page. */
  headings: readonly string[]
  /** The place of its heading on the page; empty for the beginning of a page. */
  anchor: string
  /** Of the page that shows it, below the base path. */
  address: string
  text: string
}

const heading = /^(#{1,4}) (.+)$/

/** Cuts a page of the manual at its headings. */
export function sectionsOf(page: string, text: string): Section[] {
  const path = page === frontPage ? '/docs' : `/docs/${page}`
  const sections: (Section & { lines: string[] })[] = []
  let title = ''
  let above: string[] = []
  let isCode = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const [, marks, words = ''] = isCode ? [] : (heading.exec(line) ?? [])
    if (marks === undefined) {
      sections.at(-1)?.lines.push(line)
      continue
    }
    const plain = words.replace(/[`*]/g, '')
    if (marks.length === 1) title = plain
    above = marks.length === 1 ? [] : [...above.slice(0, marks.length - 2), plain]
    const anchor = above.length === 0 ? '' : anchorOf(words)
    sections.push({
      page,
      title,
      headings: above,
      anchor,
      address: anchor ? `${path}#${anchor}` : path,
      text: '',
      lines: [],
    })
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: lines.join('\n').trim() }))
}

/** The place of a heading in the address, as GitHub makes it. */
export function anchorOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

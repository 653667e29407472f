import { frontPage } from './addresses.ts'

/** The pages of the manual as they stand in `docs/`; each is loaded when it is read. */
const files = import.meta.glob<string>('../../../../../docs/*.md', { query: '?raw', import: 'default' })

export interface ManualPage {
  /** In the address; empty for the front page. */
  name: string
  title: string
}

/** Pages that stand together on the front page, below a line such as "Extend it:". */
export interface ManualPart {
  title: string
  pages: ManualPage[]
}

export interface Found extends ManualPage {
  /** The heading above what was found. */
  heading: string
  line: string
}

const mostFound = 30

/** The text of a page; null where there is none of this name. */
export async function readManual(name: string): Promise<string | null> {
  const file = files[`../../../../../docs/${name === '' ? frontPage : name}.md`]
  return file === undefined ? null : file()
}

/** The parts of the manual and their pages in the order of the front page. */
export async function listManual(): Promise<ManualPart[]> {
  const parts: ManualPart[] = []
  for (const line of ((await readManual('')) ?? '').split('\n')) {
    const [, part] = /^(\p{L}[^:]*):$/u.exec(line) ?? []
    const [, title = '', name] = /^- \[([^\]]+)\]\(([a-z0-9-]+)\.md\)/.exec(line) ?? []
    if (part !== undefined) parts.push({ title: part, pages: [] })
    if (name !== undefined) parts.at(-1)?.pages.push({ name, title })
  }
  return parts
}

const fewPlaces = 3

/** The headings within a page, for the way to them: those of the second level, and where these are few those below them. */
export function placesIn(text: string): string[] {
  const sections = sectionsOf(text)
  const ofLevel = (deepest: number): string[] =>
    sections.filter(({ level }) => level >= 2 && level <= deepest).map(({ heading }) => heading.replace(/[`*]/g, ''))
  const second = ofLevel(2)
  return second.length < fewPlaces ? ofLevel(3) : second
}

/** Lines of the manual in which every word occurs, one a section. */
export async function searchManual(search: string): Promise<Found[]> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const pages = (await listManual()).flatMap(part => part.pages)
  const found = await Promise.all(
    pages.map(async page =>
      sectionsOf((await readManual(page.name)) ?? '').flatMap(section => hit(page, section, words)),
    ),
  )
  return found.flat().slice(0, mostFound)
}

function hit(page: ManualPage, { heading, lines }: Section, words: readonly string[]): Found[] {
  const whole = `${page.title} ${heading} ${lines.join(' ')}`.toLowerCase()
  if (!words.every(word => whole.includes(word))) return []
  const line = lines.find(each => words.some(word => each.toLowerCase().includes(word))) ?? ''
  return [
    {
      ...page,
      heading,
      line: line
        .replace(/[*_`>#|]/g, '')
        .trim()
        .slice(0, 200),
    },
  ]
}

interface Section {
  heading: string
  level: number
  lines: string[]
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ heading: '', level: 0, lines: [] }]
  let isCode = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const heading = isCode ? null : /^(#{1,4}) (.+)$/.exec(line)
    if (heading) sections.push({ heading: heading[2] ?? '', level: heading[1]?.length ?? 0, lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections
}

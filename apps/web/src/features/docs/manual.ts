import { readAsked } from '@svc/plugin/library/manual/asked-questions'
import { lineFor, ManualSearch } from '@svc/plugin/library/manual/manual-search'
import { frontPage, sectionsOf } from '@svc/plugin/library/manual/sections'
import type { Section } from '@svc/plugin/library/manual/sections'
import { fetchPart } from '../../live/fetch-part.ts'

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

export interface Found extends Section {
  /** What of it fits the question. */
  line: string
}

const mostFound = 30

/** The text of a page; null where there is none of this name. */
export async function readManual(name: string): Promise<string | null> {
  const file = files[`../../../../../docs/${name === '' ? frontPage : name}.md`]
  return file === undefined ? null : fetchPart(file)
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

/** The sections within a page, for the way to them: those of the second level, and where these are few those below them. */
export function placesIn(text: string): Section[] {
  const sections = sectionsOf('', text)
  const ofLevel = (deepest: number) =>
    sections.filter(({ headings }) => headings.length >= 1 && headings.length < deepest)
  const second = ofLevel(2)
  return second.length < fewPlaces ? ofLevel(3) : second
}

let search: Promise<ManualSearch> | undefined

/** The sections that fit a question best, the best first, each with the line that fits. */
export async function searchManual(question: string): Promise<Found[]> {
  search ??= loadSearch()
  const found = (await search).find(question, mostFound)
  return found.map(section => ({ ...section, line: lineFor(section, question).slice(0, 200) }))
}

async function loadSearch(): Promise<ManualSearch> {
  const [pages, asked] = await Promise.all([
    Promise.all(Object.entries(files).map(namedText)),
    fetchPart(() => import('../../../../../docs/asked.txt?raw')),
  ])
  return new ManualSearch(new Map(pages), readAsked(asked.default))
}

async function namedText([path, read]: [string, () => Promise<string>]) {
  return [path.replace(/^.*\/|\.md$/g, ''), await fetchPart(read)] as const
}

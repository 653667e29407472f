import { SectionIndex, termsOf } from './section-index.ts'
import { frontPage, sectionsOf } from './sections.ts'
import type { Section } from './sections.ts'

/** Lists of pages and of names, in which every word occurs. */
const notSearched = new Set([frontPage, 'web-names', 'sdk-methods', 'licences'])
/** Its sections are short answers, each with a way to the whole. */
const answers = 'questions'
const answerWeight = 1.3
/** Tables of names and guides from elsewhere have many words; who asks how something is done wants another page. */
const aside = /^(commands|routes|errors|scopes|configuration|limits|metrics|manifests|plugin-exports|move-from-.+)$/
const asideWeight = 0.7
/** What a page counts for in the score of its sections: a guide has the words of a question in several of them. */
const pageWeight = 0.5

/** The sections of a manual, searched by words. The server and the browser app rank alike by it. */
export class ManualSearch {
  readonly #sections: readonly Section[]
  readonly #index: SectionIndex
  readonly #pages: readonly string[]
  readonly #pageIndex: SectionIndex

  /** @param pages - the text of each page by its name */
  constructor(pages: ReadonlyMap<string, string>) {
    this.#sections = [...pages]
      .filter(([page]) => !notSearched.has(page))
      .flatMap(([page, text]) => sectionsOf(page, text))
      .filter(({ text }) => text !== '')
    this.#index = new SectionIndex(this.#sections)
    const byPage = Map.groupBy(this.#sections, ({ page }) => page)
    this.#pages = [...byPage.keys()]
    this.#pageIndex = new SectionIndex([...byPage.values()].map(wholePage))
  }

  /** The sections that fit a question best, the best first. */
  find(question: string, limit: number): Section[] {
    const scores = this.#index.scores(question)
    const pageScores = this.#pageIndex.scores(question)
    const ofPage = new Map(this.#pages.map((page, at) => [page, pageScores[at] ?? 0]))
    return this.#sections
      .map((section, at) => ({ section, own: scores[at] ?? 0 }))
      .filter(({ own }) => own > 0)
      .map(({ section, own }) => {
        // A question with its answer is a page of its own.
        const page = section.page === answers ? own : (ofPage.get(section.page) ?? 0)
        return { section, score: (own + pageWeight * page) * weightOf(section) }
      })
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ section }) => section)
  }
}

function wholePage(sections: readonly Section[]): Pick<Section, 'title' | 'headings' | 'text'> {
  return {
    title: sections[0]?.title ?? '',
    headings: sections.flatMap(({ headings }) => headings),
    text: sections.map(({ text }) => text).join('\n'),
  }
}

/** The line of a section that has most of the words of a question, without its marks. */
export function lineFor({ text }: Section, question: string): string {
  const terms = new Set(termsOf(question))
  const share = (line: string) => new Set(termsOf(line).filter(term => terms.has(term))).size
  const lines = text.split('\n').filter(line => line !== '' && !/^(```|\|[-|]+$)/.test(line))
  const best = lines.toSorted((a, b) => share(b) - share(a))[0] ?? ''
  return best
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`>#|]/g, '')
    .trim()
}

function weightOf({ page, headings }: Section): number {
  if (page === answers) return answerWeight
  return aside.test(page) || (page === 'events' && headings[0] === 'Catalogue') ? asideWeight : 1
}

import { questionsIn } from './asked-questions.ts'
import { SectionIndex, termsOf } from './section-index.ts'
import { frontPage, sectionsOf } from './sections.ts'
import type { Section } from './sections.ts'

/** Lists of pages and of names, in which every word occurs. */
const notSearched = new Set([frontPage, 'web-names', 'sdk-methods', 'licences'])
/** Its sections are short answers, each with a way to the whole. */
const answers = 'questions'
const answerWeight = 1.3
/** Tables of names, guides from elsewhere and what is for contributors have many words; who asks how something is done wants another page. */
const aside =
  /^(architecture|commands|routes|errors|scopes|configuration|limits|metrics|manifests|plugin-exports|move-from-.+)$/
const asideWeight = 0.7
/** What a page counts for in the score of its sections: a guide has the words of a question in several of them. */
const pageWeight = 0.5

/** What the nearest question that a section answers counts beside its own words, each as a share of the best. */
const askedWeight = 1

/** The sections of a manual, searched by words. The server and the browser app rank alike by it. */
export class ManualSearch {
  readonly #sections: readonly Section[]
  readonly #index: SectionIndex
  readonly #pages: readonly string[]
  readonly #pageIndex: SectionIndex
  /** For each question that is answered, the place of its section. */
  readonly #answering: readonly number[]
  readonly #questionIndex: SectionIndex

  /**
   * @param pages - the text of each page by its name
   * @param asked - questions that sections answer, by their addresses
   */
  constructor(pages: ReadonlyMap<string, string>, asked: ReadonlyMap<string, readonly string[]>) {
    this.#sections = [...pages]
      .filter(([page]) => !notSearched.has(page))
      .flatMap(([page, text]) => sectionsOf(page, text))
      .filter(({ text }) => text !== '')
    this.#index = new SectionIndex(this.#sections)
    const byPage = Map.groupBy(this.#sections, ({ page }) => page)
    this.#pages = [...byPage.keys()]
    this.#pageIndex = new SectionIndex([...byPage.values()].map(wholePage))
    const questions = this.#sections.flatMap((section, at) => {
      const own = isAside(section) ? [] : questionsIn(section)
      return [...own, ...(asked.get(section.address) ?? [])].map(text => ({ at, text }))
    })
    this.#answering = questions.map(({ at }) => at)
    this.#questionIndex = new SectionIndex(questions.map(({ text }) => ({ title: '', headings: [], text })))
  }

  /** The sections that fit a question best, the best first. */
  find(question: string, limit: number): Section[] {
    const texts = sharesOfBest(this.#textScores(question))
    const asked = sharesOfBest(this.#questionScores(question))
    return this.#sections
      .map((section, at) => ({ section, score: (texts[at] ?? 0) + askedWeight * (asked[at] ?? 0) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ section }) => section)
  }

  /** How well each section fits by what it and its page say. */
  #textScores(question: string): number[] {
    const scores = this.#index.scores(question)
    const pageScores = this.#pageIndex.scores(question)
    const ofPage = new Map(this.#pages.map((page, at) => [page, pageScores[at] ?? 0]))
    return this.#sections.map((section, at) => {
      const own = scores[at] ?? 0
      if (own === 0) return 0
      // A question with its answer is a page of its own.
      const page = section.page === answers ? own : (ofPage.get(section.page) ?? 0)
      return (own + pageWeight * page) * weightOf(section)
    })
  }

  /** How near each section's nearest question comes. */
  #questionScores(question: string): number[] {
    const scores = this.#sections.map(() => 0)
    for (const [index, score] of this.#questionIndex.scores(question).entries()) {
      const at = this.#answering[index] ?? 0
      scores[at] = Math.max(scores[at] ?? 0, score)
    }
    return scores
  }
}

function sharesOfBest(scores: readonly number[]): number[] {
  const best = scores.reduce((most, score) => Math.max(most, score), 0)
  return scores.map(score => (best === 0 ? 0 : score / best))
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

function weightOf(section: Section): number {
  if (section.page === answers) return answerWeight
  return isAside(section) ? asideWeight : 1
}

function isAside({ page, headings }: Section): boolean {
  return aside.test(page) || (page === 'events' && headings[0] === 'Catalogue')
}

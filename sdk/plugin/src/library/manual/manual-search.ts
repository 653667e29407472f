import { WordIndex, wordsOf } from '../search/word-index.ts'
import { frontPage, sectionsOf } from './sections.ts'
import type { Section } from './sections.ts'

/** Lists of pages and of names, in which every word occurs. */
const notSearched = new Set([frontPage, 'web-names', 'sdk-methods', 'licences'])
/** A word of a heading says more than one of the text. */
const titleWeight = 2
const headingWeight = 4
/** Its sections are short answers, each with a way to the whole. */
const answers = 'questions'
const answerWeight = 1.3
/** Tables of names and guides from elsewhere have many words; who asks how something is done wants another page. */
const aside = /^(commands|routes|errors|scopes|configuration|limits|metrics|manifests|plugin-exports|move-from-.+)$/
const asideWeight = 0.7
const questionWords = new Set(
  'a an and are be can could do does for from get how i if in into is it me my of on one or our should that the their them there this to use want we what when which who will with would you your svc'.split(
    ' ',
  ),
)

/** The sections of a manual, searched by words. The server and the browser app rank alike by it. */
export class ManualSearch {
  readonly #sections: readonly Section[]
  readonly #index: WordIndex

  /** @param pages - the text of each page by its name */
  constructor(pages: ReadonlyMap<string, string>) {
    this.#sections = [...pages]
      .filter(([page]) => !notSearched.has(page))
      .flatMap(([page, text]) => sectionsOf(page, text))
      .filter(({ text }) => text !== '')
    this.#index = new WordIndex(this.#sections.map(weighted))
  }

  /** The sections that fit a question best, the best first. */
  find(question: string, limit: number): Section[] {
    const terms = [...new Set(termsOf(question))]
    const scores = this.#index.scores(terms)
    const having = terms.map(term => this.#index.scores([term]))
    // A section that has all the words fits better than one that says a rare one often.
    const coverage = (at: number) => having.filter(each => (each[at] ?? 0) > 0).length / terms.length
    return this.#sections
      .map((section, at) => ({
        section,
        score: (scores[at] ?? 0) * coverage(at) * weightOf(section),
      }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ section }) => section)
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

function weighted({ title, headings, text }: Section): string[] {
  const repeated = (words: string[], times: number) => Array.from({ length: times }, () => words).flat()
  return [
    ...repeated(termsOf(title), titleWeight),
    ...repeated(termsOf(headings.join(' ')), headingWeight),
    ...termsOf(text),
  ]
}

/** Words without their endings, so that `backups` finds `backup`, and `importing` finds `import`. */
function termsOf(text: string): string[] {
  return wordsOf(text)
    .filter(word => !questionWords.has(word))
    .map(word => (word.length > 4 ? word.replace(/(?:ies|ing|ed|es|s|y|e)$/, '') : word.replace(/s$/, '')))
}

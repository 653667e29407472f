import { UnavailableError } from '@svc/plugin'
import { WordIndex, wordsOf } from '@svc/plugin/library/search/word-index'
import type { AppFolder } from '../served/app-folder.ts'
import { sectionsOf } from './sections.ts'
import type { Section } from './sections.ts'

/** Lists of names, in which every word occurs. */
const notSearched = new Set(['web-names.md', 'sdk-methods.md', 'licences.md'])
/** A word of a heading says more than one of the text. */
const titleWeight = 2
const headingWeight = 4
const questionWords = new Set(
  'a an and are be can could do does for from get how i if in into is it me my of on one or our should that the their them there this to use want we what when which who will with would you your svc'.split(
    ' ',
  ),
)

interface Searched {
  sections: readonly Section[]
  index: WordIndex
}

/** The pages of the manual, searched by words. */
export class Manual {
  readonly #folder: AppFolder
  #searched: Promise<Searched> | null = null

  constructor(folder: AppFolder) {
    this.#folder = folder
  }

  /** The sections that fit a question best, the best first. @throws UnavailableError while the pages are being built */
  async search(question: string, limit: number): Promise<Section[]> {
    this.#searched ??= this.#read()
    const { sections, index } = await this.#searched.catch((error: unknown) => {
      this.#searched = null
      throw error
    })
    const terms = [...new Set(termsOf(question))]
    const scores = index.scores(terms)
    const having = terms.map(term => index.scores([term]))
    // A section that has all the words fits better than one that says a rare one often.
    const coverage = (at: number) => having.filter(each => (each[at] ?? 0) > 0).length / terms.length
    return sections
      .map((section, at) => ({ section, score: (scores[at] ?? 0) * coverage(at) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ section }) => section)
  }

  async #read(): Promise<Searched> {
    const names = await this.#folder.manual()
    if (names.length === 0)
      throw new UnavailableError('The pages are still being built. Try again in a minute.', { retry_after_seconds: 10 })
    const pages = await Promise.all(
      names
        .filter(name => !notSearched.has(name))
        .map(async name => sectionsOf(name.replace(/\.md$/, ''), String((await this.#folder.file(name, '')).bytes))),
    )
    const sections = pages.flat().filter(({ text }) => text !== '')
    return { sections, index: new WordIndex(sections.map(weighted)) }
  }
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

import type { Cited, CiteTask } from '../citing/cite-task.ts'
import type { QuoteSearch, WantedQuote } from '../quotes/find-quote.ts'
import type { FoundPassage, SearchedText } from '../quotes/search-texts.ts'
import type { WrittenReferences, ZippedFile } from '../exchange/write-references.ts'
import type { ParsedReport } from '../reports/parsed-report.ts'
import type { ReadReferences, ReferenceText } from '../sources/references.ts'

/** Work on texts that strangers wrote, by what is asked for; each answer is plain data. */
export interface ResearchWork {
  /** In a text, or the text of a file. */
  quote: { task: WantedQuote & ({ path: string } | { text: string }); answer: QuoteSearch }
  search: { task: { texts: SearchedText[]; query: string; limit: number }; answer: FoundPassage[] }
  references: { task: ReferenceText; answer: ReadReferences }
  'write-references': { task: WrittenReferences; answer: { text: string } }
  zip: { task: { files: readonly ZippedFile[] }; answer: { zip: Uint8Array } }
  report: { task: { body: string }; answer: ParsedReport }
  /** The known word that each was probably meant to be. */
  closest: { task: { words: string[]; known: string[] }; answer: { closest: (string | null)[] } }
  cite: { task: CiteTask; answer: Cited }
}

export type ResearchTask = {
  [Kind in keyof ResearchWork]: { kind: Kind } & ResearchWork[Kind]['task']
}[keyof ResearchWork]

import { readFile } from 'node:fs/promises'
import { serveThread } from '@svc/plugin/child'
import { closestWord } from '@svc/plugin/library/closest-word'
import { cite } from '../citing/processor.ts'
import { writeReferences, zipTexts } from '../exchange/write-references.ts'
import { findQuote } from '../quotes/find-quote.ts'
import { searchTexts } from '../quotes/search-texts.ts'
import { parseReport } from '../reports/parse-report.ts'
import { readReferences } from '../sources/references.ts'
import type { ResearchTask } from './research-task.ts'

// Texts of strangers may be long or odd, and nobody waits for them on the server's own thread.
serveThread(work)

async function work(task: ResearchTask): Promise<unknown> {
  switch (task.kind) {
    case 'quote':
      return findQuote('path' in task ? await readFile(task.path, 'utf8') : task.text, task)
    case 'search':
      return searchTexts(task)
    case 'references':
      return readReferences(task)
    case 'write-references':
      return writeReferences(task)
    case 'zip':
      return zipTexts(task)
    case 'report':
      return parseReport(task.body)
    case 'closest':
      return { closest: task.words.map(word => closestWord(word, task.known)) }
    case 'cite':
      return cite(task)
  }
}
